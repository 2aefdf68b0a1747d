"""Made cards that may lie anywhere: what is written on them is as secret as the place where they lie.

In: checked terms that are cards made in play. Out: whether the rules have taken the card from a place, whose secrecy then counts,
or know it by its number alone: `each order in orders`, a value that holds one, a new one. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from interpreter.check.secrets.fixpoint import NOTHING, LabelStore, Secrets
from interpreter.ir import rulebook as rb
from interpreter.ir.secrets import SOMEBODY
from interpreter.ir.traversal import walk
from interpreter.ir.types import ListOf, Maybe, Of, Type, Zone

LOOSE, GIVEN = "loose", "given loose"  # keys for a variable, and for the result of a routine
YES = frozenset((rb.Secret(known_to=SOMEBODY),))


@dataclass
class WrittenCards:
    """Follows which variables hold such a card."""

    spares: Mapping[str, str]  # of each kind that is made in play, the pile of the blank ones
    known: LabelStore
    labelled: list[
        rb.Value
    ]  # the values whose labels are being found: what is handed to them is settled by their callers
    _inside: set[rb.Value] = field(default_factory=set)

    def secrets(self, column: rb.Keep, card: rb.Term, key: rb.Term | None) -> Secrets:
        """Return what a column of a card reveals beside what its place does.

        `key`: the card if it can be named."""
        return frozenset((rb.Secret(column, (key,)),)) if column.hidden and self.is_loose(card) else NOTHING

    def settled(self, secrets: Secrets, given: Mapping[rb.Variable, rb.Term]) -> Secrets:
        """Leave out what a value reads of a card that is handed to it from a place."""
        return frozenset(secret for secret in secrets if not self._is_placed(secret, given))

    def _is_placed(self, secret: rb.Secret, given: Mapping[rb.Variable, rb.Term]) -> bool:
        if secret.keep is None or not secret.keep.is_written or not isinstance(secret.keys[0], rb.Local):
            return False
        handed = given.get(secret.keys[0].variable)
        return handed is not None and not self.is_loose(handed)

    def binds(self, variable: rb.Variable, term: rb.Term) -> None:
        """Record that a variable holds this, or one of these."""
        if self._spare(variable.type) and self.is_loose(term):
            self.known.learn((LOOSE, variable), YES)

    def gives(self, routine: rb.Routine, term: rb.Term) -> None:
        """Record what a routine gives."""
        if self._spare(term.type) and self.is_loose(term):
            self.known.learn((GIVEN, routine.name), YES)

    def takes(self, variable: rb.Variable, routine: rb.Routine) -> None:
        """Record that a variable holds the result of a routine."""
        if self._spare(variable.type) and self.known.of((GIVEN, routine.name)):
            self.known.learn((LOOSE, variable), YES)

    def is_loose(self, term: rb.Term | None) -> bool:
        if term is None or not self._spare(term.type):
            return False
        match term:
            case rb.Local(variable=variable):
                of_value = any(variable in value.parameters for value in self.labelled)
                return of_value or bool(self.known.of((LOOSE, variable)))
            case rb.Stored(keep=keep):
                return not isinstance(keep.type, Zone) or keep.name == self._spare(keep.type)
            case rb.Members():
                return True
            case rb.Builtin():
                return any(self.is_loose(argument) for argument in term.arguments)
            case rb.Chosen():
                return self.is_loose(term.value) or self.is_loose(term.other)
            case rb.Search():
                self.binds(term.variable, term.items)
                return self.is_loose(term.body if term.word == "list" and term.body is not None else term.items)
            case rb.ValueCall():
                return self._gives_loose(term)
            case _:
                return False

    def _gives_loose(self, call: rb.ValueCall) -> bool:
        if call.value in self._inside:  # recursion adds nothing
            return False
        self._inside.add(call.value)
        cases = (*call.value.cases, *(case for change in call.value.alterations for case in change.cases))
        found = any(self.is_loose(term) for term in (*call.arguments, *(case.value for case in cases)))
        self._inside.discard(call.value)
        return found

    def _spare(self, type_: Type) -> str:
        """Return the pile of the blank ones of cards that are made in play."""
        match type_:
            case Maybe(inner) | ListOf(inner):
                return self._spare(inner)
            case Of(kind) | Zone(kind):
                return self.spares.get(kind, "")
            case _:
                return ""


def reads_loose_cards(term: rb.Term, columns: Iterable[rb.Keep]) -> bool:
    """Does a term read one of these columns of a card that may lie anywhere?"""
    kinds = {kind.kind: "?" for column in columns if isinstance(kind := column.parameters[0].type, Of)}
    cards = WrittenCards(kinds, LabelStore(), [])
    bound = {part.variable for part in walk(term) if isinstance(part, rb.Search)}
    for part in walk(term):
        if isinstance(part, rb.Local) and part.variable not in bound:
            cards.known.learn((LOOSE, part.variable), YES)
    before = -1
    while before != (before := len(cards.known.everything())):
        if any(cards.is_loose(card) for card in _read_cards(term, cards)):
            return True
    return False


def _read_cards(term: rb.Term, cards: WrittenCards) -> Iterator[rb.Term]:
    """Yield each card of which something is read, and bind the variables on the way."""
    waiting, values = [term], set[rb.Value]()
    while waiting:
        for part in walk(waiting.pop()):
            match part:
                case rb.Search():
                    cards.binds(part.variable, part.items)
                case rb.ValueCall(value=value):
                    for parameter, argument in zip(value.parameters, part.arguments, strict=False):
                        cards.binds(parameter, argument)
                    if value not in values:
                        values.add(value)
                        waiting += [term for term in called_terms(value) if term is not None]
                case rb.Stored(keep=keep) if keep.is_written:
                    yield part.keys[0]


def called_terms(value: rb.Value) -> Iterator[rb.Term | None]:
    """Yield the terms of a value."""
    for case in (*value.cases, *(case for change in value.alterations for case in change.cases)):
        yield from (case.value, case.condition)
    yield from (change.guard for change in value.alterations)

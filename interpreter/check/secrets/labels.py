"""What a value depends on that not everyone knows.

In: checked terms. Out: for each the Secrets that go into it. Layer: check. A secret is named by the stored value it comes
from, with its keys, so that who knows it can be looked up when the game is played; a key that cannot be said at the place
where the secret is used is None: it may be anybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field, fields, is_dataclass, replace
from operator import is_
from typing import Any, TypeGuard

from interpreter.check import rulebook as rb
from interpreter.check.secrets.grown import NOTHING, Grown, Look, Secrets
from interpreter.source import Span
from interpreter.types import Grid, ListOf, Maybe, Of, Type, Zone

Leaves = dict[int, tuple[Any, tuple[Any, ...]]]  # what is inside terms, by their identity, which the term here keeps
COUNTING = ("count", "some", "no")
# Judged by what they are.
LEAVES = (rb.CanTake, rb.Chosen, rb.Logic, rb.Local, rb.Stored, rb.Worked, rb.Formula, rb.Search, rb.Comparison, rb.LiesIn)
ELSEWHERE = (rb.Variable, rb.Keep, rb.Value, rb.Routine, rb.Column, rb.Kind, rb.Option, Span)


def is_hidden(keep: rb.Keep) -> bool:
    """Is there somebody who may not see it?"""
    return bool(keep.seen) and not any(seen.everyone and is_certain(seen.when) for seen in keep.seen)


def is_certain(condition: rb.Term | None) -> bool:
    """Does it hold in the whole game: nothing is asked, or only how an option is chosen?"""
    match condition:
        case None:
            return True
        case rb.Constant() | rb.Setting():
            return bool(condition.value)
        case rb.Comparison(operator="==" | "!=", left=left, right=right) if _is_known(left) and _is_known(right):
            return (left.value == right.value) == (condition.operator == "==")
        case rb.Logic(word="or"):
            return any(is_certain(part) for part in condition.parts)
        case rb.Logic(word="and"):
            return all(is_certain(part) for part in condition.parts)
        case _:
            return False


def is_never(condition: rb.Term | None) -> bool:
    """Does it not hold in the whole game, because of how an option is chosen?"""
    match condition:
        case rb.Constant() | rb.Setting():
            return not condition.value
        case rb.Comparison(operator="==" | "!=", left=left, right=right) if _is_known(left) and _is_known(right):
            return (left.value == right.value) != (condition.operator == "==")
        case rb.Logic(word="or"):
            return all(is_never(part) for part in condition.parts)
        case rb.Logic(word="and"):
            return any(is_never(part) for part in condition.parts)
        case _:
            return False


def _is_known(term: rb.Term | None) -> TypeGuard[rb.Constant | rb.Setting]:
    return isinstance(term, rb.Constant | rb.Setting)


def unseen(keep: rb.Keep) -> bool:
    """Nobody sees it."""
    seen = [one for one in keep.seen if not is_never(one.when)]
    return bool(keep.seen) and all(not one.everyone and not one.by and one.all_but is None for one in seen)


def bookkeeping(keep: rb.Keep) -> bool:
    """Nobody sees it, and it is no pile: it is as secret as what is put in."""
    return unseen(keep) and not isinstance(keep.type, Zone | Grid)


@dataclass
class Labels:
    """What is known so far of variables, of bookkeeping, of what procedures give (`given`) and why they run (`entered`)."""

    kinds: Mapping[str, rb.Kind]
    known: Grown = field(default_factory=Grown)
    leaves: Leaves = field(default_factory=dict)
    _values: dict[rb.Value, Secrets] = field(default_factory=dict)
    _runs: set[tuple[object, ...]] = field(default_factory=set)
    _actions: dict[rb.Offered, Secrets] = field(default_factory=dict)
    _beneath: Look = field(default_factory=Look)  # at what values and actions rest on

    # ---- terms
    def of(self, term: Any) -> Secrets:
        match term:
            case rb.Local():
                return self.known.of(term.variable)
            case rb.Stored():
                return self._each(term.keys) | self._stored(term)
            case rb.Worked():
                return self._each(term.arguments) | self._worked(term)
            case rb.Formula():
                return self._each((term.member, *term.arguments)) | self._formula(term)
            case rb.CanTake():
                return self._each(term.arguments) | self._offered(term)
            case rb.Chosen():
                return self._chosen(term)
            case rb.Logic():
                return self._logic(term)
            case rb.Search():
                return self._search(term)
            case rb.Comparison() if _asks_only_for_absence(term):
                return self.absence(term.left)
            case rb.Comparison(operator="empty" | "not empty", left=zone) if _counted_openly(zone):
                return self._each(zone.keys)
            case rb.LiesIn():
                return self.of(term.card) | self.of(term.zone)
        return self._each(self._inside(term))

    def _each(self, terms: Iterable[Any]) -> Secrets:
        return NOTHING.union(*(self.of(term) for term in terms))

    def _inside(self, term: Any) -> tuple[Any, ...]:
        """The terms in it that secrets can come from. Looked for once: the same terms are asked in every round."""
        found = self.leaves.get(id(term))
        if found is None:
            found = self.leaves[id(term)] = (term, tuple(_leaves(term)))
        return found[1]

    def _stored(self, term: rb.Stored) -> Secrets:
        if bookkeeping(term.keep) and self.is_card(term.keep.type):
            known = tuple(key for key in map(simple, term.keys) if key is not None)
            kept = self.known.of(term.keep)
            card = rb.Secret(card=replace(term, keys=known), origins=kept)
            return frozenset((card,)) if kept and len(known) == len(term.keys) else NOTHING
        if bookkeeping(term.keep):
            keys = dict(zip(term.keep.parameters, term.keys, strict=False))
            return frozenset(exchanged(secret, keys) for secret in self.known.of(term.keep))
        if not term.keep.hidden:
            return NOTHING
        self.known.look.met = True
        return frozenset((rb.Secret(term.keep, tuple(simple(key) for key in term.keys)),))

    def _worked(self, term: rb.Worked) -> Secrets:
        value = term.value
        self.look_at((value,))
        secrets = self.known.noted(value, self._values[value])
        given = dict(zip(value.parameters, term.arguments, strict=False)) if secrets else {}
        return frozenset(exchanged(secret, given) for secret in secrets)

    def _chosen(self, term: rb.Chosen) -> Secrets:
        """One of two values. How an option is chosen is looked at only where it makes a difference."""
        value, other = self.of(term.value), self.of(term.other)
        if value != other and is_certain(term.condition):
            return value
        if value != other and is_never(term.condition):
            return other
        return self.of(term.condition) | value | other

    def _logic(self, term: rb.Logic) -> Secrets:
        """`cash is secret or money is at least 5`: where an option settles it, nothing else goes into it."""
        found = self._each(term.parts)
        settled = is_certain if term.word == "or" else is_never
        return NOTHING if found and term.word != "not" and any(settled(part) for part in term.parts) else found

    def look_at(self, values: Iterable[rb.Value]) -> None:
        """Values in the order in which they rest on each other: so that a long chain of them is no deep one."""
        for value in values:
            if value not in self._values:
                self._values[value] = NOTHING  # a value that comes back to itself adds nothing
                with self.known.looking(self._beneath):
                    altered = [self._altered(change) for change in value.alterations]
                    self._values[value] = self._of_cases(value.cases).union(*altered)

    def _altered(self, change: rb.Alteration) -> Secrets:
        found = self.of(change.guard) | self._of_cases(change.cases)
        return NOTHING if found and is_never(change.guard) else found

    def _of_cases(self, cases: tuple[rb.Case, ...]) -> Secrets:
        """Not of those that an option rules out, nor of those behind one that it makes certain."""
        inside = [self.of((case.condition, case.value)) for case in cases]
        found = NOTHING
        for case, secrets in zip(cases, inside, strict=True) if any(inside) else ():
            if not is_never(case.condition):
                found |= secrets
            if case.condition is not None and is_certain(case.condition):
                break
        return found

    def begin_round(self, values: Iterable[rb.Value]) -> None:
        """Bookkeeping may have become more secret: then values and actions are looked at anew."""
        if self._values and not self.known.is_stale(self._beneath):
            return
        before, offered = self._values, self._actions
        self._values, self._actions, self._beneath = {}, {}, self.known.new_look()
        self.look_at((*values, *before))
        for routine in offered:
            self._offers(routine)
        for value, secrets in self._values.items():
            if secrets != before.get(value, NOTHING):
                self.known.grow(value)
        for routine, secrets in self._actions.items():
            if secrets != offered.get(routine, NOTHING):
                self.known.grow(routine)

    def _formula(self, term: rb.Formula) -> Secrets:
        given = dict(zip(term.column.parameters, term.arguments, strict=False))
        cells = self._each(cell for cell in term.column.cells if cell is not None)
        return kept_up(exchanged(secret, given) for secret in cells)

    def _offered(self, term: rb.CanTake) -> Secrets:
        """Whether an action can be taken is as secret as what it needs, and what there is to choose for it."""
        routine = term.routine
        given = dict(zip(routine.parameters, term.arguments, strict=False))
        gone = {routine.first.item} if routine.first is not None else set()
        secrets = self.known.noted(routine, self._offers(routine))
        return kept_up(without(exchanged(secret, given), gone) for secret in secrets)

    def _offers(self, routine: rb.Offered) -> Secrets:
        if routine not in self._actions:
            self._actions[routine] = NOTHING  # an action that comes back to itself adds nothing
            first = (routine.first.items, routine.first.where) if routine.first is not None else ()
            needs = (*routine.needs, *(routine.first.needs if routine.first is not None else ()))
            with self.known.looking(self._beneath):
                self._actions[routine] = self._each((*(need.holds for need in needs), *first))
        return self._actions[routine]

    def _search(self, term: rb.Search) -> Secrets:
        if term.where is None and term.word in COUNTING and _counted_openly(term.items):
            return self._each(term.items.keys)
        inside = self._each((term.items, term.where, term.body, *(key.value for key in term.keys)))
        return kept_up(without(secret, {term.variable}) for secret in inside)

    def absence(self, term: rb.Term) -> Secrets:
        """Whether there is something at all."""
        if isinstance(term, rb.Stored) and term.keep.absence_seen:
            return self._each(term.keys)
        if isinstance(term, rb.Search) and term.where is None and _counted_openly(term.items):
            return self._each(term.items.keys)
        if isinstance(term, rb.Worked):
            value = term.value
            cases = (*value.cases, *(case for change in value.alterations for case in change.cases))
            tested = self.of((*(case.condition for case in cases), *(change.guard for change in value.alterations)))
            given = dict(zip(value.parameters, term.arguments, strict=False))
            found = tested.union(*(self.absence(case.value) for case in cases))
            return self._each(term.arguments) | frozenset(exchanged(secret, given) for secret in found)
        if self.is_card(term.type) and not isinstance(term, rb.Local):
            return frozenset(plain(self.of(term)))
        return self.of(term)

    def is_new(self, run: tuple[object, ...]) -> bool:
        """A routine that was run with this before, because of this, learns nothing more from it."""
        if run in self._runs:
            return False
        self._runs.add(run)
        return True

    # ---- variables
    def is_card(self, type_: Type) -> bool:
        match type_:
            case Of(kind):
                return kind in self.kinds and self.kinds[kind].word == "cards"
            case Maybe(inner) | ListOf(inner):
                return self.is_card(inner)
            case _:
                return False

    def put(self, variable: rb.Variable, secrets: Secrets, absence: Secrets = NOTHING) -> None:
        """A card is known to those who see where it lies just now; `absence`: whether there is one may be secret too."""
        if secrets and self.is_card(variable.type):
            card = rb.Secret(card=variable, origins=frozenset(plain(secrets)))
            secrets = frozenset((card,)) | (absence if isinstance(variable.type, Maybe | ListOf) else NOTHING)
        self.known.learn(variable, secrets)

    def taken_for_granted(self, term: rb.Term) -> AbstractContextManager[None]:
        """While it lasts, who a variable stands for is no secret."""
        return self.known.without(term.variable) if isinstance(term, rb.Local) else nullcontext()


def _leaves(term: Any) -> Iterator[Any]:
    parts = term if isinstance(term, tuple) else tuple(getattr(term, name) for name in _part_names(type(term)))
    for part in parts:
        if isinstance(part, LEAVES):
            yield part
        else:
            yield from _leaves(part)


def _part_names(sort: type[Any]) -> tuple[str, ...]:
    """What a term of this sort has inside; nothing for what stands elsewhere in the rules."""
    if sort not in _PART_NAMES:
        is_inside = is_dataclass(sort) and not issubclass(sort, ELSEWHERE)
        _PART_NAMES[sort] = tuple(part.name for part in fields(sort)) if is_inside else ()
    return _PART_NAMES[sort]


_PART_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _asks_only_for_absence(term: rb.Comparison) -> bool:
    nothing = isinstance(term.right, rb.Constant) and term.right.value is None
    return nothing and term.operator in ("==", "!=")


def _counted_openly(zone: rb.Term) -> TypeGuard[rb.Stored]:
    """A pile of which everyone knows how many cards it has."""
    return isinstance(zone, rb.Stored) and isinstance(zone.keep.type, Zone) and not zone.keep.count_hidden


# ---------------------------------------------------------------- secrets in other words

LOST = rb.Secret()  # a card that is not spoken of any more: what is done with it, its player has chosen to show


def kept_up(secrets: Iterable[rb.Secret]) -> Secrets:
    return frozenset(secret for secret in secrets if secret != LOST)


def simple(key: rb.Term | None) -> rb.Term | None:
    """A key that can be worked out again where the secret matters; None when it cannot."""
    match key:
        case rb.Local() | rb.Constant() | rb.Setting():
            return key
        case rb.Stored() if all(simple(inner) is not None for inner in key.keys):
            return key
        case _:
            return None


def exchanged(secret: rb.Secret, given: Mapping[rb.Variable, rb.Term]) -> rb.Secret:
    """A secret about parameters, as it is about what they are given."""
    if isinstance(secret.card, rb.Stored):
        card = _exchanged(secret.card, given)
        return _which(secret, card, _all_exchanged(secret.origins, given)) if isinstance(card, rb.Stored) else LOST
    if secret.card is not None:
        argument = given.get(secret.card)
        if not isinstance(argument, rb.Local):
            return secret
        return _which(secret, argument.variable, _all_exchanged(secret.origins, given))
    return _about(secret, tuple(_exchanged(key, given) for key in secret.keys), _exchanged(secret.known_to, given))


def _all_exchanged(secrets: Secrets, given: Mapping[rb.Variable, rb.Term]) -> Secrets:
    return frozenset(exchanged(secret, given) for secret in secrets)


def _which(secret: rb.Secret, card: rb.Variable | rb.Stored, origins: Secrets) -> rb.Secret:
    """The secret which card it is, of another card."""
    return rb.Secret(secret.keep, secret.keys, card, secret.known_to, origins, secret.span)


def found_at(secret: rb.Secret, span: Span) -> rb.Secret:
    return rb.Secret(secret.keep, secret.keys, secret.card, secret.known_to, secret.origins, span)


def _about(secret: rb.Secret, keys: tuple[rb.Term | None, ...], known_to: rb.Term | None) -> rb.Secret:
    """The secret with other keys. Most keep theirs, and this is done ten thousand times for a game: no copy without need."""
    if known_to is secret.known_to and all(map(is_, keys, secret.keys)):
        return secret
    return rb.Secret(secret.keep, keys, secret.card, known_to, secret.origins, secret.span)


def _exchanged(key: rb.Term | None, given: Mapping[rb.Variable, rb.Term]) -> rb.Term | None:
    match key:
        case rb.Local(variable=variable) if variable in given:
            return simple(given[variable])
        case rb.Stored():
            keys = tuple(_exchanged(inner, given) for inner in key.keys)
            known = tuple(inner for inner in keys if inner is not None)
            return replace(key, keys=known) if len(known) == len(keys) else None
        case _:
            return key


def without(secret: rb.Secret, gone: set[rb.Variable]) -> rb.Secret:
    """A secret where some variables are no longer known: it may be about any of them."""
    if secret.card is not None:
        own = variables_in(secret.card) if isinstance(secret.card, rb.Stored) else (secret.card,)
        origins = frozenset(without(origin, gone) for origin in secret.origins)
        return LOST if gone.intersection(own) else replace(secret, origins=origins)
    if not any(variable in gone for key in (*secret.keys, secret.known_to) for variable in variables_in(key)):
        return secret
    keys = tuple(None if gone.intersection(variables_in(key)) else key for key in secret.keys)
    known_to = None if gone.intersection(variables_in(secret.known_to)) else secret.known_to
    return replace(secret, keys=keys, known_to=known_to)


def in_words_of(secret: rb.Secret, own: Mapping[rb.Term, rb.Variable]) -> rb.Secret:
    """A secret of the one who runs a routine, about its parameters; what it is not told of becomes anybody's."""
    if secret.card is not None:
        card = _own(secret.card, own) if isinstance(secret.card, rb.Stored) else _handed(secret.card, own)
        if not isinstance(card, rb.Stored | rb.Variable):
            return LOST
        return _which(secret, card, frozenset(in_words_of(origin, own) for origin in secret.origins))
    return _about(secret, tuple(_own(key, own) for key in secret.keys), _own(secret.known_to, own))


def _handed(card: rb.Variable, own: Mapping[rb.Term, rb.Variable]) -> rb.Variable | None:
    handed = (parameter for term, parameter in own.items() if isinstance(term, rb.Local) and term.variable is card)
    return next(handed, None)


def _own(key: rb.Term | None, own: Mapping[rb.Term, rb.Variable]) -> rb.Term | None:
    if key is not None and key in own:
        return rb.Local(key.type, own[key])
    return key if isinstance(key, rb.Stored | rb.Constant | rb.Setting) and not list(variables_in(key)) else None


def plain(secrets: Iterable[rb.Secret]) -> Iterator[rb.Secret]:
    """The stored values behind them; where a card lies leads back to where it came from."""
    for secret in secrets:
        yield from secret.origins if secret.card is not None else (secret,)


def worked_out(secrets: Iterable[rb.Secret]) -> Secrets:
    """What is worked out from cards is as secret as the places they came from; from a pile that nobody sees, they are drawn
    and shown."""
    return frozenset(secret for secret in plain(secrets) if secret.keep is None or not unseen(secret.keep))


def variables_in(part: Any) -> Iterator[rb.Variable]:
    if isinstance(part, rb.Local):
        yield part.variable
    elif isinstance(part, rb.Stored):
        for key in part.keys:
            yield from variables_in(key)

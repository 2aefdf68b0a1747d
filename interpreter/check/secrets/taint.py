"""Taint labels: the secrets that a term depends on.

In: checked terms. Out: the set of Secrets each depends on. Layer: check. A secret is named by the stored value it comes
from, with its keys, so that the game can look up at run time who knows it; a key that cannot be expressed where the secret
is used is None: it may be anybody's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field, fields, is_dataclass, replace
from operator import is_
from typing import TypeGuard

from interpreter.check.secrets.fixpoint import NOTHING, LabelStore, ReadSet, Secrets
from interpreter.check.secrets.other_players import are_others, is_beside, seen_by_others
from interpreter.check.secrets.written_cards import WrittenCards
from interpreter.ir import rulebook as rb
from interpreter.ir.secrets import LOST, SOMEBODY, variables_in, without
from interpreter.ir.types import Grid, ListOf, Maybe, Of, Type, Zone
from interpreter.source import Span

Labelled = rb.Term | rb.Template | None | tuple["Labelled", ...]  # what has labels: terms, texts, several of them
Leaves = dict[
    int, tuple[Labelled, tuple[rb.Term, ...]]
]  # cache of leaf terms by id; holding the term keeps the id valid
COUNTING = ("count", "some", "no")
EXACT_ROUNDS = 3  # rounds in which a recursive value keeps its secrets' keys; later rounds generalize them to anybody
MAX_ROUNDS = 30
# Terms with a rule of their own in `Labels.of`; all others have the labels of their parts.
LEAVES = (
    rb.CanTake,
    rb.Chosen,
    rb.Logic,
    rb.Local,
    rb.Stored,
    rb.ValueCall,
    rb.Formula,
    rb.Search,
    rb.Comparison,
    rb.LiesIn,
)
ELSEWHERE = (rb.Variable, rb.Keep, rb.Value, rb.Routine, rb.Column, rb.Kind, rb.Option, Span)


def is_hidden(keep: rb.Keep) -> bool:
    """Is there a player who may not see it?"""
    return bool(keep.seen) and not any(seen.everyone and is_certain(seen.when) for seen in keep.seen)


def is_certain(condition: rb.Term | None) -> bool:
    """Does it hold all game: no condition, or one decided by constants and options?"""
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
        case rb.Logic(word="not", parts=(part,)):
            return is_never(part)
        case _:
            return False


def is_never(condition: rb.Term | None) -> bool:
    """Is it false all game, decided by constants and options?"""
    match condition:
        case rb.Constant() | rb.Setting():
            return not condition.value
        case rb.Comparison(operator="==" | "!=", left=left, right=right) if _is_known(left) and _is_known(right):
            return (left.value == right.value) != (condition.operator == "==")
        case rb.Logic(word="or"):
            return all(is_never(part) for part in condition.parts)
        case rb.Logic(word="and"):
            return any(is_never(part) for part in condition.parts)
        case rb.Logic(word="not", parts=(part,)):
            return is_certain(part)
        case _:
            return False


def _is_known(term: rb.Term | None) -> TypeGuard[rb.Constant | rb.Setting]:
    return isinstance(term, rb.Constant | rb.Setting)


def seen_by_nobody(keep: rb.Keep) -> bool:
    """Is it visible to nobody?"""
    seen = [one for one in keep.seen if not is_never(one.when)]
    return bool(keep.seen) and all(not one.everyone and not one.by and one.all_but is None for one in seen)


def bookkeeping(keep: rb.Keep) -> bool:
    """Is it a plain value that nobody sees?

    It is as secret as what is stored in it."""
    return seen_by_nobody(keep) and not isinstance(keep.type, Zone | Grid)


@dataclass
class Labels:
    """Computes labels of terms from what is known so far.

    `known` holds the labels of variables, of bookkeeping, and of the results and callers of routines."""

    kinds: Mapping[str, rb.Kind]
    known: LabelStore = field(default_factory=LabelStore)
    leaves: Leaves = field(default_factory=dict)
    sources: frozenset[rb.Keep] = frozenset()  # follow these keeps, whoever sees them, instead of those that are hidden
    _values: dict[rb.Value, Secrets] = field(default_factory=dict)
    _seen_calls: set[tuple[object, ...]] = field(default_factory=set)
    _actions: dict[rb.Offered, Secrets] = field(default_factory=dict)
    _value_reads: ReadSet = field(default_factory=ReadSet)  # reads of all value and action labels together
    _open: list[rb.Value] = field(default_factory=list)  # stack of values being labelled
    _cycle: set[rb.Value] = field(default_factory=set)  # values in a cycle with one on the stack
    _reader: rb.Term | None = None
    _acting: bool = False
    _lets: dict[rb.Variable, list[rb.Term]] = field(default_factory=dict)  # terms that `let` acts bind to a variable
    _others: set[rb.Variable] = field(default_factory=set)  # variables that range over everyone but the reader
    _absent: list[rb.Value] = field(default_factory=list)  # stack of values being labelled for absence

    def __post_init__(self) -> None:
        self.written = WrittenCards({kind.name: kind.spare for kind in self.kinds.values()}, self.known, self._open)

    # ---- terms
    def of(self, term: Labelled) -> Secrets:
        """Return the secrets that a term, a text or several of them depend on."""
        match term:
            case rb.Local():
                return self._named(term.variable) if self._acting else self.known.of(term.variable)
            case rb.Stored():
                return self._each(term.keys) | self._stored(term)
            case rb.ValueCall():
                return self._each(term.arguments) | self._value_call(term)
            case rb.Formula():
                return self._each((term.member, *term.arguments)) | self._formula(term)
            case rb.CanTake():
                return self._each(term.arguments) | self._can_take(term)
            case rb.Chosen():
                return self._chosen(term)
            case rb.Logic():
                return self._logic(term)
            case rb.Search():
                return self._search(term)
            case rb.Comparison() if _asks_only_for_absence(term):
                return self.absence(term.left)
            case rb.Comparison(operator="empty" | "not empty", left=zone) if self.counted_openly(zone):
                return self._each(zone.keys)
            case rb.LiesIn():
                return self.of(term.card) | self.of(term.zone)
        return self._each(self._inside(term))

    def name(self, variable: rb.Variable, term: rb.Term) -> None:
        """Record `let variable = term` in an act."""
        known = self._lets.setdefault(variable, [])
        if not any(one is term for one in known):
            known.append(term)

    def _named(self, variable: rb.Variable) -> Secrets:
        """Return the label of the terms that a `let` binds to the variable.

        Other variables were chosen, drawn or passed openly and have none."""
        terms = self._lets.pop(variable, [])  # a self-referential binding adds nothing
        found = self._each(terms)
        self._lets[variable] = terms
        return found

    def _each(self, terms: Iterable[Labelled]) -> Secrets:
        return NOTHING.union(*(self.of(term) for term in terms))

    def _inside(self, term: Labelled) -> tuple[rb.Term, ...]:
        """Return the leaf terms inside it; cached, since every round visits them."""
        found = self.leaves.get(id(term))
        if found is None:
            found = self.leaves[id(term)] = (term, tuple(_leaves(term)))
        return found[1]

    def counted_openly(self, zone: rb.Term) -> TypeGuard[rb.Stored]:
        """Is it a pile whose number of cards is public?"""
        return _counted_openly(zone) and not self.sources

    def _stored(self, term: rb.Stored) -> Secrets:
        if self.sources:
            named = tuple(stable_key(key) for key in term.keys)
            placed = term.keep.is_written and not self.written.is_loose(term.keys[0])
            return frozenset((rb.Secret(term.keep, named),)) if term.keep in self.sources and not placed else NOTHING
        if bookkeeping(term.keep) and self.is_card(term.keep.type):
            known = tuple(key for key in map(stable_key, term.keys) if key is not None)
            kept = self.known.of(term.keep)
            card = rb.Secret(card=replace(term, keys=known), origins=kept)
            return frozenset((card,)) if kept and len(known) == len(term.keys) else NOTHING
        if bookkeeping(term.keep):
            keys = dict(zip(term.keep.parameters, term.keys, strict=False))
            return frozenset(substituted(secret, keys) for secret in self.known.of(term.keep))
        if term.keep.is_written:
            found = self.written.secrets(term.keep, term.keys[0], stable_key(term.keys[0]))
            self.known.reads.met |= bool(found)
            return found
        if not term.keep.hidden:
            return NOTHING
        self.known.reads.met = True
        only_others = seen_by_others(term.keep)
        named = tuple(key if only_others and is_beside(key) else stable_key(key) for key in term.keys)
        return self._not_of_others((rb.Secret(term.keep, named),))

    def _not_of_others(self, secrets: Iterable[rb.Secret]) -> Secrets:
        """Drop what the reader sees because it belongs to another player."""
        if not self._others:
            return frozenset(secrets)
        return frozenset(
            secret
            for secret in secrets
            if secret.keep is None
            or not seen_by_others(secret.keep)
            or not any(isinstance(key, rb.Local) and key.variable in self._others for key in secret.keys)
        )

    def _value_call(self, term: rb.ValueCall) -> Secrets:
        value = term.value
        self.label_values((value,))
        secrets = self.known.record_read(value, self._values[value])
        given = dict(zip(value.parameters, term.arguments, strict=False)) if secrets else {}
        return self._not_of_others(substituted(secret, given) for secret in self.written.settled(secrets, given))

    def _chosen(self, term: rb.Chosen) -> Secrets:
        """Label a conditional; a constant condition selects one branch."""
        value, other = self.of(term.value), self.of(term.other)
        if value != other and is_certain(term.condition):
            return value
        if value != other and is_never(term.condition):
            return other
        return self.of(term.condition) | value | other

    def _logic(self, term: rb.Logic) -> Secrets:
        """Label a condition; if an option decides it, it depends on nothing else."""
        found = self._each(term.parts)
        settled = is_certain if term.word == "or" else is_never
        return NOTHING if found and term.word != "not" and any(settled(part) for part in term.parts) else found

    def label_values(self, values: Iterable[rb.Value]) -> None:
        """Label values; in dependency order, the recursion stays shallow."""
        for value in values:
            if value in self._open or value in self._cycle:
                self._add_to_cycle(value)
            if value not in self._values:
                self._values[value] = NOTHING
                self._open.append(value)
                self._values[value] = self._of_value(value)
                self._open.pop()
                self._close()

    def _add_to_cycle(self, value: rb.Value) -> None:
        """Extend the cycle by the stack from this value, or from one in it, upwards."""
        for number, one in enumerate(self._open):
            if one is value or one in self._cycle:
                self._cycle.update(self._open[number:])
                return

    def _of_value(self, value: rb.Value) -> Secrets:
        with self.known.recording_reads(self._value_reads):
            altered = [self._altered(change) for change in value.alterations]
            return self._of_cases(value.cases).union(*altered)

    def _close(self) -> None:
        """Iterate a completed cycle of recursive values to a fixed point.

        Keys can grow each round (the heir of the heir of the player), so after EXACT_ROUNDS new secrets are generalized to
        anybody's, which makes it terminate."""
        if not self._cycle or self._cycle.intersection(self._open):
            return
        cycle, self._cycle = [one for one in self._values if one in self._cycle], set()
        for number in range(MAX_ROUNDS):
            before = sum(len(self._values[one]) for one in cycle)
            for one in cycle:
                new = self._of_value(one) - self._values[one]
                self._values[one] |= new if number < EXACT_ROUNDS else without_lost(generalized(new))
            if sum(len(self._values[one]) for one in cycle) == before:
                break

    def _altered(self, change: rb.Alteration) -> Secrets:
        found = self.of(change.guard) | self._of_cases(change.cases)
        return NOTHING if found and is_never(change.guard) else found

    def _of_cases(self, cases: tuple[rb.Case, ...]) -> Secrets:
        """Join the labels of the cases that options leave, up to a certain one."""
        inside = [self.of((case.condition, case.value)) for case in cases]
        found = NOTHING
        for case, secrets in zip(cases, inside, strict=True) if any(inside) else ():
            if not is_never(case.condition):
                found |= secrets
            if case.condition is not None and is_certain(case.condition):
                break
        return found

    def begin_round(self, values: Iterable[rb.Value]) -> None:
        """Relabel values and actions if a label that they read has grown."""
        if self._values and not self.known.is_stale(self._value_reads):
            return
        before, offered = self._values, self._actions
        self._values, self._actions, self._value_reads = {}, {}, self.known.new_read_set()
        self.label_values((*values, *before))
        for routine in offered:
            self._availability(routine)
        for value, secrets in self._values.items():
            if secrets != before.get(value, NOTHING):
                self.known.grow(value)
        for routine, secrets in self._actions.items():
            if secrets != offered.get(routine, NOTHING):
                self.known.grow(routine)

    def _formula(self, term: rb.Formula) -> Secrets:
        given = dict(zip(term.column.parameters, term.arguments, strict=False))
        cells = self._each(cell for cell in term.column.cells if cell is not None)
        return without_lost(substituted(secret, given) for secret in cells)

    def _can_take(self, term: rb.CanTake) -> Secrets:
        """Label `can take`: what the action needs, and what it offers to choose first."""
        routine = term.routine
        given = dict(zip(routine.parameters, term.arguments, strict=False))
        gone = {routine.first.item} if routine.first is not None else set()
        secrets = self.known.record_read(routine, self._availability(routine))
        return without_lost(without(substituted(secret, given), gone) for secret in secrets)

    def _availability(self, routine: rb.Offered) -> Secrets:
        if routine not in self._actions:
            self._actions[routine] = NOTHING  # recursion adds nothing
            first = (routine.first.items, routine.first.where) if routine.first is not None else ()
            needs = (*routine.needs, *(routine.first.needs if routine.first is not None else ()))
            with self.known.recording_reads(self._value_reads):
                self._actions[routine] = self._each((*(need.holds for need in needs), *first))
        return self._actions[routine]

    def _search(self, term: rb.Search) -> Secrets:
        if term.where is None and term.word in COUNTING and self.counted_openly(term.items):
            return self._each(term.items.keys)
        self.written.binds(term.variable, term.items)
        with self.going_through((term,)):
            inside = self._each((term.items, term.where, term.body, *(key.value for key in term.keys)))
        return without_lost(without(secret, {term.variable}) for secret in inside)

    def absence(self, term: rb.Term) -> Secrets:
        """Return the label of whether there is a value at all."""
        if isinstance(term, rb.Stored) and term.keep.absence_seen:
            return self._each(term.keys)
        if isinstance(term, rb.Search) and term.where is None and self.counted_openly(term.items):
            return self._each(term.items.keys)
        if isinstance(term, rb.ValueCall):
            return self._each(term.arguments) | self._no_value(term)
        if self.is_card(term.type) and not isinstance(term, rb.Local):
            return frozenset(card_origins(self.of(term)))
        return self.of(term)

    def _no_value(self, term: rb.ValueCall) -> Secrets:
        """Return the label of whether a value is none: its conditions and results."""
        value = term.value
        if value in self._absent:  # recursion: fall back to the label of the whole value
            return self._value_call(term)
        self._absent.append(value)
        cases = (*value.cases, *(case for change in value.alterations for case in change.cases))
        tested = self.of((*(case.condition for case in cases), *(change.guard for change in value.alterations)))
        found = tested.union(*(self.absence(case.value) for case in cases))
        self._absent.pop()
        given = dict(zip(value.parameters, term.arguments, strict=False))
        return frozenset(substituted(secret, given) for secret in found)

    def is_new_call(self, run: tuple[object, ...]) -> bool:
        """Is this call (routine, arguments, labels) not yet analysed?"""
        if run in self._seen_calls:
            return False
        self._seen_calls.add(run)
        return True

    # ---- variables
    def is_card(self, type_: Type) -> bool:
        """Is it a card, a card or none, or a list of cards?

        A card is as secret as the place where it lies."""
        match type_:
            case Of(kind):
                return kind in self.kinds and self.kinds[kind].word == "cards"
            case Maybe(inner) | ListOf(inner):
                return self.is_card(inner)
            case _:
                return False

    def put(self, variable: rb.Variable, secrets: Secrets, absence: Secrets = NOTHING) -> None:
        """Label a variable.

        A card is known to those who see where it is; `absence`: whether there is one may be secret too."""
        if secrets and self.is_card(variable.type):
            card = rb.Secret(card=variable, origins=frozenset(card_origins(secrets)))
            secrets = frozenset((card,)) | (absence if isinstance(variable.type, Maybe | ListOf) else NOTHING)
        self.known.learn(variable, secrets)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Inside this context, what players act with counts as revealed.

        Not what a `let` binds: that is computed, not played."""
        self._acting = True
        try:
            yield
        finally:
            self._acting = False

    @contextmanager
    def read_by(self, player: rb.Term) -> Iterator[None]:
        """Inside this context, `player` is the one who reads the terms.

        Of `others(player)` that player sees what all but the owner see."""
        self._reader = player
        try:
            yield
        finally:
            self._reader = None

    @contextmanager
    def going_through(self, searches: Iterable[rb.Search | rb.Choosing]) -> Iterator[None]:
        """Inside this context, note which variables range over everyone but the reader."""
        found = {
            one.variable if isinstance(one, rb.Search) else one.item
            for one in searches
            if self._reader is not None and are_others(one.items, self._reader)
        }
        self._others |= found
        try:
            yield
        finally:
            self._others -= found

    def identity_public(self, term: rb.Term) -> AbstractContextManager[None]:
        """Inside this context, treat who the player in this variable is as public."""
        return self.known.without(term.variable) if isinstance(term, rb.Local) else nullcontext()


def _leaves(term: object) -> Iterator[rb.Term]:
    parts = term if isinstance(term, tuple) else tuple(getattr(term, name) for name in _part_names(type(term)))
    for part in parts:
        if isinstance(part, LEAVES):
            yield part
        elif isinstance(part, tuple) or _part_names(type(part)):
            yield from _leaves(part)


def _part_names(sort: type) -> tuple[str, ...]:
    """Return the fields that hold parts of a term, not definitions it refers to."""
    if sort not in _PART_NAMES:
        is_inside = is_dataclass(sort) and not issubclass(sort, ELSEWHERE)
        _PART_NAMES[sort] = tuple(part.name for part in fields(sort)) if is_inside else ()
    return _PART_NAMES[sort]


_PART_NAMES: dict[type, tuple[str, ...]] = {}


def _asks_only_for_absence(term: rb.Comparison) -> bool:
    nothing = isinstance(term.right, rb.Constant) and term.right.value is None
    return nothing and term.operator in ("==", "!=")


def _counted_openly(zone: rb.Term) -> TypeGuard[rb.Stored]:
    """Is it a pile whose number of cards is public?"""
    return isinstance(zone, rb.Stored) and isinstance(zone.keep.type, Zone) and not zone.keep.count_hidden


# ---------------------------------------------------------------- rewriting secrets


def without_lost(secrets: Iterable[rb.Secret]) -> Secrets:
    """Drop secrets about a card that can no longer be named."""
    return frozenset(secret for secret in secrets if secret != LOST)


def stable_key(key: rb.Term | None) -> rb.Term | None:
    """Return a key that can be evaluated again later; None if it cannot."""
    match key:
        case rb.Local() | rb.Constant() | rb.Setting():
            return key
        case rb.Stored() if all(stable_key(inner) is not None for inner in key.keys):
            return key
        case _:
            return None


def substituted(secret: rb.Secret, given: Mapping[rb.Variable, rb.Term]) -> rb.Secret:
    """Substitute arguments for parameters in a secret."""
    if isinstance(secret.card, rb.Stored):
        card = _substituted(secret.card, given)
        return (
            _about_card(secret, card, _all_substituted(secret.origins, given)) if isinstance(card, rb.Stored) else LOST
        )
    if secret.card is not None:
        argument = given.get(secret.card)
        if not isinstance(argument, rb.Local):
            return secret
        return _about_card(secret, argument.variable, _all_substituted(secret.origins, given))
    known_to = None if secret.known_to is None else _substituted(secret.known_to, given) or SOMEBODY
    beside = secret.keep is not None and seen_by_others(secret.keep)
    return _with_keys(secret, tuple(_substituted(key, given, beside) for key in secret.keys), known_to)


def _all_substituted(secrets: Secrets, given: Mapping[rb.Variable, rb.Term]) -> Secrets:
    return frozenset(substituted(secret, given) for secret in secrets)


def _about_card(secret: rb.Secret, card: rb.Variable | rb.Stored, origins: Secrets) -> rb.Secret:
    """Return the same secret about another card."""
    return rb.Secret(secret.keep, secret.keys, card, secret.known_to, origins, secret.span)


def generalized(secrets: Iterable[rb.Secret]) -> Iterator[rb.Secret]:
    """Generalize: drop the keys; replace a card by where it came from."""
    for secret in card_origins(secrets):
        yield replace(secret, keys=tuple(None for _ in secret.keys))


def located_at(secret: rb.Secret, span: Span) -> rb.Secret:
    """Return the secret with the place where it enters."""
    return rb.Secret(secret.keep, secret.keys, secret.card, secret.known_to, secret.origins, span)


def _with_keys(secret: rb.Secret, keys: tuple[rb.Term | None, ...], known_to: rb.Term | None) -> rb.Secret:
    """Return the secret with other keys.

    Usually they are unchanged; avoid the copy, as this runs ten thousand times per game."""
    if known_to is secret.known_to and all(map(is_, keys, secret.keys)):
        return secret
    return rb.Secret(secret.keep, keys, secret.card, known_to, secret.origins, secret.span)


def _substituted(key: rb.Term | None, given: Mapping[rb.Variable, rb.Term], beside: bool = False) -> rb.Term | None:
    match key:
        case rb.Local(variable=variable) if beside and is_beside(given.get(variable)):
            return given[variable]
        case rb.Local(variable=variable) if variable in given:
            return stable_key(given[variable])
        case rb.Builtin(arguments=(rb.Local(variable=variable),)) if variable in given:
            inside = stable_key(given[variable])
            return replace(key, arguments=(inside,)) if isinstance(inside, rb.Local) else None
        case rb.Stored():
            keys = tuple(_substituted(inner, given) for inner in key.keys)
            known = tuple(inner for inner in keys if inner is not None)
            return replace(key, keys=known) if len(known) == len(keys) else None
        case _:
            return key


def in_callee_terms(secret: rb.Secret, own: Mapping[rb.Term, rb.Variable]) -> rb.Secret:
    """Express a caller's secret in the callee's parameters.

    A key that is not passed becomes anybody's."""
    if secret.card is not None:
        card = _as_parameter(secret.card, own) if isinstance(secret.card, rb.Stored) else _passed_card(secret.card, own)
        if not isinstance(card, rb.Stored | rb.Variable):
            return LOST
        return _about_card(secret, card, frozenset(in_callee_terms(origin, own) for origin in secret.origins))
    known_to = None if secret.known_to is None else _as_parameter(secret.known_to, own) or SOMEBODY
    return _with_keys(secret, tuple(_as_parameter(key, own) for key in secret.keys), known_to)


def _passed_card(card: rb.Variable, own: Mapping[rb.Term, rb.Variable]) -> rb.Variable | None:
    handed = (parameter for term, parameter in own.items() if isinstance(term, rb.Local) and term.variable is card)
    return next(handed, None)


def _as_parameter(key: rb.Term | None, own: Mapping[rb.Term, rb.Variable]) -> rb.Term | None:
    if key is not None and key in own:
        return rb.Local(key.type, own[key])
    return key if isinstance(key, rb.Stored | rb.Constant | rb.Setting) and not list(variables_in(key)) else None


def card_origins(secrets: Iterable[rb.Secret]) -> Iterator[rb.Secret]:
    """Replace each card secret by the stored values the card came from."""
    for secret in secrets:
        yield from secret.origins if secret.card is not None else (secret,)


def derived(secrets: Iterable[rb.Secret]) -> Secrets:
    """Return the label of a result computed from these.

    Cards count as the piles they came from, except piles that nobody sees, whose cards are shown when drawn."""
    return frozenset(
        secret for secret in card_origins(secrets) if secret.keep is None or not seen_by_nobody(secret.keep)
    )

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
from typing import Any, TypeGuard

from interpreter.check.secrets.fixpoint import NOTHING, Grown, Look, Secrets
from interpreter.ir import rulebook as rb
from interpreter.ir.secrets import LOST, variables_in, without
from interpreter.ir.types import Grid, ListOf, Maybe, Of, Type, Zone
from interpreter.source import Span

Leaves = dict[int, tuple[Any, tuple[Any, ...]]]  # cache of leaf terms by id; holding the term keeps the id valid
COUNTING = ("count", "some", "no")
SURE_ROUNDS = 3  # rounds in which a recursive value keeps its secrets' keys; later rounds generalize them to anybody
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


def unseen(keep: rb.Keep) -> bool:
    """Is it visible to nobody?"""
    seen = [one for one in keep.seen if not is_never(one.when)]
    return bool(keep.seen) and all(not one.everyone and not one.by and one.all_but is None for one in seen)


def bookkeeping(keep: rb.Keep) -> bool:
    """Is it a keep that nobody sees and that is no pile or grid? It is as secret as what is stored in it."""
    return unseen(keep) and not isinstance(keep.type, Zone | Grid)


@dataclass
class Labels:
    """Computes labels of terms from what is known so far.

    `known` holds the labels of variables, of bookkeeping, and of the results and callers of routines."""

    kinds: Mapping[str, rb.Kind]
    known: Grown = field(default_factory=Grown)
    leaves: Leaves = field(default_factory=dict)
    _values: dict[rb.Value, Secrets] = field(default_factory=dict)
    _runs: set[tuple[object, ...]] = field(default_factory=set)
    _actions: dict[rb.Offered, Secrets] = field(default_factory=dict)
    _beneath: Look = field(default_factory=Look)  # reads of all value and action labels together
    _open: list[rb.Value] = field(default_factory=list)  # stack of values being labelled
    _circle: set[rb.Value] = field(default_factory=set)  # values in a cycle with one on the stack
    _reader: rb.Term | None = None
    _acting: bool = False
    _lets: dict[rb.Variable, list[rb.Term]] = field(default_factory=dict)  # terms that `let` acts bind to a variable
    _others: set[rb.Variable] = field(default_factory=set)  # variables that range over everyone but the reader
    _absent: list[rb.Value] = field(default_factory=list)  # stack of values being labelled for absence

    # ---- terms
    def of(self, term: Any) -> Secrets:
        match term:
            case rb.Local():
                return self._named(term.variable) if self._acting else self.known.of(term.variable)
            case rb.Stored():
                return self._each(term.keys) | self._stored(term)
            case rb.ValueCall():
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

    def name(self, variable: rb.Variable, term: rb.Term) -> None:
        """Record `let variable = term` in an act."""
        known = self._lets.setdefault(variable, [])
        if not any(one is term for one in known):
            known.append(term)

    def _named(self, variable: rb.Variable) -> Secrets:
        """Label of the terms a `let` binds; any other variable was chosen, drawn or passed openly and has none."""
        terms = self._lets.pop(variable, [])  # a self-referential binding adds nothing
        found = self._each(terms)
        self._lets[variable] = terms
        return found

    def _each(self, terms: Iterable[Any]) -> Secrets:
        return NOTHING.union(*(self.of(term) for term in terms))

    def _inside(self, term: Any) -> tuple[Any, ...]:
        """Return the leaf terms inside it, cached because every round visits the same terms."""
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
        only_others = any(seen.all_but is not None for seen in term.keep.seen)
        if only_others and any(isinstance(key, rb.Local) and key.variable in self._others for key in term.keys):
            return NOTHING
        named = tuple(key if only_others and _is_beside(key) else simple(key) for key in term.keys)
        return frozenset((rb.Secret(term.keep, named),))

    def _worked(self, term: rb.ValueCall) -> Secrets:
        value = term.value
        self.look_at((value,))
        secrets = self.known.noted(value, self._values[value])
        given = dict(zip(value.parameters, term.arguments, strict=False)) if secrets else {}
        return frozenset(exchanged(secret, given) for secret in secrets)

    def _chosen(self, term: rb.Chosen) -> Secrets:
        """Label a conditional. The condition's constant value matters only where the branches differ."""
        value, other = self.of(term.value), self.of(term.other)
        if value != other and is_certain(term.condition):
            return value
        if value != other and is_never(term.condition):
            return other
        return self.of(term.condition) | value | other

    def _logic(self, term: rb.Logic) -> Secrets:
        """Label `cash is secret or money is at least 5`: if an option decides it, it depends on nothing else."""
        found = self._each(term.parts)
        settled = is_certain if term.word == "or" else is_never
        return NOTHING if found and term.word != "not" and any(settled(part) for part in term.parts) else found

    def look_at(self, values: Iterable[rb.Value]) -> None:
        """Label values. Passing them in dependency order keeps the recursion shallow for long chains."""
        for value in values:
            if value in self._open or value in self._circle:
                self._add_to_circle(value)
            if value not in self._values:
                self._values[value] = NOTHING
                self._open.append(value)
                self._values[value] = self._of_value(value)
                self._open.pop()
                self._close(value)

    def _add_to_circle(self, value: rb.Value) -> None:
        """Add to the cycle the part of the stack from this value, or from a value known to be in the cycle."""
        for number, one in enumerate(self._open):
            if one is value or one in self._circle:
                self._circle.update(self._open[number:])
                return

    def _of_value(self, value: rb.Value) -> Secrets:
        with self.known.looking(self._beneath):
            altered = [self._altered(change) for change in value.alterations]
            return self._of_cases(value.cases).union(*altered)

    def _close(self, value: rb.Value) -> None:
        """Iterate a completed cycle of recursive values to a fixed point.

        Keys can grow each round (the heir of the heir of the player), so after SURE_ROUNDS new secrets are generalized to
        anybody's, which makes it terminate."""
        if not self._circle or self._circle.intersection(self._open):
            return
        circle, self._circle = [one for one in self._values if one in self._circle], set()
        for number in range(MAX_ROUNDS):
            before = sum(len(self._values[one]) for one in circle)
            for one in circle:
                new = self._of_value(one) - self._values[one]
                self._values[one] |= new if number < SURE_ROUNDS else kept_up(of_anybody(new))
            if sum(len(self._values[one]) for one in circle) == before:
                break

    def _altered(self, change: rb.Alteration) -> Secrets:
        found = self.of(change.guard) | self._of_cases(change.cases)
        return NOTHING if found and is_never(change.guard) else found

    def _of_cases(self, cases: tuple[rb.Case, ...]) -> Secrets:
        """Join the labels of the cases that options do not rule out, up to the first that is certain."""
        inside = [self.of((case.condition, case.value)) for case in cases]
        found = NOTHING
        for case, secrets in zip(cases, inside, strict=True) if any(inside) else ():
            if not is_never(case.condition):
                found |= secrets
            if case.condition is not None and is_certain(case.condition):
                break
        return found

    def begin_round(self, values: Iterable[rb.Value]) -> None:
        """Relabel values and actions if what they read has become more secret; mark those that changed."""
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
        """Label `can take`: what the action needs, and what it offers to choose first."""
        routine = term.routine
        given = dict(zip(routine.parameters, term.arguments, strict=False))
        gone = {routine.first.item} if routine.first is not None else set()
        secrets = self.known.noted(routine, self._offers(routine))
        return kept_up(without(exchanged(secret, given), gone) for secret in secrets)

    def _offers(self, routine: rb.Offered) -> Secrets:
        if routine not in self._actions:
            self._actions[routine] = NOTHING  # recursion adds nothing
            first = (routine.first.items, routine.first.where) if routine.first is not None else ()
            needs = (*routine.needs, *(routine.first.needs if routine.first is not None else ()))
            with self.known.looking(self._beneath):
                self._actions[routine] = self._each((*(need.holds for need in needs), *first))
        return self._actions[routine]

    def _search(self, term: rb.Search) -> Secrets:
        if term.where is None and term.word in COUNTING and _counted_openly(term.items):
            return self._each(term.items.keys)
        if self._reader is not None and _are_others(term.items, self._reader):
            self._others.add(term.variable)
        inside = self._each((term.items, term.where, term.body, *(key.value for key in term.keys)))
        self._others.discard(term.variable)
        return kept_up(without(secret, {term.variable}) for secret in inside)

    def absence(self, term: rb.Term) -> Secrets:
        """Label of whether there is something at all."""
        if isinstance(term, rb.Stored) and term.keep.absence_seen:
            return self._each(term.keys)
        if isinstance(term, rb.Search) and term.where is None and _counted_openly(term.items):
            return self._each(term.items.keys)
        if isinstance(term, rb.ValueCall):
            return self._each(term.arguments) | self._no_value(term)
        if self.is_card(term.type) and not isinstance(term, rb.Local):
            return frozenset(plain(self.of(term)))
        return self.of(term)

    def _no_value(self, term: rb.ValueCall) -> Secrets:
        value = term.value
        if value in self._absent:  # recursion: fall back to the label of the whole value
            return self._worked(term)
        self._absent.append(value)
        cases = (*value.cases, *(case for change in value.alterations for case in change.cases))
        tested = self.of((*(case.condition for case in cases), *(change.guard for change in value.alterations)))
        found = tested.union(*(self.absence(case.value) for case in cases))
        self._absent.pop()
        given = dict(zip(value.parameters, term.arguments, strict=False))
        return frozenset(exchanged(secret, given) for secret in found)

    def is_new(self, run: tuple[object, ...]) -> bool:
        """Is this call (routine, arguments, labels) not yet analysed?"""
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
        """Label a variable.

        A card is known to those who see where it is; `absence`: whether there is one may be secret too."""
        if secrets and self.is_card(variable.type):
            card = rb.Secret(card=variable, origins=frozenset(plain(secrets)))
            secrets = frozenset((card,)) | (absence if isinstance(variable.type, Maybe | ListOf) else NOTHING)
        self.known.learn(variable, secrets)

    @contextmanager
    def acting(self) -> Iterator[None]:
        """Inside this context, a variable counts as shown by the player who acted with it, unless `let` binds it."""
        self._acting = True
        try:
            yield
        finally:
            self._acting = False

    @contextmanager
    def read_by(self, player: rb.Term) -> Iterator[None]:
        """Inside this context, `others(player)` are players whose cards the reader sees where only the others see them."""
        self._reader = player
        try:
            yield
        finally:
            self._reader = None

    def taken_for_granted(self, term: rb.Term) -> AbstractContextManager[None]:
        """Inside this context, the identity of the player in this variable is public."""
        return self.known.without(term.variable) if isinstance(term, rb.Local) else nullcontext()


def _leaves(term: Any) -> Iterator[Any]:
    parts = term if isinstance(term, tuple) else tuple(getattr(term, name) for name in _part_names(type(term)))
    for part in parts:
        if isinstance(part, LEAVES):
            yield part
        else:
            yield from _leaves(part)


def _part_names(sort: type[Any]) -> tuple[str, ...]:
    """Names of the fields that are parts of a term; none for definitions it only refers to."""
    if sort not in _PART_NAMES:
        is_inside = is_dataclass(sort) and not issubclass(sort, ELSEWHERE)
        _PART_NAMES[sort] = tuple(part.name for part in fields(sort)) if is_inside else ()
    return _PART_NAMES[sort]


_PART_NAMES: dict[type[Any], tuple[str, ...]] = {}


def _asks_only_for_absence(term: rb.Comparison) -> bool:
    nothing = isinstance(term.right, rb.Constant) and term.right.value is None
    return nothing and term.operator in ("==", "!=")


def _is_beside(key: rb.Term) -> bool:
    """Is it the seat next to a player? Then it is a different player."""
    match key:
        case rb.Builtin(name="next_player" | "previous_player", arguments=(rb.Local(),)):
            return True
        case _:
            return False


def _are_others(items: rb.Term, player: rb.Term) -> bool:
    """Is it `others(player)`?"""
    match items:
        case rb.Search(
            word="list", items=rb.Rotated(), where=rb.Comparison(operator="!=", left=rb.Local() as left, right=right)
        ):
            return left.variable is items.variable and right == player
        case _:
            return False


def _counted_openly(zone: rb.Term) -> TypeGuard[rb.Stored]:
    """Is it a pile whose number of cards is public?"""
    return isinstance(zone, rb.Stored) and isinstance(zone.keep.type, Zone) and not zone.keep.count_hidden


# ---------------------------------------------------------------- rewriting secrets


def kept_up(secrets: Iterable[rb.Secret]) -> Secrets:
    return frozenset(secret for secret in secrets if secret != LOST)


def simple(key: rb.Term | None) -> rb.Term | None:
    """Return a key that can be evaluated again where the secret matters; None if it cannot."""
    match key:
        case rb.Local() | rb.Constant() | rb.Setting():
            return key
        case rb.Stored() if all(simple(inner) is not None for inner in key.keys):
            return key
        case _:
            return None


def exchanged(secret: rb.Secret, given: Mapping[rb.Variable, rb.Term]) -> rb.Secret:
    """Substitute arguments for parameters in a secret."""
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
    """Return the same secret about another card."""
    return rb.Secret(secret.keep, secret.keys, card, secret.known_to, origins, secret.span)


def of_anybody(secrets: Iterable[rb.Secret]) -> Iterator[rb.Secret]:
    """Generalize: drop the keys; replace a card by where it came from."""
    for secret in plain(secrets):
        yield replace(secret, keys=tuple(None for _ in secret.keys))


def found_at(secret: rb.Secret, span: Span) -> rb.Secret:
    return rb.Secret(secret.keep, secret.keys, secret.card, secret.known_to, secret.origins, span)


def _about(secret: rb.Secret, keys: tuple[rb.Term | None, ...], known_to: rb.Term | None) -> rb.Secret:
    """Return the secret with other keys.

    Usually they are unchanged; avoid the copy, as this runs ten thousand times per game."""
    if known_to is secret.known_to and all(map(is_, keys, secret.keys)):
        return secret
    return rb.Secret(secret.keep, keys, secret.card, known_to, secret.origins, secret.span)


def _exchanged(key: rb.Term | None, given: Mapping[rb.Variable, rb.Term]) -> rb.Term | None:
    match key:
        case rb.Local(variable=variable) if variable in given:
            return simple(given[variable])
        case rb.Builtin(arguments=(rb.Local(variable=variable),)) if variable in given:
            inside = simple(given[variable])
            return replace(key, arguments=(inside,)) if isinstance(inside, rb.Local) else None
        case rb.Stored():
            keys = tuple(_exchanged(inner, given) for inner in key.keys)
            known = tuple(inner for inner in keys if inner is not None)
            return replace(key, keys=known) if len(known) == len(keys) else None
        case _:
            return key


def in_words_of(secret: rb.Secret, own: Mapping[rb.Term, rb.Variable]) -> rb.Secret:
    """Express a caller's secret in the callee's parameters; a key that is not passed becomes anybody's."""
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
    """Replace each card secret by the stored values the card came from."""
    for secret in secrets:
        yield from secret.origins if secret.card is not None else (secret,)


def worked_out(secrets: Iterable[rb.Secret]) -> Secrets:
    """Return the secrets in something calculated from these.

    Those of the piles that cards came from, except piles that nobody sees, whose cards are shown when drawn."""
    return frozenset(secret for secret in plain(secrets) if secret.keep is None or not unseen(secret.keep))

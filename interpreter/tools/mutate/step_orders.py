"""Decide which steps commute.

In: the rulebooks of a game, plain and with each of its variants. Out: whether two neighbouring steps can be swapped
without any effect on the course of a game. Layer: tools. In doubt, they cannot.

The effect of a step is what it writes and what it reads: stored values, the whereabouts of cards of a kind, chance, rows of
the score sheet, variables. Two steps commute if neither writes what the other writes or reads. A step is examined in every
rulebook, because a variant may hook into it. The text and order of the log do not count.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from interpreter.ir import rulebook as rb
from interpreter.ir.reads import reads
from interpreter.ir.types import Grid, Type, Zone
from interpreter.source import Span

CHANCE = "chance"
NOT_KNOWN = (
    rb.LayTile, rb.Lasting, rb.Tick, rb.Touch, rb.AskThing, rb.AskSeveral, rb.AskMenu, rb.AskAction, rb.Check, rb.Return,
    rb.Break, rb.GiveAnswer, rb.CallColumn, rb.Winner, rb.Eliminate, rb.EndGame, rb.ShowTo, rb.Quiet,
)  # fmt: skip


@dataclass
class Effect:
    """What steps write, what they read, and the names that they bind."""

    sets: set[str] = field(default_factory=set)
    depends: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)

    def add(self, other: Effect) -> None:
        self.sets |= other.sets
        self.depends |= other.depends
        self.names |= other.names

    def minds(self, other: Effect) -> bool:
        return bool(self.sets & (other.sets | other.depends))


class Orders:
    """Looks up steps by location."""

    def __init__(self, rulebooks: Sequence[rb.Rulebook]) -> None:
        self.acts: dict[tuple[str, int], list[rb.Act]] = {}
        self.known: dict[int, Effect | None] = {}  # by routine
        self.cells: dict[str, str] = {}
        for rulebook in rulebooks:
            self.cells |= {name: _cell(keep) for name, keep in rulebook.keeps.items()}
            for act in _all_acts(rulebook):
                self.acts.setdefault((act.span.source.path, act.span.line), []).append(act)

    def commute(self, one: Span, two: Span, names: tuple[set[str], set[str]]) -> bool:
        """Whether two steps commute.

        `names`: the words in each, to see whether one uses a name that the other binds."""
        first, second = self._at(one), self._at(two)
        if first is None or second is None:
            return False
        if first.names & names[1] or second.names & names[0]:
            return False
        return not first.minds(second) and not second.minds(first)

    def _at(self, span: Span) -> Effect | None:
        """Return the effect of the steps in a span.

        None if unknown or if there are none, as in a rule that is never played."""
        lines = range(span.line, span.end_line + 1)
        found = [
            act for line in lines for act in self.acts.get((span.source.path, line), ()) if _lies_in(act.span, span)
        ]
        return self._all(found) if found else None

    def _all(self, acts: Iterable[rb.Act]) -> Effect | None:
        whole = Effect()
        for act in acts:
            effect = self._of(act)
            if effect is None:
                return None
            whole.add(effect)
        return whole

    def _of(self, act: rb.Act) -> Effect | None:
        if isinstance(act, NOT_KNOWN):
            return None
        inner = self._all(rb.inner_acts(act))
        own = _own(act)
        depends = self._depends(_terms(act))
        if inner is None or own is None or depends is None:
            return None
        if isinstance(act, rb.CallRoutine):
            called = self._routine(act.routine)
            if called is None:
                return None
            inner.add(Effect(called.sets, called.depends))
        inner.add(own)
        inner.depends |= depends
        return inner

    def _depends(self, terms: Iterable[rb.Term | None]) -> set[str] | None:
        found: set[str] = set()
        for term in terms:
            looked = reads(term) if term is not None else None
            if term is not None and looked is None:
                return None
            if looked is not None:
                found |= {self.cells.get(name, f"value {name}") for name in looked.keeps}
                found |= {f"cards {kind}" for kind in looked.kinds}
        return found

    def _routine(self, routine: rb.Routine) -> Effect | None:
        """Return the effect of a procedure; None if it suspends or is recursive."""
        if id(routine) not in self.known:
            self.known[id(routine)] = None
            self.known[id(routine)] = None if routine.suspends else self._all(_without_return(routine.body))
        return self.known[id(routine)]


def _without_return(acts: tuple[rb.Act, ...]) -> tuple[rb.Act, ...]:
    """Drop a final return without a value, which has no effect of its own."""
    return acts[:-1] if acts and isinstance(acts[-1], rb.Return) and acts[-1].value is None else acts


def _all_acts(rulebook: rb.Rulebook) -> Iterator[rb.Act]:
    for routine in rulebook.routines.values():
        yield from rb.walk_acts(routine.body)


def _lies_in(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _own(act: rb.Act) -> Effect | None:
    """Return what an act itself writes; None if unknown."""
    match act:
        case rb.Assign(variable=variable):
            return Effect(names={variable.name})
        case rb.Store(keep=keep) | rb.Alter(keep=keep) | rb.Transfer(keep=keep):
            return Effect({_cell(keep)}) if keep.height is None else None
        case rb.MoveCards(zone=zone, position=position):
            return _moved(zone.keep, position)
        case rb.DrawCards(pile=pile, zone=zone, variable=variable, position=position):
            effect = _moved(zone.keep, position)
            if pile.keep.reshuffled_from is not None:
                effect.sets.add(CHANCE)
            effect.names |= {variable.name} if variable is not None else set()
            return effect
        case rb.RefillRow(zone=zone):
            return _moved(zone.keep, "at random")
        case rb.ShuffleZone(zone=zone):
            return Effect({_cell(zone.keep), CHANCE})
        case rb.RollDice(variable=variable) | rb.PickRandom(variable=variable):
            return Effect({CHANCE}, names={variable.name})
        case rb.ForEach(variable=variable):
            return Effect(names={variable.name})
        case rb.CallRoutine(result=result):
            return Effect(names={result.name} if result is not None else set())
        case rb.SetScore(row=row):
            return Effect({f"row {row}"})
        case rb.Loop() | rb.Branching() | rb.NamedStep() | rb.Tell():
            return Effect()
        case _:
            return None


def _moved(keep: rb.Keep, position: str | None) -> Effect:
    return Effect({_cell(keep)} | ({CHANCE} if position is not None and "random" in position else set()))


def _terms(act: rb.Act) -> list[rb.Term | None]:
    match act:
        case rb.Assign(value=value):
            return [value]
        case rb.Store(keys=keys, value=value):
            return [*keys, value]
        case rb.Alter(keys=keys, amount=amount):
            return [*keys, amount]
        case rb.Transfer():
            return [*act.payer, *(act.payee or ()), act.payee_optional, act.amount]
        case rb.MoveCards(what=what, zone=zone):
            return [what, *zone.keys]
        case rb.DrawCards(count=count, pile=pile, zone=zone):
            return [count, pile, *zone.keys]
        case rb.RefillRow(zone=zone) | rb.ShuffleZone(zone=zone):
            return list(zone.keys)
        case rb.RollDice(count=count, sides=sides):
            return [count, sides]
        case rb.PickRandom(items=items):
            return [items]
        case rb.ForEach(items=items, where=where):
            return [items, where]
        case rb.Loop(value=value):
            return [value]
        case rb.Branching(cases=cases):
            return [condition for condition, _ in cases]
        case rb.CallRoutine(arguments=arguments):
            return list(arguments)
        case rb.SetScore(player=player, value=value):
            return [player, value]
        case _:
            return []


def _cell(keep: rb.Keep) -> str:
    """Name what a keep stores.

    The piles of a kind count as one: a card that enters one leaves another."""
    type_: Type = keep.type
    return f"cards {type_.kind}" if isinstance(type_, Zone | Grid) else f"value {keep.name}"

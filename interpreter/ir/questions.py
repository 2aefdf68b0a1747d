"""Questions: what may be chosen, what is offered, and what is looked ahead for.

In: a decision in the rules, or an action. Out: the terms that decide what is offered there. Layer: ir. A back end emits
these terms like any others; it need not know what they are for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.ir import rulebook as rb
from interpreter.ir.narrowing import narrowed
from interpreter.ir.traversal import substitute
from interpreter.ir.types import YES_NO, Number
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Choice:
    """What may be chosen: each `item` of `items` that satisfies `where`.

    Equal things once if `repeats`. `where` is the conjunction of the choice's `where`, its needs, that the choice right after
    it has something left, and for several things that it is not chosen already. `enough`: are there as many as must be chosen,
    or do the rules answer?"""

    item: rb.Variable
    items: rb.Term
    where: rb.Term | None
    repeats: bool
    enough: rb.Term


@dataclass(frozen=True, slots=True)
class Told:
    """A choice as people see it, in the words of the rules.

    All candidates, not narrowed, and its conditions one by one. Only for explanations: what is offered is never calculated
    from it."""

    site: rb.Site
    item: rb.Variable
    among: rb.Term
    where: rb.Term | None
    needs: tuple[rb.Condition, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Bounds:
    """For several things: the list of those already chosen, and how many are allowed."""

    chosen: rb.Variable
    least: rb.Term | None
    most: rb.Term | None


@dataclass(frozen=True, slots=True)
class Taking:
    """Actions of which one is taken.

    The actor, each action with its arguments, and the variable that records whether one was taken."""

    actor: rb.Term
    actions: tuple[tuple[rb.Routine, tuple[rb.Term, ...]], ...]
    taken: rb.Variable | None


@dataclass(frozen=True, slots=True)
class Availability:
    """What decides whether a way or an action is offered.

    Lets and conditions in the order of the rules, then whether there is enough for its first choice."""

    steps: tuple[rb.Assign | rb.Condition, ...]
    first: Told | None
    enough: rb.Term | None
    tried: bool  # offered only if some way through it keeps every `must leave`


@dataclass(frozen=True, slots=True)
class Question:
    """A decision: a choice of things, the ways of a menu, or actions to take.

    It does not refer to the act in the rulebook, so that a back end cannot read that instead."""

    site: rb.Site
    span: Span
    routine: str
    choice: Choice | None = None
    told: Told | None = None
    several: Bounds | None = None
    ways: tuple[Availability, ...] = ()
    taking: Taking | None = None

    @property
    def tried(self) -> tuple[int, ...]:
        """Indices of its ways or actions that are tried before they are offered."""
        if self.taking is not None:
            return tuple(number for number, (routine, _) in enumerate(self.taking.actions) if routine.tried)
        return tuple(number for number, way in enumerate(self.ways) if way.tried)


def question(ask: rb.Ask, routine: str) -> Question:
    match ask:
        case rb.AskThing():
            return Question(ask.site, ask.span, routine, choice(ask), told(ask))
        case rb.AskSeveral():
            return Question(ask.site, ask.span, routine, choice(ask), told(ask), bounds(ask))
        case rb.AskMenu():
            return Question(ask.site, ask.span, routine, ways=tuple(map(way, ask.entries)))
        case rb.AskAction():
            return Question(ask.site, ask.span, routine, taking=taking(ask))


def told(ask: rb.AskThing | rb.AskSeveral) -> Told:
    return Told(ask.site, ask.item, ask.items, ask.where, ask.needs, ask.span)


def bounds(ask: rb.AskSeveral) -> Bounds:
    return Bounds(ask.variable, ask.least, ask.most)


def taking(ask: rb.AskAction) -> Taking:
    return Taking(ask.actor, ask.actions, ask.taken)


def way(entry: rb.MenuEntry | rb.Routine) -> Availability:
    parts: list[rb.Assign | rb.Condition] = [*entry.lets, *entry.needs]
    steps = tuple(sorted(parts, key=lambda part: (part.span.line, part.span.column)))
    if entry.first is None:
        return Availability(steps, None, None, entry.tried)
    return Availability(steps, told(entry.first), choice(entry.first).enough, entry.tried)


def choice(ask: rb.AskThing | rb.AskSeveral) -> Choice:
    tests = [term for term in (ask.where, *(need.holds for need in ask.needs)) if term is not None]
    if isinstance(ask, rb.AskThing) and ask.then is not None:
        ahead = _something_left(ask.then)
        if ahead is not None:
            tests.append(substitute(ahead, {ask.variable: rb.Local(ask.item.type, ask.item)}))
    items, repeats = ask.items, rb.may_repeat(ask.items)
    if isinstance(ask, rb.AskThing) and isinstance(items, rb.Numbers):
        items, tests = narrowed(items, ask.item, tests, ask.span)
        ask = replace(ask, items=items)
    where = together("and", tests)
    found = Choice(ask.item, items, where, repeats, _enough(ask, where))
    return _without(found, ask.variable) if isinstance(ask, rb.AskSeveral) else found


def _something_left(ask: rb.AskThing) -> rb.Term | None:
    """Term for whether a later question has anything to choose; None: always."""
    found = choice(ask)
    if found.where is None and isinstance(ask.items, rb.Members):
        return None
    return _some(replace(ask, items=found.items), found.where)


def has_something(ask: rb.AskThing) -> rb.Term:
    """Return the term for whether anything is left after `where`, allowed or not."""
    return _some(ask, ask.where)


def _enough(ask: rb.AskThing | rb.AskSeveral, where: rb.Term | None) -> rb.Term:
    answered = [law.where for law in ask.automatic if law.where is not None and law.asked is None]
    if isinstance(ask, rb.AskSeveral) and ask.least is not None:
        count = rb.Search(Number(), "count", ask.item, ask.items, where, (), None, ask.span)
        found: rb.Term = rb.Comparison(YES_NO, ">=", count, ask.least)
    else:
        found = _some(ask, where)
    return together("or", [*answered, found]) or found


def _some(ask: rb.AskThing | rb.AskSeveral, where: rb.Term | None) -> rb.Term:
    match ask.items:
        case rb.Numbers(low=low, high=high, step=rb.Constant(value=int() as step)) if where is None and step > 0:
            return rb.Comparison(YES_NO, ">=", high, low)  # not iterated: it may be of any length
    if where is None:
        return rb.Comparison(YES_NO, "not empty", ask.items, None)
    return rb.Search(YES_NO, "some", ask.item, ask.items, where, (), None, ask.span)


def together(word: str, terms: list[rb.Term]) -> rb.Term | None:
    """Join terms with and/or; None if there are none."""
    if len(terms) < 2:
        return terms[0] if terms else None
    return rb.Logic(YES_NO, word, tuple(terms))


def _without(one: Choice, chosen: rb.Variable) -> Choice:
    """Exclude what is chosen already. Of equal things each is chosen separately."""
    taken = rb.Local(chosen.type, chosen)
    if one.repeats:
        items = rb.Builtin(one.items.type, "taking_away", (one.items, taken))
        return replace(one, items=items)
    fresh = rb.Comparison(YES_NO, "not in", rb.Local(one.item.type, one.item), taken)
    where = together("and", [*([one.where] if one.where is not None else []), fresh])
    return replace(one, where=where)

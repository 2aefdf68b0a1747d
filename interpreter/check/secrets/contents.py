"""What a question reveals to the player asked: its texts and choices.

In: a question or an action, and the labels. Out: its Parts, each with the secrets it depends on. Layer: check. Another
player's secret must not be among them: an offer capped by a rival's money reveals how much the rival has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter.check.secrets.fixpoint import NOTHING, Secrets
from interpreter.check.secrets.other_players import seen_by_others
from interpreter.check.secrets.taint import Labels, without_lost
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import lists_of, named_again
from interpreter.ir.secrets import without
from interpreter.ir.traversal import walk
from interpreter.ir.types import Zone
from interpreter.source import Span


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a question. `said`: a text; if False, the choices or their number."""

    span: Span
    secrets: Secrets
    said: bool


def parts_of(act: rb.Ask, labels: Labels) -> Iterator[Part]:
    """Yield the parts of a question; for those of an action, see `offered_if`."""
    yield from _said(act.site.prompt, act.span, labels)
    match act:
        case rb.AskThing() | rb.AskSeveral():
            yield from _things(act, labels)
        case rb.AskMenu():
            for (_, title), entry in zip(act.site.labels, act.entries, strict=False):
                yield from _said(title, act.span, labels)
                yield from offered_if(entry, labels, act.span)


def offered_if(way: rb.MenuEntry | rb.Routine, labels: Labels, span: Span) -> Iterator[Part]:
    """Yield what decides whether a way or action is offered, with its reasons."""
    for need in way.needs:
        yield from _condition(need, labels)
    if way.first is not None:
        yield from _things(way.first, labels)
    for act in rb.walk_acts(way.body) if way.tried else ():
        if isinstance(act, rb.Check):
            yield from _condition(act.condition, labels)
    if isinstance(way, rb.Routine):
        yield from _said(way.title, span, labels)


def _things(act: rb.AskThing | rb.AskSeveral, labels: Labels) -> Iterator[Part]:
    amounts = (act.least, act.most) if isinstance(act, rb.AskSeveral) else ()
    lists = lists_of(act)
    where, needs, beside = named_again((act.where, act.needs, act.site.beside), act, lists)
    tests = (*(() if where is None else (where,)), *(need.holds for need in needs))
    with labels.going_through((act, *lists)):
        chosen = NOTHING.union(*(_items(one, tests, labels) for one in lists or (act,)))
        inner = [Part(act.span, chosen | labels.of((where, *amounts)), said=False), *_said(beside, act.span, labels)]
        for need in needs:
            inner.extend(_condition(need, labels))
    bound = {act.item, *(one.variable for one in lists)}
    for part in inner:
        yield Part(part.span, without_lost(without(secret, bound) for secret in part.secrets), part.said)
    if isinstance(act, rb.AskThing) and act.then is not None and not act.then.site.openly:
        yield from _things(act.then, labels)


def _items(one: rb.Search | rb.Choosing, tests: tuple[rb.Term, ...], labels: Labels) -> Secrets:
    """Return the secrets in the offered cards.

    A pile that only the other players see is offered by position, not by name, as long as nothing asks what its cards are."""
    items, item = one.items, one.variable if isinstance(one, rb.Search) else one.item
    if (
        isinstance(items, rb.Stored)
        and isinstance(items.keep.type, Zone)
        and seen_by_others(items.keep)
        and not any(isinstance(term, rb.Local) and term.variable is item for test in tests for term in walk(test))
    ):
        return NOTHING.union(*(labels.of(key) for key in items.keys))
    return labels.of(items)


def _condition(need: rb.Condition, labels: Labels) -> Iterator[Part]:
    yield Part(need.span, labels.of(need.holds), said=False)
    yield from _said(need.because, need.span, labels)


def _said(text: rb.Template | None, span: Span, labels: Labels) -> Iterator[Part]:
    if text is not None:
        yield Part(text.span or span, NOTHING.union(*(_words(part, labels) for part in text.parts)), said=True)


def _words(part: str | rb.Term, labels: Labels) -> Secrets:
    return NOTHING if isinstance(part, str) else labels.of(part)

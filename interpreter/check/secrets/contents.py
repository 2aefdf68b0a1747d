"""What a question tells the one who is asked: its texts, and what there is to choose.

In: a question or an action, and the labels. Out: its Parts, each with the secrets that go into it. Layer: check. The secret of
another player must not be among them: an offer that ends where her money ends tells how much she has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.secrets.grown import NOTHING, Secrets
from interpreter.check.secrets.labels import Labels, kept_up, without
from interpreter.source import Span
from interpreter.types import Zone


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a question. `said`: it is a text; otherwise what can be chosen, or how much."""

    span: Span
    secrets: Secrets
    said: bool


def parts_of(act: rb.Ask, labels: Labels) -> Iterator[Part]:
    """Of what is asked; what an action needs is the action's own."""
    yield from _said(act.site.prompt, act.span, labels)
    match act:
        case rb.AskThing() | rb.AskSeveral():
            yield from _things(act, labels)
        case rb.AskMenu():
            for (_, title), entry in zip(act.site.labels, act.entries, strict=False):
                yield from _said(title, act.span, labels)
                yield from offered_if(entry, labels, act.span)


def offered_if(way: rb.MenuEntry | rb.Routine, labels: Labels, span: Span) -> Iterator[Part]:
    """What it depends on that a way or an action is offered, and what is said when it is not."""
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
    chosen = _items(act.items, act.where, labels) | labels.of((act.where, *amounts))
    inner = [Part(act.span, chosen, said=False), *_said(act.site.beside, act.span, labels)]
    for need in act.needs:
        inner.extend(_condition(need, labels))
    for part in inner:
        yield Part(part.span, kept_up(without(secret, {act.item}) for secret in part.secrets), part.said)
    if isinstance(act, rb.AskThing) and act.then is not None and not act.then.site.openly:
        yield from _things(act.then, labels)


def _items(items: rb.Term, where: rb.Term | None, labels: Labels) -> Secrets:
    """The cards of a hidden place are offered by their names; of one that only the others see, by their places."""
    if isinstance(items, rb.Stored) and isinstance(items.keep.type, Zone) and where is None and _offered_by_place(items.keep):
        return NOTHING.union(*(labels.of(key) for key in items.keys))
    return labels.of(items)


def _offered_by_place(keep: rb.Keep) -> bool:
    return any(seen.all_but is not None for seen in keep.seen)


def _condition(need: rb.Condition, labels: Labels) -> Iterator[Part]:
    yield Part(need.span, labels.of(need.holds), said=False)
    yield from _said(need.because, need.span, labels)


def _said(text: rb.Template | None, span: Span, labels: Labels) -> Iterator[Part]:
    if text is not None:
        yield Part(text.span or span, NOTHING.union(*(_words(part, labels) for part in text.parts)), said=True)


def _words(part: Any, labels: Labels) -> Secrets:
    return NOTHING if isinstance(part, str) else labels.of(part)

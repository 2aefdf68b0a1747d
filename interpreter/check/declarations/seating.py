"""Seats: for how many people a game is, and which seats the rules play.

In: what the manifest says, and the lines `people` and `automa` of the rules and of the chosen variants. Out: a Seating, or
errors. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from interpreter.check.laws.sources import Origin, SourcedLaw, report_conflict
from interpreter.ir.rulebook import Seating
from interpreter.source import Reporter
from interpreter.source.fixes import to_write
from interpreter.syntax import nodes as n

SeatingLaw = n.People | n.Automas
AnyLaw = TypeVar("AnyLaw", n.People, n.Automas)
MAX_SEATS = 100  # the limit of the manifest (schemas/manifest.schema.json)


@dataclass(frozen=True)
class Printed:
    """The number of players according to the manifest."""

    least: int
    most: int
    usually: int


def seating(printed: Printed, base: Sequence[n.Module], variants: Sequence[n.Variant], reporter: Reporter) -> Seating:
    """Determine the seats.

    A variant overrides the rules; variants that contradict each other are reported."""
    said = list(_said(base, variants))
    numbers = [SourcedLaw(one.origin, one.law) for one in said if isinstance(one.law, n.People)]
    seats = [SourcedLaw(one.origin, one.law) for one in said if isinstance(one.law, n.Automas)]
    people = _chosen(numbers, "for how many people it is", reporter)
    automas = _chosen(seats, "the seats of automas", reporter)
    for one in said:
        _check(one, reporter)
    least, most = (people.low, people.high) if people is not None else (printed.least, printed.most)
    found = Seating(
        least, most, printed.usually if least <= printed.usually <= most else least,
        automas.seats if automas is not None else (), (automas.fill or 0) if automas is not None else 0,
    )  # fmt: skip
    if automas is not None:
        _check_seats(found, automas, reporter)
    return found


def _said(base: Sequence[n.Module], variants: Sequence[n.Variant]) -> Iterator[SourcedLaw[SeatingLaw]]:
    for module in base:
        yield from (
            SourcedLaw(Origin(), node) for node in module.declarations if isinstance(node, n.People | n.Automas)
        )
    for variant in variants:
        extended = [relation.names for relation in variant.relations if relation.word == "extends"]
        origin = Origin(variant.name, extends=frozenset(name.name for names in extended for name in names))
        yield from (SourcedLaw(origin, node) for node in variant.declarations if isinstance(node, n.People | n.Automas))


def _chosen(said: Sequence[SourcedLaw[AnyLaw]], what: str, reporter: Reporter) -> AnyLaw | None:
    """Return the law that counts.

    A variant's over the rules', and that of a variant which extends the others."""
    best: SourcedLaw[AnyLaw] | None = None
    for one in said:
        if best is None or (not best.origin.variant and one.origin.variant):
            best = one
            continue
        report_conflict(reporter, one, best, what)
        if best.origin.variant in one.origin.extends:
            best = one
    return best.law if best is not None else None


def _check(one: SourcedLaw[SeatingLaw], reporter: Reporter) -> None:
    node = one.law
    if isinstance(node, n.People):
        if not one.origin.variant:
            help = "write it there: players: {min: 2, max: 4}; a variant may say people"
            reporter.error("R0612", node.span, "the number of players of a game goes in game.yaml", help)
        elif node.low > node.high:
            help = to_write(f"people {node.high} to {node.low}", start="write the smaller number first: ")
            reporter.error("R0612", node.span, f"{node.low} is more than {node.high}", help)
        elif not 1 <= node.low <= node.high <= MAX_SEATS:
            message = f"that many people cannot play: a table has 1 to {MAX_SEATS} seats"
            reporter.error("R0612", node.span, message, to_write("people 2 to 4", start="write for example: "))


def _check_seats(found: Seating, node: n.Automas, reporter: Reporter) -> None:
    """Check that every automa has a seat of its own, and every person one."""
    if found.most_seats > MAX_SEATS:
        message = f"this makes {found.most_seats} seats, and a table has {MAX_SEATS} at the most"
        reporter.error("R0612", node.span, message, "let fewer people play: people 1 to 3")
    elif found.fill and found.fill <= found.people_min:
        message = f"there is never a seat left for an automa: at least {found.people_min} people play"
        reporter.error("R0612", node.span, message, "name more seats than people, or say how many people can play")
    elif len(set(found.automas)) < len(found.automas):
        reporter.error("R0612", node.span, "this seat is named twice", "name each seat once")
    elif found.automas and not 1 <= min(found.automas) <= max(found.automas) <= found.people_min + len(found.automas):
        last = found.people_min + len(found.automas)
        message = f"{found.people_min} people and {len(found.automas)} automas have the seats 1 to {last}"
        reporter.error("R0612", node.span, message, f"name seats from 1 to {last}")

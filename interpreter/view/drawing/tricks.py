"""Tricks: cards of which each player has one before them, in the middle and in the order in which they were played.

In: a Table with what its reader was told lately. Out: HTML. Layer: view. The log says who played first; without it the order is
that of the seats. A trick that was taken stays in sight until the next card comes.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.view.drawing import faces
from interpreter.view.drawing.markup import tag, text
from interpreter.view.drawing.table import Seen, Table

LONGEST = 400  # events of the log that are searched


@dataclass(frozen=True)
class Played:
    who: str
    card: str


def trick_zones(table: Table) -> list[Seen]:
    """List the values that keep at most one open card before each player; a board needs the room in the middle."""
    return [] if table.boards else [seen for seen in table.sorted.held if _is_trick(table, seen)]


def _is_trick(table: Table, seen: Seen) -> bool:
    """Cards of which each player has one before them come from hands; what is bought or won comes from elsewhere."""
    piles = [entry.get("cards") for entry in seen.entries]
    if not seen.is_zone or seen.hidden or any(pile is None or len(pile) > 1 for pile in piles):
        return False
    hands = {one.name for one in table.sorted.held if one.hidden}
    moves = [(event.get("target"), event.get("source")) for event in table.lately[-LONGEST:]]
    origins = [source for target, source in moves if target is not None and target["value"] == seen.name]
    if table.lately and not (origins and all(one is not None and one["value"] in hands for one in origins)):
        return False
    return not _piled_up(table, seen.name)


def _piled_up(table: Table, value: str) -> bool:
    """Whether two cards ever lay before one player: then it is no trick, but what they have in play."""
    lies: dict[str, tuple[str, ...]] = {}  # card: before whom
    for event in table.lately[-LONGEST:]:
        target = event.get("target")
        if target is None:
            continue
        for card in event.get("things", ()):
            lies.pop(card["name"], None)
            if target["value"] == value:
                if tuple(target["keys"]) in lies.values():
                    return True
                lies[card["name"]] = tuple(target["keys"])
    return False


def tricks(table: Table) -> list[str]:
    return [drawn for seen in trick_zones(table) if (drawn := _trick(table, seen))]


def _trick(table: Table, seen: Seen) -> str:
    lies = [Played(entry["keys"][0], card) for entry in seen.entries for card in entry.get("cards") or () if card]
    told = _told(table, seen, taken=not lies)
    laid = sorted(lies, key=lambda one: told.index(one) if one in told else -1) if lies else told
    if not laid:
        return ""
    cards = [_card(table, seen, one, number) for number, one in enumerate(laid, 1)]
    title = seen.form["title"] if lies else f"{seen.form['title']}, taken"
    return tag("section", tag("h2", text(title)), tag("div", *cards, class_="cards"), data_zone=seen.name,
               class_="zone trick" if lies else "zone trick taken")  # fmt: skip


def _card(table: Table, seen: Seen, one: Played, number: int) -> str:
    who = tag("div", tag("small", text(number), class_="nth"), faces.player(table, one.who))
    return tag("div", who, faces.card(table, seen.kind, [one.card]), class_="played")


def _told(table: Table, seen: Seen, taken: bool) -> list[Played]:
    """Return the cards as the log says they were played, the first one first; `taken`: those that were taken last, which end
    where a player comes again or other cards move."""
    found: list[Played] = []
    for event in reversed(table.lately[-LONGEST:]):
        target, things = event.get("target"), event.get("things", ())
        if target is None or len(things) != 1 or target["value"] != seen.name or not target["keys"]:
            if taken and found and event["kind"] == "move":
                break
            continue
        if any(one.who == target["keys"][0] for one in found):
            break
        found.append(Played(target["keys"][0], things[0]["name"]))
    return found[::-1]

"""Secret turns: what players see while a `secretly each` runs.

In: a state in such a loop. Out: the table as a player may see it until the loop is over. Layer: runtime. The machine asks one
player after another and carries out each turn at once. Until all have decided, everyone sees the table as it was when the loop
began, except for what is their own: stored values and piles that have them among their keys are shown as they are now.
What they would have been told of another's turn is withheld until the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from interpreter.runtime.hidden_questions import as_a_moment
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys
from interpreter.runtime.visibility import live_keys, sees

AnyPosition = TypeVar("AnyPosition", bound=Position)


def take_secret_turn(s: Position, player: int) -> None:
    """Called by generated code where a turn begins; the first one keeps the table for the others."""
    if s.secret_turn_of is None:
        s.before_secret = s.secret_opening = None
        if s.watched and not s.trial:
            s.before_secret = as_a_moment(s)
    s.secret_turn_of = player


def leave_secret_turns(s: Position, around: int | None) -> None:
    """Called by generated code after the last turn: the turn goes on in which the loop stands, or all learn what was done."""
    s.secret_turn_of = around
    if around is None and s.log is not None:
        s.log.extend(replace(event, decision=len(s.decided)) for event in s.withheld)
        s.withheld = ()


def keep_opening(s: Position) -> None:
    """Keep the position before the first answer in the loop: bots imagine from there what the others may have decided."""
    if s.secret_opening is None and s.before_secret is not None:
        opening = s.bare_clone()
        opening.known = None if s.known is None else s.known.copy()
        opening.decided = s.decided[:]
        s.secret_opening = opening


def seen_in_secret(s: AnyPosition, player: int | None) -> AnyPosition:
    """The table as the player sees it until all have decided. The player's own question is the present one."""
    before = s.before_secret
    if before is None:
        return s
    is_asked = s.options is not None and s.actor == player
    seen = s.bare_clone() if is_asked else before.bare_clone()
    seen.cells, seen.lists = before.cells[:], [items[:] for items in before.lists]
    seen.out, seen.seats = before.out, before.seats
    seen.secret_turn_of, seen.before_secret, seen.secret_opening = s.secret_turn_of, None, None
    lay_own(seen, s, player)
    return seen


def lay_own(table: Position, now: Position, player: int | None, unseen: bool = True) -> None:
    """Put what is the player's own on a table as it is now; without `unseen`, only what the player sees of it."""
    own_zones: set[int] = set()
    for keep, keys in own_entries(now, player):
        if not unseen and not sees(now, keep, keys, player):
            continue
        at = keep.at(keys)
        if keep.is_zone:
            own_zones.add(at)
            table.lists[at] = now.lists[at][:]
        else:
            table.cells[at] = now.cells[at]
    for name, kind in now.code.KINDS.items():
        if kind.base is None:
            continue
        if kind.spare is not None:
            _lay_made(table, now, name, own_zones)
        for at in range(kind.base, kind.base + len(kind.members)):
            if now.cells[at] in own_zones:
                table.cells[at] = now.cells[at]
            elif table.cells[at] in own_zones:  # it has gone somewhere else in the player's turn
                table.cells[at] = None


def _lay_made(table: Position, now: Position, name: str, own_zones: set[int]) -> None:
    """Put what is written on the player's own cards on the table; somebody else may have drawn their numbers there."""
    kind = now.code.KINDS[name]
    assert kind.base is not None
    own = {card for card in range(len(kind.members)) if now.cells[kind.base + card] in own_zones}
    for keep in now.code.KEEPS:
        if not keep.is_zone and keep.kinds == (name,):
            for card in own:
                table.cells[keep.at((card,))] = now.cells[keep.at((card,))]
    for at, zoned in enumerate(now.code.zone_of):
        if zoned is not None and zoned.keep.card == name and at not in own_zones and not zoned.keep.is_row:
            table.lists[at] = [card for card in table.lists[at] if card not in own]


def own_entries(s: Position, player: int | None) -> Iterator[tuple[Keep, Keys]]:
    """The stored values and piles that have the player among their keys."""
    for keep in s.code.KEEPS:
        if player is not None and "player" in keep.kinds:
            for keys in live_keys(s, keep.kinds):
                if ("player", player) in zip(keep.kinds, keys, strict=True):
                    yield keep, keys

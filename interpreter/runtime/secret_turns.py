"""Secret turns: what players see while a `secretly each` runs.

In: a state in such a loop. Out: the table as a player may see it until the loop is over. Layer: runtime. The machine asks one
player after another and carries out each turn at once. Until all have decided, everyone sees the table as it was when the loop
began, except for what their own turn has changed of what is their own: stored values and piles that have them among their keys.
What another's turn does to these they see, and are told, with everything else at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from interpreter.runtime.hidden_questions import as_a_moment
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Keep, Keys
from interpreter.runtime.visibility import live_keys

AnyPosition = TypeVar("AnyPosition", bound=Position)


IMAGINED = -1  # among the own turns: what one player imagines, in which the others see what is theirs now


def take_secret_turn(s: Position, player: int) -> None:
    """Called by generated code where a turn begins.

    The first one keeps the table for the others."""
    if s.secret_turn_of is None:
        s.before_secret = s.secret_opening = None
        s.own_turns = {}
        if s.watched and not s.trial:
            s.before_secret = as_a_moment(s)
    _goes_over(s, player)
    s.secret_turn_of = player


def leave_secret_turns(s: Position, around: int | None) -> None:
    """Called by generated code after the last turn.

    The turn goes on in which the loop stands, or all learn what was done."""
    _goes_over(s, around)
    s.secret_turn_of = around
    if around is None and s.log is not None:
        s.log.extend(replace(event, decision=len(s.decided)) for event in s.withheld)
        s.withheld = ()


def _goes_over(s: Position, player: int | None) -> None:
    """The turn goes over to this player.

    Keep what the one before them sees, and begin with what they see."""
    before = s.secret_turn_of
    if s.before_secret is None or not s.watched or s.trial or before == player:
        return
    turns = dict(s.own_turns)
    if before is not None:
        turns[before] = (None, own_table(s, s.before_secret, before))
    if player is not None:
        began = as_a_moment(s)
        began.before_secret, began.secret_opening, began.own_turns = None, None, {}
        turns[player] = (began, own_table(s, s.before_secret, player))
    s.own_turns = turns


def own_table(s: AnyPosition, before: AnyPosition, player: int | None) -> AnyPosition:
    """The table as this player sees it, made of the one before the loop.

    Its question is not looked at."""
    known = player in s.own_turns
    if player is None or (s.own_turns and not known and IMAGINED not in s.own_turns):
        return before
    began, shown = s.own_turns[player] if known else (None, before)
    table = before.bare_clone()
    table.cells, table.lists = shown.cells[:], [items[:] for items in shown.lists]
    if began is not None or not known:
        lay_own(table, s, own_entries(s, player), began)
    return table


def keep_opening(s: Position) -> None:
    """Keep the position before the first answer in the loop.

    Bots imagine from there what the others may have decided."""
    if s.secret_opening is None and s.before_secret is not None:
        opening = s.bare_clone()
        opening.known = None if s.known is None else s.known.copy()
        opening.decided = s.decided[:]
        s.secret_opening = opening


def seen_in_secret(s: AnyPosition, player: int | None) -> AnyPosition:
    """The table as the player sees it until all have decided.

    The player's own question is the present one."""
    before = s.before_secret
    return s if before is None else _with_the_table_of(s, before, own_table(s, before, player), player)


def if_the_others_do_nothing(s: AnyPosition, before: AnyPosition, player: int) -> AnyPosition:
    """The table before the loop, with what only this player's turn can change.

    That is as it is now."""
    table = before.bare_clone()
    lay_own(table, s, own_entries(s, player, alone=True))
    return _with_the_table_of(s, before, table, player)


def _with_the_table_of(s: AnyPosition, before: AnyPosition, own: Position, player: int | None) -> AnyPosition:
    is_asked = s.options is not None and s.actor == player
    seen = s.bare_clone() if is_asked else before.bare_clone()
    seen.cells, seen.lists = own.cells[:], [items[:] for items in own.lists]
    seen.out, seen.seats = before.out, before.seats
    seen.secret_turn_of, seen.before_secret, seen.secret_opening = s.secret_turn_of, None, None
    seen.own_turns = {}
    return seen


def lay_own(
    table: Position, now: Position, entries: Iterable[tuple[Keep, Keys]], began: Position | None = None
) -> None:
    """Put entries that are a player's own on a table as they are now.

    `began`: only as far as they have changed since then."""
    own_zones: set[int] = set()
    for keep, keys in entries:
        at = keep.at(keys)
        if not keep.is_zone:
            if began is None or now.cells[at] != began.cells[at]:
                table.cells[at] = now.cells[at]
        elif began is None or now.lists[at] != began.lists[at]:
            own_zones.add(at)
            table.lists[at] = _changed(table.lists[at], now.lists[at], None if began is None else began.lists[at], keep)
    for name, kind in now.code.KINDS.items():
        if kind.base is None:
            continue
        if kind.spare is not None:
            _lay_made(table, now, name, own_zones)
        for at in range(kind.base, kind.base + len(kind.members)):
            if now.cells[at] in own_zones and _is_there(table, now.cells[at], at - kind.base):
                table.cells[at] = now.cells[at]
            elif table.cells[at] in own_zones:  # it has gone somewhere else in the player's turn
                table.cells[at] = None


def _changed(shown: list[Any], now: list[Any], began: list[Any] | None, keep: Keep) -> list[Any]:
    """A place as the player sees it.

    Without cards of a pile that another's turn has put there."""
    if began is None or keep.is_row or keep.is_grid:
        return now[:]
    return [card for card in now if card in shown or card not in began]


def _is_there(table: Position, zone: Any, card: int) -> bool:
    return table.code.is_grid[zone] or card in table.lists[zone]


def one_place_each(shown: Position, player: int) -> Position:
    """What a player sees since their turn, to be saved.

    A card that is theirs now is nowhere else."""
    found = shown.bare_clone()
    own = {keep.at(keys) for keep, keys in own_entries(shown, player) if keep.is_zone}
    for at, zoned in enumerate(found.code.zone_of):
        if zoned is None or at in own or zoned.keep.is_grid:
            continue
        base = found.code.base(zoned.keep.card)
        gone = {card for card in found.lists[at] if card is not None and found.cells[base + card] != at}
        kept = [None if card in gone else card for card in found.lists[at]]
        found.lists[at] = kept if zoned.keep.is_row else [card for card in kept if card is not None]
    return found


def as_it_was_shown(saved: Position, before: AnyPosition, player: int) -> AnyPosition:
    """The counterpart: what is not the player's own is as it was before the loop."""
    found = before.bare_clone()
    lay_own(found, saved, own_entries(saved, player))
    return found


def _lay_made(table: Position, now: Position, name: str, own_zones: set[int]) -> None:
    """Put what is written on the player's own cards on the table.

    Somebody else may have drawn their numbers there."""
    kind = now.code.KINDS[name]
    assert kind.base is not None
    cells = enumerate(now.cells[kind.base : kind.base + len(kind.members)])
    own = {card for card, zone in cells if zone in own_zones and _is_there(table, zone, card)}
    for keep in now.code.KEEPS:
        if not keep.is_zone and keep.kinds == (name,):
            for card in own:
                table.cells[keep.at((card,))] = now.cells[keep.at((card,))]
    for at, zoned in enumerate(now.code.zone_of):
        if zoned is not None and zoned.keep.card == name and at not in own_zones and not zoned.keep.is_row:
            table.lists[at] = [card for card in table.lists[at] if card not in own]


def own_entries(s: Position, player: int | None, alone: bool = False) -> Iterator[tuple[Keep, Keys]]:
    """The stored values and piles that have the player among their keys.

    `alone`: only what no turn of another can change."""
    for keep in s.code.KEEPS:
        if player is not None and "player" in keep.kinds and not (alone and keep.others_change):
            for keys in live_keys(s, keep.kinds):
                if ("player", player) in zip(keep.kinds, keys, strict=True):
                    yield keep, keys

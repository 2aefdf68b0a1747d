"""Move cards between piles, rows and hands.

In: the state, numbers of cards and of lists. Out: the state changed. Layer: runtime. Each card has a cell with the number of
its list (None: in the box), kept in sync only here. `base` is the first of those cells for its kind.
"""

from __future__ import annotations

from interpreter.runtime.chance import below, shuffle
from interpreter.runtime.event_log import tell_move, zone_title
from interpreter.runtime.faults import Fault
from interpreter.runtime.grids import lift
from interpreter.runtime.lists import often
from interpreter.runtime.position import Position
from interpreter.runtime.tables import AT_END, AT_RANDOM, ON_TOP, Timer
from interpreter.runtime.visibility import forget, learn

Items = list[int | None]


def move_card(s: Position, base: int, card: int, zone: int, position: int) -> None:
    cells, lists = s.cells, s.lists
    old = cells[base + card]
    if old is not None:
        _take_out(s, lists[old], old, card)
    if s.code.is_row[zone]:
        _put_in_row(s, lists[zone], zone, card)
    else:
        _put(s, lists[zone], card, position)
    cells[base + card] = zone
    if zone in s.code.FORCE:
        s.touched |= 1 << (base + card)
    if s.timers:
        s.timers = tuple(timer for timer in s.timers if not (timer.base == base and timer.card == card))
    if s.known is not None:
        learn(s, base, card, old, zone)
        if position == AT_RANDOM:
            forget(s, zone)
    if s.log is not None:
        tell_move(s, base, (card,), old, zone)


def move_all(s: Position, base: int, cards: tuple[int, ...], zone: int, position: int) -> None:
    log, s.log = s.log, None
    origins = {s.cells[base + card] for card in cards}
    for card in cards:
        move_card(s, base, card, zone, position)
    s.log = log
    if log is not None and cards:
        tell_move(s, base, cards, origins.pop() if len(origins) == 1 else None, zone)


def _take_out(s: Position, items: Items, zone: int, card: int) -> None:
    if s.code.is_row[zone]:
        items[items.index(card)] = None
    elif s.code.is_grid[zone]:
        lift(s, zone, card)
    else:
        items.remove(card)


def _put_in_row(s: Position, items: Items, zone: int, card: int) -> None:
    """Put a card into the first empty slot; a row never grows."""
    if None not in items:
        raise Fault("R0814", f"{zone_title(s, zone)} is full: it has {len(items)} slots", help="make room first")
    items[items.index(None)] = card


def _put(s: Position, items: Items, card: int, position: int) -> None:
    if position == ON_TOP:
        items.insert(0, card)
    elif position == AT_RANDOM:
        items.insert(below(s, len(items) + 1), card)
    else:
        items.append(card)


def draw(
    s: Position, base: int, count: int, pile: int, zone: int, position: int, discard: int | None
) -> tuple[int, ...]:
    """Draw cards from the top.

    An empty pile is reshuffled from its discards, if it has some."""
    found: list[int] = []
    often(s, count)
    log, s.log = s.log, None
    for _ in range(count):
        items = s.lists[pile]
        if not items and discard is not None and s.lists[discard]:
            move_all(s, base, tuple(s.lists[discard]), pile, AT_END)
            shuffle(s, pile)
        card = s.lists[pile][0] if s.lists[pile] else None
        if card is None:  # an empty pile, or an empty slot of a row
            card = next(iter(held(s.lists[pile])), None)
        if card is None:
            break
        move_card(s, base, card, zone, position)
        found.append(card)
    s.log = log
    if log is not None and found:
        tell_move(s, base, tuple(found), pile, zone)
    return tuple(found)


def refill(s: Position, base: int, row: int, pile: int, discard: int | None) -> None:
    """Fill the empty slots of a row from its pile, from the first slot on."""
    for _ in range(s.lists[row].count(None)):
        if not draw(s, base, 1, pile, row, AT_END, discard):
            return


def held(items: Items) -> list[int]:
    """The cards of a row, without its empty slots."""
    return [item for item in items if item is not None]


def clear_zone(s: Position, base: int, zone: int) -> None:
    for card in s.lists[zone]:
        if card is not None:
            s.cells[base + card] = None


def tick(s: Position, unit: int, player: int | None) -> None:
    """End one unit of time: timers count down, and cards that are due move on."""
    left: list[Timer] = []
    due: list[Timer] = []
    for timer in s.timers:
        if timer.unit != unit or (timer.of is not None and timer.of != player):
            left.append(timer)
        elif timer.left > 1:
            left.append(timer._replace(left=timer.left - 1))
        else:
            due.append(timer)
    s.timers = tuple(left)
    for timer in due:
        move_card(s, timer.base, timer.card, timer.zone, timer.position)

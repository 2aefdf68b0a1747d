"""Guess what a player cannot know: stored values, bookkeeping and variables of running rules.

In: a state and a player. Out: Guesses, each for a cell or a slot, to be made on a table whose cards are already redealt.
Layer: runtime. What is guessed, and how, depends only on what the player sees:

- **present or none**, where it may be none: as often as the player sees one elsewhere, unless everyone sees that;
- a **member** of a kind or a **yes or no**: uniform; a **card**: one of the hidden cards of the same player;
- a **number**: within its range, and at most twice the highest that the player sees of its kind; a **list**: as long as one
  that the player sees of its kind, with numbers between those in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.ir.types import ListOf, Maybe, Number, Type, YesNo
from interpreter.runtime.draws import Draws
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Code, Keep, Keys, Rest, Value, kind_in
from interpreter.runtime.visibility import live_keys, sees

Guess = Callable[[Position, Draws], Value]
NO_MEASURE = 10  # upper bound of a number if the player sees none of its kind
FEW = 2  # longest list if the player sees none of its kind


@dataclass
class Guesses:
    """The guesses for a state, and the cells and slots to clear because they are dead."""

    cells: list[tuple[int, Guess]] = field(default_factory=list)
    slots: list[tuple[int, int, Guess]] = field(default_factory=list)  # the number of the frame, the slot
    ranges: dict[int, tuple[int, int | None]] = field(default_factory=dict)  # of the cells that are numbers
    forgotten_cells: list[tuple[int, Value]] = field(default_factory=list)
    forgotten_slots: list[tuple[int, int]] = field(default_factory=list)

    def onto(self, new: Position, generator: Draws) -> None:
        for at, value in self.forgotten_cells:
            new.cells[at] = value
        for number, slot in self.forgotten_slots:
            new.stack[number][slot] = None
        for at, guess in self.cells:
            new.cells[at] = guess(new, generator)
        for number, slot, guess in self.slots:
            new.stack[number][slot] = guess(new, generator)


class Seen(NamedTuple):
    """The values of a kind that the player sees, from which others are guessed."""

    values: tuple[Value, ...]

    @property
    def present(self) -> float:
        """The probability that there is one, with one pseudo-count for each outcome."""
        return (1 + sum(value is not None for value in self.values)) / (2 + len(self.values))

    @property
    def highest(self) -> int:
        return 2 * max(self._numbers(self.values), default=0) or NO_MEASURE

    @property
    def lists(self) -> list[tuple[Value, ...]]:
        return [value for value in self.values if isinstance(value, tuple)]

    @property
    def items(self) -> Seen:
        return Seen(tuple(item for one in self.lists for item in one))

    @property
    def ends(self) -> tuple[int, int] | None:
        numbers = list(self._numbers(self.values))
        return (min(numbers), max(numbers)) if numbers else None

    @staticmethod
    def _numbers(values: Sequence[Value]) -> Iterator[int]:
        return (value for value in values if isinstance(value, int) and not isinstance(value, bool))


def guesses(state: Position, player: int) -> Guesses:
    found = Guesses()
    running = {state.code.BLOCK_ROUTINE[frame[0]] for frame in state.stack if frame[0] < state.code.idle}
    for keep in state.code.KEEPS:
        if not isinstance(keep.sight, str) and not keep.is_zone and keep.height_of is None:
            _guess_cells(state, player, keep, keep.lives_with is None or keep.lives_with in running, found)
    _guess_slots(state, player, found)
    return found


# ---------------------------------------------------------------- stored values


def _guess_cells(state: Position, player: int, keep: Keep, awake: bool, found: Guesses) -> None:
    all_keys = live_keys(state, keep.kinds)
    unseen = [keys for keys in all_keys if not sees(state, keep, keys, player)]
    if not unseen:
        return
    seen = Seen(tuple(state.cells[keep.at(keys)] for keys in all_keys if sees(state, keep, keys, player)))
    rests = state.code.SECRET_KEEPS.get(keep.name, ())
    for keys in unseen:
        at = keep.at(keys)
        if _is_a_secret(state, keep, keys):
            by = seen
        elif any(not _knows(state, player, rest, keys) for rest in rests):
            by = _measured(state, player, rests)
        else:
            continue  # internal bookkeeping that no secret flows into
        if not awake:
            found.forgotten_cells.append((at, _blank(keep.type)))
        elif keep.absence_seen and state.cells[at] is None:
            continue
        else:
            type_ = keep.type.inner if keep.absence_seen and isinstance(keep.type, Maybe) else keep.type
            found.cells.append((at, _guess(state, player, type_, by, _owner(keep, keys))))
            if isinstance(type_, Number) and type_ is keep.type:
                found.ranges[at] = (type_.low or 0, type_.high)


def _is_a_secret(state: Position, keep: Keep, keys: Keys) -> bool:
    """Does any player see it? What nobody sees is bookkeeping."""
    return any(sees(state, keep, keys, other) for other in range(state.count))


def _owner(keep: Keep, keys: Keys) -> int | None:
    return next((key for kind, key in zip(keep.kinds, keys, strict=True) if kind == "player"), None)


def _blank(type_: Type) -> Value:
    """A blank for a value that is reset before it is read again."""
    match type_:
        case Maybe():
            return None
        case YesNo():
            return False
        case ListOf():
            return ()
        case Number(low, _):
            return low or 0
        case _:
            return 0


def _knows(state: Position, player: int, rest: Rest, numbers: Sequence[Value]) -> bool:
    """Does the player know a secret?

    Its slot or key numbers are resolved by `numbers`."""
    if rest.known_to is not None:
        return numbers[rest.known_to] == player
    if rest.keep is None:
        return False
    keep = state.code.keep_by_name[rest.keep]
    return all(sees(state, keep, keys, player) for keys in _meant(state, keep, rest, numbers))


def _meant(state: Position, keep: Keep, rest: Rest, numbers: Sequence[Value]) -> list[Keys]:
    wanted = [None if number is None else numbers[number] for number in rest.keys]
    return [
        keys for keys in live_keys(state, keep.kinds) if all(w in (None, k) for w, k in zip(wanted, keys, strict=True))
    ]


def _measured(state: Position, player: int, rests: Sequence[Rest]) -> Seen:
    """Collect what the player sees of the values that something depends on."""
    keeps = [state.code.keep_by_name[rest.keep] for rest in rests if rest.keep is not None]
    return Seen(
        tuple(
            state.cells[keep.at(keys)]
            for keep in keeps if not keep.is_zone
            for keys in live_keys(state, keep.kinds) if sees(state, keep, keys, player)
        )
    )  # fmt: skip


# ---------------------------------------------------------------- variables of rules that run


def _guess_slots(state: Position, player: int, found: Guesses) -> None:
    code = state.code
    for number, frame in enumerate(state.stack if code.NEEDED else ()):  # empty if nothing is hidden
        if frame[0] >= code.idle:
            continue
        name = code.BLOCK_ROUTINE[frame[0]]
        needed, secret, types = set(code.NEEDED[frame[0]]), code.SECRET_SLOTS.get(name, {}), code.SLOTS[name]
        for slot, type_ in enumerate(types, 1):
            if slot not in needed:
                found.forgotten_slots.append((number, slot))
            elif slot in secret and _is_unknown(state, player, type_, frame[slot], secret[slot], frame):
                by = _measured(state, player, secret[slot])
                owner = next((frame[rest.known_to] for rest in secret[slot] if rest.known_to is not None), None)
                found.slots.append(
                    (number, slot, _guess(state, player, type_, by, owner if isinstance(owner, int) else None))
                )


def _is_unknown(
    state: Position, player: int, type_: Type, value: Value, rests: Sequence[Rest], frame: Sequence[Value]
) -> bool:
    """Is the slot unknown?

    A card is known to players who see its place, unless it was chosen in secret."""
    if means_card(state.code, kind_in(type_)) and value is not None and value != ():
        chosen = any(rest.known_to is not None and frame[rest.known_to] != player for rest in rests)
        return chosen or not _sees_cards(state, player, kind_in(type_) or "", value)
    return any(not _knows(state, player, rest, frame) for rest in rests)


def _sees_cards(state: Position, player: int, kind: str, value: Value) -> bool:
    for card in value if isinstance(value, tuple) else (value,):
        zone = state.cells[state.code.base(kind) + card] if isinstance(card, int) else None
        found = state.code.zone_of[zone] if zone is not None else None
        if found is not None and not sees(state, found.keep, found.keys, player):
            return False
    return True


# ---------------------------------------------------------------- by type


def kinds_of_places(code: Code) -> set[str]:
    """Kinds that are places of a map.

    Naming one means the place, even if there is a card for it."""
    return {found.joins for found in code.ENDS.values() if found.joins is not None}


def means_card(code: Code, kind: str | None) -> bool:
    return (
        kind is not None
        and kind != "player"
        and code.KINDS[kind].base is not None
        and kind not in kinds_of_places(code)
    )


def _guess(state: Position, player: int, type_: Type, seen: Seen, owner: int | None) -> Guess:
    match type_:
        case Maybe(inner):
            return _maybe(_guess(state, player, inner, seen, owner), seen.present)
        case ListOf(inner):
            return _list(
                _item(state, player, inner, seen.items, owner), [len(one) for one in seen.lists] or range(FEW + 1)
            )
        case YesNo():
            return lambda _new, generator: generator.random() < 0.5
        case Number(low, high):
            least = low or 0
            most = max(least, seen.highest if high is None else min(high, seen.highest))
            return lambda _new, generator: generator.between(least, most)
    kind = kind_in(type_)
    if kind is None:
        return lambda _new, _generator: None
    if means_card(state.code, kind):
        return _card(state, player, kind, owner)
    size = state.count if kind == "player" else state.code.size(kind)
    return lambda _new, generator: generator.below(size)


def _maybe(inner: Guess, present: float) -> Guess:
    return lambda new, generator: inner(new, generator) if generator.random() < present else None


def _item(state: Position, player: int, type_: Type, seen: Seen, owner: int | None) -> Guess:
    """Guess one item of a list.

    Numbers are in the range of those the player sees in lists."""
    ends = seen.ends if isinstance(type_, Number) else None
    if ends is None:
        return _guess(state, player, type_, seen, owner)
    least, most = ends
    return lambda _new, generator: generator.between(least, most)


def _list(item: Guess, lengths: Sequence[int]) -> Guess:
    def guess(new: Position, generator: Draws) -> Value:
        return tuple(item(new, generator) for _ in range(generator.choice(lengths)))

    return guess


def _card(state: Position, player: int, kind: str, owner: int | None) -> Guess:
    """Guess a card: a hidden one of the owner, any hidden one, or any of the kind."""
    code = state.code
    hidden = [
        number for number, found in enumerate(code.zone_of)
        if found is not None and not found.keep.is_grid and found.keep.card == kind and not sees(state, *found, player)
    ]  # fmt: skip
    own = [zone for zone in hidden if owner is not None and code.OWNERS.get(zone) == owner]

    def guess(new: Position, generator: Draws) -> int:
        for zones in (own, hidden):
            cards: list[int] = [card for zone in zones for card in new.lists[zone] if card is not None]
            if cards:
                return generator.choice(cards)
        return generator.below(code.size(kind))

    return guess

"""Dealing anew what a player cannot see: another state that looks the same to that player.

In: a state, a player, a seed. Out: a state with the same view for the player, in which what is hidden from the player is
dealt at random. Layer: runtime. The result depends on the seed and on what the player may know, and on nothing else: two
states that look the same to the player give the same one, so that who plays by it cannot cheat.

- Hidden **cards** are dealt anew among the places where they lie. A card that the player saw going where it is stays there.
  What refers to a hidden card (a stored value, a variable of a rule that runs) refers to the card that took its place.
- Hidden **values** of other players are guessed: whether there is one is kept; a member or a yes or no is any; a number is
  one of its range, and at most twice the highest that the player sees of its kind.
- What others have answered in secret before they are asked is not kept; the player's own answers are.
- What nobody sees is the rules' own bookkeeping and is kept. Chance starts from the seed, whatever it was to bring.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic, TypeVar

from interpreter.runtime.generator import seeded
from interpreter.runtime.holding import broken_now
from interpreter.runtime.position import Position
from interpreter.runtime.sight import live_keys, sees
from interpreter.runtime.tables import Code, Keep, Keys, Value, kind_in
from interpreter.types import ListOf, Maybe, Number, Type, YesNo

P = TypeVar("P", bound=Position)
Guess = Callable[[Random], Value]

TRIES = 4  # how often it is dealt again when a declared `always` does not hold
NO_MEASURE = 10  # how high a number is guessed when the player sees none of its kind


def redealt(state: P, player: int, seed: int) -> P:
    """One such state. Who wants many of the same question asks Unseen once."""
    return Unseen(state, player).dealt(seed)


class Unseen(Generic[P]):
    """What one player does not see of a state, found once and dealt as often as wanted."""

    def __init__(self, state: P, player: int) -> None:
        self._state = state
        kinds = [(name, kind.base) for name, kind in state.code.KINDS.items() if kind.base is not None]
        self._deals = [Deal(state, player, name, base) for name, base in kinds]
        self._guesses = _guesses(state, player)
        self._sealed = tuple(made for made in state.sealed if made.actor == player)  # nobody knows what the others will say
        self._seen_before: dict[int | None, P] = {player: state.shadows[player]} if player in state.shadows else {}

    @property
    def nothing(self) -> bool:
        """Whether the player sees all there is to see."""
        return not self._guesses and not any(deal.spots for deal in self._deals)

    def dealt(self, seed: int) -> P:
        for number in range(TRIES):
            found = self._once(Random(seed * TRIES + number))
            if not broken_now(found):
                break
        return found

    def _once(self, generator: Random) -> P:
        new = self._state.bare_clone()
        new.held, new.touched = None, 0
        new.sealed, new.forced = self._sealed, None
        new.shadows, new.told = self._seen_before, self._state.told
        for deal in self._deals:
            deal.onto(new, generator)
        for spot, guess in self._guesses:
            new.cells[spot] = guess(generator)
        new.seed, new.random, new.chance_count = 0, seeded(generator.getrandbits(60)), 0
        return new


class Deal:
    """The hidden cards of one kind: where they lie, and what refers to them or is kept about them."""

    def __init__(self, state: Position, player: int, kind: str, base: int) -> None:
        self._state, self._player, self._kind, self._base = state, player, kind, base
        values = [keep for keep in state.code.KEEPS if not keep.is_zone]
        self._means_card = kind not in kinds_of_places(state.code)
        self._of_kind = [keep for keep in values if kind_in(keep.type) == kind and self._means_card]
        self._about = [keep for keep in values if kind in keep.kinds]
        self._fixed = self._shown_by_values()
        self.spots = self._hidden_spots()  # zone and place in it
        self._there: list[int] = [state.lists[zone][index] for zone, index in self.spots]
        self._slots = self._slots_of_kind()
        self._unseen_about = self._about_hidden_cards() if self.spots else []  # found once, for many deals
        self._unseen_of_kind = self._referring() if self.spots else []

    def _hidden_spots(self) -> list[tuple[int, int]]:
        state = self._state
        spots: list[tuple[int, int]] = []
        for zone, found in enumerate(state.code.zone_of):
            if found is None or found.keep.is_grid or found.keep.card != self._kind:
                continue
            cards = state.lists[zone]
            if cards and not sees(state, *found, self._player):
                spots += [(zone, index) for index, card in enumerate(cards) if self._is_hidden(card)]
        return spots

    def _is_hidden(self, card: int | None) -> bool:
        if card is None or card in self._fixed:
            return False
        known = self._state.known
        return known is None or not known.get(self._base + card, 0) >> self._player & 1

    def _shown_by_values(self) -> set[int]:
        """Cards that a value tells the player about: they are not dealt anew, wherever they lie."""
        state = self._state
        found: set[int] = set()
        for keep in self._of_kind:
            for keys in live_keys(state, keep.kinds):
                if sees(state, keep, keys, self._player):
                    value = state.cells[keep.at(keys)]
                    found.update(value if isinstance(value, tuple | list) else () if value is None else (value,))
        return found

    def _slots_of_kind(self) -> list[tuple[int, int]]:
        """Variables of the rules that run: the number of the frame, the slot."""
        code = self._state.code
        found: list[tuple[int, int]] = []
        for number, frame in enumerate(self._state.stack if self._means_card else ()):
            types = code.SLOTS[code.BLOCK_ROUTINE[frame[0]]] if frame[0] < code.idle else ()
            found += [(number, slot) for slot, type_ in enumerate(types, 1) if kind_in(type_) == self._kind]
        return found

    def onto(self, new: Position, generator: Random) -> None:
        """Each hidden card gets another one's place. Which lay where is forgotten first: only the seed decides."""
        if not self.spots:
            return
        anew = sorted(self._there)
        generator.shuffle(anew)
        other = dict(zip(self._there, anew, strict=True))
        for (zone, index), card in zip(self.spots, anew, strict=True):
            new.lists[zone][index] = card
            new.cells[self._base + card] = zone
        self._move_values(new, other)
        for number, slot in self._slots:
            new.stack[number][slot] = _other(new.stack[number][slot], other)
        new.timers = tuple(
            timer._replace(card=other.get(timer.card, timer.card)) if timer.base == self._base else timer
            for timer in new.timers
        )
        options = self._state.options
        if options is not None and self._is_asked_blindly(options):
            new.options = [_other(option, other) for option in options]

    def _is_asked_blindly(self, options: Sequence[Value]) -> bool:
        """Is the question which of some hidden cards? Else who is asked sees what can be chosen, and it stays."""
        if not self._means_card or self._state.code.SITES[self._state.site].kind != self._kind:
            return False
        hidden = set(self._there)
        return all(option is None or (isinstance(option, int) and option in hidden) for option in options)

    def _move_values(self, new: Position, other: dict[int, int]) -> None:
        """Values that the player does not see: what is kept about a hidden card, and what refers to one."""
        cells = self._state.cells
        for keep, unseen in self._unseen_about:
            for keys, at in unseen.items():
                moved = tuple(
                    other.get(key, key) if kind == self._kind else key for kind, key in zip(keep.kinds, keys, strict=True)
                )
                if moved in unseen:
                    new.cells[unseen[moved]] = cells[at]
        for at in self._unseen_of_kind:
            new.cells[at] = _other(new.cells[at], other)

    def _about_hidden_cards(self) -> list[tuple[Keep, dict[Keys, int]]]:
        """What is kept about hidden cards and the player does not see: by keys, the cells."""
        state, hidden = self._state, set(self._there)
        found = []
        for keep in self._about:
            unseen = {
                keys: keep.at(keys)
                for keys in live_keys(state, keep.kinds)
                if any(kind == self._kind and key in hidden for kind, key in zip(keep.kinds, keys, strict=True))
                and not sees(state, keep, keys, self._player)
            }
            found += [(keep, unseen)] if unseen else []
        return found

    def _referring(self) -> list[int]:
        """The cells that may refer to a card of this kind and that the player does not see."""
        state = self._state
        return [
            keep.at(keys)
            for keep in self._of_kind
            for keys in live_keys(state, keep.kinds)
            if not sees(state, keep, keys, self._player)
        ]


def kinds_of_places(code: Code) -> set[str]:
    """Kinds that lie on a map: who names one means the place, even if there is a card for it."""
    return {found.joins for found in code.ENDS.values() if found.joins is not None}


def _other(value: Any, other: dict[int, int]) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(_other(item, other) for item in value)
    return other.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value


def _guesses(state: Position, player: int) -> list[tuple[int, Guess]]:
    """The cells with other players' secrets, and how each is guessed."""
    found = []
    for keep in state.code.KEEPS:
        if isinstance(keep.sight, str) or keep.is_zone or isinstance(keep.type, ListOf):
            continue
        all_keys = live_keys(state, keep.kinds)
        seen = {keys for keys in all_keys if sees(state, keep, keys, player)}
        highest = _highest(state, keep, seen)
        for keys in all_keys:
            value = state.cells[keep.at(keys)]
            if keys not in seen and value is not None and _is_a_secret(state, keep, keys):
                guess = _guess(state, keep.type, highest)
                found += [(keep.at(keys), guess)] if guess is not None else []
    return found


def _is_a_secret(state: Position, keep: Keep, keys: Keys) -> bool:
    """Does anybody see it? What nobody sees is bookkeeping."""
    return any(sees(state, keep, keys, other) for other in range(state.count))


def _highest(state: Position, keep: Keep, seen: set[Keys]) -> int:
    values = [state.cells[keep.at(keys)] for keys in seen]
    numbers = [value for value in values if isinstance(value, int) and not isinstance(value, bool)]
    return 2 * max(numbers, default=0) or NO_MEASURE


def _guess(state: Position, type_: Type, highest: int) -> Guess | None:
    match type_:
        case Maybe(inner):
            return _guess(state, inner, highest)
        case YesNo():
            return lambda generator: generator.random() < 0.5
        case Number(low, high):
            least = low or 0
            most = max(least, highest if high is None else min(high, highest))
            return lambda generator: generator.randint(least, most)
    kind = kind_in(type_)
    if kind is None or (kind != "player" and state.code.KINDS[kind].base is not None and kind not in kinds_of_places(state.code)):
        return None  # a card: what refers to it follows it
    size = state.count if kind == "player" else state.code.size(kind)
    return lambda generator: generator.randrange(size)

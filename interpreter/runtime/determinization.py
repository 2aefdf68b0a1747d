"""Redeal what a player cannot see (determinization): a state that looks the same to that player.

In: a state, a player, a seed. Out: a state with the same view for the player, in which everything hidden from them is dealt
at random. Layer: runtime. The result depends only on the seed and on what the player may know: two states that look the same
to the player give the same result, so that a bot using it cannot cheat.

- Hidden **cards** are redealt among their places. A card that the player saw going where it is stays there; one that a value
  shows to the player stays in its pile. What refers to a hidden card by its place (bookkeeping, a loop over a pile) refers to
  the card that took that place.
- Hidden **values** of other players are guessed (`guessing`), including whether there is one; so are bookkeeping that nobody
  sees and variables of running rules, if a secret unknown to the player flows into them. Amounts keep the totals that `always`
  rules declare (`balances`).
- Sealed answers of other players are dropped; the player's own are kept.
- Chance restarts from the seed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from weakref import WeakKeyDictionary

from interpreter.runtime.balances import balance
from interpreter.runtime.draws import Draws
from interpreter.runtime.generator import is_keyed, seeded
from interpreter.runtime.guessing import guesses, means_card
from interpreter.runtime.invariants import broken_now
from interpreter.runtime.position import Position
from interpreter.runtime.tables import Code, Keep, Keys, Value, Zoned, kind_in
from interpreter.runtime.visibility import live_keys, sees

P = TypeVar("P", bound=Position)

TRIES = 4  # attempts, while a declared `always` rule is broken


class Unseen(Generic[P]):
    """What one player does not see of a state; found once, dealt many times."""

    def __init__(self, state: P, player: int) -> None:
        self._state = state
        kinds = [(name, kind.base) for name, kind in state.code.KINDS.items() if kind.base is not None]
        self._deals = [Deal(state, player, name, base) for name, base in kinds]
        self._guesses = guesses(state, player)
        self._sealed = tuple(
            made for made in state.sealed if made.actor == player
        )  # other players' answers are unknown
        self._asked = state.options is not None and state.actor == player
        looks_back = player in state.last_seen and not self._asked  # the asked player sees the table as it is
        self._seen_before: dict[int | None, P] = {player: without_key(state.last_seen[player])} if looks_back else {}

    @property
    def nothing(self) -> bool:
        """Does the player see everything?"""
        return not self._guesses.cells and not self._guesses.slots and not any(deal.spots for deal in self._deals)

    def dealt(self, seed: int) -> P:
        before: list[int] | None = None
        for number in range(TRIES):
            found = self._once(Draws(seed * TRIES + number))
            broken = broken_now(found)
            if not broken or broken == before:  # the same rules twice: no deal will keep them
                break
            before = broken
        return found

    def _once(self, generator: Draws) -> P:
        new = self._state.bare_clone()
        new.held, new.touched = None, 0
        new.sealed, new.forced = self._sealed, None
        new.last_seen, new.told = self._seen_before, self._state.told
        new.answer = new.value = None  # the last answer may be another player's secret
        new.before_secret, new.secret_opening, new.own_turns = None, None, {}
        if self._asked:
            new.secret_causes, new.windows = (), ()
        for deal in self._deals:
            deal.onto(new, generator)
        self._guesses.onto(new, generator)
        balance(new, self._guesses.ranges, generator)
        new.seed, new.random, new.chance_count = 0, seeded(generator.step()), 0
        return new


def without_key(shadow: P) -> P:
    """The table as the player saw it, without the seed of chance."""
    if not is_keyed(shadow.seed):
        return shadow
    new = shadow.bare_clone()
    new.seed, new.random, new.told = 0, seeded(0), shadow.told
    return new


class OfKind(NamedTuple):
    """What the rules say about a kind of cards, the same in every state."""

    means_card: bool
    zones: tuple[tuple[int, Zoned], ...]  # piles and rows of it
    values: tuple[Keep, ...]  # stored values that are cards of it
    about: tuple[Keep, ...]  # stored values that have one as a key
    slots: Mapping[str, tuple[int, ...]]  # by routine, the variables that are cards of it


_KNOWN: WeakKeyDictionary[Code, dict[str, OfKind]] = WeakKeyDictionary()


def _of_kind(code: Code, kind: str) -> OfKind:
    """Look it up once for all states of a game."""
    known = _KNOWN.setdefault(code, {})
    if kind not in known:
        values, means = [keep for keep in code.KEEPS if not keep.is_zone], means_card(code, kind)
        known[kind] = OfKind(
            means,
            tuple((zone, one) for zone, one in enumerate(code.zone_of)
                  if one is not None and not one.keep.is_grid and one.keep.card == kind),
            tuple(keep for keep in values if means and kind_in(keep.type) == kind),
            tuple(keep for keep in values if kind in keep.kinds),
            {name: tuple(slot for slot, type_ in enumerate(types, 1) if kind_in(type_) == kind)
             for name, types in code.SLOTS.items()} if means else {},
        )  # fmt: skip
    return known[kind]


class Deal:
    """The hidden cards of one kind.

    Their places, and what refers to them or is stored about them."""

    def __init__(self, state: Position, player: int, kind: str, base: int) -> None:
        self._state, self._player, self._kind, self._base = state, player, kind, base
        self._rules = _of_kind(state.code, kind)
        self._fixed = self._shown_by_values()
        is_made = state.code.KINDS[kind].spare is not None  # the number of a made card is drawn: it tells nothing
        self.spots = [] if is_made else self._hidden_spots()  # zone and place in it
        self._there: list[int] = [state.lists[zone][index] for zone, index in self.spots]
        self._zones = {card: zone for (zone, _), card in zip(self.spots, self._there, strict=True)}
        self._slots = self._slots_of_kind()
        self._unseen_about = self._about_hidden_cards() if self.spots else []  # computed once for many deals
        self._unseen_of_kind = self._referring() if self.spots else []

    def _hidden_spots(self) -> list[tuple[int, int]]:
        state = self._state
        spots: list[tuple[int, int]] = []
        for zone, found in self._rules.zones:
            cards = state.lists[zone]
            if cards and not sees(state, *found, self._player):
                spots += [(zone, index) for index, card in enumerate(cards) if self._is_hidden(card)]
        return spots

    def _is_hidden(self, card: int | None) -> bool:
        if card is None:
            return False
        known = self._state.known
        return known is None or not known.get(self._base + card, 0) >> self._player & 1

    def _shown_by_values(self) -> set[int]:
        """Cards that a value shows to the player: they stay in their pile."""
        state = self._state
        found: set[int] = set()
        for keep in self._rules.values:
            for keys in live_keys(state, keep.kinds):
                if sees(state, keep, keys, self._player):
                    value = state.cells[keep.at(keys)]
                    found.update(value if isinstance(value, tuple | list) else () if value is None else (value,))
        return found

    def _slots_of_kind(self) -> list[tuple[int, int]]:
        """Variables of running rules: the number of the frame, the slot."""
        code = self._state.code
        found: list[tuple[int, int]] = []
        for number, frame in enumerate(self._state.stack if self._rules.means_card else ()):
            slots = self._rules.slots[code.BLOCK_ROUTINE[frame[0]]] if frame[0] < code.idle else ()
            found += [(number, slot) for slot in slots]
        return found

    def onto(self, new: Position, generator: Draws) -> None:
        """Deal the hidden cards again.

        The old order has no influence: only the seed decides."""
        if not self.spots:
            return
        anew = self._dealt(generator)
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

    def _dealt(self, generator: Draws) -> list[int]:
        """Choose a card for each spot.

        One that a value shows to the player stays in its pile, but its position is unknown."""
        free = sorted(card for card in self._there if card not in self._fixed)
        generator.shuffle(free)
        staying: dict[int, list[int]] = {}
        for card in sorted(self._fixed.intersection(self._there)):
            staying.setdefault(self._zones[card], []).append(card)
        taken: dict[int, int] = {}
        for zone in sorted(staying):
            places = [number for number, (pile, _) in enumerate(self.spots) if pile == zone]
            taken.update(zip(generator.sample(places, len(staying[zone])), staying[zone], strict=True))
        rest = iter(free)
        return [taken[number] if number in taken else next(rest) for number in range(len(self.spots))]

    def _is_asked_blindly(self, options: Sequence[Value]) -> bool:
        """Does the question offer hidden cards only?

        Otherwise the asked player sees the options, and they stay."""
        if not self._rules.means_card or self._state.code.SITES[self._state.site].kind != self._kind:
            return False
        hidden = set(self._there) - self._fixed
        return all(option is None or (isinstance(option, int) and option in hidden) for option in options)

    def _move_values(self, new: Position, other: dict[int, int]) -> None:
        """Update values that the player does not see.

        Those about hidden cards, and references to them."""
        for keep, unseen in self._unseen_about:
            self._spread(new, keep, unseen, other)
        for at in self._unseen_of_kind:
            new.cells[at] = _other(new.cells[at], other)

    def _spread(self, new: Position, keep: Keep, unseen: dict[Keys, int], other: dict[int, int]) -> None:
        """Reassign values about the cards of a pile to the cards that are there now.

        Which has which, nobody has seen."""

        def with_cards(keys: Keys, become: dict[int, int]) -> Keys:
            return tuple(
                become.get(key, -1) if kind == self._kind else key for kind, key in zip(keep.kinds, keys, strict=True)
            )

        place = {card: number for number, card in enumerate(other.values())}
        piles: dict[Keys, list[Keys]] = {}
        for keys in unseen:
            moved = with_cards(keys, other)
            if moved in unseen:
                piles.setdefault(with_cards(keys, self._zones), []).append(keys)
        for found in piles.values():
            values = sorted(
                (self._state.cells[unseen[keys]] for keys in found), key=lambda value: (value is not None, value)
            )
            moved_there = sorted((with_cards(keys, other) for keys in found), key=lambda keys: with_cards(keys, place))
            for keys, value in zip(moved_there, values, strict=True):
                new.cells[unseen[keys]] = value

    def _about_hidden_cards(self) -> list[tuple[Keep, dict[Keys, int]]]:
        """Values about hidden cards that the player does not see: by keys, the cells."""
        state, hidden = self._state, set(self._there)
        found = []
        for keep in self._rules.about:
            unseen = {
                keys: keep.at(keys)
                for keys in live_keys(state, keep.kinds)
                if any(kind == self._kind and key in hidden for kind, key in zip(keep.kinds, keys, strict=True))
                and not sees(state, keep, keys, self._player)
            }
            found += [(keep, unseen)] if unseen else []
        return found

    def _referring(self) -> list[int]:
        """Find cells that may refer to a hidden card of this kind.

        Only those that the player does not see."""
        state = self._state
        return [
            keep.at(keys)
            for keep in self._rules.values
            for keys in live_keys(state, keep.kinds)
            if not sees(state, keep, keys, self._player)
        ]


def _other(value: Any, other: dict[int, int]) -> Any:
    if isinstance(value, tuple | list):
        return type(value)(_other(item, other) for item in value)
    return other.get(value, value) if isinstance(value, int) and not isinstance(value, bool) else value

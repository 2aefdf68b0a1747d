"""Imagine a running `secretly each`: redeal without looking at what the others have decided in it.

In: a state in such a loop, a player, a seed. Out: a state that looks the same to the player. Layer: runtime. The table of the
first question in the loop is redealt and played on from there: the player repeats their own answers, the others answer at
random. So the result depends on nothing that the others have done since.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from interpreter.runtime import machine
from interpreter.runtime.determinization import Unseen, without_key
from interpreter.runtime.draws import Draws
from interpreter.runtime.faults import Fault, RejectedSignal
from interpreter.runtime.position import Position
from interpreter.runtime.secret_turns import IMAGINED, if_the_others_do_nothing, lay_own, own_entries, own_table
from interpreter.runtime.tables import Made
from interpreter.runtime.visibility import sees

P = TypeVar("P", bound=Position)
MAX_STEPS = 500  # answers on the way to the present question


def unseen_by(state: P, player: int) -> Unseen[P] | UnseenInSecret[P]:
    """What the player does not see of a state."""
    if state.secret_turn_of is None or state.secret_opening is None or state.before_secret is None:
        return Unseen(state, player)
    return UnseenInSecret(state, state.secret_opening, state.before_secret, player)


class UnseenInSecret(Generic[P]):
    """What one player does not see while others may have decided in secret."""

    nothing = False

    def __init__(self, state: P, opening: P, before: P, player: int) -> None:
        self._state, self._before, self._player = state, without_key(before), player
        self._shown = own_table(state, self._before, player)
        self._asked = state.options is not None and state.actor == player
        self._own = [made for made in state.made[len(opening.decided) :] if made.actor == player]
        self._from = Unseen(_with_known(opening, state, player), player)

    def dealt(self, seed: int) -> P:
        generator = Draws(seed)
        found = self._from.dealt(seed)
        found.watched = False
        if not self._played_on(found, generator):
            found = self._held_still(seed)
        own = own_entries(self._state, self._player, alone=True)
        lay_own(found, self._state, [(keep, keys) for keep, keys in own if sees(self._state, keep, keys, self._player)])
        found.before_secret, found.secret_opening = self._before, None
        found.own_turns = {self._player: (None, self._shown), IMAGINED: (None, self._before)}
        found.decided, found.watched = [], self._state.watched
        return found

    def _held_still(self, seed: int) -> P:
        """Imagine that the others have done nothing yet.

        The answers do not lead to the present question, because of chance."""
        return Unseen(if_the_others_do_nothing(self._state, self._before, self._player), self._player).dealt(seed)

    def _played_on(self, found: P, generator: Draws) -> bool:
        """Play to the present question; False if it is not reached."""
        own = list(self._own)
        for _ in range(MAX_STEPS):
            if found.options is None or found.secret_turn_of is None:
                return False
            theirs = found.actor != self._player
            if not own and theirs != self._asked:
                return not self._asked or self._is_present_question(found)
            if not theirs and not own:
                return False
            made = _anything(found, generator) if theirs else own.pop(0)
            if not _goes_on(found, made):
                return False
        return False

    def _is_present_question(self, found: P) -> bool:
        now = self._state
        return found.site == now.site and found.options == now.options and found.free == now.free


def _with_known(opening: P, now: Position, player: int) -> P:
    """Return the opening with the cards that the player has received since."""
    found = opening.bare_clone()
    known = dict(opening.known or {})
    for keep, keys in own_entries(now, player, alone=True):
        if keep.is_zone and not keep.is_grid and sees(now, keep, keys, player):
            base = now.code.base(keep.card)
            for card in now.lists[keep.at(keys)]:
                if card is not None:
                    known[base + card] = known.get(base + card, 0) | 1 << player
    found.known, found.before_secret, found.secret_opening = known, None, None
    return found


def _anything(found: Position, generator: Draws) -> Made:
    return Made(found.site, generator.choice(found.options or (None,)), False, found.actor)


def _goes_on(found: Position, made: Made) -> bool:
    """Give this answer, if it is one."""
    if made.site != found.site or made.option not in (found.free if made.free else found.options or ()):
        return False
    try:
        if made.free and isinstance(made.option, int):
            machine.decide_free(found, made.option)
        else:
            machine.decide(found, made.option)
    except (Fault, RejectedSignal, LookupError):
        return False
    return True

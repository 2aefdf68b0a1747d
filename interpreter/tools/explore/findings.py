"""What was found: a rule that goes wrong, with the fewest decisions that lead to it.

In: a Game, a seed and the numbers of the choices that were taken. Out: a Finding, shrunk, and a scenario that fails by it.
Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import interpreter

if TYPE_CHECKING:
    from interpreter import Decision, Game, NativeState, State, Walker


TRIES = 400  # to shorten a finding, of each kind
TRIES_IN_C = 4_000
GAPS = (1, 1, 2, 3, 8, 20)  # how many decisions in a row are left out


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, a broken `always`, nothing to choose from, or a game without an end (code R0809)."""

    code: str
    message: str
    stack: tuple[str, ...]
    players: int
    seed: int
    taken: tuple[int, ...]  # the numbers of the choices that were taken, one after the other

    @property
    def same(self) -> tuple[object, ...]:
        """Equal findings are the same mistake at the same place."""
        return (self.code, self.stack[:1])


def replayed(game: Game, players: int, seed: int, numbers: Sequence[int]) -> tuple[State | None, Finding | None]:
    """Takes the choices again, each counted round if there are fewer now, and what goes wrong on the way."""
    state: State | None = None
    taken: list[int] = []
    try:
        state = game.start(players, seed, events=False)
        state.hold_always()
        for number in numbers:
            request = state.request
            if request is None:
                return state, None
            taken.append(number % len(request.choices))
            state.take(taken[-1])
    except interpreter.Fault as fault:
        return state, found(fault, players, seed, taken)
    return state, None


def found(fault: interpreter.Fault, players: int, seed: int, taken: Sequence[int]) -> Finding:
    return Finding(fault.code, fault.message, tuple(fault.stack), players, seed, tuple(taken))


class Trier:
    """Takes choices again and says whether they lead to a certain mistake: in C first, if there is one, because most tries
    lead to none; only Python knows which mistake it is."""

    def __init__(self, game: Game, finding: Finding, walker: Walker | None) -> None:
        self._game, self._finding, self._walker = game, finding, walker
        self._start: NativeState | None = None

    def leads_there(self, taken: Sequence[int]) -> Finding | None:
        if self._walker is not None:
            walked = self._walker.again(self._begun().clone(), taken)
            if not walked.is_wrong and not walked.is_lost:
                return None
            taken = walked.numbers if walked.is_wrong else taken
        _, again = replayed(self._game, self._finding.players, self._finding.seed, taken)
        return again if again is not None and again.same == self._finding.same else None

    def _begun(self) -> NativeState:
        if self._start is None:
            self._start = self._game.start(self._finding.players, self._finding.seed, events=False, engine="native")
        return self._start


def shrunk(game: Game, finding: Finding, walker: Walker | None = None) -> Finding:
    """Fewer decisions to the same mistake: some are left out, some are changed, again and again."""
    trier, tries = Trier(game, finding, walker), TRIES if walker is None else TRIES_IN_C
    best, generator = _cut(trier, finding, tries), Random(finding.seed)
    for _ in range(tries):
        taken = list(best.taken)
        if not taken:
            break
        for _ in range(generator.randint(1, 3)):
            taken[generator.randrange(len(taken))] = generator.randrange(8)
        gone = generator.randrange(len(taken))
        again = trier.leads_there(taken[:gone] + taken[gone + generator.choice(GAPS) :])
        if again is not None and len(again.taken) < len(best.taken):
            best = again
    return _cut(trier, best, tries)


def _cut(trier: Trier, finding: Finding, tries: int) -> Finding:
    """Leaves out decisions as long as the same mistake is found: large parts first, then single ones."""
    best, size = finding, max(1, len(finding.taken) // 2)
    while size and tries > 0:
        start, better = 0, False
        while start < len(best.taken) and tries > 0:
            again = trier.leads_there(best.taken[:start] + best.taken[start + size :])
            tries -= 1
            if again is not None and len(again.taken) < len(best.taken):
                best, better = again, True
            else:
                start += size
        size = size if better and size == 1 else size // 2
    return best


def scenario_text(game: Game, finding: Finding, variants: Sequence[str], options: Sequence[tuple[str, object]]) -> str:
    """A scenario that makes these decisions and fails by the mistake, until it is mended."""
    state = game.start(finding.players, finding.seed)
    names = state.player_names
    made = _decisions(state, finding.taken)
    lines = [
        f'scenario "{_plain(finding.message)}"',
        f"  players {', '.join(names)}",
        *([f"  variants {', '.join(_variant(variant) for variant in variants)}"] if variants else []),
        *(f"  option {name} is {value}" for name, value in options),
        f"  seed {finding.seed}",
        "  when",
        "    game starts",
        *(f"    {names[one.player]} {_reply(one)}" for one in made),
    ]
    return "\n".join(lines) + "\n"


def _decisions(state: State, taken: Sequence[int]) -> Sequence[Decision]:
    try:
        for number in taken:
            state.take(number)
    except interpreter.Fault:
        return state.history
    return state.history


def _reply(made: Decision) -> str:
    return "passes" if made.choice == "pass" else f"chooses {made.choice}"


def _variant(word: str) -> str:
    return word if word.isidentifier() else f'"{word}"'


def _plain(text: str) -> str:
    return text.replace('"', "'").replace("{", "(").replace("}", ")").splitlines()[0]

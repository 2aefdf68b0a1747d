"""Part of `check`: a few games between bots, to see whether what must always hold does hold.

In: a game without mistakes in its texts. Out: a Diagnostic for an `always` rule that does not hold. Layer: tools.
A whole simulation looks further; here a mistake that shows early is found without asking for it.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import Diagnostic, Note, Problems, Source, Span
from interpreter.tools.bots import seated

from .opening import all_seats

if TYPE_CHECKING:
    from interpreter import Fault, Game

BROKEN = "R0820"
MOST_DECISIONS = 200  # of one game
MOST_SECONDS = 1.0  # for all games; what was begun is played on


def trials(word: str, variants: Sequence[str | Path]) -> list[Diagnostic]:
    """The first `always` rule that is found broken, if there is one."""
    try:
        game = interpreter.load(word, variants)
    except Problems:
        return []
    return list(_broken(game, word, variants))[:1] if game.always else []


def _broken(game: Game, word: str, variants: Sequence[str | Path]) -> Iterator[Diagnostic]:
    """Every number of players in turn, until the time is up."""
    end = time.perf_counter() + MOST_SECONDS
    numbers = dict.fromkeys([game.default_players, game.players_min, game.players_max])
    for seed, players in enumerate(numbers):
        seats = ("random",) * players
        try:
            _play(game, seats, seed)
        except Problems:  # the rules do not allow so many
            continue
        except interpreter.Fault as fault:
            if fault.code == BROKEN:
                yield _found(fault, [word, *_variant_words(variants), "--seed", str(seed), "--seats", ",".join(seats)])
        if time.perf_counter() > end:
            return


def _play(game: Game, seats: Sequence[str], seed: int) -> None:
    state = game.start(len(seats), seed, events=False)
    state.hold_always()
    bots = seated(all_seats(game, len(seats), tuple(seats)), seed)
    places = [state.seat(player) for player in range(len(bots))]
    for _ in range(MOST_DECISIONS):
        request = state.request
        if request is None:
            return
        bot = bots[request.player]
        assert bot is not None
        state.choose(bot(request, places[request.player]))


def _variant_words(variants: Sequence[str | Path]) -> list[str]:
    return [word for variant in variants for word in ("--variant", str(variant))]


def _found(fault: Fault, words: Sequence[str]) -> Diagnostic:
    again = shlex.join(["rulewright", "play", *words])
    led = "; ".join(fault.decisions) or "before the first decision"
    return Diagnostic(BROKEN, fault.message, _span(fault.stack[0]), f"play it with: {again}", (Note(f"after: {led}"),))


def _span(place: str) -> Span:
    """Where the rule stands, from `always NAME (FILE:LINE)`."""
    path, line = place.partition(" (")[2].removesuffix(")").rsplit(":", 1)
    return Source(path, "").at(int(line), 1)

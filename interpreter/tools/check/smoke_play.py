"""Part of `check`: a few games between bots, to see whether something goes wrong and what must always hold does hold.

In: a game without mistakes in its texts. Out: a Diagnostic for the first fault, such as an `always` rule that does not hold, or
for each `needs` that keeps every number of players away. Layer: tools.
A whole simulation looks further; here a mistake that shows early is found without asking for it.
"""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import Diagnostic, Note, Problems, Source, Span
from interpreter.tools.bots import seated
from interpreter.tools.cli.opening import all_seats

if TYPE_CHECKING:
    from interpreter import Fault, Game

RULE = "the rule: "  # before the place of a `needs` in a refusal
MAX_DECISIONS = 200  # of one game
MAX_SECONDS = 1.0  # for all games; what was begun is played on


def trials(word: str, variants: Sequence[str | Path]) -> list[Diagnostic]:
    """Why nobody can play, or the first fault, if there is one."""
    try:
        game = interpreter.load(word, variants)
    except Problems:
        return []
    if not game.player_counts:
        return [_refused(found) for found in game.refusals(game.default_players)]
    return list(islice(_faults(game, word, variants), 1))


def _faults(game: Game, word: str, variants: Sequence[str | Path]) -> Iterator[Diagnostic]:
    """Every number of players in turn, until the time is up."""
    end = time.perf_counter() + MAX_SECONDS
    numbers = dict.fromkeys([game.default_players, game.players_min, game.players_max])
    for seed, players in enumerate(numbers):
        seats = ("random",) * players
        try:
            _play(game, seats, seed)
        except Problems:  # the rules do not allow this many
            continue
        except interpreter.Fault as fault:
            yield _found(fault, [word, *_variant_words(variants), "--seed", str(seed), "--seats", ",".join(seats)])
        if time.perf_counter() > end:
            return


def _play(game: Game, seats: Sequence[str], seed: int) -> None:
    state = game.start(len(seats), seed, events=False)
    state.engine.hold_always()
    bots = seated(all_seats(game, len(seats), tuple(seats)), seed)
    places = [state.seat(player) for player in range(len(bots))]
    for _ in range(MAX_DECISIONS):
        request = state.request
        if request is None:
            return
        bot = bots[request.player]
        assert bot is not None
        state.choose(bot(request, places[request.player]))


def _refused(found: Diagnostic) -> Diagnostic:
    """Move a refusal to the line of its `needs`, which its note names."""
    place = [note.message.removeprefix(RULE).rsplit(":", 2) for note in found.notes if note.message.startswith(RULE)]
    spans = [Source(path, "").at(int(line), int(column)) for path, line, column in place]
    help = "with these rules no number of players is allowed: change the number, or what it must fit"
    return Diagnostic(found.code, found.message, spans[0] if spans else None, help)


def _variant_words(variants: Sequence[str | Path]) -> list[str]:
    return [word for variant in variants for word in ("--variant", str(variant))]


def _found(fault: Fault, words: Sequence[str]) -> Diagnostic:
    again = shlex.join(["rulewright", "play", *words])
    notes = [f"after: {'; '.join(fault.decisions)}"] if fault.decisions else []
    notes += [fault.help] if fault.help else []
    return Diagnostic(fault.code, fault.message, _span(fault), f"play it with: {again}", tuple(map(Note, notes)))


def _span(fault: Fault) -> Span | None:
    """Where the rule is, from `always NAME (FILE:LINE)`; None where no rule runs."""
    found = re.search(r" \((.+):(\d+)\)", fault.stack[0]) if fault.stack else None
    return Source(found[1], "").at(int(found[2]), 1) if found else None

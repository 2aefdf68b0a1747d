"""`play --engine native`: one game between bots in C.

In: a game and the occupants of the seats. Out: the winner; the save, if one is wanted. Layer: tools. C keeps no log, so
nothing is narrated; the same command without `--engine native` plays the same game with narration.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from interpreter.tools.cli.files import write_save
from interpreter.tools.cli.opening import all_seats, any_seed, open_game, players_of
from interpreter.tools.cli.output import count, say
from interpreter.tools.play.outcome import result_lines


def play_in_c(
    game: str,
    variant: Sequence[str] | None,
    option: Sequence[str] | None,
    words: tuple[str, ...] | None,
    players: int | None,
    seed: int | None,
    save: Path | None,
) -> int:
    from interpreter.tools.bots import only_bots

    loaded = open_game(game, variant, option)
    number = players_of(loaded, players, words)
    names = all_seats(loaded, number, words or ("random",) * number)
    chosen = seed if seed is not None else any_seed()
    state = loaded.start(number, chosen, engine="native")
    state.engine.hold_always()
    bots = only_bots(names, chosen)
    say(f"{loaded.title}, {count(number, 'player')}, seed {chosen}, in C, without a log")
    while (request := state.request) is not None and state.decisions < loaded.turn_limit:
        state.choose(bots[request.player](request, state.seat(request.player)))
    if save:
        write_save(save, state.save())
    say(f"{count(state.decisions, 'decision')}.")
    for line in result_lines(state.result, state.player_names) if state.result else ("It has not ended.",):
        say(line)
    return 0 if state.result else 1

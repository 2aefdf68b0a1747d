"""The `learn` command: let a bot learn a game by playing against itself.

In: a game and how long. Out: a bot called `learned` for these rules, in the user's cache and as a file on request; a line for
each round. Layer: tools. Ctrl-C keeps the best bot so far, and --resume goes on from it.
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from interpreter.tools.cli.files import check_writable
from interpreter.tools.cli.opening import open_game, players_of
from interpreter.tools.cli.output import count, say, wrong
from interpreter.tools.cli.parameters import GameWord, OptionWords, Players, Seed, VariantWords, Workers, whole_number

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.learn.training import Round, Training

ROUNDS = 6
CHOOSING = 0.2  # share of the time, for the tournament
BY_CHANCE_GAMES = 300
FEW, MANY = 40, 200  # games of a pair in the tournament


def learn(
    game: GameWord,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    minutes: Annotated[
        int,
        typer.Option("--minutes", metavar="N", parser=whole_number("--minutes", 1, 600), help="Processor time to use."),
    ] = 3,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", metavar="N", parser=whole_number("--games", 1, 100_000), help="Games in a round, instead."
        ),
    ] = None,
    rounds: Annotated[
        int, typer.Option("--rounds", metavar="N", parser=whole_number("--rounds", 1, 100), help="Rounds to play.")
    ] = ROUNDS,
    seed: Seed = None,
    workers: Workers = 1,
    models: Annotated[
        int,
        typer.Option(
            "--models",
            metavar="N",
            parser=whole_number("--models", 1, 3),
            help="Learn N times, apart from each other; each uses the minutes.",
        ),
    ] = 1,
    resume: Annotated[bool, typer.Option("--resume", help="Go on from what was learned before.")] = False,
    start: Annotated[
        Path | None, typer.Option("--from", metavar="F", help="Begin with a learned bot of similar rules.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", metavar="F", help="Write the learned bot to F.json.")] = None,
) -> int:
    """Let a bot learn a game by playing against itself.

    From then on the word `learned` is a bot for these rules, wherever a bot is named. It is what won in the end at equal time:
    one decision ahead, search with what was learned, or plain search.
    """
    if out is not None:
        check_writable(out)
    loaded = open_game(game, variant, option)
    number = players_of(loaded, players, None)
    if number == 2 and start is None and not resume and _mixes(loaded, out):
        return 0
    for style in range(models):
        training = _training(loaded, number, (seed or 1) + style, start, resume, workers, style)
        if models > 1:
            say(f"Model {style + 1} of {models}.")
        _learn(training, minutes, rounds, games, out if style == 0 else None, style)
    return 0


def _mixes(game: Game, out: Path | None) -> bool:
    """In a small game with secrets for two, find out how often each answer is to be given; False if it is none."""
    from interpreter.tools.learn.keeping import keep_mixture
    from interpreter.tools.learn.mixing import mixture_of, tree_of

    tree = tree_of(game)
    if tree is None:
        return False
    say(f"{game.title}: small enough to know the whole game, {count(len(tree.sets), 'situation')} a player can be in.")
    mixture = mixture_of(game.native(bots=True), tree)
    text = keep_mixture(game, mixture)
    if out is not None:
        out.write_bytes(text)
    say(
        "The best answer here is not always the same, so the bot learned draws it: it bluffs as often as it should. Somebody who "
        f"knew exactly how often would win {mixture.exploitable:.4f} points a game from it ({count(mixture.rounds, 'round')})."
    )
    return True


def _training(
    game: Game, players: int, seed: int, start: Path | None, resume: bool, workers: int, style: int
) -> Training:
    from interpreter.tools.learn.keeping import inputs_for, model_for
    from interpreter.tools.learn.model import UnfitError, model_from
    from interpreter.tools.learn.training import Training

    game.native(bots=True)
    training = Training(game, players, seed, workers=workers)
    if resume:
        training.begin_with(model_for(game, training.seats, style))
    elif start is not None:
        try:
            training.begin_with(model_from(start.read_bytes(), inputs_for(game)))
        except OSError as error:
            raise wrong("R0908", f"--from cannot read {start}: {error.strerror}") from None
        except UnfitError as error:
            raise wrong("R0916", f"{start} is no learned bot: {error}", "rulewright learn --out writes one") from None
    return training


def _learn(training: Training, minutes: int, rounds: int, games: int | None, out: Path | None, style: int) -> None:
    began, number = time.process_time(), len(training.inputs.names)
    say(f"{training.game.title}, {count(training.seats, 'seat')}: learning from {count(number, 'input')}.")
    found: list[Round] = []
    budget = training.small_budget(rounds, games or BY_CHANCE_GAMES)
    try:
        playing = training.rounds(budget) if games is not None else training.rounds_within(budget, 60 * minutes)
        for one in playing:
            found.append(one)
            _tell(one, time.process_time() - began)
    except KeyboardInterrupt:
        if training.best is None:
            raise
        say("Stopped: the best bot so far is kept.")
        _keep(training, found, FEW, began, out, style)
        return
    _keep(training, found, training.games_within(60 * minutes * CHOOSING / 5, FEW, MANY), began, out, style)


def _tell(one: Round, seconds: float) -> None:
    shares = ", ".join(
        f"{share.share:.0%} against {'the one before' if name == 'before' else name}" for name, share in one.shares
    )
    kept = "kept" if one.kept else "not kept"
    say(
        f"Round {one.number}, {one.source}: {count(one.games, 'game')}, {count(one.rows, 'position')}; {shares}: {kept} "
        f"({seconds:.0f} s)"
    )


def _keep(training: Training, found: list[Round], judged: int, began: float, out: Path | None, style: int) -> None:
    from interpreter.tools.learn.keeping import keep_model
    from interpreter.tools.learn.tournament import decide

    model = training.best
    assert model is not None
    say("Now the tournament: at equal time, who is strongest?")
    verdict = decide(training.game, training.players, model, judged, training.seed)
    facts: dict[str, Any] = {
        "game": training.game.name, "fingerprint": training.game.fingerprint, "players": training.players,
        "seed": training.seed, "rounds": [_as_data(one) for one in found], "stands_for": verdict.stands_for,
        "amount": verdict.bot.amount, "verdict": verdict.sentence, "milliseconds": round(verdict.milliseconds, 3),
    }  # fmt: skip
    kept = replace(model, bot=verdict.bot, facts=facts)
    text = keep_model(training.game, training.seats, kept, style)
    if out is not None:
        out.write_bytes(text)
    say(verdict.sentence)
    takes = f"{verdict.milliseconds:.2f} ms" if verdict.milliseconds >= 0.01 else "less than 0.01 ms"
    say(f"The bot learned stands for {verdict.stands_for} with these rules ({takes} for a decision).")
    say(f"Learned in {count(max(1, round(time.process_time() - began)), 'second')} of processor time.")


def _as_data(one: Round) -> dict[str, object]:
    return {
        "games": one.games, "learned_from": one.source, "positions": one.rows, "kept": one.kept,
        "shares": {name: round(share.share, 3) for name, share in one.shares},
    }  # fmt: skip

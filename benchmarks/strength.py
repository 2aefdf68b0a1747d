"""How strong learned bots are: the bars, each with its figure, in one table.

    python -m benchmarks.bots --bars                     every bar: three trainings with different seeds, the worst counts
    python -m benchmarks.bots pig dystopolis --bars --minutes 2 --workers 2

A training has `--minutes` of processor time. Then what `learned` stands for plays 200 games against greedy and 200 against
search at equal time for a decision; the seat goes round. The games differ from those by which it was chosen.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import interpreter
from interpreter import Request, Seat
from interpreter.runtime.imagined_tables import SEARCHING, BotInC
from interpreter.tools.learn.matches import Share, share_of
from interpreter.tools.learn.mixing import mixture_of, tree_of
from interpreter.tools.learn.model import Model
from interpreter.tools.learn.tournament import GREEDY_BOT, REDEALS, decide
from interpreter.tools.learn.training import Training

GAMES, ROUNDS = 200, 7
FEW, CHOOSING = 40, 0.2  # games of each pair in the tournament at least, and its share of the time
HOLDING_GAMES = 1000  # against a player who holds: they cost little
STRONGER, NO_WEAKER = "stronger", "no weaker"
GREEDY, SEARCH = "greedy", "search at equal time"
BARS: dict[str, dict[str, str]] = {
    "tycoon-india-1981": {GREEDY: STRONGER, SEARCH: STRONGER},
    "dystopolis": {GREEDY: STRONGER, SEARCH: STRONGER},
    "chartered-by-the-crown": {SEARCH: NO_WEAKER},
    "discover-pune": {SEARCH: NO_WEAKER},
    "expensive-investments": {SEARCH: NO_WEAKER},
    "connect-four": {SEARCH: NO_WEAKER},
    "pig": {"hold at 20": "at least 48 %"},
    "kuhn-poker": {"somebody who knows it": "under 0.01"},
    "leduc-poker": {"somebody who knows it": "under 0.01"},
}


@dataclass(frozen=True)
class Bar:
    game: str
    against: str
    bar: str
    figure: str
    seeds: int
    met: bool
    stands_for: str
    minutes: float  # of processor time, of the longest training

    def row(self) -> str:
        return (f"| {self.game} | {self.against} | {self.bar} | {self.figure} | {self.seeds} | {'yes' if self.met else 'no'} | "
                f"{self.stands_for} | {self.minutes:.1f} |")  # fmt: skip


HEAD = (
    "| game | against | bar | worst figure | trainings | met | learned stands for | minutes |\n"
    "|---|---|---|---|---|---|---|---|"
)


@dataclass(frozen=True)
class Trained:
    model: Model
    bot: BotInC
    search: BotInC
    stands_for: str
    minutes: float


def bars(names: Sequence[str], minutes: float, seeds: int, workers: int, games: int) -> Iterator[Bar]:
    for name in names:
        if name in ("kuhn-poker", "leduc-poker"):
            yield _bluffing(name)
        elif name == "pig":
            yield _pig(minutes, seeds, workers)
        elif name in BARS:
            yield from _contests(name, minutes, seeds, workers, games)


def _contests(name: str, minutes: float, seeds: int, workers: int, games: int) -> Iterator[Bar]:
    game = interpreter.load(name)
    players = game.default_players
    trained = [_trained(game, players, minutes, seed, workers) for seed in range(1, seeds + 1)]
    for against in (GREEDY, SEARCH):
        shares = []
        for seed, one in enumerate(trained, 1):
            rival = GREEDY_BOT if against == GREEDY else one.search
            shares.append(share_of(game, players, one.bot, rival, games, 70_000 + seed, workers))
        worst = min(shares, key=lambda share: share.share)
        bar = BARS[name].get(against, "no bar")
        words = ", ".join(sorted({one.stands_for for one in trained}))
        yield Bar(
            name, against, bar, _percent(worst), seeds, _is_met(bar, worst), words, max(one.minutes for one in trained)
        )


def _is_met(bar: str, share: Share) -> bool:
    if bar == STRONGER:
        return share.verdict == "stronger"
    return share.verdict != "weaker"


def _percent(share: Share) -> str:
    low, high = share.interval
    return f"{share.share:.0%} ({low:.0%} to {high:.0%}; alike {share.alike:.0%})"


def _trained(game: interpreter.Game, players: int, minutes: float, seed: int, workers: int) -> Trained:
    began = time.process_time()
    game.native(bots=True)
    training = Training(game, players, seed, workers=workers)
    for _ in training.rounds_within(training.small_budget(ROUNDS, 300), 60 * minutes):
        pass
    assert training.best is not None
    judged = training.games_within(60 * minutes * CHOOSING / 5, FEW, GAMES)
    verdict = decide(game, players, training.best, judged, seed)
    print(f"{game.name}, training {seed}: {verdict.sentence}", file=sys.stderr, flush=True)
    model = training.best
    bot = verdict.bot if verdict.bot.sort == SEARCHING else model.played(verdict.bot)
    return Trained(model, bot, verdict.search, verdict.stands_for, (time.process_time() - began) / 60)


def _bluffing(name: str) -> Bar:
    game, began = interpreter.load(name), time.process_time()
    tree = tree_of(game)
    assert tree is not None
    gained = mixture_of(game.native(bots=True), tree).exploitable
    spent = (time.process_time() - began) / 60
    ((against, bar),) = BARS[name].items()
    return Bar(name, against, bar, f"{gained:.4f} points a game", 1, gained < 0.01, "drawn answers", spent)


def _pig(minutes: float, seeds: int, workers: int) -> Bar:
    game = interpreter.load("pig")
    shares, trained = [], []
    for seed in range(1, seeds + 1):
        one = _trained(game, 2, minutes, seed, workers)
        trained.append(one)
        shares.append(_against_holding(game, one, seed))
    worst = min(shares, key=lambda share: share.share)
    words = ", ".join(sorted({one.stands_for for one in trained}))
    ((against, bar),) = BARS["pig"].items()
    return Bar(
        "pig", against, bar, _percent(worst), seeds, worst.share >= 0.48, words, max(one.minutes for one in trained)
    )


def _against_holding(game: interpreter.Game, trained: Trained, seed: int) -> Share:
    """Games against a player who holds at 20 points."""
    luck, wins = random.Random(seed), 0
    for number in range(HOLDING_GAMES):
        state = game.start(2, seed=80_000 + 1000 * seed + number)
        seats = [state.seat(0), state.seat(1)]
        while (request := state.request) is not None:
            if request.player == number % 2:
                bot = (
                    trained.bot
                    if trained.bot.sort == SEARCHING
                    else trained.bot._replace(amount=trained.bot.amount or REDEALS)
                )
                found = seats[request.player].decided_in_c(bot, luck.getrandbits(62) + 1)
                assert found is not None
                state.choose(request.choices[found[0]])
            else:
                state.choose(_holds_at_20(request, seats[request.player]))
        assert state.result is not None
        wins += number % 2 in state.result.winners
    return Share(wins, HOLDING_GAMES, 0.5)


def _holds_at_20(request: Request, seat: Seat) -> str:
    view = seat.view()["table"]
    me = seat.view()["players"][seat.player]
    pot = view["pot"]
    enough = pot >= 20 or view["points"][me] + pot >= 100
    return "hold" if enough and any(choice.name == "hold" for choice in request.choices) else "roll_on"

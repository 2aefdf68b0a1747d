"""Learned bots: what they look at, that they learn, and that they learn the same again."""

from __future__ import annotations

import ctypes
import json
from array import array
from itertools import pairwise
from pathlib import Path
from random import Random

import jsonschema
import pytest

import interpreter
from interpreter.runtime.imagined_tables import BY_CHANCE, GREEDY, LEARNED, BotInC
from interpreter.runtime.thinking import ThinkerInC
from interpreter.tools.ladder.command import luck_in_words
from interpreter.tools.ladder.rungs import circles, difference, ratings, rungs, sentence
from interpreter.tools.learn.boards import lines
from interpreter.tools.learn.inputs import inputs_of
from interpreter.tools.learn.keeping import has_learned, model_for
from interpreter.tools.learn.matches import Share, exchanged, share_of
from interpreter.tools.learn.model import Model, UnfitError, Weights, model_from
from interpreter.tools.learn.training import CHOICES, ENDS, PATIENCE, Budget, Round, Training, is_no_worse
from tests.support.bundled import core_games
from tests.support.command_line import Run
from tests.support.inputs_in_python import numbers as in_python
from tests.support.sampling import EVERYTHING, sampled
from tests.support.small_games import written

# One way wins on three sides of the die, the other on two.
BETS = """
procedure play
  let red = first(players)
  red chooses
    to bet_high "Four or more"
      roll 1 die as thrown
      if thrown is at least 4
        red wins
        end game
    to bet_low "One or two"
      roll 1 die as thrown
      if thrown is at most 2
        red wins
        end game
  last(players) wins
  end game
"""
# The die decides, whatever anybody chooses.
DICE = """
keep pebbles(player): number

procedure play
  each player
    player chooses
      to wait "Wait"
        raise player's pebbles by 1
      to rest "Rest"
        raise player's pebbles by 2
  roll 1 die as thrown
  if thrown is at most 3
    first(players) wins
  otherwise
    last(players) wins
  end game
"""
# Who takes two pebbles each time has more in the end than one who often takes one.
GRAB = """
keep pebbles(player): number

procedure play
  repeat 100 times
    each player
      player chooses
        to take_one "One"
          raise player's pebbles by 1
        to take_two "Two"
          raise player's pebbles by 2
  if first(players)'s pebbles is more than last(players)'s pebbles
    first(players) wins
  otherwise
    last(players) wins
  end game

let hopes(player), for bots = player's pebbles
"""
NAMES = [info.name for info in core_games()]
SMALL = Budget(rounds=2, games=100, judged=24)


def numbers(training: Training, state: interpreter.State, player: int) -> list[float]:
    """What a bot in this seat would see in this very position."""
    model = Model(training.inputs, Weights.empty(len(training.inputs.names)))
    found, lib = array("f", bytes(4 * len(training.inputs.names))), training.native.lib
    lib.rw_inputs.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p]
    memory = training.native.take(state.engine.position)
    lib.rw_inputs(memory.at, training.native.context, model.at, player, found.buffer_info()[0])
    return list(found)


@pytest.mark.parametrize("name", sampled(NAMES, 3, "inputs"))
def test_inputs_have_names_of_their_own(name: str) -> None:
    found = inputs_of(interpreter.load(name).native())
    assert found.names
    assert len(found.names) == len(set(found.names))
    assert inputs_of(interpreter.load(name).native()).names == found.names


def test_lines_run_along_the_axes() -> None:
    """Connect Four has 69 lines of four, as everybody counts them."""
    code = interpreter.load("connect-four").code
    assert {length: len(found) for length, found in lines(code, "square")}[4] == 69


def test_inputs_of_a_position_of_connect_four() -> None:
    """Counted by hand: red has three discs in the first column, blue one in the second and one in the last."""
    game = interpreter.load("connect-four")
    training, state = Training(game, 2, 1), game.start(seed=1, engine="python")
    for column in (0, 1, 0, 6, 0):
        state.take(column)
    seen = dict(zip(training.inputs.names, numbers(training, state, 0), strict=True))
    assert (seen["has disc: mine"], seen["has disc: best other"]) == (3, 2)
    assert seen["disc: lines of 3 with 3: mine"] == 1
    assert seen["disc: lines of 4 with 3: mine"] == 1
    assert seen["disc: lines of 3 with 3: best other"] == 0
    assert seen["is asked"] == 0


@pytest.mark.parametrize("name", NAMES if EVERYTHING else sampled(NAMES, 2, "inputs in both"))
def test_inputs_are_the_same_in_python(name: str) -> None:
    """Along two games by chance, each number of each player, worked out once more without C."""
    game = interpreter.load(name)
    training, pick = Training(game, game.default_players, 1), Random(2)
    compared = 0
    for seed in range(2):
        state = game.start(seed=seed, engine="python", events=False)
        while state.request is not None and state.decisions < 120:
            if pick.random() < 0.1:
                player = pick.randrange(len(state.player_names))
                in_c, again = numbers(training, state, player), in_python(training.inputs, state, player)
                apart = [
                    (one, c, python)
                    for one, c, python in zip(training.inputs.names, in_c, again, strict=True)
                    if abs(c - python) > 1e-5 * max(1, abs(python))
                ]
                assert apart == []
                compared += 1
            state.take(pick.randrange(len(state.request.choices)))
    assert compared


def test_what_is_hidden_is_imagined() -> None:
    """Two deals that look the same to a player lead to the same decision with the same luck, whatever the others hold."""
    game = interpreter.load("leduc-poker")
    training = Training(game, 2, 1)
    training.round(0, SMALL)
    assert training.best is not None
    bot, thinker, pick = training.best.played(BotInC(LEARNED, 4)), ThinkerInC(training.native), Random(1)
    for seed in range(6):
        state = game.start(seed=seed, events=True, engine="python")
        for _ in range(pick.randrange(3)):
            if state.request is not None:
                state.take(pick.randrange(len(state.request.choices)))
        if state.request is None:
            continue
        player = state.request.player
        twins = [state.inspect.redealt(player, deal).engine.position for deal in (1, 2, 3)]
        assert len({thinker.decide(twin, bot, 99) for twin in twins}) == 1


def test_dice_show_each_side_equally_often_in_what_a_bot_imagines(tmp_path: Path) -> None:
    """Six imagined tables, six sides: no luck of the bot hides that three are more than two."""
    training = Training(written(tmp_path / "bets", BETS), 2, 1)
    model = Model(training.inputs, Weights.empty(len(training.inputs.names)))
    state, thinker = training.game.start(seed=1), ThinkerInC(training.native)
    bot = model.played(BotInC(LEARNED, 6))
    found = [thinker.decide(state.engine.position, bot, luck) for luck in range(1, 60)]
    assert {decided[0] for decided in found if decided is not None} == {0}
    assert None not in found


def test_a_lucky_beginning_does_not_stand_in_the_way() -> None:
    """What 24 games say is off by ten points; a model that clearly beats the one before may win less often against random."""
    lucky = {"random": Share(23, 24, 0.5), "greedy": Share(22, 24, 0.5), "before": Share(23, 24, 0.5)}
    found = {"random": Share(366, 400, 0.5), "greedy": Share(346, 400, 0.5), "before": Share(296, 400, 0.5)}
    training = Training(interpreter.load("pig"), 2, 1)
    best = Model(training.inputs, Weights.empty(len(training.inputs.names)), facts={"shares": lucky})
    assert is_no_worse(found, best, 2)
    assert not is_no_worse({**found, "before": Share(120, 400, 0.5)}, best, 2)
    assert not is_no_worse({**found, "random": Share(280, 400, 0.5)}, best, 2)


def test_time_that_is_left_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """A small game whose rounds take no time has more of them, until several have brought nothing."""
    training = Training(interpreter.load("pig"), 2, 1)
    played: list[int] = []

    def quick(self: Training, number: int, budget: Budget) -> Round:
        played.append(number)
        if number == 0:
            self.round_(number, budget)  # type: ignore[attr-defined]
        return Round(number, ENDS, 1, 1, 0.0, (), kept=number < 12)

    monkeypatch.setattr(Training, "round_", Training.round, raising=False)
    monkeypatch.setattr(Training, "round", quick)
    list(training.rounds_within(Budget(rounds=3, games=20, judged=2), 2.0))
    assert played == list(range(12 + PATIENCE))


def test_pig_is_learned_and_learned_the_same_again() -> None:
    """In a second of play a bot beats greedy, which holds far too early."""
    game = interpreter.load("pig")
    trainings = [Training(game, 2, 1) for _ in range(2)]
    for training in trainings:
        list(training.rounds(Budget(rounds=2, games=300, judged=24)))
    first, second = (training.best for training in trainings)
    assert first is not None
    assert second is not None
    assert first.weights == second.weights
    share = share_of(game, 2, first.played(BotInC(LEARNED, 8)), BotInC(GREEDY, 6), 200, 7)
    assert share.interval[0] > 0.5


def test_a_model_comes_back_from_its_file() -> None:
    game = interpreter.load("pig")
    training = Training(game, 2, 1)
    training.round(0, SMALL)
    assert training.best is not None
    training.best.facts = {"stands_for": "one decision ahead", "amount": 8}
    data = training.best.as_data()
    schema = json.loads((Path(__file__).parents[2] / "schemas" / "learned_bot.schema.json").read_text())
    jsonschema.validate(data, schema)
    again = model_from(json.dumps(data).encode(), training.inputs)
    assert again.as_data()["inputs"] == data["inputs"]
    del data["inputs"]["is asked"]  # other rules: what is missing is 0
    assert (
        model_from(json.dumps(data).encode(), training.inputs).weights.linear[training.inputs.names.index("is asked")]
        == 0
    )
    data["bias"][0] = None
    with pytest.raises(UnfitError, match="damaged"):
        model_from(json.dumps(data).encode(), training.inputs)


def test_threads_change_nothing() -> None:
    """The same weights, whether one thread plays or two; both sources of lessons take part."""
    game, weights = interpreter.load("pig"), []
    for workers in (1, 2):
        training = Training(game, 2, 1, workers=workers)
        found = list(training.rounds(Budget(rounds=3, games=60, judged=8, questions=100)))
        assert {one.source for one in found} == {ENDS, CHOICES}
        assert training.best is not None
        weights.append(training.best.weights)
    assert weights[0] == weights[1]


def test_a_question_teaches_which_choice_is_better() -> None:
    """In Connect Four the middle is better than the edge: known since 1988. What choices lead to shows it."""
    game = interpreter.load("connect-four")
    training = Training(game, 2, 1)
    training.round(0, Budget(rounds=2, games=2, judged=2))
    assert training.best is not None
    lessons = training.teacher.questions(training.best, training.seated(0, 1), 1500, 5)
    assert all(2 <= end - start <= 7 for start, end in pairwise(lessons.starts))
    model, _ = training.fitted(lessons, CHOICES, 1, SMALL)
    thinker, state = ThinkerInC(training.native), game.start(seed=1)
    found = thinker.weighed(state.engine.position, range(7), model.at, 1, 1)
    assert found is not None
    assert found[3] > max(found[0], found[6])


def test_stopping_keeps_the_best_and_resuming_begins_with_it(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the third round: what the first two learned is kept, and is what --resume begins with."""
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    round_ = Training.round
    stopped: list[int] = []
    begun: list[bool] = []

    def interrupted(self: Training, number: int, budget: Budget) -> Round:
        if number == 2 and not stopped:
            stopped.append(number)
            raise KeyboardInterrupt
        if number == 0:
            begun.append(self.best is not None)
        return round_(self, number, budget)

    monkeypatch.setattr(Training, "round", interrupted)
    words = ("learn", "pig", "--rounds", "3", "--games", "40", "--out", str(tmp_path / "pig.json"))
    first = run(*words)
    assert first.exit_code == 0, first.output
    assert "Stopped: the best bot so far is kept." in first.stdout
    assert len(json.loads((tmp_path / "pig.json").read_text())["rounds"]) == 2
    again = run(*words, "--resume")
    assert again.exit_code == 0, again.output
    assert begun == [False, True]


def test_several_models_learn_apart(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEWRIGHT_CACHE", str(tmp_path / "cache"))
    game = interpreter.load("pig")
    result = run("learn", "pig", "--rounds", "1", "--games", "40", "--models", "2")
    assert "Model 2 of 2." in result.stdout
    assert [has_learned(game, 2, style) for style in range(3)] == [True, True, False]
    assert model_for(game, 2, 0).weights != model_for(game, 2, 1).weights
    played = run("simulate", "pig", "--games", "20", "--seats", "learned,learned2")
    assert played.exit_code == 0, played.output
    missing = run("simulate", "pig", "--games", "2", "--seats", "learned,learned3")
    assert "--models 3" in missing.output


def test_luck_is_what_stays_when_seats_are_exchanged(tmp_path: Path) -> None:
    """Where a die decides, the same seat wins again; where the first choice decides, the one who knows it wins in both seats."""
    by_chance, greedy = BotInC(BY_CHANCE), BotInC(GREEDY, 6)
    dice = exchanged(written(tmp_path / "dice", DICE), 2, greedy, by_chance, 40, 1)
    assert (dice.deals, dice.same_seat, dice.same_bot) == (40, 40, 0)
    grab = exchanged(written(tmp_path / "grab", GRAB), 2, greedy, by_chance, 40, 1)
    assert (grab.deals, grab.same_seat) == (40, 0)
    assert grab.same_bot == 40
    assert "The same seat won both times in 0% of them, greedy in 100%." in luck_in_words("greedy", "random", grab)


def test_ratings_and_rungs() -> None:
    """Ten to one are 400 points; the share of seats that play alike is none, whatever their number."""
    assert difference(Share(10, 11, 0.5), 10 / 11) == pytest.approx(400)
    assert difference(Share(25, 100, 0.25), 0.25) == pytest.approx(0)
    pairs = {("b", "a"): Share(90, 100, 0.5), ("c", "a"): Share(95, 100, 0.5), ("c", "b"): Share(52, 100, 0.5)}
    rated = ratings(["a", "b", "c"], pairs)
    assert rungs(rated, pairs) == [["a"], ["b", "c"]]
    assert sentence(rungs(rated, pairs), rated, ()).startswith("Skill matters: two levels of play, c on top")
    luck = {("b", "a"): Share(51, 100, 0.5)}
    assert sentence(rungs(ratings(["a", "b"], luck), luck), ratings(["a", "b"], luck), ()).startswith(
        "No sign of skill"
    )


def test_a_circle_is_told() -> None:
    pairs = {("b", "a"): Share(90, 100, 0.5), ("c", "b"): Share(90, 100, 0.5), ("c", "a"): Share(10, 100, 0.5)}
    assert circles(["a", "b", "c"], pairs) == [("a", "c", "b")]

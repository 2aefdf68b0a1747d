"""`compare --tune`: the number that brings a figure about, in games whose figures are known without playing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.tools.compare.tuning import Knob, Wish, best_first, read_knob, read_wish, tuned
from tests.support.command_line import Run

# Each decision adds one stone; the game ends at the last one: it takes as many decisions as the pile has stones.
MANIFEST = "title: Stones\nplayers: {min: 2, max: 2}\ndesigners: [nobody]\nabout: Lay stones.\nsource: rulebook\n"
RULES = """\
let stones = 30
option extra "How many stones come on top" is 0 to 5, usually 0
keep laid: number
procedure play
  repeat
    each player
      player chooses
        to lay "Lay"
          raise laid by 1
      if laid is stones + extra
        player wins
        end game
"""


@pytest.fixture
def stones(tmp_path: Path) -> str:
    (tmp_path / "stones" / "rules").mkdir(parents=True)
    (tmp_path / "stones" / "game.yaml").write_text(MANIFEST, encoding="utf-8")
    (tmp_path / "stones" / "rules" / "stones.rules").write_text(RULES, encoding="utf-8")
    return str(tmp_path / "stones")


@pytest.mark.parametrize(("name", "low", "high", "wanted", "best"), [("stones", 4, 9, 7, 7), ("extra", 0, 5, 33, 3)])
def test_a_value_and_an_option_are_found(
    run: Run, stones: str, name: str, low: int, high: int, wanted: int, best: int
) -> None:
    words = [
        "compare",
        stones,
        "--games",
        "2",
        "--bot",
        "random",
        "--tune",
        f"{name} in {low} to {high}",
        "--until",
        f"median length {wanted}",
    ]
    found = json.loads(run(*words, "--json", "-").stdout)
    assert (found["best"], found["tried"][0]) == (best, {"value": best, "figure": float(wanted)})
    assert f"Nearest to {wanted}: {name} {best}, median length {wanted}." in run(*words).stdout


def rows(length: int) -> list[dict[str, object]]:
    return [{"outcome": "finished", "seat": 1, "decisions": length, "won": True, "winners": 1}]


def test_a_large_range_is_searched_and_not_gone_through() -> None:
    """The length is 3 for each of the number: 3000 is met by 1000 alone, and 30 of 10,000 values come near it."""
    wish = Wish("length", None, middle=True, wanted=3000)
    trials = list(tuned(Knob("n", 1, 10_000), wish, lambda value: rows(3 * value), tries=30, seed=1))
    assert len({trial.value for trial in trials}) == len(trials) <= 30
    assert abs(best_first(trials, wish)[0].value - 1000) < 300


def test_what_is_wanted_in_words() -> None:
    assert read_knob("goal in 40 to 120") == Knob("goal", 40, 120)
    assert read_wish("median length 60") == Wish("length", None, True, 60)
    assert read_wish("seat 2 wins 50 %") == Wish("seat 2 wins", 2, False, 50)
    assert [read_knob(text) for text in ("goal", "goal in 5 to 5", "a goal in 1 to 2")] == [None] * 3
    assert [read_wish(text) for text in ("median draws 5 %", "draws 5", "length 60 %", "width 3")] == [None] * 4


def test_shares_are_percent() -> None:
    games = [{"outcome": "finished", "seat": 1, "won": number < 3, "winners": 1} for number in range(4)]
    assert Wish("seat 1 wins", 1, False, 50).of(games) == 75.0
    assert Wish("draws", None, False, 50).of(games) == 0.0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tune", "goal in 4 to 9"], "--tune and --until belong together"),
        (["--tune", "goal", "--until", "median length 6"], '--tune cannot read "goal"'),
        (["--tune", "goal in 4 to 9", "--until", "long"], '--until cannot read "long"'),
        (
            ["--tune", "goal in 4 to 9", "--until", "draws 5 %", "--against", "x"],
            "cannot be combined with --against or -o",
        ),
    ],
)
def test_misuse(run: Run, words: list[str], message: str) -> None:
    result = run("compare", "pig", "--games", "2", "--bot", "random", *words)
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr


def test_what_cannot_be_changed_is_misuse(run: Run) -> None:
    """Not a mistake in a file of the user: there is none."""
    done = run(
        "compare",
        "pig",
        "--tune",
        "gaol in 40 to 120",
        "--until",
        "median length 60",
        "--games",
        "2",
        "--bot",
        "random",
    )
    assert done.exit_code == 2
    message = 'error[R0908]: --tune cannot change "gaol": there is no value called "gaol"'
    assert done.stderr == f'{message}\n   help: did you mean "goal"?\n'

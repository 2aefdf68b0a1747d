"""Variants that another one requires: brought along, noted once, and refused in one message where they do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.finding import brought_along
from interpreter.source import Problems
from interpreter.tools.studio.store import Store
from interpreter.tools.studio.tables import TableRegistry
from tests.support.command_line import Run

GAME = "expensive-investments"  # the Business Lottery has two forms that need it, and a start tile that excludes it


def test_what_a_variant_requires_is_played_and_said_once(run: Run) -> None:
    done = run("simulate", GAME, "--games", "1", "--bot", "random", "--variant", "lottery_series", "--json", "-")
    assert done.exit_code == 0, done.output
    assert done.stderr.splitlines() == ["Adding the variant lottery, which lottery_series requires."]
    assert '"lottery",\n    "lottery_series"' in done.stdout


@pytest.mark.parametrize("words", [("check",), ("cover",), ("diff",), ("test",), ("show", "rules")])
def test_other_commands_bring_it_along(run: Run, words: tuple[str, ...], tmp_path: Path) -> None:
    """None of them says that the other one is missing."""
    folder = small(tmp_path)
    more = ("fee",) if words[0] == "show" else ()
    done = run(*words, str(folder), *more, "--variant", "the_second")
    assert done.exit_code == 0, done.output
    assert done.stderr == "Adding the variant the_first, which the_second requires.\n"


def test_both_named_is_nothing_new(run: Run, tmp_path: Path) -> None:
    done = run("check", str(small(tmp_path)), "--variant", "the_second", "--variant", "the_first")
    assert (done.exit_code, done.stderr) == (0, "")


def test_house_rules_find_what_they_need_beside_them(tmp_path: Path) -> None:
    folder = small(tmp_path)
    (tmp_path / "ours.rules").write_text("variant ours\n  extends theirs, the_first\n  change fee to normal + 1\n")
    (tmp_path / "theirs.rules").write_text("variant theirs\n  extends the_first\n  change fee to 5\n")
    loaded = interpreter.load(folder, [tmp_path / "ours.rules"])
    assert loaded.variants == ("the_first", "theirs", "ours")
    assert brought_along(folder, [tmp_path / "ours.rules"]) == {"theirs": "ours", "the_first": "theirs"}


def test_a_conflict_is_one_message(run: Run) -> None:
    done = run(
        "simulate", GAME, "--games", "1", "--bot", "random", "--variant", "lottery_series", "--variant", "start_tile"
    )
    assert done.exit_code == 1
    assert done.stderr.count("error[") == 1
    assert 'the variants "lottery" and "start_tile" are not played together' in done.stderr
    assert 'nor are "start_tile" and "lottery_series"' in done.stderr
    assert '"lottery_series" brings "lottery" along' in done.stderr


def test_a_conflict_over_seats_is_one_message() -> None:
    with pytest.raises(Problems) as refused:
        interpreter.load("tycoon-india-1981", ["solo", "two_players"])
    assert [found.code for found in refused.value.diagnostics] == ["R0609"]


def test_the_form_of_the_studio_says_the_same(tmp_path: Path) -> None:
    hall = TableRegistry({"fees": small(tmp_path)}, Store(tmp_path / "kept"), lambda *_: [], tmp_path / "home")
    name = "fees"
    shown = {one["name"]: one for one in hall.offered.form(name, [])["variants"]}
    assert [one["why_not"] for one in shown.values()] == ["", "", ""]
    shown = {one["name"]: one for one in hall.offered.form(name, ["the_second"])["variants"]}
    assert [shown[one]["chosen"] for one in ("the_first", "the_second", "the_third")] == [True, True, False]
    assert shown["the_first"]["why_not"] == "is needed by The second"
    assert shown["the_third"]["why_not"] == "does not go with The first"
    shown = {one["name"]: one for one in hall.offered.form(name, ["the_third"])["variants"]}
    assert [shown[one]["why_not"] for one in ("the_first", "the_second")] == ["does not go with The third"] * 2


def small(folder: Path) -> Path:
    """A game of one decision for each, with a variant that needs another one, which excludes a third."""
    texts = {
        "game.yaml": "title: Fees\nplayers: {min: 2, max: 2}\nsource: stand-in\n",
        "rules/play.rules": "let fee = 2\nkeep money(player): number\n\nprocedure play\n  each player\n    pay(player)\n"
        "  end game\n\nprocedure pay(player)\n  player chooses\n    to pay_up\n      player gains fee money\n",
        "variants/the_first.rules": 'variant the_first "The first"\n  excludes the_third\n  change fee to 3\n',
        "variants/the_second.rules": 'variant the_second "The second"\n  requires the_first\n'
        "  after pay\n    player gains 1 money\n",
        "variants/the_third.rules": 'variant the_third "The third"\n  change fee to 4\n',
    }
    for name, text in texts.items():
        path = folder / "fees" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "fees"

"""House rules that nobody has written: what a form can change, and what a game offers itself, plays without a surprise.

A sample, by RULEWRIGHT_SEED; with RULEWRIGHT_ALL everything, which `python -m tests.house_rules` shows with its progress.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.check.problems import problems
from interpreter.tools.check.smoke_play import trials
from interpreter.tools.new.house_rules import HouseRule, changeable, house_rule
from tests.house_rules.drawing import drawn
from tests.house_rules.playing import play
from tests.house_rules.settings import GAMES, RULEBOOKS, Setting, changes, choices, up_and_down
from tests.support.bundled import gallery_games
from tests.support.sampling import sampled

WRITTEN = sorted((Path(__file__).parent / "written").glob("*/*.rules"))
SMALL = [game for game in GAMES if game not in RULEBOOKS]
GALLERY = [info.name for info in gallery_games()]


def check(settings: Sequence[Setting], games: int, engine: str) -> None:
    wrong = [outcome for setting in settings if (outcome := play(setting, games, engine)).wrong]
    assert wrong == [], "\n".join(map(str, wrong))


@pytest.mark.parametrize("game", [*sampled(RULEBOOKS, 2, "changed rulebooks"), *SMALL, *sampled(GALLERY, 0, "gallery")])
def test_a_change_faults_in_no_game_that_check_accepts(game: str) -> None:
    check(sampled(changes(game), 1, f"changes {game}"), 20, "python")


@pytest.mark.parametrize("game", sampled(RULEBOOKS, 1, "chosen rulebooks"))
def test_every_pair_of_variants_and_every_option_plays(game: str) -> None:
    check(sampled(choices(game), 1, f"choices {game}"), 200, "native")


@pytest.mark.parametrize("file", WRITTEN, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_a_written_house_rule_passes_its_scenarios(file: Path) -> None:
    """The numbers in them come from the rulebooks, changed by hand."""
    results = list(interpreter.run_scenarios(file.parent.name, [file], [file]))
    assert results
    assert [result.report for result in results if not result.passed] == []


def test_check_announces_a_number_with_which_nobody_can_play() -> None:
    file = next(file for file in WRITTEN if file.stem == "sixteen_years")
    [found] = trials("dystopolis", [file])
    assert (found.code, found.message) == ("R0815", "each year turns up another Event card, and there are 15 of them")
    assert found.span is not None
    assert Path(found.span.source.path).name == "game_year.rules"


# The tables of cards of some games; their other cards are made by a rule, or in play.
TABLES = {"goofspiel": [], "go-fish": [], "candle-duel": ["card"], "copper-lane": []}


@pytest.mark.parametrize("game", TABLES)
def test_a_form_asks_for_cards_of_tables_only(game: str) -> None:
    assert [table.kind for table in changeable(game).cards] == TABLES[game]


def test_numbers_go_up_and_down() -> None:
    assert [up_and_down(value) for value in (0, 1, 2, 7)] == [[1], [0, 2], [1, 3, 4], [3, 6, 8, 14]]


def test_sets_at_random_follow_from_the_seed_and_hold_to_what_excludes_what() -> None:
    sets = [drawn("discover-pune", 1, number) for number in range(30)]
    assert sets == [drawn("discover-pune", 1, number) for number in range(30)]
    chosen = {setting.variants for setting in sets}
    assert chosen == {(), ("strategic",), ("two_players",)}


def test_an_action_that_several_procedures_have_is_offered_with_each(tmp_path: Path) -> None:
    """The Crown asks for a bid, or to concede, in two procedures; the clock is moved in a way of a law, which has no name."""
    actions = check_needs("chartered-by-the-crown", tmp_path)
    assert {"bid in contender_bids", "bid in defender_bids"} <= set(actions)
    assert not {"bid", "move_clock"} & set(actions)
    for game in sampled(RULEBOOKS, 0, "rulebooks with needs"):
        check_needs(game, tmp_path)


def check_needs(game: str, folder: Path) -> tuple[str, ...]:
    actions = changeable(game).actions
    rule = HouseRule("needy", "More needs", needs=[(action, "1 is 1", "it is so") for action in actions])
    [(_, text)] = house_rule(game, rule).items()
    (folder / "needy.rules").write_text(text, encoding="utf-8")
    found = problems(game, [folder / "needy.rules"])
    assert [one.message for one in found if one.severity == "error"] == []
    return actions


def test_what_players_start_with_is_offered_and_changed(tmp_path: Path) -> None:
    """Dystopolis deals 30 MD (DYS-018); the form calls it as `change` does, so nothing else has to know of it."""
    assert ("start of money", 30) in changeable("dystopolis").values
    assert "start of points" not in dict(changeable("pig").values), "nothing is said about how points start"
    [(_, text)] = house_rule("dystopolis", HouseRule("rich", "More money", {"start of money": 50})).items()
    assert "  change start of money to 50 was 30\n" in text
    (tmp_path / "rich.rules").write_text(text, encoding="utf-8")
    state = interpreter.load("dystopolis", variants=[str(tmp_path / "rich.rules")]).start(players=2, seed=1)
    assert [*state.inspect.seen(0, "money").values(), *state.inspect.seen(1, "money").values()] == [50, 50]

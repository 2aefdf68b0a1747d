"""`new`, `variants` and the tests of a house rule, with the real engine: what is begun checks, plays and passes at once."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest

import interpreter
from interpreter.tools.fmt.formatting import format_text
from interpreter.tools.new.scaffolding import likes
from interpreter.tools.variants.matrix import variants
from tests.support.bundled import core_games
from tests.support.command_line import Run
from tests.support.sampling import sampled

BUNDLED = [info.name for info in core_games()]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("like", likes())
def test_a_new_game_checks_plays_and_passes(run: Run, like: str) -> None:
    assert run("new", "game", "mine", "--like", like).exit_code == 0
    assert run("check", "mine").exit_code == 0
    assert "0 failed" in run("test", "mine").output
    assert "Mine" in Path("mine/game.yaml").read_text()
    game = interpreter.load(Path("mine"), [file.stem for file in Path("mine/variants").glob("*.rules")])
    for seed in range(20):
        state = game.start(seed=seed)
        state.play_out(most=2000)
        assert state.result is not None


def test_a_copy_has_the_rules_the_tests_and_a_title_of_its_own(run: Run) -> None:
    told = run("new", "game", "our-hearts", "--from", "hearts")
    assert told.exit_code == 0
    assert interpreter.load(Path("our-hearts")).title == "Our hearts"
    assert not Path("our-hearts/README.md").exists()  # it says how the original was proven
    assert run("check", "our-hearts").exit_code == 0
    original = [file.name for file in interpreter.scenario_files("hearts")]
    assert [file.name for file in interpreter.scenario_files(Path("our-hearts"))] == original
    assert ", 0 failed" in run("test", "our-hearts").output
    # A copy can be copied, and is one's own to change.
    rules = Path("our-hearts/rules/play.rules")
    rules.write_text(rules.read_text("utf-8").replace("let points_to_end = 100", "let points_to_end = 70"), "utf-8")
    assert run("new", "game", "shorter", "--from", "our-hearts").exit_code == 0
    assert "let points_to_end = 70" in Path("shorter/rules/play.rules").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("game", "mine", "--from", "hartes"), "hearts"),
        (("game", "mine", "--from", "pig", "--like", "race"), "--like and --from exclude each other"),
        (("variant", "pig", "mine", "--from", "pig"), "--from is for a new game, not for a new variant"),
        (("variant", "pig", "mine", "--like", "race"), "--like is for a new game, not for a new variant"),
    ],
)
def test_a_copy_that_cannot_be_made_is_refused(run: Run, words: tuple[str, ...], message: str) -> None:
    result = run("new", *words)
    assert (result.exit_code, message in result.stderr) == (2, True), result.stderr
    assert not Path("mine").exists()


@pytest.mark.parametrize("game", sampled(BUNDLED, 4, "new house rules"))
def test_a_new_house_rule_and_a_new_scenario_for_a_game(run: Run, game: str) -> None:
    assert run("new", "variant", game, "my_rule").exit_code == 0
    assert run("new", "scenario", game, "first").exit_code == 0
    result = run("test", game, "--variant", "my_rule.rules", "my_rule.rules", "first.scenario")
    assert result.exit_code == 0, result.output
    assert "2 scenarios: 2 passed" in result.output


def test_new_cards_inside_a_game_and_as_a_house_rule(run: Run) -> None:
    run("new", "game", "mine", "--like", "race")
    assert run("new", "cards", "mine", "charm").exit_code == 0
    assert run("check", "mine").exit_code == 0
    assert run("new", "cards", "pig", "charm").exit_code == 0
    assert run("check", "pig", "--variant", "charm.rules").exit_code == 0
    for name in ("glass", "fly", "box"):  # by other plurals
        assert run("new", "cards", "mine", name).exit_code == 0
        assert run("check", "mine").exit_code == 0


def test_the_texts_of_new_cards_are_compared(run: Run) -> None:
    run("new", "game", "mine", "--like", "cards")
    run("new", "cards", "mine", "charm")
    told = run("cards", "mine")
    assert (told.exit_code, "5 of 5 facts compared (100 %)" in told.output) == (0, True), told.output
    for file, old in (("cards", "worth: 4"), ("charm", "worth: 2")):
        path = Path(f"mine/cards/{file}.yaml")
        path.write_text(path.read_text(encoding="utf-8").replace(old, "worth: 7"), encoding="utf-8")
    told = run("cards", "mine")
    assert (told.exit_code, told.output.count("error[R1101]")) == (1, 2)


def test_columns_without_words_are_named(run: Run) -> None:
    run("new", "game", "mine", "--like", "cards")
    rules = Path("mine/rules/table.rules")
    lines = [line for line in rules.read_text(encoding="utf-8").splitlines() if " says " not in line]
    rules.write_text("\n".join(lines) + "\n", encoding="utf-8")
    told = run("cards", "mine", "--json", "cards.json").output
    assert "no fact compared" in told
    assert "because they have no words: card's worth (3)" in told
    assert json.loads(Path("cards.json").read_text(encoding="utf-8"))["columns_not_compared"] == {"card's worth": 3}


@pytest.mark.parametrize("name", ["goal", "turn", "player", "if"])
def test_cards_with_a_name_that_is_taken_are_not_begun(run: Run, name: str) -> None:
    """Pig has a value and a procedure of these names; the others are the language's own."""
    done = run("new", "cards", "pig", name)
    assert (done.exit_code, f'cards cannot be called "{name}" here' in done.stderr) == (2, True)
    assert not Path(f"{name}.rules").exists()


def test_nothing_is_overwritten(run: Run) -> None:
    Path("my_rule.rules").write_text("mine", encoding="utf-8")
    assert "R0906" in run("new", "variant", "pig", "my_rule").output
    assert Path("my_rule.rules").read_text(encoding="utf-8") == "mine"
    Path("mine").mkdir()
    assert "R0906" in run("new", "game", "mine").output


@pytest.mark.parametrize(
    "words", [("game",), ("game", "Mine!"), ("variant", "pig"), ("game", "mine", "--like", "chess")]
)
def test_what_cannot_be_begun_is_said(run: Run, words: tuple[str, ...]) -> None:
    result = run("new", *words)
    assert (result.exit_code, "error[R0901]" in result.output) == (2, True)


def test_what_is_needed_is_said_with_an_example_that_works(run: Run) -> None:
    assert '"rulewright new game" needs one NAME' in run("new", "game").stderr
    told = run("new", "variant").stderr
    assert '"rulewright new variant" needs a GAME and a NAME' in told
    example = told.split("such as: rulewright ")[1].replace("GAME", "pig").split()
    assert run(*example).exit_code == 0
    for typed, name in (("Große Jagd", "grosse_jagd"), ("My Game!", "my_game")):
        assert f"such as {name}\n" in run("new", "game", typed).stderr


def test_the_words_that_a_new_file_tells_work_from_here(run: Run) -> None:
    """Also for a game whose folder has a space in its name, and for files that go into that folder."""
    Path("two words").mkdir()
    run("new", "game", "two words/mine", "--like", "race")
    for thing in ("variant", "scenario", "cards"):
        said = run("new", thing, "two words/mine", f"my_{thing}").output
        remarks = [file.read_text(encoding="utf-8") for file in Path("two words").rglob(f"my_{thing}.*")]
        told = [
            line.split("rulewright ")[1]
            for text in (said, *remarks)
            for line in text.splitlines()
            if "rulewright " in line
        ]
        assert told
        for words in told:
            assert run(*shlex.split(words)).exit_code == 0, words


HOUSE_RULE = 'variant short "To twenty"\n  change goal to 20 was 100\n'
SCENARIO = """scenario "twenty is enough"
  players ann, bob
  given
    ann's points is 15
    dice are 5
  when
    turn(ann)
    ann chooses roll_on, hold
  then
    ann wins
"""


def test_a_house_rule_is_tested_by_scenarios_beside_it_inside_it_or_named(run: Run) -> None:
    Path("short.rules").write_text(HOUSE_RULE, encoding="utf-8")
    Path("short.scenario").write_text(SCENARIO, encoding="utf-8")
    Path("other.scenario").write_text(
        SCENARIO.replace("  given", '  variants "short.rules"\n  given'), encoding="utf-8"
    )
    assert "1 scenario: 1 passed" in run("test", "pig", "--variant", "short.rules").output
    assert "1 scenario: 1 passed" in run("test", "pig", "other.scenario").output
    assert "1 failed" in run("test", "pig", "short.scenario").output  # without the house rule it is not so
    Path("short.rules").write_text(HOUSE_RULE + "\n" + SCENARIO, encoding="utf-8")
    assert "2 scenarios: 2 passed" in run("test", "pig", "--variant", "short.rules").output
    assert run("check", "pig", "--variant", "short.rules").exit_code == 0


def test_a_scenario_without_a_game_is_told(run: Run) -> None:
    Path("lonely.scenario").write_text(SCENARIO, encoding="utf-8")
    result = run("test", "lonely.scenario")
    assert (result.exit_code, "rulewright test GAME lonely.scenario" in result.output) == (2, True)


def test_a_variant_or_file_that_is_not_there_is_told_once_and_by_its_own_name(run: Run) -> None:
    Path("short.rules").write_text(HOUSE_RULE, encoding="utf-8")
    Path("short.scenario").write_text(SCENARIO, encoding="utf-8")
    Path("nothing.scenario").write_text("# to be written\n", encoding="utf-8")
    for words, told in (
        (("--variant", "nowhere"), 'there is no variant "nowhere"'),
        (("--variant", "my/short.rules"), 'there is no file "my/short.rules"'),
        (("--variant", "short.scenario"), '"short.scenario" is not a house rule'),
        (("nowhere.scenario",), 'there is no file "nowhere.scenario"'),
        (("nothing.scenario",), 'there is no scenario in "nothing.scenario"'),
        (("short.rules",), 'there is no scenario in "short.rules"'),
    ):
        result = run("test", "pig", *words)
        assert (result.exit_code, result.output.count(told)) == (2, 1), result.output
        assert "FAILED" not in result.output
    twice = run("test", "pig", "--variant", "short.rules", "--variant", "short.rules")
    assert "1 scenario: 1 passed" in twice.output
    assert "GAME --variant short.rules" in run("check", "short.rules").output


def test_a_house_rule_that_a_scenario_names_wrongly_is_told_there(run: Run) -> None:
    Path("mine").mkdir()
    text = SCENARIO.replace("  given", '  variants "sort.rules"\n  given')
    Path("mine/other.scenario").write_text(text, encoding="utf-8")
    told = run("test", "pig", "mine/other.scenario").output
    assert 'mine/other.scenario:3:3: error[R0601]: there is no file "sort.rules"' in told
    assert "from the folder of this file" in told
    Path("mine/other.scenario").write_text("scenaro\n", encoding="utf-8")
    assert "mine/other.scenario:1:1: error[" in run("test", "pig", "mine/other.scenario").output


def test_a_mistake_in_a_house_rule_is_explained_once(run: Run) -> None:
    text = HOUSE_RULE.replace("goal", "gaol") + "\n" + SCENARIO + "\n" + SCENARIO.replace("twenty", "still twenty")
    Path("short.rules").write_text(text, encoding="utf-8")
    told = run("test", "pig", "--variant", "short.rules").output
    assert (told.count("FAILED"), told.count("R0602")) == (1, 1)
    assert "1 more scenario fails for the same reason as short.rules:4: short.rules:15." in told
    assert "2 scenarios: 0 passed, 2 failed" in told


def test_a_mistake_in_a_scenario_inside_a_variant_keeps_its_line(run: Run) -> None:
    Path("short.rules").write_text(HOUSE_RULE + "\n" + SCENARIO.replace("ann wins", "ann winns"), encoding="utf-8")
    assert "short.rules:13:" in run("test", "pig", "--variant", "short.rules").output
    Path("short.rules").write_text(HOUSE_RULE + "\n" + SCENARIO.replace("  then", "  thn"), encoding="utf-8")
    assert 'short.rules:12:3: error[R0104]: "thn"' in run("check", "pig", "--variant", "short.rules").output


def test_a_variant_with_scenarios_is_formatted_as_a_whole() -> None:
    text = HOUSE_RULE.replace("change goal", "change   goal") + SCENARIO.replace("given", "given  ")
    assert format_text(text, "short.rules") == f"{HOUSE_RULE}\n{SCENARIO}"


def test_variants_say_what_goes_with_what(run: Run) -> None:
    assert "requires intrigue" in run("variants", "dystopolis").output
    values = json.loads(run("variants", "dystopolis", "--json", "-").output)
    named = {variant["name"]: variant for variant in values["variants"]}
    assert named["keep_two_intrigue"]["requires"] == ["intrigue"]
    assert any(option["name"] == "helicopter" for option in named["intrigue"]["options"])


def test_variants_say_for_how_many_they_are_and_exclude_each_other(run: Run) -> None:
    run("new", "game", "mine", "--like", "race")
    for name, text in {
        "quick": "excludes long_race\n  change home to 10 was 30",
        "crowd": 'needs count(players) is at least 4 because "it is for four or more"',
    }.items():
        Path(f"mine/variants/{name}.rules").write_text(f"variant {name}\n  {text}\n", encoding="utf-8")
    found = {info.name: info for info in variants("mine")}
    assert (found["quick"].excludes, found["long_race"].excludes) == (("long_race",), ("quick",))
    assert (found["crowd"].people, found["quick"].people) == ((4, 6), None)
    told = run("variants", "mine").output
    assert "for 4 to 6 players" in told
    assert "excludes quick" in told


def test_one_variant_makes_no_pair(run: Run) -> None:
    run("new", "game", "mine", "--like", "race")
    assert "There is only one variant, so there are no pairs." in run("variants", "mine", "--matrix").output


def test_the_matrix_finds_a_pair_that_does_not_fit(run: Run) -> None:
    run("new", "game", "mine", "--like", "race")
    Path("mine/variants/broken.rules").write_text(
        'variant broken "No way home"\n  change fall to 1 / (50 - home) rounded down was 5\n'
        "  before turn\n    raise player's position by fall\n",
        encoding="utf-8",
    )
    result = run("variants", "mine", "--matrix")
    assert result.exit_code == 1
    assert "broken + long_race" in result.output
    assert "1 pair: 0 fit, not allowed: 0, do not fit: 1." in result.output


def test_a_file_behind_its_game_is_what_is_run(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the whole game, and nothing twice."""
    monkeypatch.chdir(tmp_path)
    run("new", "game", "mine", "--like", "race")
    run("new", "scenario", "mine", "more")
    (file,) = Path("mine/scenarios").glob("*more*")
    assert "1 scenario: 1 passed" in run("test", "mine", str(file)).output
    assert "1 scenario: 1 passed" in run("test", str(file), str(file)).output
    assert "3 scenarios: 3 passed" in run("test", "mine").output


def test_a_recorded_scenario_names_its_house_rule_from_where_it_lies(run: Run) -> None:
    Path("rules").mkdir()
    Path("some tests").mkdir()
    Path("rules/short.rules").write_text(HOUSE_RULE, encoding="utf-8")
    run(
        "play",
        "pig",
        "--variant",
        "rules/short.rules",
        "--seats",
        "random,random",
        "--seed",
        "2",
        "--save",
        "evening.json",
    )
    told = run("record", "evening.json", "--game", "pig", "--from", "2", "-o", "some tests/one.scenario").output
    assert '  variants "../rules/short.rules"\n' in Path("some tests/one.scenario").read_text(encoding="utf-8")
    words = shlex.split(told.split("Try it: rulewright ")[1])
    assert "1 scenario: 1 passed" in run(*words).output
    assert 'R0811]: "morning.json" cannot be read' in run("record", "morning.json", "--from", "2").stderr


CELLS = {"effect": "|\n      announce this's title\n", "swift": "yes\n", "story": "once upon a time\n", "size": "3\n"}


def test_a_column_that_is_not_declared_is_told_with_the_line_that_declares_it(run: Run) -> None:
    run("new", "game", "mine", "--like", "cards")
    cells = "".join(f"    {name}: {value}" for name, value in CELLS.items())
    with Path("mine/cards/cards.yaml").open("a", encoding="utf-8") as file:
        file.write(f"  - id: extra\n    worth: 1\n{cells}")
    told = run("check", "mine").output
    lines = [
        line.split("below the line of card: ")[1] for line in told.splitlines() if "below the line of card" in line
    ]
    declared = [line.removesuffix(", or remove it here") for line in lines]
    assert declared == ["effect(player): steps", "swift: yes or no", "story: text", "size: number"]
    table = Path("mine/rules/table.rules")
    text = table.read_text(encoding="utf-8").replace(
        "  worth: number\n", "  worth: number\n  " + "\n  ".join(declared) + "\n"
    )
    table.write_text(text, encoding="utf-8")
    assert "R0423" not in run("check", "mine").output

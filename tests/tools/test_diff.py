"""`diff` and `show rules`, with the real engine: what a house rule changes, said in words and written into the rule."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.support.command_line import Run

HOUSE_RULE = """variant bold "Bold"
  change goal to 50 was 100
  after turn
    announce "{player} is done"
"""


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def race(run: Run) -> Path:
    run("new", "game", "mine", "--like", "race")
    return Path("mine")


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")


def test_a_house_rule_in_words(run: Run) -> None:
    Path("bold.rules").write_text(HOUSE_RULE, encoding="utf-8")
    result = run("diff", "pig", "--variant", "bold.rules")
    assert "goal 100 → 50  (bold.rules:2)" in result.output
    assert '+  announce "{player} is done"' in result.output
    assert "2 differences." in result.output
    values = json.loads(run("diff", "pig", "--variant", "bold.rules", "--json").output)
    number = next(one for one in values["differences"] if one["sort"] == "number")
    assert (number["name"], number["before"], number["after"]) == ("goal", "100", "50")


def test_a_game_is_not_different_from_itself(run: Run) -> None:
    assert run("diff", "kuhn-poker", "kuhn-poker").output == "No difference.\n"


def test_cards_steps_and_copies(run: Run) -> None:
    run("new", "game", "old", "--like", "cards")
    run("new", "game", "new", "--like", "cards")
    changed(Path("new/cards/cards.yaml"), "copies: 8", "copies: 9")
    changed(Path("new/cards/cards.yaml"), "worth: 4", "worth: 5")
    changed(Path("new/cards/cards.yaml"), "  - {id: apple,", "  - {id: plum, worth: 3}\n  - {id: apple,")
    changed(Path("old/rules/play.rules"), "procedure scoring\n", "procedure scoring\n  step tax\n    shuffle deck\n")
    found = run("diff", "old", "new").output
    assert "copies of acorn 8 → 9" in found
    assert "worth of pumpkin 4 → 5" in found
    assert "1 card added to cards: plum  (new/cards/cards.yaml:" in found
    assert "step tax removed from scoring" in found


def test_what_changes_beside_a_step_is_told_too(run: Run) -> None:
    run("new", "game", "old", "--like", "cards")
    run("new", "game", "new", "--like", "cards")
    changed(Path("old/rules/play.rules"), "    draw 2 from deck", "    draw 3 from deck")
    changed(Path("old/rules/play.rules"), "  shuffle deck\n", "  step mixing\n    shuffle deck\n")
    found = run("diff", "old", "new").output
    assert "step mixing removed from set up" in found
    assert "-    draw 3 from deck to hand(player)" in found
    assert "+  shuffle deck" in found  # what was in the step is still there, outside of one


@pytest.mark.usefixtures("race")
def test_a_value_that_a_variant_expects_otherwise_is_shown_with_both_places(run: Run) -> None:
    Path("far.rules").write_text(
        "variant far\n  change home to 90 was 31\n  after run\n    end game\n", encoding="utf-8"
    )
    told = run("check", "mine", "--variant", "far.rules").output
    assert "far.rules:2:25: error[R0604]: the rules say 30 here, not 31" in told
    assert "note: the rules say it here (mine/rules/play.rules:3:12)" in told
    assert "there are play, turn\n" in told  # names that a person wrote, not those of hooks


def test_a_revision_of_a_repository(run: Run, race: Path) -> None:
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], check=True)
    changed(race / "rules" / "play.rules", "let fall = 5", "let fall = 7")
    assert "fall 5 → 7" in run("diff", "HEAD:mine", "mine").output
    assert "R0901" in run("diff", "nowhere:mine", "mine").output
    assert "fall 7 → 5  (HEAD:mine/rules/play.rules:" in run("diff", "mine", "HEAD:mine").output


def test_inside_of_a_game_a_revision_alone_will_do(run: Run, race: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], check=True)
    monkeypatch.chdir(race)
    changed(Path("rules/play.rules"), "let fall = 5", "let fall = 7")
    assert "fall 7 → 5  (HEAD:rules/play.rules:" in run("diff", ".", "HEAD").output
    assert "R0901" in run("diff", "nowhere", ".").output


def test_a_variant_whose_target_was_renamed(run: Run, race: Path) -> None:
    subprocess.run(["cp", "-r", str(race), "new"], check=True)
    rules = Path("new/rules/play.rules")
    changed(rules, "let home = 30", "let finish = 30")
    changed(rules, "is at least home", "is at least finish")
    result = run("diff", "mine", "new")
    assert result.exit_code == 1
    assert "new/variants/long_race.rules:4:10" in result.output
    assert "mine/rules/play.rules:3" in result.output
    assert "new/rules/play.rules:3" in result.output
    assert "write finish instead of home" in result.output
    changed(Path("new/variants/long_race.rules"), "change home", "change finish")  # what the help says
    assert run("check", "new").exit_code == 0


@pytest.mark.parametrize("words", [("pig",), ("pig", "pig", "pig")])
def test_what_cannot_be_compared_is_said(run: Run, words: tuple[str, ...]) -> None:
    assert run("diff", *words).exit_code == 2


def test_a_rule_as_it_is_played(run: Run) -> None:
    Path("bold.rules").write_text(HOUSE_RULE, encoding="utf-8")
    found = run("show", "rules", "pig", "turn", "--variant", "bold.rules").output.splitlines()
    assert found[0] == "# games/pig/rules/play.rules:11"
    assert found[1] == "procedure turn(player)"
    at = next(i for i, line in enumerate(found) if line.endswith('announce "{player} is done"'))
    assert found[at - 1].strip() == "# from bold.rules:4"
    value = run("show", "rules", "pig", "goal", "--variant", "bold.rules").output
    assert "let goal = 100\n# changed by the variant bold, bold.rules:2\nchange goal to 50 was 100\n" in value
    assert "R0201" in run("show", "rules", "pig", "turm").output
    assert run("show", "rules", "pig").exit_code == 2


def test_a_step_or_a_choice_is_shown_in_its_rule(run: Run) -> None:
    Path("bold.rules").write_text(HOUSE_RULE, encoding="utf-8")
    found = run("show", "rules", "pig", "hold", "--variant", "bold.rules").output
    assert found.startswith("# hold is a part of turn\n")
    assert '# from bold.rules:4\n  announce "{player} is done"' in found
    assert run("show", "rules", "pig", "nothing_like_it").stderr.endswith(
        "help: there are goal, play, points, pot, turn\n"
    )
    assert run("show", "rules", "pig").stderr.endswith("help: there are goal, play, points, pot, turn\n")


def test_a_revision_beside_a_folder_is_a_version_of_it(run: Run, race: Path) -> None:
    for words in (["init", "-q"], ["add", "."], ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qm", "x"]):
        subprocess.run(["git", *words], check=True)
    changed(race / "rules" / "play.rules", "let fall = 5", "let fall = 7")
    assert "fall 5 → 7  (mine/rules/play.rules:" in run("diff", "HEAD", "mine").output
    assert "fall 7 → 5  (HEAD:rules/play.rules:" in run("diff", "mine", "HEAD").output
    assert 'there is no game "pgi"' in run("diff", "pgi", "mine").output
    told = run("diff", "HEAD:mein", "mine").stderr
    assert 'there is no version "HEAD:mein"' in told
    assert "fatal" not in told

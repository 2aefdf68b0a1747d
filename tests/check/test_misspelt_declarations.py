"""A misspelt declaration is told where it stands, once, and not at all the places that use the name it was to bear."""

from __future__ import annotations

from pathlib import Path

from interpreter.tools.check.problems import problems

RULES = """\
cards good from "goods.yaml"
  worth: number
keep minwrals(player): number
procedure play
  each player
    player gains 2 minerals
    player loses 1 minerals
    announce "{player's minerals}"
"""
GOODS = "source: stand-in\nrows:\n  - {id: iron, worth: 1}\n  - {id: coal, worth: 2}\n"


def told(folder: Path, rules: str, goods: str = GOODS) -> list[tuple[str, int, str | None]]:
    (folder / "rules").mkdir()
    for name, text in {
        "game.yaml": "title: T\nplayers: {min: 2, max: 2}\n",
        "rules/a.rules": rules,
        "goods.yaml": goods,
    }.items():
        (folder / name).write_text(text, encoding="utf-8")
    found = [(one.span, one.help) for one in problems(folder) if one.severity == "error"]
    return [(Path(span.source.path).name, span.line, help) for span, help in found if span is not None]


def test_a_kept_value(tmp_path: Path) -> None:
    assert told(tmp_path, RULES) == [("a.rules", 3, 'write "minerals" for "minwrals"')]


def test_a_column(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("worth:", "wroth:")
    assert told(tmp_path, rules) == [("a.rules", 2, 'write "worth" for "wroth"')]


def test_a_single_use_is_itself_to_blame(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("loses 1 minerals", "loses 1 minerels")
    assert told(tmp_path, rules) == [("a.rules", 7, 'did you mean "minerals"?')]


def test_names_that_differ_in_a_number_are_no_slips(tmp_path: Path) -> None:
    goods = GOODS.replace("iron", "good_1").replace("coal", "good_2")
    rules = RULES.replace("minwrals", "minerals") + "  let a = [good_3, good_3]\n"
    assert [line for _, line, _ in told(tmp_path, rules, goods)] == [9, 9]


def test_the_beginning_of_the_game(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals").replace("procedure play", "procedure paly")
    assert told(tmp_path, rules) == [("a.rules", 4, 'write "play" for "paly"')]


def told_of_variant(folder: Path, variant: str, rules: str, goods: str = GOODS) -> list[tuple[str, int, str | None]]:
    told(folder, rules, goods)
    (folder / "variants").mkdir()
    (folder / "variants" / "ours.rules").write_text(variant, encoding="utf-8")
    found = [(one.span, one.help) for one in problems(folder, ["ours"]) if one.severity == "error"]
    return [(Path(span.source.path).name, span.line, help) for span, help in found if span is not None]


def test_what_a_house_rule_gets_wrong_is_not_the_fault_of_a_card(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals")
    goods = GOODS + "  - id: gold\n    worth: 3\n    title: The employers' prize\n"
    variant = 'variant ours\n  after play\n    announce "{price} and {price}"\n    announce "{price}"\n'
    found = told_of_variant(tmp_path, variant, rules, goods)
    assert {name for name, _, _ in found} == {"ours.rules"}


def test_what_a_house_rule_gets_wrong_is_not_the_fault_of_the_rules(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals") + "  let prize = 3\n"
    variant = 'variant ours\n  after play\n    announce "{price} and {price}"\n    announce "{price}"\n'
    assert {name for name, _, _ in told_of_variant(tmp_path, variant, rules)} == {"ours.rules"}


def test_what_a_house_rule_declares_wrongly_is_told_there(tmp_path: Path) -> None:
    rules = RULES.replace("minwrals", "minerals")
    variant = 'variant ours\n  let prixe = 3\n  after play\n    announce "{price} and {price}"\n'
    assert told_of_variant(tmp_path, variant, rules) == [("ours.rules", 2, 'write "price" for "prixe"')]


def test_prose_is_no_declaration(tmp_path: Path) -> None:
    goods = (
        GOODS
        + "  - id: gold\n    worth: 3\n    title: The employers' prize\n    text: |\n      wins the\n      prife\n"
    )
    rules = RULES.replace("minwrals", "minerals") + '  announce "{price} and {price}"\n'
    assert {name for name, _, _ in told(tmp_path, rules, goods)} == {"a.rules"}


def test_a_name_that_something_else_bears_is_not_declared_nowhere(tmp_path: Path) -> None:
    columns = "  worth: number\n  price: number\n  prise: text\n"
    rules = RULES.replace("minwrals", "minerals").replace("  worth: number\n", columns)
    goods = GOODS.replace("worth:", "price: 2, worth:")
    found = told(tmp_path, rules + '  announce "{price} and {price} {iron\'s price}"\n', goods)
    assert {line for _, line, _ in found} == {11}

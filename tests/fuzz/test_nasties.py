"""Inputs made to break things: each brings a message with the right code, quickly, or simply works."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.frame import FRAME, lay_out, variants_in
from tests.support.limits import only_messages

RULES = "rules/zz.rules"
CARDS = "cards/industries.yaml"
ROWS = "source: stand-in\nrows:\n  - {id: mill, worth: 3, sector: fuel}\n"
DEPOT = "  - id: depot\n    worth: 1\n    sector: fuel\n"
PLAY = "procedure play\n  each player\n    act(player)\n  end game\n"


def codes(folder: Path, files: Mapping[str, str]) -> set[str]:
    return only_messages(lay_out(folder, files), variants_in(files))


def nested(depth: int, line: str, inner: str) -> str:
    return "".join(f"{'  ' * level}{line}\n" for level in range(1, depth)) + f"{'  ' * depth}{inner}\n"


def chain(length: int, step: str) -> str:
    """let v1 = ..., let v2 from v1 twice, and so on."""
    lets = [f"let v{number} = {step.format(f'v{number - 1}')}" for number in range(1, length)]
    return "\n".join(["let v0 = pot + 3", *lets, "procedure use_it", f"  set pot to v{length - 1}", ""])


# ---------------------------------------------------------------- texts of rules

TEXTS: dict[str, tuple[str, set[str]]] = {
    "nothing": ("", set()),
    "blank lines": ("\n \n\n   \n", set()),
    "only a comment": ("# nothing yet", set()),
    "a tab": ("procedure a\n\tend game\n", {"R0102"}),
    "tabs and spaces": ("procedure a\n  if yes\n  \tend game\n", {"R0102"}),
    "10,000 brackets": (f"let x = {'(' * 10_000}1{')' * 10_000}\n", {"R0107"}),
    "10,000 open brackets": (f"let x = {'(' * 10_000}\n", {"R0107"}),
    "10,000 closing brackets": (f"let x = {')' * 10_000}\n", {"R0111"}),
    "10,000 square brackets": (f"let x = {'[' * 10_000}1{']' * 10_000}\n", {"R0107"}),
    "10,000 minus signs": (f"let x = {'-' * 10_000}1\n", {"R0107"}),
    "10,000 nots": (f"let x = {'not ' * 10_000}yes\n", {"R0107"}),
    "10,000 terms": (f"let x = {'1 + ' * 10_000}1\n", {"R0107"}),
    "10,000 owners": (f"let x(player) = player{chr(39)}s pawn" + "'s pawn" * 10_000 + "\n", {"R0107"}),
    "1,000 nested ifs": ("procedure a\n" + nested(1000, "if yes", "stop"), {"R0107"}),
    "59 nested ifs": ("procedure a\n" + nested(50, "if pot is 3", "stop"), set()),
    "30 nested loops": ("procedure a\n" + nested(30, "repeat 2 times", "stop"), {"R0107"}),
    "30 nested loops that ask": (
        "procedure a(player)\n" + nested(30, "repeat 2 times", "player may choose city"),
        set(),
    ),
    "a sum of 150": (f"let x = pot{' + pot' * 150}\nprocedure a\n  set pot to x\n", set()),
    "an and of 150": (f"let x = pot is 1{' and pot is 1' * 150}\nprocedure a\n  if x\n    stop\n", set()),
    "50 brackets": (f"let x = {'(' * 50}pot{')' * 50}\nprocedure a\n  set pot to x\n", set()),
    "50 conditionals": (f"let x = {'(1 if pot is 1 otherwise ' * 50}2{')' * 50}\nprocedure a\n  set pot to x\n", set()),
    "25 predicates": (f"let x = {'(' * 25}harbour is coastal{') is coastal' * 25}\n", {"R0201"}),
    "a long line": ("let x = 1 # " + "a" * 200_000, set()),
    "a long name": (f"let {'a' * 5000} = 1\n", set()),
    "many lets": ("".join(f"let v{number} = {number}\n" for number in range(2000)), set()),
    "a chain of lets": (chain(300, "{0} + 1"), set()),
    "a doubling chain of lets": (chain(60, "{0} + {0}"), {"R0315"}),
    "a tripling chain of lets": (chain(40, "{0} + {0} + {0}"), {"R0315"}),
    "a squaring chain of lets": (chain(60, "{0} * {0}"), {"R0315"}),
    "a folded squaring chain": (chain(60, "{0} * {0}").replace("pot + 3", "3"), {"R0315"}),
    "a number of 30 digits": (f"let x = {'9' * 30}\n", {"R0114"}),
    "a number of 100,000 digits": (f"let x = {'9' * 100_000}\n", {"R0114"}),
    "a huge product": ("let x = 999999999999999999 * 999999999999999999\nprocedure a\n  set pot to x\n", set()),
    "a let from itself": ("let x = x + 1\n", {"R0315"}),
    "lets in a circle": ("let a = b\nlet b = c\nlet c = a\n", {"R0315"}),
    "a circle through a stored start": ("keep a: number, starts at b\nlet b = a + 1\n", {"R0315"}),
    "starts in a circle": ("keep a: number, starts at b\nkeep b: number, starts at a\n", {"R0315"}),
    "a start from a later start": ("keep a: number, starts at b + 1\nkeep b: number, starts at 3\n", set()),
    "a row without end": ("keep a: row of 999999999 industries\n", {"R0314"}),
    "a row of nothing": ("keep a: row of 0 industries\n", {"R0314"}),
    "far too many values": (
        "keep a(city, city, city, city, city, city, city, city, city, city, city): number\n",
        {"R0204", "R0314"},
    ),
    "a huge grid": ("places field on grid 999999999 by 999999999\n", {"R0212"}),
    "a huge grid with keys": (
        "places field on grid 26 by 99\nkeep a(field one, field other): number\n",
        {"R0212", "R0314"},
    ),
    "control characters": ("let x = 1\x00\x01\x02\n", {"R0001"}),
    "a bell": ("let x\x07 = 1\n", {"R0106"}),
    "writing from right to left": ("let \u202ex = 1\n", {"R0106"}),
    "all signs": ("".join(map(chr, range(33, 127))) + "\n", {"R0101", "R0106", "R0110"}),
    "emoji": ("let 🎲 = 6\n", {"R0106"}),
    "curly quotes": ("procedure a\n  announce “hello”\n", {"R0106"}),
    "only a quote": ('"', {"R0110"}),
    "windows line ends": ("let x = 1\r\nprocedure a\r\n  stop\r\n", set()),
    "old mac line ends": ("let x = 1\rprocedure a\r  stop\r", set()),
    "a byte order mark": ("\ufefflet x = 1\n", set()),
    "a hole in a hole": ('procedure a\n  announce "{"{pot}"}"\n', {"R0106"}),
    "an empty hole": ('procedure a\n  announce "{}"\n', {"R0112", "R0101", "R0116"}),
}


@pytest.mark.parametrize("name", TEXTS)
def test_texts(name: str, tmp_path: Path) -> None:
    text, expected = TEXTS[name]
    found = codes(tmp_path, {RULES: text})
    assert found == expected or (found and found <= expected), found


# ---------------------------------------------------------------- what happens while playing

STEPS: dict[str, tuple[str, set[str]]] = {
    "a procedure that runs itself": ("act(player)", {"R0807"}),
    "a loop without end": ("repeat\n  set pot to 1", {"R0803"}),
    "a loop that asks nobody": ("repeat until pot is 5\n  if pot is 6\n    player may choose city", {"R0803"}),
    "division by zero": ("set pot to 7 / pot rounded up", {"R0807"}),
    "a die without sides": ("roll 1 die of pot as throw", {"R0807"}),
    "5 of 3 cities": ("player chooses 5 cities in list(cities)", set()),
    "2 of no cards": ("player chooses 2 cards in hand(player)", set()),
    "drawing from an empty pile": ("draw 50 from deck to hand(player)\ndraw 1 from deck to hand(player) as last_one", set()),
    "drawing into itself": ("draw 3 from deck to deck", set()),
    "drawing from discards that come back": ("draw 5000 from deck to discards", set()),
    "moving everything at once": ("move industries to hand(player)\nmove deck to deck\nmove hand(player) to deck", set()),
    "moving into a full row": ("move industries to market\nrefill market", {"R0814"}),
    "shuffling nothing": ("move deck to discards\nshuffle deck", set()),
    "a negative number of times": ("repeat 0 - 5 times\n  set pot to 1", set()),
    "no dice": ("roll 0 dice as throws\nset pot to total(throws)", set()),
    "taking less than nothing": ("set pot to count(take(0 - 3, players)) + count(drop(0 - 3, players))", set()),
    "the highest of nothing": ("set pot to highest(card's worth over card in hand(player))", set()),
    "an amount from 5 to 1": ("player chooses amount in 5 to 1", {"R0805"}),
    "a huge amount": ("player chooses amount in 0 to 999_999_999_999_999_999", set()),
    "a huge amount with a condition": (
        "player chooses amount in 0 to 999_999_999_999_999_999 where remainder(amount, 2) is 0", {"R0803"},
    ),
    "growing without end": ("set pot to 3\nrepeat 500 times\n  set pot to pot * pot", {"R0801"}),
    "doubling without end": ("set pot to 3\nrepeat 1_100 times\n  raise pot by pot", {"R0801"}),
    "loops inside loops": ("repeat 99_000 times\n  repeat 99_000 times\n    set pot to 1", {"R0803"}),
    "many loops inside loops": (
        "each a in 1 to 99\n  each b in 1 to 99\n    each d in 1 to 99\n      each e in 1 to 99\n        set pot to 1", {"R0803"},
    ),
    "searches inside searches": (
        "set pot to " + "sum(" * 6 + "a+b+d+e+f+g" + "".join(f" over {name} in 1 to 99)" for name in "fedgba"), {"R0803"},
    ),
    "everybody leaves": ("player leaves\nplayer leaves", set()),
    "everybody wins": ("player wins\nplayer wins", set()),
    "the same for ever": ("repeat\n  player may choose city", set()),  # somebody decides: only the limit of decisions ends it
    "paying nobody": ("player pays 1 money to tycoon", set()),  # then the bank is paid
}  # fmt: skip


@pytest.mark.parametrize("name", STEPS)
def test_steps(name: str, tmp_path: Path) -> None:
    steps, expected = STEPS[name]
    body = "".join(f"  {line}\n" for line in steps.split("\n"))
    assert codes(tmp_path, {RULES: f"{PLAY}procedure act(player)\n{body}"}) == expected


# ---------------------------------------------------------------- data

BOMB = "\n".join(["a: &a [x, x, x, x, x, x, x, x, x]"] + [
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
])  # fmt: skip

DATA: dict[str, tuple[str, str, set[str]]] = {
    "an empty table": (CARDS, "", {"R0407"}),
    "an empty map": ("map.yaml", "", {"R0407"}),
    "an empty manifest": ("game.yaml", "", {"R0407"}),
    "a table that is a text": (CARDS, "hello", {"R0412"}),
    "a table that is a number": (CARDS, "3", {"R0412"}),
    "a billion laughs": (CARDS, BOMB, {"R0403"}),
    "an anchor that holds itself": (CARDS, "&a [*a]", {"R0403"}),
    "10,000 brackets": (CARDS, "[" * 10_000 + "]" * 10_000, {"R0405"}),
    "10,000 open brackets": (CARDS, "[" * 10_000, {"R0405"}),
    "500 mappings": (CARDS, "".join(f"{' ' * depth}a:\n" for depth in range(500)), {"R0405"}),
    "a tab": (CARDS, "rows:\n\t- id: mill\n", {"R0401"}),
    "cut off": (CARDS, ROWS + '  - {id: depot, worth: "3', {"R0401"}),
    "two documents": (CARDS, ROWS + "---\n" + ROWS, {"R0406"}),
    "a tag that runs code": (CARDS, "- !!python/object/apply:os.system [true]\n", {"R0404"}),
    "very many copies": (CARDS, ROWS.replace("fuel}", "fuel, copies: 999999999}"), {"R0414"}),
    "10,000 copies": (CARDS, ROWS.replace("fuel}", "fuel, copies: 10000}"), set()),
    "no copies": (CARDS, ROWS.replace("fuel}", "fuel, copies: 0}"), {"R0414"}),
    "very many players": ("game.yaml", "title: T\nplayers: {min: 2, max: 999999999}\n", {"R0414"}),
    "a cell of 30 digits": (CARDS, ROWS.replace("3", "9" * 30), {"R0409"}),
    "a cell that is not a number": (CARDS, ROWS.replace("3", ".nan"), {"R0409"}),
    "rules with wrong indentation": (
        CARDS, f"{ROWS}{DEPOT}    rules: |\n      after turn\n          stop\n        stop\n",
        {"R0103"},
    ),
    "rules with nothing below": (
        CARDS, f"{ROWS}{DEPOT}    rules: |\n      after turn\n", {"R0109"},
    ),
    "empty rules": (CARDS, ROWS + "  - {id: depot, worth: 1, sector: fuel, rules: ''}\n", {"R0101", "R0109", "R0112"}),
    "rules that are a number": (CARDS, ROWS + "  - {id: depot, worth: 1, sector: fuel, rules: 3}\n", {"R0412"}),
    "rules that are a list": (CARDS, ROWS + "  - {id: depot, worth: 1, sector: fuel, rules: [a]}\n", {"R0412"}),
    "rules in rules": (CARDS, ROWS + "  - {id: depot, worth: 1, sector: fuel, rules: 'rules: |'}\n", {"R0101"}),
    "10,000 brackets in a cell": (
        CARDS, ROWS + f"  - {{id: depot, worth: 1, sector: fuel, bonus: '{'(' * 10_000}'}}\n", {"R0107"},
    ),
    "a card called like a value": (CARDS, ROWS.replace("id: mill", "id: price"), {"R0202"}),
    "a card called like a word": (CARDS, ROWS.replace("id: mill", "id: procedure"), {"R0105"}),
}  # fmt: skip


@pytest.mark.parametrize("name", DATA)
def test_data(name: str, tmp_path: Path) -> None:
    place, text, expected = DATA[name]
    found = codes(tmp_path, {place: text})
    assert found == expected or (found and found <= expected), found


@pytest.mark.parametrize("name", ["rules/frame_things.rules", CARDS, "map.yaml", "game.yaml", "variants/quick.rules"])
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (bytes(range(256)) * 20, "R0001"),
        (os.urandom(5000) + b"\0", "R0001"),
        ("title: Größe\n".encode("latin-1"), "R0001"),
        ("let x = 1\n".encode("utf-16"), "R0001"),
        (b"\xff\xfe" + b"x" * 100, "R0001"),
        (b"#" * 10_000_000, "R0002"),
    ],
    ids=["binary", "noise", "latin-1", "utf-16", "wrong mark", "10 MB"],
)
def test_bytes(name: str, data: bytes, code: str, tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    (folder / name).write_bytes(data)
    assert only_messages(folder, ["quick"]) == {code}


# ---------------------------------------------------------------- variants

VARIANTS: dict[str, tuple[dict[str, str], set[str]]] = {
    "two that extend each other": ({"a": "variant a\n  extends b\n", "b": "variant b\n  extends a\n"}, {"R0611"}),
    "one that extends itself": ({"a": "variant a\n  extends a\n"}, {"R0611"}),
    "one that requires itself": ({"a": "variant a\n  requires a\n"}, set()),
    "one that excludes itself": ({"a": "variant a\n  excludes a\n"}, {"R0609"}),
    "a ring of three": (
        {name: f"variant {name}\n  extends {other}\n" for name, other in (("a", "b"), ("b", "c"), ("c", "a"))}, {"R0611"},
    ),
    "an empty file": ({"a": ""}, {"R0608"}),
    "a removed start": ({"a": "variant a\n  without play\n"}, set()),
    "a removed set-up": ({"a": "variant a\n  without set_up\n"}, set()),
    "a replacement that goes on twice": ({"a": "variant a\n  instead of turn\n    proceed\n    proceed\n"}, set()),
    "a hook on itself": ({"a": "variant a\n  after turn\n    turn(player)\n"}, set()),  # each turn asks: no loop
    "30 replacements": (
        {f"v{i}": f"variant v{i}\n  instead of income in turn where pot is {i}\n    proceed\n" for i in range(30)}, set(),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name: str, tmp_path: Path) -> None:
    files, expected = VARIANTS[name]
    found = codes(tmp_path, {f"variants/{variant}.rules": text for variant, text in files.items()})
    assert found == expected or (found and found <= expected), found


@pytest.mark.parametrize("value", [None, True, 3, -1, 10**30, "", "short ", [], {}, "\0", "x" * 100_000])
@pytest.mark.parametrize("option", ["length", "coins", "events", "nothing", ""])
def test_options(option: str, value: object) -> None:
    assert only_messages(FRAME, (), {option: value}) <= {"R0606", "R0607"}


@pytest.mark.parametrize("variant", ["", ".", "..", "quick.rules", "/etc/passwd", "a\0b", "x" * 5000, "variants/quick"])
def test_names_of_variants(variant: str) -> None:
    assert only_messages(FRAME, [variant]) <= {"R0601"}


@pytest.mark.parametrize(
    "game", ["", ".", "..", "/", "/dev/null", "a\0b", "x" * 5000, "pig/", "../games/pig", "games/pig/game.yaml"]
)
def test_names_of_games(game: str) -> None:
    assert only_messages(Path(game)) <= {"R0003", "R0007"}


# ---------------------------------------------------------------- folders


def test_links_that_lead_out_or_in_circles(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    (folder / "rules" / "loop.rules").symlink_to("loop.rules")
    assert only_messages(folder) <= {"R0001", "R0004", "R0006"}
    (folder / "rules" / "loop.rules").unlink()
    (folder / "rules" / "out.rules").symlink_to("/etc/hostname")
    assert only_messages(folder) == {"R0004"}
    (folder / "rules" / "out.rules").unlink()
    (folder / "cards" / "round").symlink_to(folder, target_is_directory=True)
    assert only_messages(folder) == set()


def test_folders_in_the_place_of_files(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    (folder / "map.yaml").unlink()
    (folder / "map.yaml").mkdir()
    assert only_messages(folder) == {"R0001"}
    (folder / "game.yaml").unlink()
    (folder / "game.yaml").mkdir()
    assert only_messages(folder) == {"R0003"}


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    (folder / "map.yaml").unlink()
    os.mkfifo(folder / "map.yaml")
    assert only_messages(folder) == {"R0001"}


def test_missing_files(tmp_path: Path) -> None:
    folder = lay_out(tmp_path / "game", {})
    (folder / "cards" / "industries.yaml").unlink()
    (folder / "map.yaml").unlink()
    assert only_messages(folder) == {"R0001"}
    for path in (folder / "rules").glob("*.rules"):
        path.unlink()
    assert only_messages(folder) == {"R0005"}

"""YAML with positions: values by YAML 1.2, places to the column, and nothing that unfolds or recurses."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.data import Cell, plain, read_yaml
from interpreter.data.yaml_tree import DEEPEST
from interpreter.source import LARGEST_FILE, Diagnostic, Problems, Source


def tree(text: str) -> Cell:
    return read_yaml(Source("f.yaml", text))


def faults(text: str) -> list[Diagnostic]:
    with pytest.raises(Problems) as caught:
        tree(text)
    return list(caught.value.diagnostics)


def under(cell: Cell, *path: str | int) -> Cell:
    for step in path:
        assert isinstance(cell.value, dict | list)
        cell = cell.value[step]  # type: ignore[index]
    return cell


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("[~]", [None]),
        ("[null]", [None]),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("007", 7),
        ("0o17", 15),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        ("1_000", "1_000"),
        ("12:30", "12:30"),
        ("2024-01-31", "2024-01-31"),
        ("1.2.3", "1.2.3"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|\n  12\n", "12\n"),
        ("{1: a, true: b, yes: c, null: d}", {"1": "a", "true": "b", "yes": "c", "null": "d"}),
        ("a:\n  - 1\n  - {b: [x]}\n", {"a": [1, {"b": ["x"]}]}),
        ("{}", {}),
        ("[]", []),
        ('"\\u00e9\\n"', "é\n"),
        ("'it''s'", "it's"),
        ("a:", {"a": None}),
        ("'<<': 1", {"<<": 1}),
        ("---\na: 1\n...\n", {"a": 1}),
    ],
)
def test_values(text: str, value: Any) -> None:
    found = plain(tree(text))
    assert found == value
    assert type(found) is type(value)


def test_cells_and_keys_know_their_places() -> None:
    root = tree("# c\ntitle: Tic 'x'   # why\nplayers: {min: 2, 'max': 4}\nlist:\n- one\n-  two words\n\n# end\n")
    assert str(root.span) == "f.yaml:2:1"
    assert root.span.text.endswith("two words")
    title = under(root, "title")
    assert (title.span.text, title.span.line, title.span.column, title.span.end_column) == ("Tic 'x'", 2, 8, 15)
    most = under(root, "players", "max")
    assert (str(most.span), most.span.text) == ("f.yaml:3:26", "4")
    assert most.key_span is not None
    assert (str(most.key_span), most.key_span.text) == ("f.yaml:3:19", "'max'")
    assert under(root, "players").span.text == "{min: 2, 'max': 4}"
    assert under(root, "list").span.text == "- one\n-  two words"
    assert under(root, "list", 1).span.text == "two words"
    assert under(root, "list", 1).key_span is None


def test_places_count_characters_and_only_newlines_end_a_line() -> None:
    root = tree("é: 'a\u2028b'\r\n日本: x\ry: [\u00a0, z]")
    assert str(under(root, "日本").span) == "f.yaml:2:5"
    assert str(under(root, "y", 1).span) == "f.yaml:3:8"


def test_an_empty_value_stands_behind_its_colon() -> None:
    cell = under(tree("a:\nb: 1"), "a")
    assert cell.value is None
    assert cell.span.line == 1
    assert cell.key_span is not None
    assert cell.key_span.text == "a"


@pytest.mark.parametrize(
    ("text", "place", "content"),
    [
        ("r: |\n  one\n    two\n\n  three\n", (2, 3), "one\n  two\n\nthree\n"),
        ("r: |-\n      one\n      two\n", (2, 7), "one\ntwo"),
        ("r: |+\n  one\n\n\n", (2, 3), "one\n\n\n"),
        ("r: |  # why\n\n  one\n", (2, 3), "\none\n"),
        ("r: |2\n    one\n  two\n", (2, 3), "  one\ntwo\n"),
        ("- r: |\n    one # no comment\n    'x': y\n", (2, 5), "one # no comment\n'x': y\n"),
        ("r: |\n one  \n \ttwo\n", (2, 2), "one  \n\ttwo\n"),
        ("r: plain text", (1, 4), "plain text"),
        ("r: 'quoted'", (1, 5), "quoted"),
        ('r:\n  "quoted"', (2, 4), "quoted"),
        ("[x, yy]", None, None),
    ],
)
def test_embedded_texts_stand_where_they_say(text: str, place: tuple[int, int] | None, content: str | None) -> None:
    root = tree(text)
    if place is None:
        assert [cell.embedded.column for cell in root.value if cell.embedded] == [2, 5]  # type: ignore[union-attr]
        return
    cell = under(root, 0, "r") if isinstance(root.value, list) else under(root, "r")
    assert cell.embedded is not None
    assert cell.value == cell.embedded.text == content
    assert cell.embedded.point(1, 1) == place
    check_each_character(cell)


def check_each_character(cell: Cell) -> None:
    """Every visible character of the text is in the file at the place that `place` gives."""
    assert cell.embedded is not None
    for number, line in enumerate(cell.embedded.text.split("\n"), start=1):
        for column, letter in enumerate(line, start=1):
            at_line, at_column = cell.embedded.point(number, column)
            assert cell.span.source.line_text(at_line)[at_column - 1] == letter


@pytest.mark.parametrize(
    "text", ["r: >\n  one\n  two\n", "r: one\n  two\n", "r: 'one\n  two'\n", 'r: "one\\ntwo"', "r: 5", "r: true"]
)
def test_folded_texts_and_other_values_have_no_embedded_place(text: str) -> None:
    assert under(tree(text), "r").embedded is None


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("title: Hamlet: the game", "R0401", "1:14"),
        ("a: 1\n\tb: 2", "R0401", "2:1"),
        ("a: [1, 2", "R0401", "1:9"),
        ("a: 'x", "R0401", "1:6"),
        ("a: @x", "R0401", "1:4"),
        ("a:\n  b: 1\n c: 2", "R0401", "3:1"),
        ("- a\nb: c", "R0401", "2:1"),
        ("ab: \x07", "R0401", "1:5"),
        ('a: "\\UFFFFFFFF"', "R0401", "1:2"),
        ("a: 1\nb: 2\na: 3", "R0402", "3:1"),
        ("x: {a: 1, 'a': 2}", "R0402", "1:11"),
        ("a: &x 1", "R0403", "1:4"),
        ("a: *x", "R0403", "1:4"),
        ("- 1\n- *x", "R0403", "2:3"),
        ("*x : 1", "R0403", "1:1"),
        ("a:\n  <<: {b: 1}", "R0403", "2:3"),
        ("a: !money 3", "R0404", "1:4"),
        ("!!python/object:os.system {}", "R0404", "1:1"),
        ("!!str 3", "R0404", "1:1"),
        ("%YAML 1.1\n---\na: 1", "R0404", "1:1"),
        ("%TAG ! x\n---\na: 1", "R0404", "1:1"),
        ("[" * (DEEPEST + 1), "R0405", f"1:{DEEPEST + 1}"),
        ("a: 1\n---\nb: 2", "R0406", "2:1"),
        ("", "R0407", "1:1"),
        ("# nothing\n\n", "R0407", "1:1"),
        ("---\n", "R0407", "1:1"),
        ("[a]: 1", "R0408", "1:1"),
        ("b: 1\n? {a: 1}\n: 2", "R0408", "2:3"),
        (": 1", "R0408", "1:1"),
        ("? |\n  a\n  b\n: 1", "R0408", "1:3"),
        ("a: 1234567890123456789", "R0409", "1:4"),
        (f"a: {'9' * 6000}", "R0409", "1:4"),
        ("a: 1e999", "R0409", "1:4"),
        ("a: [.inf]", "R0409", "1:5"),
        ("a: .nan", "R0409", "1:4"),
        ('a: "\\ud800"', "R0409", "1:4"),
        ('a: "\\0"', "R0409", "1:4"),
    ],
)
def test_refusals_with_their_places(text: str, code: str, place: str) -> None:
    assert [(fault.code, str(fault.span)) for fault in faults(text)] == [(code, f"f.yaml:{place}")]


def test_all_faults_are_reported_at_once() -> None:
    codes = [fault.code for fault in faults("a: &x 1\nb: *x\nb: !t 2\nc: 1e999\nd: [1")]
    assert codes == ["R0403", "R0403", "R0402", "R0404", "R0409", "R0401"]


def test_a_double_key_names_the_first() -> None:
    (fault,) = faults("a: 1\nb: 2\na: 3")
    assert fault.message == 'the key "a" is there twice'
    assert str(fault.notes[0].span) == "f.yaml:1:1"


def test_something_left_open_says_where_it_was_opened() -> None:
    (fault,) = faults("a: [1,\n  2\nb: 3\n")
    assert [str(note.span) for note in fault.notes] == ["f.yaml:1:4"]


def test_messages_do_not_speak_of_the_parser() -> None:
    texts = ["- a\nb: c", "{a b", "a: ]", "%FOO", "x: -\n", "a: |x\n  y", "key\n  : b", "a: 1 b: 2", "!<x"]
    for text in texts:
        for fault in faults(text):
            assert not any(word in fault.message for word in ("token", "scalar", "block end", "flow", "stream"))


def test_a_billion_laughs_are_refused_at_the_first() -> None:
    lines = ["a0: &a0 [x, x]"] + [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    assert {fault.code for fault in faults("\n".join(lines))} == {"R0403"}


def test_deep_nesting_neither_recurses_nor_hangs() -> None:
    assert {fault.code for fault in faults("[" * 50_000)} == {"R0405"}
    assert {fault.code for fault in faults("- " * 50_000)} == {"R0405"}
    tree("[" * DEEPEST + "]" * DEEPEST)


def test_an_oversized_text_is_refused_before_it_is_parsed() -> None:
    (fault,) = faults("#" * (LARGEST_FILE + 1))
    assert fault.code == "R0002"


@pytest.mark.parametrize("text", ["", "# only a comment\n", "---\n"])
def test_an_empty_file_can_be_allowed(text: str) -> None:
    assert read_yaml(Source("f", text), allow_empty=True).value is None

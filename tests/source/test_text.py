"""Files and places: what is read, what is refused, and where."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import LARGEST_FILE, Diagnostic, Problems, Source, Span


def refusal(path: Path) -> Diagnostic:
    with pytest.raises(Problems) as caught:
        Source.read(path, "shown.rules")
    (diagnostic,) = caught.value.diagnostics
    return diagnostic


def test_a_file_is_read_without_bom_and_with_plain_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    source = Source.read(path)
    assert source.text == "one\ntwo\nthree\n"
    assert source.path == str(path)
    assert Source.read(path, "a.rules").path == "a.rules"


@pytest.mark.parametrize(
    ("content", "place", "words"),
    [
        (b"abc\nde\0f", "shown.rules:2:3", "binary"),
        (b"ab\xffc", "shown.rules:1:3", "0xff"),
        ("é\nüx".encode() + b"\xe9", "shown.rules:2:3", "0xe9"),
        (b"\xef\xbb\xbfab\xc3", "shown.rules:1:3", "0xc3"),
        (b"a\r\nb\xff", "shown.rules:2:2", "0xff"),
    ],
)
def test_what_is_not_text_is_refused_at_its_byte(tmp_path: Path, content: bytes, place: str, words: str) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(content)
    diagnostic = refusal(path)
    assert (diagnostic.code, str(diagnostic.span)) == ("R0001", place)
    assert words in diagnostic.message


def test_a_missing_file_and_a_folder_are_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none").message == "there is no such file"
    assert refusal(tmp_path).message == "this is not a file"
    assert refusal(tmp_path / "a\0b").code == "R0001"
    assert refusal(tmp_path / ("x" * 5000)).code == "R0001"


def test_a_file_of_gigantic_size_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "big"
    with path.open("wb") as file:
        file.truncate(LARGEST_FILE + 1)
    assert refusal(path).code == "R0002"


def test_positions_and_offsets_are_each_others_reverse() -> None:
    source = Source("x", "ab\n\ncde\u2028f\n")
    for offset in range(len(source.text) + 1):
        assert source.offset(*source.position(offset)) == offset
    assert source.position(-5) == (1, 1)
    assert source.position(999) == (4, 1)
    assert source.offset(0, 1) == 0
    assert source.offset(99, 1) == len(source.text)


def test_lines_are_counted_from_one_and_missing_ones_are_empty() -> None:
    source = Source("x", "ab\ncd")
    assert [source.line_text(number) for number in (-1, 0, 1, 2, 3)] == ["", "", "ab", "cd", ""]


def test_a_span_knows_its_text_and_its_place() -> None:
    source = Source("x.rules", "one two\nthree")
    assert source.at(1, 5, 3).text == "two"
    assert Span(source, 1, 5, 2, 3).text == "two\nth"
    assert str(source.at(1, 5)) == "x.rules:1:5"
    assert source.whole().text == source.text
    assert source.span(4, 7) == source.at(1, 5, 3)

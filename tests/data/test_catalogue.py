"""The catalogue tells the truth: each wrong example brings its code, and its right example does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.data import read_folder, read_map, read_table, read_yaml
from interpreter.source import CODES, Problems, Reporter, Source

GAME = "title: T\nplayers: {min: 2, max: 2}\n"
ROW = "- id: spy\n  source: rulebook\n"


def codes_of(read: Callable[[Reporter], object]) -> set[str]:
    reporter = Reporter()
    try:
        read(reporter)
    except Problems as problems:
        reporter.extend(problems)
    return {diagnostic.code for diagnostic in reporter.diagnostics}


def of_yaml(text: str, _folder: Path) -> set[str]:
    return codes_of(lambda _reporter: read_yaml(Source("f", text)))


def of_table(text: str, _folder: Path) -> set[str]:
    return codes_of(lambda reporter: read_table(Source("f", text), reporter))


def of_row(text: str, folder: Path) -> set[str]:
    key = text.split(":")[0]
    return of_table("".join(f"{line}\n" for line in with_key(ROW, key, text)), folder)


def with_key(row: str, key: str, text: str) -> list[str]:
    """The row with one of its keys written in another way."""
    lines = [line[2:] for line in row.splitlines() if not line[2:].startswith(f"{key}:")]
    return [("- " if number == 0 else "  ") + line for number, line in enumerate([*lines, text])]


def of_manifest(text: str, folder: Path) -> set[str]:
    key = text.split(":")[0]
    kept = [
        line for line in GAME.splitlines() if not line.startswith((f"{key}:", "title:" if "title" in text else "-"))
    ]
    if "plyers" in text:
        kept = []
    for name in ("rules/setup.rules", "rules/turn.rules"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("")
    (folder / "game.yaml").write_text("\n".join([*kept, text]))
    return codes_of(lambda _reporter: read_folder(folder))


def of_map(text: str, _folder: Path) -> set[str]:
    return codes_of(lambda reporter: read_map(Source("f", f"source: rulebook\n{text}"), reporter))


READERS: dict[str, Callable[[str, Path], set[str]]] = {
    **{f"R04{number:02}": of_yaml for number in range(1, 10)},
    "R0004": of_manifest,
    "R0006": of_manifest,
    "R0410": of_manifest,
    "R0411": of_table,
    "R0412": of_row,
    "R0413": of_row,
    "R0414": of_row,
    "R0415": of_row,
    "R0416": of_manifest,
    "R0420": of_table,
    "R0421": of_table,
    "R0422": of_row,
    "R0430": of_manifest,
    "R0431": of_manifest,
    "R0501": of_map,
}


@pytest.mark.parametrize("code", READERS)
def test_examples(code: str, tmp_path: Path) -> None:
    entry, read = CODES[code], READERS[code]
    assert code in read(entry.wrong, tmp_path)
    assert code not in read(entry.right, tmp_path)


def test_every_code_of_this_layer_has_a_tested_example() -> None:
    shown_as_folders = {"R0001", "R0002", "R0003", "R0005"}  # tested in test_text and test_folder
    # tested in tests/check, tests/test_load, tests/view and tests/tools
    of_other_layers = {
        "R0007",
        "R0423",
        "R0424",
        "R0425",
        "R0426",
        "R0427",
        "R0428",
        "R0440",
        "R0441",
        "R0442",
        "R0443",
        "R0444",
        "R0445",
    }
    own = {code for code in CODES if code[:3] in ("R00", "R04")} - of_other_layers
    assert own == shown_as_folders | {code for code in READERS if code < "R05"}

"""The catalogue tells the truth: each wrong example brings its code and nothing else, each right one can be played.

The examples are put into the frame (tests/cases/check/frame). How is told by what they are: sentences of a rules file,
steps of a procedure, cells or rows of a table, a map, variants, or a command.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import indent

import pytest

import interpreter
from interpreter.source import CODES, Problems
from tests.support.frame import findings, lay_out


@dataclass(frozen=True)
class Placed:
    """The files that an example adds to the frame, and what is chosen with them."""

    files: Mapping[str, str] = field(default_factory=dict)
    variants: tuple[str, ...] = ()
    options: Mapping[str, object] = field(default_factory=dict)


def sentences(text: str) -> Placed:
    return Placed({"rules/zz_example.rules": text + "\n"})


def cells(text: str) -> Placed:
    """Cells of one row; a key that the example writes replaces the usual one."""
    usual = [
        line for line in ("worth: 1", "sector: fuel") if not re.search(rf"^{line.split(':')[0]}:", text, re.MULTILINE)
    ]
    row = indent("\n".join(["id: mill", *usual, text]), "    ").replace("    id", "  - id", 1)
    return Placed({"cards/industries.yaml": f"source: stand-in\nrows:\n{row}\n"})


def rows(text: str) -> Placed:
    usual = "- {id: mill, worth: 1, sector: fuel}\n"
    return Placed({"cards/industries.yaml": "source: stand-in\nrows:\n" + indent(usual + text, "  ") + "\n"})


def map_file(text: str) -> Placed:
    return Placed({"map.yaml": f"source: stand-in\n{text}\n"})


def variants(text: str) -> Placed:
    """One file for each variant, all of them chosen."""
    texts = re.split(r"^(?=variant )", text, flags=re.MULTILINE)
    names = [part.split()[1] for part in texts if part]
    files = {f"variants/{name}.rules": part + "\n" for name, part in zip(names, texts[1:], strict=True)}
    return Placed(files, tuple(names))


def variant_file(text: str) -> Placed:
    return Placed({"variants/example.rules": text + "\n"}, ("example",))


def command(text: str) -> Placed:
    words = shlex.split(text)
    chosen = [words[i + 1] for i, word in enumerate(words) if word == "--variant"]
    options = dict(words[i + 1].split("=") for i, word in enumerate(words) if word == "--option")
    return Placed({}, tuple(chosen), options)


PLACERS: dict[str, Callable[[str], Placed]] = {
    **dict.fromkeys((code for code in CODES if code[:3] in ("R02", "R03", "R10")), sentences),
    "R0213": lambda text: Placed({"rules/frame_play.rules": text + "\n"}),
    **dict.fromkeys(("R0423", "R0425", "R0426", "R0427", "R0428"), cells),
    "R0424": rows,
    **dict.fromkeys((code for code in CODES if code.startswith("R05")), map_file),
    "R0502": sentences,
    **dict.fromkeys(("R0602", "R0603", "R0604", "R0605", "R0610", "R0611", "R0612"), variants),
    **dict.fromkeys(("R0613", "R0616"), sentences),
    "R0608": variant_file,
    **dict.fromkeys(("R0601", "R0606", "R0607", "R0609"), command),
}


def codes_of(example: Placed, folder: Path) -> set[str]:
    try:
        return {finding.code for finding in findings(folder, list(example.variants), example.options)}
    except Problems as problems:
        return {finding.code for finding in problems.diagnostics}


@pytest.mark.parametrize("code", PLACERS)
def test_the_wrong_example_brings_its_code(code: str, tmp_path: Path) -> None:
    example = PLACERS[code](CODES[code].wrong)
    assert codes_of(example, lay_out(tmp_path / "game", example.files)) == {code}


@pytest.mark.parametrize("code", PLACERS)
def test_the_right_example_is_right(code: str, tmp_path: Path) -> None:
    example = PLACERS[code](CODES[code].right)
    folder = lay_out(tmp_path / "game", example.files)
    assert codes_of(example, folder) == set()
    game = interpreter.load(folder, example.variants, example.options)
    if game.automas(game.default_players):
        return  # nobody has said how an automa of the frame decides
    state = game.start(players=3, seed=1)
    state.play_out(most=10_000)
    assert state.result is not None


def test_every_code_of_the_checker_has_a_tested_example() -> None:
    wanted = {code for code in CODES if code[:3] in ("R02", "R03", "R05", "R06", "R10") or "R0423" <= code <= "R0428"}
    two_variants = {"R0614"}  # it takes a second variant: tests/cases/check/bad/R0614_lost
    assert wanted - two_variants == set(PLACERS)

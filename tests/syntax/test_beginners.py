"""What beginners type, from English and from other rule languages: each is answered with the cure, and the cure can be read.

A help that says what to write is followed: what it tells one to write must check.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.source import Diagnostic, Problems, Source
from interpreter.syntax import Parser
from tests.support.frame import findings, lay_out
from tests.syntax.typed import TYPED


def first_said(text: str, tmp_path: Path) -> Diagnostic:
    return findings(lay_out(tmp_path / "game", {"rules/typed.rules": text}), [])[0]


@pytest.mark.parametrize(("text", "cure"), TYPED, ids=[text.strip()[-40:] for text, _ in TYPED])
def test_the_cure_is_told(text: str, cure: str, tmp_path: Path) -> None:
    said = first_said(text, tmp_path)
    assert said.help is not None
    assert cure in said.help
    assert "\ufffd" not in said.help + said.message
    assert "\n" not in said.help


@pytest.mark.parametrize("text", [text for text, _ in TYPED], ids=[text.strip()[-40:] for text, _ in TYPED])
def test_the_help_can_be_followed(text: str, tmp_path: Path, parser: Parser) -> None:
    """A help that writes the line anew is taken at its word; the others are sentences for people."""
    said = first_said(text, tmp_path)
    assert said.help is not None
    assert said.span is not None
    if not said.help.startswith("write: ") or said.code not in ("R0112", "R0113"):
        return
    lines = text.split("\n")
    before = lines[said.span.line - 1]
    pad = before[: len(before) - len(before.lstrip())]
    anew = said.help.removeprefix("write: ").split(", and then: ")[0].split(" -- and indented below it: ")
    lines[said.span.line - 1] = f"\n{pad}  ".join([pad + anew[0], *anew[1:]])
    source = Source("followed.rules", "\n".join(lines))
    try:
        parser.module(source)
    except Problems as problems:
        pytest.fail(f"{source.text}\n{problems}")

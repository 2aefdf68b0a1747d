"""Raise a game to the newest edition of the language, and find what then works differently.

In: a game's folder. Out: its manifest for the newest edition, and the questions that are then skipped. Layer: tools.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from interpreter.check.checker import check_game
from interpreter.data import read_folder
from interpreter.data.folder import EDITION, UNSAID
from interpreter.ir import rulebook as rb
from interpreter.reading import GameReader, the_parser
from interpreter.source import Reporter, Source, Span

MANIFEST = "game.yaml"
LANGUAGE = re.compile(r"^language: *(?P<edition>[0-9]+)", re.MULTILINE)
SOURCE = re.compile(r"^source:[^\n]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Raised:
    """What raising a game to the newest edition changes."""

    manifest: Path
    before: int  # the edition until now
    text: str  # of the manifest afterwards
    left_out: tuple[Span, ...]  # questions that are skipped when there is nothing to choose from


def raised(folder: Path) -> Raised:
    """Raise a game; Problems if it has mistakes."""
    manifest = folder / MANIFEST
    text = Source.read(manifest).text
    said = LANGUAGE.search(text)
    before = int(said["edition"]) if said else UNSAID
    questions = _left_out(folder) if before < EDITION else ()
    return Raised(manifest, before, _with_edition(text), questions)


def _with_edition(text: str) -> str:
    line = f"language: {EDITION}"
    if LANGUAGE.search(text):
        return LANGUAGE.sub(line, text, count=1)
    text = text if text.endswith("\n") or not text else f"{text}\n"
    source = SOURCE.search(text)
    place = source.end() if source else len(text)
    return f"{text[:place]}{line}\n{text[place:]}"


def _left_out(folder: Path) -> tuple[Span, ...]:
    reporter = Reporter()
    reader = GameReader(read_folder(folder, reporter=reporter), reporter, the_parser())
    sources = replace(reader.sources((), {}), edition=EDITION)
    reporter.raise_if_errors()
    checked, _ = check_game(sources, reporter)
    reporter.raise_if_errors()
    return tuple(
        act.span
        for routine in checked.routines.values()
        for act in rb.walk_acts(routine.body)
        if isinstance(act, rb.Branching) and act.unasked
    )

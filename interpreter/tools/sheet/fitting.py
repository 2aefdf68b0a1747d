"""Find cards that hold more text than fits on them, and templates that cannot be filled.

In: a game. Out: warnings and errors at the row of the card, or in look.yaml. Layer: tools. `check` reports them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import interpreter
from interpreter.data import Cell, read_own, read_yaml
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Reporter, Span
from interpreter.tools.sheet.kit import cards
from interpreter.tools.sheet.strokes import mm
from interpreter.tools.sheet.template import TemplateTrouble
from interpreter.view.drawing.look import FILE, read_look
from interpreter.view.drawing.parts import NOBODY
from interpreter.view.drawing.table import Table

WORTH_A_LOOK = 90  # letters of the longest text up to which every card fits on the smallest size there is


def crowded_cards(path: Path) -> list[Diagnostic]:
    """Warn of cards whose text does not fit; report templates that fail."""
    game = interpreter.load(path)
    definition = interpreter.definition(game)
    look = read_look(path, definition)
    longest = max((len(member["text"]) for kind in definition["kinds"] for member in kind["members"]), default=0)
    if longest < WORTH_A_LOOK and not look.paper.cards:
        return []
    reporter = Reporter()
    try:
        tight = [piece for piece in cards(path, Table(definition, NOBODY, None, look)) if not piece.fits]
    except TemplateTrouble as trouble:
        reporter.error("R0442", _in_look(path), str(trouble), "`rulewright sheet` fills it for each card")
        return list(reporter.diagnostics)
    if tight:
        spans = dict(_rows(path))
        for piece in tight:
            wide, high = look.paper.size_of(piece.kind)
            points = look.paper.card(piece.kind).least
            reporter.warning(
                "R0441", spans.get((piece.kind, piece.id)) or _in_look(path),
                f'the text of "{piece.title}" does not fit on a card of {mm(wide)} × {mm(high)} mm, even at {mm(points)} points',
                f"shorten it, or write a larger size under print, cards, {piece.kind} in {FILE}",
            )  # fmt: skip
    return list(reporter.diagnostics)


def _rows(path: Path) -> Iterator[tuple[tuple[str, str], Span]]:
    """Yield where the text of each card is written, or else its title or its row."""
    _, _, checker = read_game(path, [], {})
    for kind, table in checker.rows.items():
        for row in table.rows:
            cell = row.cells.get("text") or row.cells.get("title")
            yield (kind, row.id), cell.span if cell is not None else row.span


def _in_look(path: Path) -> Span:
    root: Cell = read_yaml(read_own(path, path / FILE), allow_empty=True)
    said = root.value.get("print") if isinstance(root.value, dict) else None
    return (said.key_span or said.span) if said is not None else root.span

"""Read texts.yaml: how a game wants its card texts to be written.

In: a game's folder. Out: the rules as plain values, and their errors. Layer: tools, above load.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from interpreter.data import Cell, plain, read_folder
from interpreter.data.schema import check_schema, load_schema
from interpreter.data.yaml_tree import read_yaml
from interpreter.finding import find_variants
from interpreter.reading import read_game, read_source
from interpreter.source import Diagnostic, Problems, Reporter, did_you_mean

FILE = "texts.yaml"
SCHEMA = "card_text"


def read_text_rules(path: Path) -> tuple[dict[str, Any], list[Diagnostic]]:
    """Read the file; no rules if there is none or it has errors."""
    file = path / FILE
    if not file.is_file():
        return {}, []
    reporter = Reporter()
    try:
        root = read_yaml(read_source(file))
        check_schema(root, load_schema(SCHEMA), reporter, "the rules for texts")
        reporter.raise_if_errors()
        _check_tables(path, root, reporter)
    except Problems as problems:
        return {}, list(problems.diagnostics)
    return plain(root), list(reporter.diagnostics)


def _check_tables(path: Path, root: Cell, reporter: Reporter) -> None:
    """Report rules for tables that do not exist."""
    tables = root.value.get("tables") if isinstance(root.value, dict) else None
    if tables is None or not isinstance(tables.value, dict) or not tables.value:
        return
    known = list(dict.fromkeys(_tables(path)))
    for name, cell in tables.value.items():
        if name not in known:
            help = did_you_mean(name, known) or f"the tables are {', '.join(known)}"
            reporter.error("R0410", cell.key_span or cell.span, f'there is no table "{name}"', help)


def _tables(path: Path) -> Iterator[str]:
    """List the tables of the game and of variants that add tables."""
    for extra in [(), *((name,) for name in own_variants(path))]:
        checker = read_game(path, find_variants(path, extra), {})[2]
        yield from checker.rows


def own_variants(path: Path) -> list[str]:
    """List the variants that add tables of their own."""
    return [name for name, file in read_folder(path).variants.items() if '.yaml"' in read_source(file).text]

"""Tasks: work on a game's folder in a separate process, so that tables stay responsive.

In: a word, a folder, and JSON on standard input. Out: JSON on standard output, one line per result. Layer:
tools; run as `python -m interpreter.tools.studio.tasks`. `scenarios` runs them all; `preview` renders cards, board and
problems of a folder with unsaved texts; `changeable` and `house` make house rules; `begin` makes new parts
of a game; `book` makes its rulebook.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import interpreter
from interpreter.source import Diagnostic, Problems, to_json
from interpreter.source.bundled import shown
from interpreter.source.operating_system import give_way
from interpreter.tools.studio.rules_archive import texts_of

Found = Iterator[dict[str, Any]]
MAX_FACES = 400
MANIFEST = "game.yaml"
RULES_LISTED = re.compile(r"^rules:[ ]*\n((?:[ ]*-.*\n|[ ]*#.*\n|[ ]*\n)*[ ]*-.*(?:\n|$))", re.MULTILINE)
UNEXPECTED = "R0701"  # what a scenario expects is not what was found
NICE = 3  # process priority: tables and quicker tasks come first


def scenarios(folder: Path, _wanted: Mapping[str, Any]) -> Found:
    try:
        for result in interpreter.run_scenarios(folder):
            yield {
                "name": result.name, "file": inside(folder, result.path), "line": result.line, "passed": result.passed,
                "report": result.report, "expected": _as_found(folder, result.diagnostics),
            }  # fmt: skip
    except Problems as problems:
        yield {"problems": _told(folder, problems.diagnostics)}


def _as_found(folder: Path, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return the lines that would pass with the value found, in file order."""
    edits = [edit for one in found if one.code == UNEXPECTED for fix in one.fixes[:1] for edit in fix.edits]
    return [
        {"file": inside(folder, edit.span.source.path), "line": edit.span.line, "column": edit.span.column,
         "end_line": edit.span.end_line, "end_column": edit.span.end_column, "text": edit.text}
        for edit in edits
    ]  # fmt: skip


def preview(folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Preview a folder with some texts replaced by unsaved ones."""
    with _unsaved(folder, wanted) as there:
        yield from _previewed(there, [str(one) for one in wanted.get("variants") or ()])


@contextmanager
def _unsaved(folder: Path, wanted: Mapping[str, Any]) -> Iterator[Path]:
    """Return a copy of a folder with the unsaved texts in it."""
    with tempfile.TemporaryDirectory() as place:
        there = Path(place).resolve() / folder.name
        for file in texts_of(folder):
            copy = there / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
        for name, text in dict(wanted.get("texts") or {}).items():
            file = there / str(name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(str(text), encoding="utf-8")
        yield there


def sheet(folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Return the columns of a card table, and what is wrong in its cells.

    With an unsaved text."""
    from interpreter.tools.new.card_columns import columns_of
    from interpreter.tools.new.card_sheet import UnwritableError, cell_at

    name = str(wanted.get("name"))
    text = str(dict(wanted.get("texts") or {}).get(name, ""))
    with _unsaved(folder, wanted) as there:
        try:
            yield {"columns": [dataclasses.asdict(column) for column in columns_of(there, name)], "problems": []}
        except Problems as problems:
            told = _told(there, problems.diagnostics)
            try:
                at = [cell_at(text, one["line"], one["column"]) if one["path"] == name else None for one in told]
            except (Problems, UnwritableError):
                at = [None] * len(told)
            yield {"problems": [{**one, "cell": cell} for one, cell in zip(told, at, strict=True)]}


def _previewed(folder: Path, variants: list[str]) -> Found:
    """Yield the rendered cards and board, then slower warnings about texts."""
    from interpreter.tools.cards.report import cards as compare_cards

    try:
        game = interpreter.load(folder, variants)
        definition = interpreter.definition(game)
        look = interpreter.read_look(folder, definition, strict=True)
    except Problems as problems:
        yield {"problems": _told(folder, problems.diagnostics)}
        return
    state = game.start(seed=1)
    board = interpreter.draw_table(definition, interpreter.view_form(state, None), None, look).board
    places = interpreter.map_places(definition, look)
    faces = interpreter.card_faces(definition, look)
    yield {
        "problems": [],
        "faces": {kind: shown[:MAX_FACES] for kind, shown in faces.items()},
        "board": board,
        "map": None if places is None else dataclasses.asdict(places),
    }
    cards = compare_cards(folder, variants)
    yield {"warnings": _told(folder, [*cards.found, *cards.remarks])}


def changeable(folder: Path, _wanted: Mapping[str, Any]) -> Found:
    from interpreter.tools.new.house_rules import changeable

    yield dataclasses.asdict(changeable(folder))


def house(folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Generate the texts of a house rule and check them."""
    from interpreter.tools.new.house_rules import HouseRule, house_rule

    rule = HouseRule(
        name=str(wanted.get("name", "")),
        title=str(wanted.get("title", "")),
        values={str(name): int(value) for name, value in dict(wanted.get("values") or {}).items()},
        cards=[(str(kind), dict(row)) for kind, row in wanted.get("cards") or ()],
        needs=[(str(action), str(needs), str(reason)) for action, needs, reason in wanted.get("needs") or ()],
    )
    texts = house_rule(folder, rule)
    found = next(preview(folder, {"texts": texts, "variants": [rule.name]}))
    yield {"texts": texts, "problems": found["problems"]}


def begin(folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Generate the texts of a new part of a game and check them.

    Cards, a variant, a scenario, or cards from a spreadsheet."""
    from interpreter.tools.new import scaffolding
    from interpreter.tools.new.spreadsheets import card_table
    from interpreter.tools.new.workbooks import as_csv

    kind, name = str(wanted.get("kind", "")), scaffolding.as_name(str(wanted.get("name", "")))
    if not name:
        yield {"problems": [{"message": "Give it a name: letters, digits and spaces."}]}
        return
    variants: list[str] = []
    match kind:
        case "spreadsheet":
            workbook = wanted.get("workbook")
            text = str(wanted.get("text", "")) if workbook is None else as_csv(base64.b64decode(str(workbook)))
            texts = card_table(text, name)
        case "cards":
            texts = scaffolding.new_cards(folder, name, folder.name, inside=True)
        case "variant":
            texts, variants = scaffolding.new_variant(folder, name, folder.name, inside=True), [name]
            texts = {f"variants/{file}": text for file, text in texts.items()}
        case "scenario":
            texts = scaffolding.new_scenario(folder, name, folder.name, inside=True)
            texts = {f"scenarios/{file}": text for file, text in texts.items()}
        case _:
            texts = {f"rules/{name}.rules": f"# {scaffolding.titled(name)}.\n"}
    manifest = _with_rules(folder, [name for name in texts if name.startswith("rules/")])
    found = next(preview(folder, {"texts": {**texts, **manifest}, "variants": variants}))
    yield {"texts": texts, "changes": manifest, "problems": found["problems"]}


def _with_rules(folder: Path, names: list[str]) -> dict[str, str]:
    """Add rules to the manifest, if it lists them.

    Of one that does not, every file of the folder is read."""
    text = (folder / MANIFEST).read_text(encoding="utf-8")
    if (
        not names
        or (head := re.search(r"^rules:[ ]*\n((?:[ ]*-.*\n|[ ]*#.*\n|[ ]*\n)*[ ]*-.*(?:\n|$))", text, re.MULTILINE))
        is None
    ):
        return {}
    dash = re.findall(r"^[ ]*-[ ]+", head[1], re.MULTILINE)[-1]
    more = "".join(f"{dash}{name}\n" for name in names)
    before = text[: head.end(1)]
    return {MANIFEST: before + ("" if before.endswith("\n") else "\n") + more + text[head.end(1) :]}


def names(folder: Path, _wanted: Mapping[str, Any]) -> Found:
    """Return everything that a house rule can change, by name."""
    from interpreter.tools.show.names import HEADINGS, handles

    yield {
        "headings": HEADINGS,
        "names": [
            {"sort": one.sort, "name": one.name, "file": inside(folder, one.span.source.path), "line": one.span.line,
             "text": one.text, "example": list(one.example)}
            for one in handles(folder)
        ],
        "problems": [],
    }  # fmt: skip


def book(folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Make the rulebook for players: the pages and their style."""
    from interpreter.tools.rulebook.book import rulebook

    variants = [str(one) for one in wanted.get("variants") or ()]
    pages = rulebook(interpreter.load(folder, variants, dict(wanted.get("options") or {})))
    style, body = (
        pages.partition("<style>")[2].partition("</style>")[0],
        pages.partition("<body")[2].rpartition("</body>")[0],
    )
    yield {"style": style, "html": body.partition(">")[2], "kind": body.partition('"')[2].partition('"')[0]}


def _told(folder: Path, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    told = [to_json(one) for one in found]
    return [{**one, "path": one["path"] and inside(folder, one["path"])} for one in told]


def inside(folder: Path, path: str) -> str:
    """Make a path relative to the folder, also where messages name it.

    Elsewhere, return only the name."""
    words = f"{shown(folder)}/"
    if path.startswith(words):
        return path.removeprefix(words)
    whole = Path(path).resolve()
    return whole.relative_to(folder).as_posix() if whole.is_relative_to(folder) else whole.name


ERRANDS: Mapping[str, Callable[[Path, Mapping[str, Any]], Found]] = {
    "scenarios": scenarios, "preview": preview, "changeable": changeable, "house": house,
    "begin": begin, "sheet": sheet, "names": names, "book": book,
}  # fmt: skip


def results(word: str, folder: Path, wanted: Mapping[str, Any]) -> Found:
    """Yield what a task finds.

    What is wrong with the game or the request is a result as well."""
    path = folder.resolve()
    try:
        yield from ERRANDS[word](path, wanted)
    except Problems as problems:
        yield {"problems": _told(path, problems.diagnostics)}
    except (TypeError, ValueError):
        yield {"problems": [{"message": "That is not what the form asks for."}]}


def main(word: str, folder: str) -> None:
    if word == "scenarios":
        give_way(NICE)
    for found in results(word, Path(folder), json.loads(sys.stdin.read() or "{}")):
        print(json.dumps(found, ensure_ascii=True), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:3])

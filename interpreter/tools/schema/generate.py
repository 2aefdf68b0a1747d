"""Generate JSON Schemas for the data files of a game from its declarations.

In: a game's name or folder. Out: file name -> schema, as plain dictionaries. Layer: tools, above load.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from interpreter.data.schema import load_schema
from interpreter.finding import find_game, find_variants
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Number, Of, Shape, Type, Words, YesNo
from interpreter.load import rulebook_of
from interpreter.tools.cards.text_rules import FILE as TEXTS
from interpreter.tools.cards.text_rules import SCHEMA as CARD_TEXT
from interpreter.tools.cards.text_rules import own_variants
from interpreter.view.drawing.look import FILE as LOOK

# Files with the same schema for all games.
FIXED = {"game.yaml": "manifest", LOOK: "look", TEXTS: CARD_TEXT, "rulebook.yaml": "rulebook"}


def schema(game: str | Path) -> dict[str, Any]:
    """Generate JSON Schemas for the data files of a game: file name -> schema.

    Those of tables and maps come from the declarations of the game and of variants that add tables; those of other files are
    the same for all games."""
    path = find_game(game)
    found = {file: dict(load_schema(name)) for file, name in FIXED.items() if (path / file).is_file()}
    for extra in [(), *((name,) for name in own_variants(path))]:
        rulebook, _ = rulebook_of(path, find_variants(path, extra), {})
        for file, one in _of_declarations(rulebook).items():
            found.setdefault(file, one)
    return found


def _of_declarations(rulebook: rb.Rulebook) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for kind in rulebook.kinds.values():
        if kind.file is None:
            continue
        row = _row_schema(kind, rulebook)
        if kind.word in ("places", "connections"):
            whole = found.setdefault(kind.file, _map_schema())
            whole["properties"][kind.word] = {"type": "array", "items": row}
        else:
            found[kind.file] = _table_schema(kind, row)
    return found


def _base(title: str) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}


def _map_schema() -> dict[str, Any]:
    about = {"source": {"enum": ["rulebook", "stand-in"]}, "about": {"type": "string"}}
    return {**_base("map"), "type": "object", "properties": about, "required": ["places"]}


def _table_schema(kind: rb.Kind, row: dict[str, Any]) -> dict[str, Any]:
    rows = {"type": "array", "items": row}
    about = {"source": {"enum": ["rulebook", "stand-in"]}, "about": {"type": "string"}, "rows": rows}
    return {
        **_base(kind.plural),
        "if": {"type": "array"},
        "then": rows,
        "else": {"type": "object", "properties": about},
    }


def _row_schema(kind: rb.Kind, rulebook: rb.Rulebook) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}, "title": {"type": "string"}, "text": {"type": "string"},
        "source": {"enum": ["rulebook", "stand-in"]}, "cites": {"type": ["string", "array"]},
        "excused": {"type": "array", "items": {"type": "object", "required": ["piece", "because"]}},
    }  # fmt: skip
    required = ["id"]
    if kind.word == "cards":
        properties["copies"] = {"type": "integer", "minimum": 1}
        properties["rules"] = {"type": "string", "description": "laws in the language"}
    if kind.word == "connections":
        properties |= {"from": {"type": "string"}, "to": {"type": "string"}, "one_way": {"type": "boolean"}}
        required = ["from", "to"]
    for column in kind.columns.values():
        properties[column.name] = _column_schema(column, rulebook)
        if column.type is not None and not column.parameters and isinstance(column.type, Number | Of | Shape):
            required.append(column.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _column_schema(column: rb.Column, rulebook: rb.Rulebook) -> dict[str, Any]:
    if column.type is None:
        return {"type": "string", "description": "steps in the language"}
    if column.parameters:
        return {"type": ["string", "integer"], "description": "a formula in the language"}
    return _type_schema(column.type, rulebook)


def _type_schema(type_: Type, rulebook: rb.Rulebook) -> dict[str, Any]:
    match type_:
        case Number(low, high):
            limits = {"minimum": low, "maximum": high} if low is not None else {}
            return {"type": "integer", **limits}
        case YesNo():
            return {"enum": [True, False, "yes", "no"]}
        case Words():
            return {"type": "string"}
        case Of(kind):
            return {"enum": list(rulebook.kinds[kind].members)}
        case Maybe(inner):
            found = _type_schema(inner, rulebook)
            if "enum" in found:
                return {"enum": [*found["enum"], "none", None]}
            return {**found, "type": [found.get("type", "string"), "null"]}
        case ListOf(inner):
            return {"type": "array", "items": _type_schema(inner, rulebook)}
        case _:
            return {"type": ["array", "string"], "items": {"type": "string"}}

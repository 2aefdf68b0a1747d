"""The JSON form for others: a JSON Schema, and types for the pages of the studio.

In: the types in `forms`. Out: the text of `schemas/table.schema.json` and of `client/src/table_json.ts`. Nobody edits these by
hand: `python -m interpreter.view.json_view.schema` writes both. Layer: view.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from interpreter.view.json_view import forms
from interpreter.view.json_view.forms import Bounds

COMMAND = "python -m interpreter.view.json_view.schema"
ROOT = Path(__file__).parents[3]
SCHEMA = ROOT / "schemas" / "table.schema.json"
TYPES = ROOT / "interpreter" / "tools" / "studio" / "client" / "src" / "table_json.ts"

Schema = dict[str, Any]


class Plain:
    """Takes the place of `forms.Json`, which contains itself, while annotations are evaluated."""


PLAIN_TYPE, PLAIN_TEXT = get_args(forms.Json)
PLAIN = eval(PLAIN_TYPE.__forward_arg__, {"Json": Plain})
NAMES = {
    bool: ("boolean", "boolean"),
    int: ("integer", "number"),
    str: ("string", "string"),
    NoneType: ("null", "null"),
}
LIMITS = {int: ("minimum", "maximum"), list: ("minItems", "maxItems")}


def files() -> dict[Path, str]:
    """The generated files with their texts."""
    return {SCHEMA: json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", TYPES: typescript()}


def _shapes() -> list[type]:
    return [found for found in vars(forms).values() if is_typeddict(found) and found is not forms.TableJson]


def _fields(shape: type) -> Iterator[tuple[str, Any, bool]]:
    """Each field's name, type, and whether it may be absent."""
    partial = not getattr(shape, "__total__", True)
    for name, hint in get_type_hints(shape, localns={"Json": Plain}, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        yield name, get_args(hint)[0] if optional else hint, optional or partial


def _described(hint: Any) -> tuple[Any, str, Bounds | None]:
    """A type without what is said about it; the description; the bounds."""
    if get_origin(hint) is not Annotated:
        return hint, "", None
    bare, *notes = get_args(hint)
    text = next((note for note in notes if isinstance(note, str)), "")
    return bare, text, next((note for note in notes if isinstance(note, Bounds)), None)


def _doc(shape: type) -> str:
    return " ".join((shape.__doc__ or "").split())


# ---- the schema
def schema() -> Schema:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://rulewright.example/schemas/table.schema.json",
        "title": "A game, a view, a question and what happened",
        **_object(forms.TableJson),
        "$defs": {
            _key(Plain): {"description": PLAIN_TEXT, **_schema(PLAIN)},
            **{_key(shape): _object(shape) for shape in _shapes()},
        },
    }


def _key(shape: type) -> str:
    return shape.__name__.removesuffix("Json").lower()


def _object(shape: type) -> Schema:
    fields = list(_fields(shape))
    required = [name for name, _, optional in fields if not optional]
    bounds = forms.FIELDS.get(shape)
    return {
        "description": _doc(shape),
        "type": "object",
        "additionalProperties": False,
        **({"required": required} if required else {}),
        "properties": {name: _schema(hint) for name, hint, _ in fields},
        **({"minProperties": bounds.low, "maxProperties": bounds.high} if bounds else {}),
    }


def _schema(hint: Any) -> Schema:
    bare, text, bounds = _described(hint)
    found: Schema = {"description": text} if text else {}
    found |= _bare_schema(bare)
    if bounds:
        least, most = LIMITS[get_origin(bare) or bare]
        found |= {least: bounds.low, most: bounds.high}
    return found


def _bare_schema(hint: Any) -> Schema:
    origin, inner = get_origin(hint), get_args(hint)
    if hint in NAMES:
        return {"type": NAMES[hint][0]}
    if hint is Plain or is_typeddict(hint):
        return {"$ref": f"#/$defs/{_key(hint)}"}
    if origin is Literal:
        return {"const": inner[0]} if len(inner) == 1 else {"enum": list(inner)}
    if origin is list:
        return {"type": "array", "items": _schema(inner[0])}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(inner[1])}
    if origin in (Union, UnionType):
        return {"anyOf": [_schema(one) for one in inner]}
    raise TypeError(f"no JSON Schema for {hint}")


# ---- the types
def typescript() -> str:
    """One interface per type, under the same name."""
    parts = [
        f"// Written by `{COMMAND}` from interpreter/view/json_view/forms.py. Change that, not this.\n",
        f"export const FORMAT = {forms.FORMAT};\n",
        f"/** {PLAIN_TEXT} */\nexport type Json = {_type(PLAIN)};\n",
        *(_interface(shape) for shape in _shapes()),
    ]
    return "\n".join(parts)


def _interface(shape: type) -> str:
    lines = [f"/** {_doc(shape)} */", f"export interface {shape.__name__} {{"]
    for name, hint, optional in _fields(shape):
        text = _described(hint)[1]
        lines += [f"  /** {text} */"] if text else []
        lines.append(f"  {name}{'?' if optional else ''}: {_type(hint)};")
    return "\n".join([*lines, "}", ""])


def _type(hint: Any) -> str:
    bare, _, bounds = _described(hint)
    origin, inner = get_origin(bare), get_args(bare)
    if bare in NAMES:
        return NAMES[bare][1]
    if bare is Plain:
        return "Json"
    if is_typeddict(bare):
        return str(bare.__name__)
    if origin is Literal:
        return " | ".join(json.dumps(word) for word in inner)
    if origin is list:
        return _list_type(_type(inner[0]), bounds)
    if origin is dict:
        return f"Record<string, {_type(inner[1])}>"
    if origin in (Union, UnionType):
        return " | ".join(_type(one) for one in inner)
    raise TypeError(f"no TypeScript type for {hint}")


def _list_type(item: str, bounds: Bounds | None) -> str:
    if bounds and bounds.low == bounds.high:
        return f"[{', '.join([item] * bounds.low)}]"
    return f"({item})[]" if "|" in item else f"{item}[]"


def main() -> None:
    for path, text in files().items():
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

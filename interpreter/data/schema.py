"""Check data against JSON Schema, with errors in the designer's words at the cell.

In: a Cell, a schema and a Reporter. Out: a diagnostic at the cell for each violation.
Layer: data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from interpreter.source import Help, Reporter, Span, did_you_mean, did_you_mean_number, nearest
from interpreter.source.bundled import schemas_dir
from interpreter.source.fixes import instead

from .yaml_tree import Cell, plain

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

Schema = Mapping[str, Any]

_KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "null": "nothing",
    "array": "a list",
    "object": "a mapping (keys with values)",
}


@cache
def load_schema(name: str) -> Schema:
    """Load one of the schemas in schemas/, for example "manifest"."""
    schema: Schema = json.loads((schemas_dir() / f"{name}.schema.json").read_text(encoding="utf-8"))
    return schema


def check_schema(cell: Cell, schema: Schema, reporter: Reporter, what: str) -> None:
    """Report every violation of the schema. `what` names the whole: "the manifest"."""
    value = plain(cell)
    if "$id" in schema and _fits(str(schema["$id"]), json.dumps(schema), value):
        return
    from jsonschema import Draft202012Validator  # it explains errors, but is slow: to import, and for every row

    for error in Draft202012Validator(schema).iter_errors(value):
        _report(_fault(error), cell, reporter, what)


def _fits(name: str, schema: str, value: object) -> bool:
    """Whether a value fits, without an explanation.

    Twenty times as fast for large tables."""
    from fastjsonschema import JsonSchemaValueException

    try:
        _quick(name, schema)(value)
    except JsonSchemaValueException:
        return False
    return True


@cache
def _quick(_name: str, schema: str) -> Callable[[Any], Any]:
    """Compile the schema to a function."""
    from fastjsonschema import compile

    check: Callable[[Any], Any] = compile(json.loads(schema), use_default=False)
    return check


@dataclass(frozen=True)
class _Fault:
    """The parts we need of the library's error."""

    keyword: str  # the violated keyword; empty if nothing at all is allowed here
    limit: Any  # the keyword's value in the schema
    schema: Schema  # the schema around the keyword
    path: tuple[str | int, ...]
    instance: Any  # the value that does not fit; for propertyNames, the key
    alternatives: tuple[tuple[_Fault, ...], ...]  # for anyOf and oneOf: the faults of each


def _fault(error: ValidationError) -> _Fault:
    branches: dict[Any, list[_Fault]] = {}
    for inner in error.context or ():
        branches.setdefault(inner.schema_path[0], []).append(_fault(inner))
    return _Fault(
        str(error.validator or ""),
        error.validator_value,
        error.schema if isinstance(error.schema, Mapping) else {},
        tuple(error.absolute_path),
        error.instance,
        tuple(tuple(faults) for faults in branches.values()),
    )


def _report(fault: _Fault, root: Cell, reporter: Reporter, what: str) -> None:
    if fault.keyword in ("anyOf", "oneOf"):
        _report_alternatives(fault, root, reporter, what)
        return
    say = _SAYINGS.get(fault.keyword, _say_other)
    cell, name = _cell_at(root, fault.path), _name(fault, what)
    if isinstance(cell.value, dict) and isinstance(fault.instance, str):  # propertyNames: the key is wrong
        inner = cell.value[fault.instance]
        cell, name = Cell(fault.instance, inner.key_span or inner.span), f'the key "{fault.instance}"'
    say(fault, cell, reporter, name)


def _cell_at(root: Cell, path: Iterable[str | int]) -> Cell:
    """Follow the path of a schema error down the tree."""
    cell = root
    for step in path:
        if isinstance(cell.value, dict):
            cell = cell.value[str(step)]
        elif isinstance(cell.value, list):
            cell = cell.value[int(step)]
    return cell


def _name(fault: _Fault, what: str) -> str:
    """Name what is wrong.

    Its key, or the whole if the fault is at the root or in a nameless row."""
    keys = [step for step in fault.path if isinstance(step, str)]
    if not fault.path:
        return what
    last = fault.path[-1]
    if isinstance(last, str):
        return f'"{last}"'
    return f'entry {last + 1} of "{keys[-1]}"' if keys else f"row {last + 1}"


def _say_unknown_keys(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    known = list(fault.schema.get("properties", {}))
    patterns = fault.schema.get("patternProperties", {})
    for key, inner in _items(cell):
        if key not in known and not any(re.search(pattern, key) for pattern in patterns):
            help = did_you_mean(key, known) or f"the keys that are possible here: {', '.join(known)}"
            reporter.error("R0410", inner.key_span or inner.span, f'{name} has no key "{key}"', help)


def _say_missing_key(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    present = dict(_items(cell))
    properties = fault.schema.get("properties", {})
    for key in fault.limit:
        if key not in present:
            other = nearest(key, [word for word in present if word not in properties])
            span = present[other].key_span if other is not None else None
            help = (
                Help(f'write "{key}" for "{other}"', partial(instead, key, is_safe=True))
                if span is not None
                else _about(properties.get(key, {}))
            )
            reporter.error("R0411", span or _first_line(cell), f'{name} has no "{key}"', help)


def _say_wrong_kind(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    message = f"{name} must be {_expected(fault.limit)}, and this is {_kind_and_value(cell)}"
    reporter.error("R0412", _place_of(cell), message, _kind_help(fault.limit, cell))


def _say_not_in_list(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    words = [_shown(word) for word in _possible(fault)]
    message = f"{name} must be {_either(words)}, and this is {_kind_or_value(cell)}"
    help = did_you_mean(cell.value, words) if isinstance(cell.value, str) else None
    reporter.error("R0413", _place_of(cell), message, help)


def _say_bad_form(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    form = fault.schema.get("patternErrorMessage") or "written in another form"
    reporter.error("R0415", cell.span, f"{name} must be {form}", _as_name(fault, cell))


def _say_repeated(_fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    seen: list[Any] = []
    for inner in cell.value if isinstance(cell.value, list) else ():
        if plain(inner) in seen:
            reporter.error("R0416", inner.span, f"{name} has this entry twice")
        seen.append(plain(inner))


def _say_other(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
    if not fault.keyword:
        reporter.error("R0416", _place_of(cell), f"{name} holds something that does not belong here")
        return
    reporter.error(
        "R0416", _place_of(cell), f"{name} does not have the shape that is expected here", _about(fault.schema)
    )


def _about(schema: Mapping[str, Any]) -> str | None:
    """Return the description of a part of a schema as a help, without its full stop."""
    about = schema.get("description")
    return about.rstrip(".") if isinstance(about, str) else None


def _limit(sentence: str) -> Callable[[_Fault, Cell, Reporter, str], None]:
    """Make a reporter for a keyword with a number as its limit."""

    def say(fault: _Fault, cell: Cell, reporter: Reporter, name: str) -> None:
        message = f"{name} {sentence.format(fault.limit)}"
        reporter.error("R0414", _place_of(cell), message.replace(" 1 entries", " 1 entry"))

    return say


_SAYINGS: Mapping[str, Callable[[_Fault, Cell, Reporter, str], None]] = {
    "additionalProperties": _say_unknown_keys,
    "unevaluatedProperties": _say_unknown_keys,
    "required": _say_missing_key,
    "type": _say_wrong_kind,
    "enum": _say_not_in_list,
    "const": _say_not_in_list,
    "pattern": _say_bad_form,
    "uniqueItems": _say_repeated,
    "minimum": _limit("must be at least {}"),
    "maximum": _limit("must be at most {}"),
    "exclusiveMinimum": _limit("must be more than {}"),
    "exclusiveMaximum": _limit("must be less than {}"),
    "minLength": _limit("must not be empty"),
    "maxLength": _limit("must have at most {} characters"),
    "minItems": _limit("must have at least {} entries"),
    "maxItems": _limit("must have at most {} entries"),
    "minProperties": _limit("must have at least {} entries"),
    "maxProperties": _limit("must have at most {} entries"),
}


def _report_alternatives(fault: _Fault, root: Cell, reporter: Reporter, what: str) -> None:
    """Report against the alternative that was probably meant.

    The one of the right type."""
    meant = [faults for faults in fault.alternatives if not any(_is_kind(inner, fault) for inner in faults)]
    if meant:
        for inner in min(meant, key=len):
            _report(inner, root, reporter, what)
        return
    cell, name = _cell_at(root, fault.path), _name(fault, what)
    kinds = [
        kind
        for faults in fault.alternatives
        for inner in faults
        if _is_kind(inner, fault)
        for kind in _types(inner.limit)
    ]
    if kinds:
        message = f"{name} must be {_expected(kinds)}, and this is {_kind_of(cell)}"
        reporter.error("R0412", _place_of(cell), message)
    else:
        message = f"{name} fits more than one of the shapes that are possible here"
        reporter.error("R0416", _place_of(cell), message)


def _is_kind(inner: _Fault, fault: _Fault) -> bool:
    """Whether an alternative fails because the value itself has the wrong type."""
    return inner.keyword == "type" and inner.path == fault.path


def _items(cell: Cell) -> Iterator[tuple[str, Cell]]:
    if isinstance(cell.value, dict):
        yield from cell.value.items()


def _types(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _expected(value: object) -> str:
    return _either([_KINDS.get(kind, kind) for kind in dict.fromkeys(_types(value))])


def _either(words: list[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _possible(fault: _Fault) -> list[Any]:
    return [fault.limit] if fault.keyword == "const" else list(fault.limit)


def _shown(word: object) -> str:
    """Format a value as one would write it in the file."""
    return word if isinstance(word, str) else json.dumps(word, ensure_ascii=False)


def _kind_of(cell: Cell) -> str:
    value = cell.value
    if value is None:
        return "empty"
    if isinstance(value, bool):
        return f"{str(value).lower()}"
    if isinstance(value, dict):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return "a text" if isinstance(value, str) else "a number"


def _kind_and_value(cell: Cell) -> str:
    """Describe a value.

    A short text is quoted, because often only one letter in it is wrong."""
    short = isinstance(cell.value, str) and "\n" not in cell.value and 0 < len(cell.value) <= 20
    return f'the text "{cell.value}"' if short else _kind_of(cell)


def _kind_or_value(cell: Cell) -> str:
    if isinstance(cell.value, str) and "\n" not in cell.value and len(cell.value) <= 40:
        return f'"{cell.value}"'
    return _kind_of(cell)


def _kind_help(expected: object, cell: Cell) -> str | None:
    """Help with two mistakes that YAML invites.

    A text without its quotation marks, and yes for true."""
    if "string" in _types(expected) and isinstance(cell.value, bool | int | float):
        return Help(
            f'if it is meant as a text, write "{cell.span.text}"', partial(instead, f'"{cell.span.text}"', is_safe=True)
        )
    if {"integer", "number"} & set(_types(expected)) and isinstance(cell.value, str):
        return did_you_mean_number(cell.value)
    if "boolean" in _types(expected) and isinstance(cell.value, str):
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}.get(cell.value)
        return Help(f"write {meant}", partial(instead, meant, is_safe=True)) if meant is not None else None
    return None


def _as_name(fault: _Fault, cell: Cell) -> str | None:
    """Suggest the text written as an id, if an id is expected."""
    if not str(fault.limit).startswith("^[a-z][a-z0-9_]*$") or not isinstance(cell.value, str):
        return None
    letters = "".join(c if c.isascii() and c.isalnum() else " " for c in cell.value.lower())
    name = "_".join(letters.split()).lstrip("0123456789_")
    return Help(f'write it as "{name}"', partial(instead, name)) if name else None


def _place_of(cell: Cell) -> Span:
    """Return where to point: at the value, or at its key if the value is empty."""
    if cell.value is None and cell.key_span is not None:
        return cell.key_span
    return _first_line(cell)


def _first_line(cell: Cell) -> Span:
    """Return the first line of a cell that may span many."""
    span = cell.span
    if span.line == span.end_line:
        return span
    return Span(span.source, span.line, span.column, span.line, len(span.source.line_text(span.line)) + 1)

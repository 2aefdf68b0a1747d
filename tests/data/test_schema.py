"""Schema faults: at the cell, in the designer's words, never in those of JSON Schema."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from interpreter.data import check_schema, load_schema, read_yaml
from interpreter.source import Diagnostic, Reporter, Source

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "patternProperties": {"^x_": {}},
    "properties": {
        "name": {"type": "string", "minLength": 1, "maxLength": 5, "description": "What it is called."},
        "size": {"type": "integer", "minimum": 1, "maximum": 9},
        "share": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
        "kind": {"enum": ["north", "south", 3]},
        "fixed": {"const": "here"},
        "tags": {"type": "array", "items": {"type": "string"}, "uniqueItems": True, "minItems": 1, "maxItems": 3},
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$(?!\\n)", "patternErrorMessage": "a small name"},
        "code": {"pattern": "^[0-9]+$"},
        "either": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "integer"}}]},
        "one": {"oneOf": [{"type": "integer"}, {"type": "number"}]},
        "never": False,
        "names": {"type": "object", "propertyNames": {"pattern": "^[a-z]+$"}, "maxProperties": 2},
        "pair": {"type": "object", "dependentRequired": {"a": ["b"]}, "description": "a goes with b"},
        "text": {"type": ["string", "null"]},
    },
}


def faults(text: str, schema: dict[str, Any] = SCHEMA) -> list[Diagnostic]:
    reporter = Reporter()
    check_schema(read_yaml(Source("f", text)), schema, reporter, "the thing")
    return list(reporter.diagnostics)


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("{name: a, sise: 2}", "R0410", "f:1:11", 'the thing has no key "sise"'),
        ("size: 2", "R0411", "f:1:1", 'the thing has no "name"'),
        ("name: 5", "R0412", "f:1:7", '"name" must be a text, and this is a number'),
        ("name:", "R0412", "f:1:1", '"name" must be a text, and this is empty'),
        ("name: true", "R0412", "f:1:7", '"name" must be a text, and this is true'),
        ("{name: a, size: b}", "R0412", "f:1:17", '"size" must be a whole number, and this is the text "b"'),
        ("{name: a, size: 1.5}", "R0412", "f:1:17", '"size" must be a whole number, and this is a number'),
        ("{name: a, tags: {}}", "R0412", "f:1:17", '"tags" must be a list, and this is a mapping'),
        ("{name: a, text: [1]}", "R0412", "f:1:17", '"text" must be a text or nothing, and this is a list'),
        ("{name: a, tags: [b, 2]}", "R0412", "f:1:21", 'entry 2 of "tags" must be a text, and this is a number'),
        ("{name: a, kind: nort}", "R0413", "f:1:17", '"kind" must be north, south or 3, and this is "nort"'),
        ("{name: a, kind: 4}", "R0413", "f:1:17", '"kind" must be north, south or 3, and this is a number'),
        ("{name: a, fixed: x}", "R0413", "f:1:18", '"fixed" must be here, and this is "x"'),
        ("{name: a, size: 0}", "R0414", "f:1:17", '"size" must be at least 1'),
        ("{name: a, size: 10}", "R0414", "f:1:17", '"size" must be at most 9'),
        ("{name: a, share: 0}", "R0414", "f:1:18", '"share" must be more than 0'),
        ("{name: a, share: 1}", "R0414", "f:1:18", '"share" must be less than 1'),
        ('{name: ""}', "R0414", "f:1:8", '"name" must not be empty'),
        ("{name: abcdef}", "R0414", "f:1:8", '"name" must have at most 5 characters'),
        ("{name: a, tags: []}", "R0414", "f:1:17", '"tags" must have at least 1 entry'),
        ("{name: a, tags: [b, c, d, e]}", "R0414", "f:1:17", '"tags" must have at most 3 entries'),
        ("{name: a, names: {a: 1, b: 1, c: 1}}", "R0414", "f:1:18", '"names" must have at most 2 entries'),
        ("{name: a, id: Big One}", "R0415", "f:1:15", '"id" must be a small name'),
        ('{name: a, id: "a\\n"}', "R0415", "f:1:15", '"id" must be a small name'),
        ("{name: a, code: x}", "R0415", "f:1:17", '"code" must be written in another form'),
        ("{name: a, names: {X: 1}}", "R0415", "f:1:19", 'the key "X" must be written in another form'),
        ("{name: a, tags: [b, b]}", "R0416", "f:1:21", '"tags" has this entry twice'),
        ("{name: a, never: 1}", "R0416", "f:1:1", "the thing holds something that does not belong here"),
        ("{name: a, pair: {a: 1}}", "R0416", "f:1:17", '"pair" does not have the shape that is expected here'),
        ("{name: a, either: 5}", "R0412", "f:1:19", '"either" must be a text or a list, and this is a number'),
        (
            "{name: a, either: [1, x]}",
            "R0412",
            "f:1:23",
            'entry 2 of "either" must be a whole number, and this is the text "x"',
        ),
        ("{name: a, one: 1}", "R0416", "f:1:16", '"one" fits more than one of the shapes that are possible here'),
        ("[1]", "R0412", "f:1:1", "the thing must be a mapping (keys with values), and this is a list"),
    ],
)
def test_each_kind_of_fault(text: str, code: str, place: str, message: str) -> None:
    assert [(fault.code, str(fault.span), fault.message) for fault in faults(text)] == [(code, place, message)]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("{name: a, sise: 2}", 'did you mean "size"?'),
        ("{name: a, harbour: 2}", "the keys that are possible here: name, size"),
        ("size: 2", "What it is called"),
        ("name: 5", 'if it is meant as a text, write "5"'),
        ("{name: a, kind: nort}", 'did you mean "north"?'),
        ("{name: a, id: 7 Big-Ones}", 'write it as "big_ones"'),
        ("{name: a, id: Big-One!}", 'write it as "big_one"'),
        ("{name: a, pair: {a: 1}}", "a goes with b"),
    ],
)
def test_help(text: str, help: str) -> None:
    (fault,) = faults(text)
    assert fault.help is not None
    assert fault.help.startswith(help)


def test_what_fits_is_silent() -> None:
    assert not faults("{name: a, size: 9, share: 0.5, kind: 3, tags: [b], id: a_1, either: [1], x_own: 1, text: }")


def test_several_faults_are_in_order_of_place() -> None:
    places = [str(fault.span) for fault in faults("zzz: 1\nsize: 0\nname: 3\nyyy: 2\n")]
    assert places == ["f:1:1", "f:2:7", "f:3:7", "f:4:1"]


def test_a_missing_key_marks_the_beginning_of_its_mapping() -> None:
    schema = {"items": {"required": ["id"]}}
    (fault,) = faults("- id: a\n- title: b\n  text: c\n", schema)
    assert fault.span is not None
    assert (str(fault.span), fault.span.text) == ("f:2:3", "title: b")
    assert fault.message == 'row 2 has no "id"'


@pytest.mark.parametrize("name", ["manifest", "card_table", "map"])
def test_our_schemas_are_well_formed_and_explain_themselves(name: str) -> None:
    schema = load_schema(name)
    Draft202012Validator.check_schema(schema)
    for key, part in properties(schema):
        assert part.get("title"), f"{name}: {key} has no title"
        assert part.get("description"), f"{name}: {key} has no description"


def properties(schema: Any) -> list[tuple[str, Any]]:
    if isinstance(schema, list):
        return [found for part in schema for found in properties(part)]
    if not isinstance(schema, dict):
        return []
    own = list(schema.get("properties", {}).items())
    return own + [found for part in schema.values() for found in properties(part)]

"""The generated files, schema and TypeScript types, are what the types of the JSON form give."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from interpreter.view.json_view import schema

FILES = schema.files()
ENTRY = Draft202012Validator({"$ref": "#/$defs/entry", "$defs": schema.schema()["$defs"]})
TILE = {"tile": "inn", "column": 0, "row": 0, "turn": 3, "cells": [[0, 0]]}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_generated_files_are_from_these_types(path: Path) -> None:
    """Byte for byte."""
    assert path.read_bytes() == FILES[path].encode(), f"write it anew with `{schema.COMMAND}`"


@pytest.mark.parametrize(
    "entry",
    [{"value": None}, {"value": [1, True, ["a"]]}, {"cards": ["king", None]}, {"count": 2}, {"tiles": [TILE]}],
    ids=json.dumps,
)
def test_an_entry_has_keys_and_one_more(entry: object) -> None:
    assert isinstance(entry, dict)
    ENTRY.validate({"keys": ["red"], **entry})


@pytest.mark.parametrize(
    "entry",
    [
        {},
        {"value": 1, "count": 2},
        {"value": {"a": 1}},
        {"count": "2"},
        {"number": 2},
        {"tiles": [{**TILE, "turn": 4}]},
        {"tiles": [{**TILE, "cells": [[0]]}]},
    ],
    ids=json.dumps,
)
def test_an_entry_of_another_form_is_refused(entry: object) -> None:
    assert isinstance(entry, dict)
    with pytest.raises(ValidationError):
        ENTRY.validate({"keys": ["red"], **entry})


def test_a_type_that_json_has_no_word_for_is_refused() -> None:
    with pytest.raises(TypeError, match="no JSON Schema for"):
        schema._schema(set[str])
    with pytest.raises(TypeError, match="no TypeScript type for"):
        schema._type(set[str])

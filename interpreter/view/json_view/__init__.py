"""JSON views: a game, a view, a question and the log as data, with things by kind and name.

`forms` are its types, and `schema` writes them for others, as JSON Schema and TypeScript; `defining` makes the part that never
changes, `viewing`, `asking` and `happening` what one seat may know now. Layer: view.
"""

from interpreter.view.json_view.asking import request_form
from interpreter.view.json_view.defining import definition
from interpreter.view.json_view.forms import (
    FORMAT,
    ChoiceJson,
    ColumnJson,
    DefinitionJson,
    EntryJson,
    EventJson,
    KindJson,
    LatticeJson,
    MapJson,
    MemberJson,
    RefusalJson,
    RequestJson,
    ThingJson,
    TileJson,
    TypeJson,
    ValueJson,
    ViewJson,
)
from interpreter.view.json_view.happening import event_forms
from interpreter.view.json_view.viewing import ViewCache, kept_form, view_form

__all__ = [
    "FORMAT",
    "ChoiceJson",
    "ColumnJson",
    "DefinitionJson",
    "EntryJson",
    "EventJson",
    "KindJson",
    "LatticeJson",
    "MapJson",
    "MemberJson",
    "RefusalJson",
    "RequestJson",
    "ThingJson",
    "TileJson",
    "TypeJson",
    "ValueJson",
    "ViewCache",
    "ViewJson",
    "definition",
    "event_forms",
    "kept_form",
    "request_form",
    "view_form",
]  # fmt: skip

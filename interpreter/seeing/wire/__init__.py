"""The table for programs: one JSON form of a game, a view, a question and what happened, with things by kind and name.

`forms` are its types, `schemas/table.schema.json` says them to others; `defining` makes the part that never changes, `viewing`,
`asking` and `happening` what one seat may know now. Layer: seeing.
"""

from .asking import request_form
from .defining import definition
from .forms import (
    FORMAT,
    ChoiceForm,
    ColumnForm,
    DefinitionForm,
    EntryForm,
    EventForm,
    KindForm,
    MapForm,
    MemberForm,
    RefusalForm,
    RequestForm,
    ThingForm,
    TileForm,
    TypeForm,
    ValueForm,
    ViewForm,
)
from .happening import event_forms
from .viewing import Kept, view_form

__all__ = [
    "FORMAT", "ChoiceForm", "ColumnForm", "DefinitionForm", "EntryForm", "EventForm", "Kept", "KindForm", "MapForm", "MemberForm",
    "RefusalForm", "RequestForm", "ThingForm", "TileForm", "TypeForm", "ValueForm", "ViewForm", "definition", "event_forms",
    "request_form", "view_form",
]  # fmt: skip

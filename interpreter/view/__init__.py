"""Views: what a player may know, for people and for programs.

`viewpoint` reads a state as one player sees it; `sections` builds the table from it, `looking` describes one thing in full;
`json_view` is the same for programs, as JSON; `drawing` renders that as SVG and HTML.
Layer: view, above runtime; nothing is read here that the player may not see.
"""

from interpreter.view.json_view import ViewCache, definition, event_forms, kept_form, request_form, view_form
from interpreter.view.looking import look
from interpreter.view.sections import Section, tabletop
from interpreter.view.viewpoint import DerivedValues

__all__ = [
    "DerivedValues",
    "Section",
    "ViewCache",
    "definition",
    "event_forms",
    "kept_form",
    "look",
    "request_form",
    "tabletop",
    "view_form",
]  # fmt: skip

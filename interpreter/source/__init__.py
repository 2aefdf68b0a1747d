"""The lowest layer: texts, locations in them, and diagnostics.

A `Source` is a text that a designer wrote; a `Span` is a range in it; a `Diagnostic` says what is wrong at
a span, with a code that the catalogue explains. A stage collects its diagnostics in a `Reporter` and raises
them together as `Problems`. Nothing here knows about rules, cards or games.
"""

from .codes import CODES, CodeEntry, explain
from .nearest import did_you_mean, did_you_mean_number, nearest, number_meant, slips
from .reading import LARGEST_FILE
from .render import render, to_json, visible
from .reporter import Reporter
from .text import Diagnostic, Edit, Fix, Help, Note, Problems, Severity, Source, Span

__all__ = [
    "CODES",
    "LARGEST_FILE",
    "CodeEntry",
    "Diagnostic",
    "Edit",
    "Fix",
    "Help",
    "Note",
    "Problems",
    "Reporter",
    "Severity",
    "Source",
    "Span",
    "did_you_mean",
    "did_you_mean_number",
    "explain",
    "nearest",
    "number_meant",
    "render",
    "slips",
    "to_json",
    "visible",
]

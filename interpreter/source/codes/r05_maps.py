"""Codes R05xx: maps. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0501",
        "a connection leads to a place that is not on the map",
        'The places after "from" and "to" are ids of places in the same file.',
        "places:\n  - id: harbour\n  - id: market\nconnections:\n  - {from: harbour, to: markt}",
        "places:\n  - id: harbour\n  - id: market\nconnections:\n  - {from: harbour, to: market}",
    ),
)

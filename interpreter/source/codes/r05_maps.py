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
    CodeEntry(
        "R0502",
        "connections without places",
        "Connections join the places of the same file.",
        'connections road from "map.yaml"',
        'places city from "map.yaml"\nconnections road from "map.yaml"',
    ),
    CodeEntry(
        "R0503",
        "a lonely place",
        "No connection leads to or from this place.",
        "- id: island",
        "connections:\n  - {from: island, to: shore}",
    ),
    CodeEntry(
        "R0504",
        "a trap",
        "All connections of this place lead into it: whoever enters can never leave.",
        "- {from: a, to: pit, one_way: true}",
        "- {from: a, to: pit}",
    ),
    CodeEntry(
        "R0505",
        "a place that nobody reaches",
        "All connections of this place lead out of it.",
        "- {from: peak, to: a, one_way: true}",
        "- {from: peak, to: a}",
    ),
    CodeEntry(
        "R0506",
        "a connection to itself",
        "A connection joins two places.",
        "- {from: a, to: a}",
        "- {from: a, to: b}",
    ),
    CodeEntry(
        "R0507",
        "a part of the map one cannot leave and come back to",
        "One-way connections divide the map into parts.",
        "one_way: true",
        "one_way: false",
    ),
)

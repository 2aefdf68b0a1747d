"""Codes R05xx: maps. In: nothing. Out: ENTRIES. Layer: source."""

from .entry import CodeEntry

ENTRIES: tuple[CodeEntry, ...] = (
    CodeEntry(
        "R0501",
        "a connection leads to a place that is not on the map",
        'The places after "from" and "to" are ids of places in the same file.',
        "places:\n  - id: harbour\n  - id: village\nconnections:\n  - {from: harbour, to: vilage}",
        "places:\n  - id: harbour\n  - id: village\nconnections:\n  - {from: harbour, to: village}",
    ),
    CodeEntry(
        "R0502",
        "there are connections without places",
        "Connections join the places of the same file, so the rules also read the places of that file.",
        'connections river from "rivers.yaml"',
        'places bend from "rivers.yaml"\nconnections river from "rivers.yaml"',
    ),
    CodeEntry(
        "R0503",
        "nothing joins a place to the others",
        "No connection leads to this place or away from it, so nobody could ever come there. Most often a connection was "
        "forgotten.",
        "places: [{id: shore}, {id: hill}, {id: island}]\nconnections:\n  - {from: shore, to: hill}",
        "places: [{id: shore}, {id: hill}, {id: island}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: shore, to: island}",
    ),
    CodeEntry(
        "R0504",
        "a place is a trap",
        "All connections of this place lead into it, one way only: whoever goes there can never leave.",
        "places: [{id: shore}, {id: hill}, {id: pit}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: hill, to: pit, one_way: true}",
        "places: [{id: shore}, {id: hill}, {id: pit}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: hill, to: pit}",
    ),
    CodeEntry(
        "R0505",
        "nobody can come to a place",
        "All connections of this place lead out of it, one way only: nobody can ever go there.",
        "places: [{id: shore}, {id: hill}, {id: peak}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: peak, to: hill, one_way: true}",
        "places: [{id: shore}, {id: hill}, {id: peak}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: peak, to: hill}",
    ),
    CodeEntry(
        "R0506",
        "a connection joins a place to itself",
        "A connection leads from one place to another one.",
        "places: [{id: shore}, {id: hill}]\nconnections:\n  - {from: shore, to: hill}\n  - {from: hill, to: hill}",
        "places: [{id: shore}, {id: hill}]\nconnections:\n  - {from: shore, to: hill}",
    ),
    CodeEntry(
        "R0507",
        "a map falls into parts",
        "From some places one cannot go to all others and come back: a part of the map is not joined to the rest, or only "
        "by connections that lead one way. This is a warning: it may be meant.",
        "places: [{id: shore}, {id: hill}, {id: cave}, {id: mine}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: cave, to: mine}\n  - {from: hill, to: cave, one_way: true}",
        "places: [{id: shore}, {id: hill}, {id: cave}, {id: mine}]\nconnections:\n  - {from: shore, to: hill}\n"
        "  - {from: cave, to: mine}\n  - {from: hill, to: cave}",
    ),
    CodeEntry(
        "R0508",
        "two places are connected twice",
        "The same two places are joined by two connections that nothing tells apart. One of them is a slip, or meant for "
        "another place. Where there are really two roads, each gets an id.",
        "places: [{id: shore}, {id: hill}]\nconnections:\n  - {from: shore, to: hill}\n  - {from: hill, to: shore}",
        "places: [{id: shore}, {id: hill}]\nconnections:\n  - {id: low_road, from: shore, to: hill}\n"
        "  - {id: high_road, from: hill, to: shore}",
    ),
)

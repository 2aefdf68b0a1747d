"""A map changed as a drawing: only the lines of a change are written, comments and order stay."""

from __future__ import annotations

import pytest

from interpreter.tools.new.card_sheet import UnwritableError
from interpreter.tools.new.map_sheet import changed, free_id, is_map, shown

BRACES = """\
about: Three ports.  # by hand
places:
  # the north
  - {id: oslo, title: Oslo}
  - {id: rome}  # warm
connections:
  # a long way
  - {from: oslo, to: rome}
"""
BLOCKS = """\
places:
  - id: oslo
    title: Oslo
  - id: rome
connections: []
"""


def test_places_are_added_as_their_neighbours_are_written() -> None:
    assert changed(BRACES, {"what": "add place", "id": "", "title": "Port Said"}) == BRACES.replace(
        "# warm\n", "# warm\n  - {id: port_said, title: Port Said}\n"
    )
    assert changed(BLOCKS, {"what": "add place", "id": "bari", "title": "Bari: old town"}) == BLOCKS.replace(
        "  - id: rome\n", '  - id: rome\n  - id: bari\n    title: "Bari: old town"\n'
    )


def test_a_place_is_named_and_loses_its_name() -> None:
    named = changed(BRACES, {"what": "name place", "id": "rome", "title": "Rome, the eternal"})
    assert named == BRACES.replace("{id: rome}  # warm", '{id: rome, title: "Rome, the eternal"}  # warm')
    assert changed(named, {"what": "name place", "id": "rome", "title": ""}) == BRACES


def test_the_first_name_of_a_new_place_gives_it_its_id() -> None:
    fresh = changed(BRACES, {"what": "add place", "id": "", "title": "New place"})
    joined = changed(fresh, {"what": "connect", "from": "oslo", "to": "new_place"})
    named = changed(joined, {"what": "name place", "id": "new_place", "title": "Oslo"})
    assert "  - {id: oslo_2, title: Oslo}\n" in named
    assert "  - {from: oslo, to: oslo_2}\n" in named
    assert "new_place" not in named


def test_a_place_goes_with_its_connections() -> None:
    assert changed(BRACES, {"what": "delete place", "id": "oslo"}) == (
        "about: Three ports.  # by hand\nplaces:\n  - {id: rome}  # warm\nconnections: []\n"
    )


def test_connections_are_added_made_one_way_turned_and_deleted() -> None:
    joined = changed(BLOCKS, {"what": "connect", "from": "rome", "to": "oslo"})
    assert joined == BLOCKS.replace("connections: []", "connections:\n  - {from: rome, to: oslo}")
    there = changed(joined, {"what": "direct", "row": 0, "way": "there"})
    assert there == joined.replace("to: oslo}", "to: oslo, one_way: yes}")
    back = changed(there, {"what": "direct", "row": 0, "way": "back"})
    assert back == there.replace("from: rome, to: oslo", "from: oslo, to: rome")
    assert changed(back, {"what": "direct", "row": 0, "way": "both"}) == joined.replace(
        "from: rome, to: oslo", "from: oslo, to: rome"
    )
    assert changed(joined, {"what": "disconnect", "row": 0}) == BLOCKS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"what": "add place", "id": "Oslo", "title": ""}, "small letters"),
        ({"what": "add place", "id": "oslo", "title": ""}, "already"),
        ({"what": "connect", "from": "oslo", "to": "oslo"}, "another place"),
        ({"what": "connect", "from": "rome", "to": "oslo"}, "connected already"),
        ({"what": "connect", "from": "rome", "to": "bari"}, 'no place called "bari"'),
        ({"what": "sink"}, "not known"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(change: dict[str, str], words: str) -> None:
    with pytest.raises(UnwritableError, match=words):
        changed(BRACES, change)


def test_what_is_a_map() -> None:
    assert is_map(BRACES)
    assert not is_map("places:\n  port:\n    oslo: [1, 2]\n")  # where places are drawn
    assert not is_map("rows: []\n")
    assert free_id(BRACES, "Oslo") == "oslo_2"
    assert free_id(BRACES, "9th Street") == "place_9th_street"
    assert [place["line"] for place in shown(BRACES)["places"]] == [4, 5]

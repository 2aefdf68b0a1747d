"""Tables and maps: good ones are read whole, bad ones are reported at their cells."""

from __future__ import annotations

import pytest

from interpreter.data import MapFile, Table, read_map, read_table
from interpreter.source import Diagnostic, Reporter, Source

CARDS = """\
source: rulebook
about: The intrigue cards.
rows:
  - id: news_channel
    title: News channel
    copies: 3
    text: Play this when a vote begins.
    rules: |
      before voting
        you gain 1 vote
    cites: DYS-225, DYS-230..232
    at_once: yes
  - id: black_market
    source: stand-in
    cites: [DYS-A09..A11, DYS-X02]
"""

MAP = """\
source: rulebook
about: The town.
places:
  - id: harbour
  - {id: market, title: Market, cost: 3}
connections:
  - {from: harbour, to: market}
  - {from: harbour, to: market, one_way: true}
  - {from: market, to: harbour, id: tunnel, source: stand-in}
  - {from: market, to: harbour, id: harbour_market_3}
  - {from: harbour, to: market}
"""


def table(text: str) -> tuple[Table, list[Diagnostic]]:
    reporter = Reporter()
    found = read_table(Source("f", text), reporter)
    return found, list(reporter.diagnostics)


def town(text: str) -> tuple[MapFile, list[Diagnostic]]:
    reporter = Reporter()
    found = read_map(Source("f", text), reporter)
    return found, list(reporter.diagnostics)


def test_a_table_with_a_head() -> None:
    cards, faults = table(CARDS)
    assert not faults
    first, second = cards.rows
    assert (first.id, first.source_note, first.copies) == ("news_channel", "rulebook", 3)
    assert first.cites == ("DYS-225", "DYS-230", "DYS-231", "DYS-232")
    assert first.value("at_once") == "yes"
    assert first.value("cost") is None
    assert list(first.cells) == ["id", "title", "copies", "text", "rules", "cites", "at_once"]
    assert str(first.span) == "f:4:5"
    embedded = first.cells["rules"].embedded
    assert embedded is not None
    assert (embedded.text, embedded.point(2, 3)) == ("before voting\n  you gain 1 vote\n", (10, 9))
    assert (second.source_note, second.copies) == ("stand-in", 1)
    assert second.cites == ("DYS-A09", "DYS-A10", "DYS-A11", "DYS-X02")
    assert cards.about == "The intrigue cards."


def test_a_table_that_is_only_a_list() -> None:
    cards, faults = table("- {id: a, source: rulebook}\n- {id: b, source: stand-in}\n")
    assert not faults
    assert [(row.id, row.source_note) for row in cards.rows] == [("a", "rulebook"), ("b", "stand-in")]
    assert cards.span.text.startswith("- {id: a")


@pytest.mark.parametrize(
    ("text", "code", "place", "message"),
    [
        ("- {id: a, source: book}", "R0413", "f:1:19", '"source" must be rulebook or stand-in, and this is "book"'),
        ("- {id: a}", "R0421", "f:1:8", 'the row "a" does not say where it comes from'),
        (
            "- id: a\n- id: b\n- {id: c, source: rulebook}",
            "R0421",
            "f:1:7",
            'the row "a" does not say where it comes from (nor does 1 other)',
        ),
        ("source: rulebook\nrows:\n- title: b", "R0411", "f:3:3", 'entry 1 of "rows" has no "id"'),
        ("- title: b\n  source: rulebook", "R0411", "f:1:3", 'row 1 has no "id"'),
        ("- 5", "R0412", "f:1:3", "row 1 must be a mapping (keys with values), and this is a number"),
        (
            "- {id: 5, source: rulebook}",
            "R0412",
            "f:1:8",
            '"id" must be a text, and this is a number',
        ),
        (
            "- {id: News Channel, source: rulebook}",
            "R0415",
            "f:1:8",
            '"id" must be small letters, digits and underscores, beginning with a letter',
        ),
        ("- {id: a, source: rulebook, copies: 0}", "R0414", "f:1:37", '"copies" must be at least 1'),
        (
            "- {id: a, source: rulebook, copies: some}",
            "R0412",
            "f:1:37",
            '"copies" must be a whole number, and this is the text "some"',
        ),
        (
            "- {id: a, source: rulebook, rules: [x]}",
            "R0412",
            "f:1:36",
            '"rules" must be a text, and this is a list',
        ),
        ("source: rulebook\nrow: []", "R0410", "f:2:1", 'the table has no key "row"'),
        ("about: x\nsource: rulebook", "R0411", "f:1:1", 'the table has no "rows"'),
        (
            "hello",
            "R0412",
            "f:1:1",
            'the table must be a list or a mapping (keys with values), and this is the text "hello"',
        ),
        ("a: [", "R0401", "f:1:5", "this list or mapping in brackets is not well-formed"),
        ("", "R0407", "f:1:1", "the file is empty"),
        ("- {id: a, source: rulebook}\n- {id: a, source: rulebook}", "R0420", "f:2:8", 'the id "a" is there twice'),
    ],
)
def test_faults_of_tables(text: str, code: str, place: str, message: str) -> None:
    _, faults = table(text)
    assert (code, place, message) in [(fault.code, str(fault.span), fault.message) for fault in faults]
    assert len(faults) == (2 if 'no key "row"' in message else 1)


def test_a_double_id_names_the_first_and_keeps_it() -> None:
    cards, faults = table("source: rulebook\nrows:\n- {id: a, x: 1}\n- {id: a, x: 2}\n")
    assert [str(note.span) for note in faults[0].notes] == ["f:3:8"]
    assert [row.value("x") for row in cards.rows] == [1]


@pytest.mark.parametrize(
    ("cites", "column"),
    [
        ("page 12", 10),
        ("DYS-1, dys-2", 17),
        ("DYS-1,  DYS-5..3 ,DYS-7", 18),
        ("'DYS-1..A3'", 11),
        ("DYS-A1..B3", 10),
        ("DYS-1..99999", 10),
        ("[DYS-1, 'DYS 2']", 19),
    ],
)
def test_citations_that_cannot_be_read(cites: str, column: int) -> None:
    _, faults = table(f"- id: a\n  source: rulebook\n  cites: {cites}\n")
    assert [(fault.code, str(fault.span)) for fault in faults] == [("R0422", f"f:3:{column}")]


def test_citations_over_several_lines() -> None:
    cards, faults = table("- id: a\n  source: rulebook\n  cites: DYS-1,\n    DYS-2, what\n")
    assert cards.rows[0].cites == ("DYS-1", "DYS-2")
    assert [str(fault.span) for fault in faults] == ["f:3:10"]
    cards, faults = table("- id: a\n  source: rulebook\n  cites: |\n    DYS-1,\n    DYS-2, what\n")
    assert cards.rows[0].cites == ("DYS-1", "DYS-2")
    assert [str(fault.span) for fault in faults] == ["f:5:12"]


def test_a_map() -> None:
    found, faults = town(MAP)
    assert [(fault.code, str(fault.span)) for fault in faults] == [("R0508", "f:8:12"), ("R0508", "f:11:12")]
    assert [row.id for row in found.places.rows] == ["harbour", "market"]
    ids = [row.id for row in found.connections.rows]
    assert ids == ["harbour_market", "harbour_market_2", "tunnel", "harbour_market_3", "harbour_market_4"]
    assert [row.source_note for row in found.connections.rows].count("stand-in") == 1
    second = found.connections.rows[1]
    assert (second.value("from"), second.value("to"), second.value("one_way")) == ("harbour", "market", True)
    assert str(second.span) == "f:8:5"
    assert found.about == "The town."


@pytest.mark.parametrize(
    ("rows", "twice"),
    [
        ("{from: harbour, to: market}, {from: market, to: harbour}", True),
        ("{from: harbour, to: market, one_way: true}, {from: harbour, to: market, one_way: true}", True),
        ("{from: harbour, to: market, one_way: true}, {from: market, to: harbour, one_way: true}", False),
        ("{from: harbour, to: market, id: road}, {from: harbour, to: market, id: path}", False),
        ("{from: harbour, to: market}, {from: harbour, to: market, id: path}", False),
    ],
)
def test_two_connections_of_the_same_places(rows: str, twice: bool) -> None:
    _, faults = town(f"source: rulebook\nplaces: [{{id: harbour}}, {{id: market}}]\nconnections: [{rows}]\n")
    assert [fault.code for fault in faults] == (["R0508"] if twice else [])


def test_a_misspelt_place_is_blamed_and_not_all_that_lead_to_it() -> None:
    ways = "{from: harbour, to: market}, {from: market, to: hill}"
    _, faults = town(
        f"source: rulebook\nplaces: [{{id: harbour}}, {{id: marekt}}, {{id: hill}}]\nconnections: [{ways}]\n"
    )
    assert [(fault.code, str(fault.span), fault.help) for fault in faults] == [
        ("R0501", "f:2:30", 'write "market" for "marekt"')
    ]


def test_a_map_without_connections() -> None:
    found, faults = town("source: rulebook\nplaces: [{id: a}]")
    assert not faults
    assert found.connections.rows == ()


HEAD = "source: rulebook\nplaces: [{id: harbour}, {id: market}]\nconnections:\n"


@pytest.mark.parametrize(
    ("line", "code", "column", "message", "help"),
    [
        ("{from: harbour, to: markt}", "R0501", 23, 'there is no place "markt" on this map', 'did you mean "market"?'),
        (
            "{from: moon, to: market}",
            "R0501",
            10,
            'there is no place "moon" on this map',
            "the places are harbour, market",
        ),
        (
            "{from: harbour}",
            "R0411",
            3,
            'entry 1 of "connections" has no "to"',
            "The id of a place in this file",
        ),
        (
            "{from: harbour, to: 3}",
            "R0412",
            23,
            '"to" must be a text, and this is a number',
            'if it is meant as a text, write "3"',
        ),
        (
            "{from: harbour, to: market, one_way: yes}",
            "R0412",
            40,
            '"one_way" must be true or false, and this is the text "yes"',
            "write true",
        ),
    ],
)
def test_faults_of_connections(line: str, code: str, column: int, message: str, help: str | None) -> None:
    _, faults = town(f"{HEAD}- {line}\n")
    found = [(fault.code, str(fault.span), fault.message, fault.help) for fault in faults]
    assert found == [(code, f"f:4:{column}", message, help)]


def test_a_place_with_a_bad_id_is_reported_once() -> None:
    _, faults = town("source: rulebook\nplaces: [{id: Old Market}, {id: b}]\nconnections: [{from: Old Market, to: b}]")
    assert [(fault.code, str(fault.span)) for fault in faults] == [("R0415", "f:2:15")]


def test_a_map_that_says_nowhere_where_it_comes_from() -> None:
    _, faults = town("places: [{id: a}, {id: b}]\nconnections: [{from: a, to: b}]")
    assert [(fault.code, str(fault.span)) for fault in faults] == [("R0421", "f:1:15"), ("R0421", "f:2:22")]
    assert "nor does 1 other" in faults[0].message


@pytest.mark.parametrize("text", ["", "[]", "a: [", "5", "places: 5", "places: [5]", "connections: {a: b}"])
def test_nothing_makes_a_map_fall_over(text: str) -> None:
    found, faults = town(text)
    assert faults
    assert found.places.rows == ()

"""The maps that the rulebooks do not print keep to every fact that their texts fix, and can be walked on.

Facts come from the clauses named beside them, never from the map files. Distances and components are NetworkX's.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import networkx as nx
import pytest

from interpreter.data import MapFile, Row, read_map
from interpreter.source import Reporter, Source

GAMES = Path(__file__).resolve().parents[2] / "games"
CROWN, PUNE = GAMES / "chartered-by-the-crown", GAMES / "discover-pune"


@cache
def read(file: Path) -> MapFile:
    reporter = Reporter()
    found = read_map(Source.read(file), reporter)
    assert reporter.diagnostics == ()
    return found


def streets(file: Path) -> list[Row]:
    """The connections as drawn; a row that leads back along a one-way is for pins that may ignore the arrow."""
    return [row for row in read(file).connections.rows if row.value("against_arrow") != "yes"]


@cache
def graph(file: Path) -> nx.DiGraph[str]:
    found: nx.DiGraph[str] = nx.DiGraph()
    found.add_nodes_from(row.id for row in read(file).places.rows)
    for row in streets(file):
        start, end = str(row.value("from")), str(row.value("to"))
        found.add_edge(start, end)
        if row.value("one_way") is not True:
            found.add_edge(end, start)
    return found


def oceans(place: str) -> set[str]:
    row = next(row for row in read(CROWN / "map.yaml").places.rows if row.id == place)
    value = row.value("oceans")
    assert isinstance(value, list)
    return {str(ocean) for ocean in value}


def ventures(start: str, end: str) -> bool:
    """CRN-118, CRN-120: to a neighbour, or from one coast to another at most one ocean away."""
    if graph(CROWN / "map.yaml").has_edge(start, end):
        return True
    sea = graph(CROWN / "oceans.yaml")
    return any(nx.shortest_path_length(sea, one, other) <= 1 for one in oceans(start) for other in oceans(end))


def test_two_oceans_at_three_places_only() -> None:
    """CRN-022, CRN-023."""
    two = {row.id: oceans(row.id) for row in read(CROWN / "map.yaml").places.rows if len(oceans(row.id)) == 2}
    assert two == {
        "egypt": {"atlantic", "indian"}, "south_africa": {"atlantic", "indian"}, "indo_china": {"indian", "pacific"},
    }  # fmt: skip
    assert all(len(oceans(row.id)) <= 2 for row in read(CROWN / "map.yaml").places.rows)


@pytest.mark.parametrize("place", ["siberia", "urals", "yakutia"])
def test_no_coast(place: str) -> None:
    """CRN-024."""
    assert oceans(place) == set()


def test_coasts_that_the_text_tells() -> None:
    """CRN-020, CRN-021, CRN-025, CRN-M07."""
    assert oceans("west_australia") == {"indian"}
    assert oceans("east_australia") == {"pacific"}
    assert oceans("russia") == oceans("iceland") == oceans("scandinavia") == {"atlantic"}
    assert "atlantic" not in oceans("arabia")


def test_the_atlantic_and_the_pacific_do_not_touch() -> None:
    """CRN-017."""
    sea = graph(CROWN / "oceans.yaml")
    assert sea.has_edge("atlantic", "indian")
    assert sea.has_edge("indian", "pacific")
    assert not sea.has_edge("atlantic", "pacific")


def test_ventures_that_the_text_tells() -> None:
    """CRN-X03, CRN-M04."""
    assert ventures("scandinavia", "west_australia")
    assert not ventures("scandinavia", "east_australia")
    assert graph(CROWN / "map.yaml").has_edge("india", "indo_china")
    assert not graph(CROWN / "map.yaml").has_edge("persia", "iceland")
    assert ventures("japan", "egypt")  # CRN-X22
    assert not ventures("japan", "iceland")


def test_the_tie_list() -> None:
    """CRN-192, CRN-M03: backwards through the alphabet, and the rows stand in its order."""
    titles = [str(row.value("title")) for row in read(CROWN / "map.yaml").places.rows]
    assert titles == sorted(titles)
    assert titles[-1] == "Yakutia"
    assert titles[-2:-6:-1] == [f"West {place}" for place in ("Europe", "China", "Australia", "Africa")]


def test_nobody_is_cut_off() -> None:
    """By land and sea together every place of the Crown's map is reached; on Pune's every crossing can be left again."""
    crown = graph(CROWN / "map.yaml").copy()
    for row in read(CROWN / "map.yaml").places.rows:
        for ocean in oceans(row.id):
            crown.add_edges_from([(row.id, ocean), (ocean, row.id)])
    assert nx.is_strongly_connected(crown)
    assert nx.is_strongly_connected(graph(PUNE / "map.yaml"))


def test_the_size_of_pune() -> None:
    """PUN-M01: 138 intersections, 236 connections."""
    assert len(read(PUNE / "map.yaml").places.rows) == 138
    assert len(streets(PUNE / "map.yaml")) == 236

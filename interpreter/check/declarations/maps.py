"""Maps: graph tables computed once at load with NetworkX.

In: kinds of places and the connections that join them. Out: per kind of places a Map of tables (neighbours, exits,
far ends, distances), and diagnostics for places that cannot be reached or left. Layer: check. The only module that loads
NetworkX, and it is loaded only for games with places. Both back ends print the tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import networkx as nx

from interpreter.ir import rulebook as rb
from interpreter.source import Reporter


@dataclass(frozen=True)
class Map:
    """Tables over the places of one kind, by number.

    They are read thousands of times per game."""

    neighbours: tuple[tuple[int, ...], ...]
    exits: tuple[tuple[int, ...], ...]
    far_ends: tuple[tuple[int, int], ...]
    connections: str | None

    def distances(self) -> list[tuple[int | None, ...]]:
        """Return the steps from each place to each other one; None where there is no way.

        Asked only by rules that use it."""
        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(len(self.neighbours)))
        graph.add_edges_from((place, other) for place, near in enumerate(self.neighbours) for other in near)
        found = (nx.single_source_shortest_path_length(graph, place) for place in graph)
        return [tuple(steps.get(other) for other in graph) for steps in found]


def check_maps(kinds: Mapping[str, rb.Kind], reporter: Reporter) -> dict[str, rb.Map]:
    found: dict[str, rb.Map] = {}
    for kind in kinds.values():
        if kind.word in ("places", "grid"):
            joining = next((other for other in kinds.values() if other.joins == kind.name), None)
            graph = _graph(kind, joining)
            if joining is not None:
                _check_graph(kind, joining, graph, reporter)
            found[kind.name] = _tables(kind, joining, graph)
    return found


def _graph(kind: rb.Kind, joining: rb.Kind | None) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(kind.members)))
    if joining is not None:
        for start, end, one_way in joining.ends:
            graph.add_edge(start, end)
            if not one_way:
                graph.add_edge(end, start)
    elif kind.board is not None:
        graph.add_edges_from((number, other) for number, near in enumerate(kind.board.neighbours) for other in near)
    return graph


def _check_graph(kind: rb.Kind, joining: rb.Kind, graph: nx.DiGraph[int], reporter: Reporter) -> None:
    for number in graph.nodes:
        name, span = kind.members[number], kind.row_spans[number]
        if graph.degree(number) == 0:
            reporter.error(
                "R0503", span, f'nothing joins "{name}" to the rest of the map', "add a connection, or remove the place"
            )
        elif graph.out_degree(number) == 0:
            help = "all of its connections lead into it: let one of them lead out, or remove one_way"
            reporter.error("R0504", span, f'"{name}" can be entered but never left', help)
        elif graph.in_degree(number) == 0:
            help = "all of its connections lead out of it: let one of them lead in, or remove one_way"
            reporter.error("R0505", span, f'"{name}" can be left but never entered', help)
    _check_loops(kind, joining, reporter)
    if not reporter.has_errors:
        _check_reach(kind, graph, reporter)


def _check_loops(kind: rb.Kind, joining: rb.Kind, reporter: Reporter) -> None:
    for number, (start, end, _) in enumerate(joining.ends):
        if start == end:
            span = joining.row_spans[number]
            reporter.error(
                "R0506", span, f'this connection joins "{kind.members[start]}" to itself', "name another place"
            )


def _check_reach(kind: rb.Kind, graph: nx.DiGraph[int], reporter: Reporter) -> None:
    parts = sorted(nx.strongly_connected_components(graph), key=len, reverse=True)
    for part in parts[1:]:
        number = min(part)
        named = sorted(kind.members[place] for place in part)
        names = ", ".join(named[:4]) + (f" and {len(named) - 4} more" if len(named) > 4 else "")
        leads_out = any(end not in part for place in part for end in graph.successors(place))
        leads_in = any(start not in part for place in part for start in graph.predecessors(place))
        if leads_in:
            message = f"a player who goes to {names} can never return to the rest of the map"
        elif leads_out:
            message = f"a player who leaves {names} for the rest of the map can never return"
        else:
            message = f"no connection joins {names} to the rest of the map"
        help = "check the connections that are one_way; if this is intended, nothing needs to change"
        reporter.warning("R0507", kind.row_spans[number], message, help)


def _tables(kind: rb.Kind, joining: rb.Kind | None, graph: nx.DiGraph[int]) -> Map:
    size = len(kind.members)
    neighbours = tuple(tuple(sorted(graph.successors(number))) for number in range(size))
    ends = joining.ends if joining is not None else []
    exits: list[list[int]] = [[] for _ in range(size)]
    for number, (start, end, one_way) in enumerate(ends):
        for place in {start} if one_way else {start, end}:
            exits[place].append(number)
    far_ends = tuple((start, end) for start, end, _ in ends)
    return Map(neighbours, tuple(map(tuple, exits)), far_ends, joining.name if joining is not None else None)

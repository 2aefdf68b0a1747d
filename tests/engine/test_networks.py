"""Networks that a game builds: what both engines answer is what NetworkX finds on the same graph.

Maps and what is built on them are drawn at random; the longest trail is compared with a search through all trails.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import interpreter
from interpreter import State
from interpreter.reading import read_game
from interpreter.source import Reporter

TOWNS, WAYS = 9, 12
RULES = """
places town plural towns from "map.yaml"
  coal: yes or no
connections way plural ways from "map.yaml"
  length: number
keep dug(way): yes or no, starts at no
keep shut(town): yes or no, starts at no
keep reach(town): list of town
keep past(town): list of town
keep coal_for(town): list of town
keep far(town): number or none
keep near(town): list of town
keep joined_to(town): list of town
keep through(town): list of town
keep ruled(town): list of town
keep parts: list of list of town
keep trail: number, starts at 0
keep miles: number, starts at 0
keep stopped: number, starts at 0
let canals = list(way where way's dug)
let onward(town) = list(far_end(way, town) over way in exits(town) where way's dug)

procedure play
  repeat 8 times
    the_turn(first(players))
  end game

procedure the_turn(player)
  player chooses way where not way's dug
  set way's dug to yes
  player chooses town
  set town's shut to not town's shut
  look

procedure look
  each town
    set reach(town) to reached(town, canals)
    set past(town) to reached(town, way in canals where way's length is at most 3, other in towns where other's shut)
    set coal_for(town) to nearest(mine in towns where mine's coal, town, canals)
    set far(town) to distance(town, last(towns), canals)
    set near(town) to neighbours(town, canals)
    set joined_to(town) to list(other in towns where reachable(town, other, canals) and not adjacent(town, other, canals))
    set through(town) to reached([town], other in towns where not other's shut)
    set ruled(town) to reached(town, onward(other) over other in towns where not other's shut)
  {both_ways}
"""
BOTH_WAYS = """set parts to groups(town in towns where not town's shut, canals)
  set trail to longest_trail(canals)
  set miles to longest_trail(way's length over way in canals)
  set stopped to longest_trail(canals, town in towns where town's shut)"""
MANIFEST = "title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n"


Way = tuple[int, int, int, bool]  # from, to, length, one-way


def lay_out(folder: Path, chance: random.Random, one_ways: bool) -> tuple[list[Way], set[int]]:
    """Write a game on a map at random; return its connections, and its towns with coal."""
    coal = {town for town in range(TOWNS) if chance.random() < 0.3}
    pairs = [(a, b) for a in range(TOWNS) for b in range(a)]
    tree = [(number, chance.randrange(number)) for number in range(1, TOWNS)]
    ways = tree + chance.sample([pair for pair in pairs if pair not in tree], WAYS - len(tree))
    found = [(a, b, chance.randint(1, 5), one_ways and chance.random() < 0.3 and (a, b) not in tree) for a, b in ways]
    lines = [f"  - {{id: t{town}, coal: {'yes' if town in coal else 'no'}}}" for town in range(TOWNS)]
    joins = [
        f"  - {{from: t{a}, to: t{b}, length: {long}{', one_way: true' if one else ''}}}" for a, b, long, one in found
    ]
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(RULES.format(both_ways="" if one_ways else BOTH_WAYS))
    (folder / "map.yaml").write_text("\n".join(["source: stand-in", "places:", *lines, "connections:", *joins, ""]))
    (folder / "game.yaml").write_text(MANIFEST)
    return found, coal


def named(table: dict[str, Any], name: str, town: int) -> Any:
    return table[name][f"t{town}"]


def numbers(towns: list[str]) -> list[int]:
    return [int(town[1:]) for town in towns]


def longest(edges: list[tuple[int, int, int]], stops: set[int], here: int | None = None) -> int:
    """Try every trail."""
    found = [0]
    for number, (a, b, long) in enumerate(edges):
        rest = edges[:number] + edges[number + 1 :]
        for start, end in ((a, b), (b, a)):
            if here is None or here == start:
                found.append(long + (0 if end in stops else longest(rest, stops, end)))
    return max(found)


def compare(state: State, ways: list[Way], coal: set[int], one_ways: bool) -> None:
    table = state.view(None)["table"]
    dug = [way for way, is_dug in zip(ways, table["dug"].values(), strict=True) if is_dug]
    shut = {town for town in range(TOWNS) if named(table, "shut", town)}
    graph, short = graph_of(dug), graph_of([way for way in dug if way[2] <= 3])
    printed = graph_of(ways)
    for town in range(TOWNS):
        far = nx.single_source_shortest_path_length(graph, town)
        reach = numbers(named(table, "reach", town))
        assert sorted(reach) == sorted(far)
        assert [far[one] for one in reach] == sorted(far.values())
        least = min((far[one] for one in coal if one in far), default=None)
        assert numbers(named(table, "coal_for", town)) == [one for one in sorted(coal) if far.get(one, -1) == least]
        assert named(table, "far", town) == far.get(TOWNS - 1)
        assert numbers(named(table, "near", town)) == sorted(graph.successors(town))
        joined = [one for one in range(TOWNS) if one in far and one not in graph.successors(town)]
        assert numbers(named(table, "joined_to", town)) == joined
        past = short.copy()
        past.remove_edges_from(list(past.out_edges(shut - {town})))
        assert sorted(numbers(named(table, "past", town))) == sorted(nx.descendants(past, town) | {town})
        free = printed.subgraph(({*range(TOWNS)} - shut) | {town})
        assert sorted(numbers(named(table, "through", town))) == sorted(nx.descendants(free, town) | {town})
        ruled = graph.copy()
        ruled.remove_edges_from(list(ruled.out_edges(shut)))
        assert sorted(numbers(named(table, "ruled", town))) == sorted(nx.descendants(ruled, town) | {town})
    if not one_ways:
        groups = nx.connected_components(graph.to_undirected().subgraph({*range(TOWNS)} - shut))
        assert [numbers(part) for part in table["parts"]] == sorted(sorted(part) for part in groups)
        edges = [(a, b, long) for a, b, long, _ in dug]
        assert table["trail"] == longest([(a, b, 1) for a, b, _ in edges], set())
        assert table["miles"] == longest(edges, set())
        assert table["stopped"] == longest([(a, b, 1) for a, b, _ in edges], shut)


def graph_of(ways: list[Way]) -> nx.DiGraph[int]:
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(TOWNS))
    for a, b, _, one_way in ways:
        graph.add_edge(a, b)
        if not one_way:
            graph.add_edge(b, a)
    return graph


@pytest.mark.parametrize("one_ways", [False, True])
@pytest.mark.parametrize("seed", range(2))
def test_both_engines_find_what_networkx_finds(seed: int, one_ways: bool, tmp_path: Path) -> None:
    chance = random.Random(100 * seed + one_ways)
    ways, coal = lay_out(tmp_path, chance, one_ways)
    game = interpreter.load(tmp_path)
    state, native = game.start(seed=seed), game.start(seed=seed, engine="native")
    while state.request is not None:
        number = chance.randrange(state.choice_count)
        state.take(number)
        native.take(number)
        assert native.inspect.key() == state.inspect.key()
        if state.decisions % 2 == 0:
            compare(state, ways, coal, one_ways)


SECRET = """
places cell on grid 4 by 1
keep tunnel(player, cell): yes or no, starts at no, seen by owner
keep wall(cell): yes or no, starts at no
procedure play
  each player
    by_tunnels(player, next_player(player))
    by_rule(player, next_player(player))
    by_walls(player)
  end game
procedure by_tunnels(player, player rival)
  if count(reached(a1, cell in cells where tunnel(rival, cell))) is more than 1
    player chooses cell
procedure by_rule(player, player rival)
  if reachable(a1, d1, (beside(cell, east) if tunnel(rival, cell) otherwise none) over cell in cells)
    player chooses cell
procedure by_walls(player)
  if count(reached(a1, cell in cells where cell's wall)) is more than 1
    player chooses cell
"""


def test_a_hidden_network_is_a_secret_that_questions_may_not_tell(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(SECRET)
    (tmp_path / "game.yaml").write_text(MANIFEST)
    reporter = Reporter()
    read_game(tmp_path, [], {}, reporter)
    lines = SECRET.splitlines()
    asked = [(found.code, lines[found.span.line - 1]) for found in reporter.diagnostics if found.span is not None]
    conditions = [line for line in lines if "rival, cell" in line]
    assert asked == [("R1002", line) for line in conditions]

"""Tiles whose features merge: what both engines say hangs together is what NetworkX finds on squares laid out by hand.

Tiles are drawn at random, and so is where they go and how they are turned; the oracle turns edges and joins squares itself.
"""

from __future__ import annotations

import random
from pathlib import Path

import networkx as nx
import pytest

import interpreter
from interpreter import State

TILES = 9
SIDES = ("north", "west", "south", "east")  # counterclockwise, as tiles are turned
STEPS = {"north": (0, 1), "west": (-1, 0), "south": (0, -1), "east": (1, 0)}
RULES = """
cards tile from "tiles.yaml"
parts feature of tile
keep table: grid of tile
keep bag: pile of tile
keep joined_with(feature): list of feature
keep open_at(feature): number
keep regions: list of list of tile
let whole(feature) = reached(feature, met(other, table) over other in features)

procedure set_up
  move tiles to bag

procedure play
  lay first_tile at opening_spot(first_tile, table) in table
  repeat until bag is empty
    each player
      lay_one(player)
  end game

procedure lay_one(player)
  let drawn = first(bag)
  if drawn is none
    stop
  player chooses spot in placements(drawn, table)
  lay drawn at spot in table
  each tile in table
    each feature in tile's features
      set joined_with(feature) to whole(feature)
      set open_at(feature) to count(open_edges(feature, table))
  set regions to groups(list(tile in table), table)
"""
Parts = dict[str, dict[str, list[str]]]  # of each tile its features with their edges


def lay_out(folder: Path, chance: random.Random) -> Parts:
    """Write a game with tiles at random; return what is on them."""
    tiles: Parts = {}
    for number in range(TILES):
        edges = chance.sample(SIDES, chance.randint(2, 4))
        cut = chance.randint(1, len(edges))
        parts = [part for part in (edges[:cut], edges[cut:]) if part]
        name = f"t{number}" if number else "first_tile"
        tiles[name] = {f"{name}_p{index}": sorted(part) for index, part in enumerate(parts)}
    rows = [
        f"  - id: {name}\n    features: ["
        + ", ".join(f"{{id: {part.rpartition('_')[2]}, edges: [{', '.join(edges)}]}}" for part, edges in parts.items())
        + "]"
        for name, parts in tiles.items()
    ]
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "tiles.yaml").write_text("\n".join(["source: stand-in", "rows:", *rows, ""]))
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return tiles


def compare(state: State, tiles: Parts) -> None:
    view = state.view(None)
    laid = {name: spot_of(code) for name, code in view["zones"]["table"].items()}
    at = {(column, row): name for name, (column, row, _) in laid.items()}
    edges: dict[tuple[int, int, str], str] = {}  # of each edge of a square, the feature that is there
    for name, (column, row, turns) in laid.items():
        for part, sides in tiles[name].items():
            for side in sides:
                edges[column, row, SIDES[(SIDES.index(side) + turns) % 4]] = part
    graph: nx.Graph[str] = nx.Graph()
    graph.add_nodes_from(part for name in laid for part in tiles[name])
    open_edges = dict.fromkeys(graph, 0)
    for (column, row, side), part in edges.items():
        beyond = column + STEPS[side][0], row + STEPS[side][1]
        other = edges.get((*beyond, SIDES[(SIDES.index(side) + 2) % 4]))
        if other is not None:
            graph.add_edge(part, other)
        open_edges[part] += beyond not in at
    for part in graph:
        assert set(view["table"]["joined_with"][part]) == nx.node_connected_component(graph, part)
        assert view["table"]["open_at"][part] == open_edges[part]
    squares: nx.Graph[str] = nx.Graph()
    squares.add_nodes_from(laid)
    squares.add_edges_from(
        (name, at[c + dx, r + dy]) for (c, r), name in at.items() for dx, dy in STEPS.values() if (c + dx, r + dy) in at
    )
    assert {frozenset(group) for group in view["table"]["regions"]} == set(
        map(frozenset, nx.connected_components(squares))
    )


def spot_of(code: int) -> tuple[int, int, int]:
    """Column, row and quarter turns of a spot, which is one number in a view."""
    row, column = divmod(code // 4, 2001)
    return column - 1000, row - 1000, code % 4


@pytest.mark.parametrize("seed", range(2))
def test_both_engines_join_what_networkx_joins(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    tiles = lay_out(tmp_path, chance)
    game = interpreter.load(tmp_path)
    state, native = game.start(seed=seed), game.start(seed=seed, engine="native")
    while state.request is not None:
        number = chance.randrange(state.choice_count)
        state.take(number)
        native.take(number)
        assert native.inspect.key() == state.inspect.key()
        compare(state, tiles)
    assert state.decisions == TILES - 1

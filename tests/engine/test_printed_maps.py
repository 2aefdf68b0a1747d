"""What a printed map can be asked: distances, reach and neighbours are NetworkX's, on small maps and on large ones.

A small map has a table of all distances, a large one is walked when one is asked; nothing of it shows.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import networkx as nx
import pytest

import interpreter
from interpreter.ir.rulebook import LARGE_MAP

RULES = """
places town plural towns from "map.yaml"
connections way plural ways from "map.yaml"
keep far: number
keep gets_there: yes or no
keep near: list of town

procedure play
  repeat 12 times
    ask(item(players, 1))
  end game

procedure ask(player)
  player chooses town as start
  player chooses town as goal
  set gets_there to reachable(start, goal)
  set far to (distance(start, goal) if reachable(start, goal) otherwise -1)
  set near to list(other in neighbours(start) where adjacent(start, other))
"""


def lay_out(folder: Path, towns: int, chance: random.Random) -> nx.DiGraph[int]:
    """Write a map at random, with some one-ways; return it."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(towns))
    lines = ["source: stand-in", "places:", *(f"  - {{id: t{town}}}" for town in range(towns)), "connections:"]
    half = towns // 2  # two halves, and only one-ways lead from the first to the second
    roads = {}
    for town in (one for one in range(1, towns) if one != half):
        roads[town, chance.randrange(max(half if town > half else 0, town - 9), town)] = False
    for here in range(0, towns - 20, 7):
        roads.setdefault((here, here + 20), here < half <= here + 20 or chance.random() < 0.5)
    for (here, there), one_way in roads.items():
        graph.add_edge(here, there)
        if not one_way:
            graph.add_edge(there, here)
        lines.append(f"  - {{from: t{here}, to: t{there}{', one_way: true' if one_way else ''}}}")
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(RULES)
    (folder / "map.yaml").write_text("\n".join([*lines, ""]))
    (folder / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    return graph


@pytest.mark.parametrize("towns", [60, LARGE_MAP + 1])
def test_both_engines_answer_as_networkx_does(towns: int, tmp_path: Path) -> None:
    chance = random.Random(towns)
    graph = lay_out(tmp_path, towns, chance)
    game = interpreter.load(tmp_path)
    for engine in ("python", "native"):
        state = game.start(seed=1, engine=engine)
        while state.request is not None:
            here, there = chance.randrange(towns), chance.randrange(towns)
            state.choose(f"t{here}")
            state.choose(f"t{there}")
            table = state.view(None)["table"]
            steps = nx.single_source_shortest_path_length(graph, here)
            assert table["gets_there"] == (there in steps)
            assert table["far"] == steps.get(there, -1)
            assert table["near"] == [f"t{town}" for town in sorted(graph.successors(here))]


def test_networkx_is_loaded_only_when_a_map_is_checked(tmp_path: Path) -> None:
    """Not for a game without places, and not for one that has been checked and is only played."""
    lay_out(tmp_path, 60, random.Random(1))
    for game, loaded in (("pig", False), (str(tmp_path), True), (str(tmp_path), False)):
        program = f"import interpreter, sys; interpreter.load({game!r}).start(seed=1); print('networkx' in sys.modules)"
        done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, encoding="utf-8")
        assert done.stdout.strip() == str(loaded), game

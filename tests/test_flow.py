"""Where blocks lead: every round inside a routine has a way back, and what is called a way back goes round.

NetworkX is the judge of what goes round.
"""

from __future__ import annotations

import networkx as nx
import pytest

from interpreter.finding import find_game
from interpreter.ir import blocks as pb
from interpreter.ir.flow import ways_back
from interpreter.lower import lower
from interpreter.reading import read_game
from tests.support.bundled import core_games

GAMES = [info.name for info in core_games()]


def jumps(frame: pb.Frame) -> nx.DiGraph[int]:
    """All ways from one block of a routine to another that need no decision, read off the ends by their fields."""
    graph: nx.DiGraph[int] = nx.DiGraph()
    for block in frame.blocks:
        graph.add_node(block.number)
        match block.end:
            case pb.Goto(target):
                targets = [target]
            case pb.Fork() | pb.More():
                targets = [block.end.yes, block.end.no]
            case pb.MenuAnswer():
                targets = [*block.end.targets, block.end.declined]
            case pb.SeveralAnswer():
                targets = [block.end.again, block.end.after]
            case pb.RunEnd() | pb.ColumnEnd() | pb.ActionAnswer() | pb.SeveralEnd():
                targets = [block.end.after]
            case _:
                targets = []
        graph.add_edges_from((block.number, target) for target in targets)
    return graph


@pytest.mark.parametrize("name", GAMES)
def test_nothing_goes_round_without_a_way_back(name: str) -> None:
    rulebook, _, _ = read_game(find_game(name), [], {})
    for frame in lower(rulebook).frames.values():
        graph, back = jumps(frame), ways_back(frame.blocks)
        rounds = list(nx.strongly_connected_components(graph))
        assert all(any({one, other} <= part for part in rounds) for one, other in back)
        graph.remove_edges_from(back)
        assert nx.is_directed_acyclic_graph(graph)

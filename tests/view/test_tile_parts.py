"""Tiles with parts as pictures: each part at its edges, turned with the tile, and what stands on it."""

from __future__ import annotations

import re

import pytest

import interpreter
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.table import Table
from interpreter.view.drawing.tile_parts import ground, picture, printed_parts

GAME = "lanes-and-hamlets"
LOOK = Look(
    groups={"feature": "terrain"}, parts={"terrain": {"lane": "line", "meadow": "ground"}},
    colours={"terrain": {"meadow": "#00aa00"}},
)  # fmt: skip


@pytest.fixture(scope="module")
def table() -> Table:
    game = interpreter.load(GAME)
    state = game.start(seed=1)
    return Table(interpreter.definition(game), interpreter.view_form(state, 0), None, LOOK)


def part(drawn: str, name: str) -> str:
    """The picture of one part, up to the next one."""
    return drawn[drawn.index(f'data-thing="feature:{name}"') :].split('class="part"')[0]


def test_a_lane_goes_from_edge_to_edge(table: Table) -> None:
    """The side is 80, so the middle of the eastern edge is 40 to the right of the tile's middle."""
    drawn = printed_parts(table, "tile", "crossroads", (0, 0), 80, 0, {})
    lane = part(drawn, "crossroads_lane")
    assert 'd="M40.0 0.0Q0 0 -40.0 0.0"' in lane
    assert drawn.index("crossroads_meadow") < drawn.index("crossroads_hamlet") < drawn.index("crossroads_lane")


def test_a_hamlet_on_one_edge_bows_towards_the_middle(table: Table) -> None:
    drawn = part(printed_parts(table, "tile", "edge", (0, 0), 80, 0, {}), "edge_hamlet")
    assert 'd="M-40.0 -40.0L40.0 -40.0Q0 0 -40.0 -40.0Z"' in drawn


def test_a_hamlet_on_two_edges_has_their_corner(table: Table) -> None:
    """North and west: from the south-western corner through the north-western one to the north-eastern one."""
    drawn = part(printed_parts(table, "tile", "corner", (0, 0), 80, 0, {}), "corner_hamlet")
    assert 'd="M-40.0 40.0L-40.0 -40.0L40.0 -40.0Q0 0 -40.0 40.0Z"' in drawn


def test_parts_turn_with_the_tile(table: Table) -> None:
    drawn = printed_parts(table, "tile", "edge", (100, 50), 80, 3, {})
    assert 'transform="rotate(-270)"' in part(drawn, "edge_hamlet")
    assert drawn.count('transform="translate(100.0 50.0)"') == 2


def test_what_has_no_edges_is_a_mark_above_the_rest(table: Table) -> None:
    drawn = printed_parts(table, "tile", "pilgrims_end", (0, 0), 80, 0, {})
    assert drawn.index("pilgrims_end_lane") < drawn.index("pilgrims_end_shrine")
    assert "<circle" in part(drawn, "pilgrims_end_shrine")


def test_numbers_that_are_printed_on_a_part_can_be_read(table: Table) -> None:
    assert "<title>wells: 1</title>" in picture(table, "tile", "corner_well")
    assert "wells" not in picture(table, "tile", "corner")


def test_the_colour_of_the_ground_is_under_tiles_without_ground(table: Table) -> None:
    fill = ground(table, "tile")
    assert fill is not None
    assert re.search(f'class="tile-ground" fill="{fill}"', picture(table, "tile", "corner_lane"))


def test_a_walker_is_on_its_part() -> None:
    """A hamlet in the east of its tile: the walker is to the right of the tile's middle, at the same height."""
    game = interpreter.load(GAME)
    state = game.start(players=2, seed=1)
    definition = interpreter.definition(game)
    seen = interpreter.view_form(state, None)
    for value in seen["values"]:
        if value["name"] == "walker":
            value["entries"] = [{"keys": ["crossroads_lane"], "value": state.player_names[0]}]
    drawn = interpreter.draw_table(definition, seen, None, LOOK).board
    lane = drawn[drawn.index('data-thing="feature:crossroads_lane"') :].split('class="part"')[0]
    assert f"{state.player_names[0]}'s walker" in lane
    assert state.player_names[0] not in part(drawn, "crossroads_hamlet")

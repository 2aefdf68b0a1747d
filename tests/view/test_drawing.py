"""Drawings from the definition alone: where cells lie, which colour goes first, marks beside every colour, dots, boards."""

from __future__ import annotations

import re
from itertools import combinations
from math import dist, isclose, sqrt
from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter.view.drawing.cells import point_on
from interpreter.view.drawing.colours import Colours
from interpreter.view.drawing.faces import printed
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.marks import SHAPES, initials, seat_shape, shapes_of
from interpreter.view.drawing.players import pips
from interpreter.view.drawing.table import Table
from interpreter.view.json_view import DefinitionJson, KindJson
from tests.support.frame import lay_out

ROOT = Path(__file__).parents[2]
GAMES = sorted(path.parent for path in (ROOT / "games").glob("*/game.yaml"))


def kind_of(definition: DefinitionJson, name: str) -> KindJson:
    return next(kind for kind in definition["kinds"] if kind["name"] == name)


def points(kind: KindJson) -> dict[str, list[tuple[float, float]]]:
    lattice = kind["lattice"]
    assert lattice is not None
    return {
        member["name"]: [point_on(lattice, *at[i : i + 2]) for i in range(0, len(at), 2)]
        for member, at in zip(kind["members"], lattice["points"], strict=True)
    }


def test_corners_and_edges_lie_around_their_hexes() -> None:
    """A regular hexagon: six corners as far from the middle as they are from each other, and sides between them."""
    definition = interpreter.definition(interpreter.load(ROOT / "tests" / "cases" / "games" / "island"))
    hexes, corners, edges = (kind_of(definition, name) for name in ("hex", "crossing", "path"))
    at_corner, at_edge, radius = points(corners), points(edges), 0.0
    for member, (middle,) in zip(hexes["members"], points(hexes).values(), strict=True):
        around = member["cells"]["crossings"]
        assert isinstance(around, list)
        assert len(around) == 6
        far = [dist(middle, at_corner[str(name)][0]) for name in around]
        radius = radius or far[0]
        assert all(isclose(one, radius, rel_tol=1e-9) for one in far)
    for member in edges["members"]:
        ends = member["cells"]["crossings"]
        assert isinstance(ends, list)
        start, end = at_edge[member["name"]]
        assert {start, end} == {at_corner[str(name)][0] for name in ends}
        assert isclose(dist(start, end), radius, rel_tol=1e-9)


def test_neighbouring_squares_are_one_side_apart() -> None:
    definition = interpreter.definition(interpreter.load("tic-tac-toe"))
    middles = points(kind_of(definition, "square"))
    [a1], [b1], [a2] = middles["a1"], middles["b1"], middles["a2"]
    assert isclose(dist(a1, b1), dist(a1, a2))
    assert isclose(dist(b1, a2), sqrt(2) * dist(a1, b1))
    assert a2[1] < a1[1]  # rows go up


def test_a_group_that_is_said_goes_before_a_colour_word() -> None:
    """Black Reactor is a company of the sector Energy: it has the colour of its sector, not black."""
    definition = interpreter.definition(interpreter.load("dystopolis"))
    look = interpreter.read_look(ROOT / "games" / "dystopolis", definition)
    colours = Colours({kind["name"]: kind for kind in definition["kinds"]}, look)
    black = next(member for member in kind_of(definition, "company")["members"] if member["title"] == "Black Reactor")
    assert black["cells"]["sector"] == "energy"
    assert colours.of("company", black["name"]) == colours.of("sector", "energy")
    assert colours.of("sector", "energy").edge == "#d9741b"


@pytest.mark.parametrize(
    ("value", "low", "high", "full", "all_dots"), [(2, 1, 4, 2, 4), (1, 1, 4, 1, 4), (0, 0, 3, 0, 3), (3, 0, 3, 3, 3)]
)
def test_dots_count_from_the_lowest(value: int, low: int, high: int, full: int, all_dots: int) -> None:
    """Year 1 of 4 is one dot of four; nothing of three is no dot of three."""
    markup = pips(value, low, high)
    assert (markup.count("pip full"), len(re.findall(r'class="pip', markup)) - 1) == (full, all_dots)


def test_no_two_seats_differ_only_in_colour() -> None:
    """Whatever the names: shape and initial together tell ten seats apart."""
    for names in (["ann", "anna", "annabel"], ["red", "blue"], [f"player {n}" for n in range(1, 11)]):
        short = initials(names)
        marks = [(seat_shape(number), short[name]) for number, name in enumerate(names)]
        assert len({shape for shape, _ in marks}) == len(names)
        assert len({initial for _, initial in marks}) == len(names)


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_no_two_members_differ_only_in_colour(path: Path) -> None:
    """Kinds of which members are told apart by colour have a mark for each, no two alike."""
    definition = interpreter.definition(interpreter.load(path))
    kinds = {kind["name"]: kind for kind in definition["kinds"]}
    colours = Colours(kinds, interpreter.read_look(path, definition))
    for kind in kinds.values():
        coloured = [member["name"] for member in kind["members"] if colours.own(kind["name"], member["name"])]
        if not coloured or len(kind["members"]) > 12 or colours.group(kind["name"]) is not None:
            continue
        marks = {name: colours.mark(kind["name"], name) for name in coloured}
        for one, other in combinations(coloured, 2):
            if colours.own(kind["name"], one) != colours.own(kind["name"], other):
                assert marks[one] != marks[other] or marks[one] is None, (kind["name"], one, other)
        assert all(mark is None or mark in SHAPES for mark in marks.values())


def test_each_player_has_a_farm_and_a_market_is_shared(tmp_path: Path) -> None:
    """`plot(player, square)` alone is a board for each player; a token of a company on the squares makes it one for all."""
    farms = "places square on a grid 3 by 2\nkeep plot(player, square): yes or no\nprocedure play\n  end game\n"
    market = farms + "kind company is east, west\nkeep stand_of(company): square or none\n"
    for number, (rules, boards) in enumerate([(farms, 2), (market, 0)]):
        game = interpreter.load(lay_out(tmp_path / str(number), {"rules/zz.rules": rules}))
        state = game.start(players=2, seed=1)
        definition = interpreter.definition(game)
        drawing = interpreter.draw_table(definition, interpreter.view_form(state, None), None, Look())
        assert drawing.board.count("data-owner=") == boards


def test_a_deck_of_cards_is_no_ring() -> None:
    definition = interpreter.definition(interpreter.load(ROOT / "tests" / "cases" / "games" / "knock"))
    state = interpreter.load(ROOT / "tests" / "cases" / "games" / "knock").start(players=2, seed=1)
    table = Table(definition, interpreter.view_form(state, 0), None, Look())
    assert table.boards == []


def drawn(folder: Path, rules: str, answers: int = 0, look: Look | None = None) -> interpreter.Drawing:
    game = interpreter.load(lay_out(folder, {"rules/zz.rules": rules}))
    state = game.start(players=2, seed=1)
    for _ in range(answers):
        assert state.request is not None
        state.choose(state.request.choices[0])
    seat = state.request.player if state.request else None
    view, request = interpreter.view_form(state, seat), interpreter.request_form(state, seat)
    return interpreter.draw_table(interpreter.definition(game), view, request, look or Look())


def test_an_edge_that_is_there_is_a_line(tmp_path: Path) -> None:
    """Yes or no of an edge: the first edge is drawn dark, the others are not; no letter stands on it."""
    rules = (
        "places cell on a grid 2 by 2\nplaces side along the edges of cells\nkeep fence(side): yes or no\n"
        "procedure play\n  set first(sides)'s fence to yes\n  end game\n"
    )
    assert drawn(tmp_path, rules).board.count("edge built") == 1


def test_places_named_as_on_a_chessboard_lie_so() -> None:
    """Nine men's morris: a1, d1 and g1 are in one line, and g1 is below g7."""
    game = interpreter.load("nine-mens-morris")
    places = interpreter.map_places(interpreter.definition(game), Look())
    assert places is not None
    at = places.places
    assert at["a1"][1] == at["d1"][1] == at["g1"][1]
    assert at["a1"][0] < at["d1"][0] < at["g1"][0] == at["g7"][0]
    assert at["g7"][1] < at["g1"][1]


def test_houses_without_a_board_are_chosen_in_the_own_row() -> None:
    """Kalah: the reader's six houses can be clicked, the other player's cannot."""
    game = interpreter.load("kalah")
    state = game.start(seed=1)
    assert state.request is not None
    seat = state.request.player
    view, request = interpreter.view_form(state, seat), interpreter.request_form(state, seat)
    shelf = interpreter.draw_table(interpreter.definition(game), view, request, Look()).shelf
    assert shelf.count('class="chip-cell"') == 6


def test_equal_cards_in_one_place_are_one_choice() -> None:
    """Market baskets: a hand with two equal cards offers both, and says that they are the same."""
    game = interpreter.load("market-baskets")
    definition, look = interpreter.definition(game), Look()
    titles = {m["name"]: (m["title"], str(m["cells"])) for k in definition["kinds"] for m in k["members"]}
    for seed in range(12):
        state = game.start(seed=seed)
        assert state.request is not None
        seat = state.request.player
        request = interpreter.request_form(state, seat)
        assert request is not None
        drawing = interpreter.draw_table(definition, interpreter.view_form(state, seat), request, look)
        looks = [titles[choice["thing"]["name"]] for choice in request["choices"] if choice["thing"]]
        assert sum(len(same) - 1 for same in drawing.same) == len(looks) - len(set(looks))


def test_a_trick_lies_in_the_order_of_play() -> None:
    """Hearts: who leads comes first, the others follow clockwise, wherever they sit; a taken trick stays until the next lead."""
    game = interpreter.load("hearts")
    definition, state, chance = interpreter.definition(game), game.start(seed=3), Random(3)
    names, unlike_seats = list(state.player_names), 0
    for _ in range(80):
        assert state.request is not None
        view = interpreter.view_form(state, None)
        leader = next((one["entries"][0].get("value") for one in view["values"] if one["name"] == "leader"), None)
        told = interpreter.event_forms(state, None)
        drawing = interpreter.draw_table(definition, view, None, Look(), told)
        trick = re.search(r'<section data-zone="\w+" class="zone trick">.*?</section>', drawing.shelf)
        if trick is not None:
            players = re.findall(r'class="who" data-thing="player:(\w+)"', trick[0])
            first = names.index(str(leader))
            clockwise = [names[(first + step) % len(names)] for step in range(len(players))]
            assert players == clockwise
            unlike_seats += players != sorted(players, key=names.index)
        state.take(chance.randrange(len(state.request.choices)))
    assert unlike_seats > 5


def test_what_is_bought_is_no_trick() -> None:
    """Gems: one card before each player, but from a market, not from hands."""
    game = interpreter.load(ROOT / "tests" / "cases" / "games" / "gems")
    for seed in range(3):
        state, chance = game.start(seed=seed), Random(seed)
        while state.request is not None:
            told = interpreter.event_forms(state, None)
            drawing = interpreter.draw_table(
                interpreter.definition(game), interpreter.view_form(state, None), None, Look(), told
            )
            assert "zone trick" not in drawing.shelf
            state.take(chance.randrange(len(state.request.choices)))


def test_companies_stand_in_one_table() -> None:
    """A treasury and a president of each company: a row for each company, not two lists."""
    game = interpreter.load(ROOT / "tests" / "cases" / "games" / "companies")
    state, definition = game.start(seed=1), interpreter.definition(game)
    for _ in range(4):  # both found a company
        assert state.request is not None
        state.choose(state.request.choices[0])
    drawing = interpreter.draw_table(definition, interpreter.view_form(state, None), None, Look())
    assert drawing.shelf.count("<table") == 1
    assert [drawing.shelf.count(f'data-cell="{name}|') for name in ("treasury", "president")] == [3, 3]


def test_suits_have_their_own_shapes() -> None:
    assert shapes_of(["clubs", "diamonds", "hearts", "spades"]) == {
        "clubs": "club", "diamonds": "diamond", "hearts": "heart", "spades": "spade",
    }  # fmt: skip
    found = shapes_of(["star", "north", "south"])
    assert found["star"] == "star"
    assert len(set(found.values())) == 3
    assert len(set(shapes_of(["star", "stars"]).values())) == 2


def test_payments_are_called_after_what_is_paid() -> None:
    """A bank pays money, not bank; what is kept for each gem says of which."""
    told: set[str] = set()
    for name in ("companies", "gems"):
        game = interpreter.load(ROOT / "tests" / "cases" / "games" / name)
        state, chance = game.start(seed=4), Random(4)
        for _ in range(60):
            if state.request is not None:
                state.take(chance.randrange(len(state.request.choices)))
        told |= {event["text"] for event in interpreter.event_forms(state, None) if event["kind"] in ("pay", "gain")}
    assert "the bank pays 1 money to red" in told
    assert any(re.fullmatch(r"the bank pays 8 money to (acme|bolt|crown)'s treasury", text) for text in told)
    assert {"red gains 1 gem (white)", "red pays 2 gems (white) to the bank"} <= told


def test_a_choice_says_nothing_that_is_so_of_all() -> None:
    """Dystopolis prints eleven markers for and eleven against: who votes is not told how many were printed."""
    game = interpreter.load("dystopolis")
    definition = interpreter.definition(game)
    table = Table(definition, interpreter.view_form(game.start(players=4, seed=1), 0), None, Look())
    markers = kind_of(definition, "marker")["members"]
    assert len({repr(one["cells"]["printed"]) for one in markers}) == 1
    assert [printed(table, "marker", one["name"]) for one in markers] == ["", ""]
    assert printed(table, "company", "black_reactor") == "Energy, Large"


def test_an_empty_place_for_a_worker_is_drawn(tmp_path: Path) -> None:
    """Where workers are sent, each place is there before anybody stands on it, and says who does afterwards."""
    rules = (
        "kind space is mill, well, fair\nkeep taken_by(space, player): yes or no\nkeep held_by(space): player or none\n"
        "procedure play\n  set taken_by(well, first(players)) to yes\n  end game\n"
    )
    shelf = drawn(tmp_path, rules).shelf
    rows = re.findall(r'<tr><th scope="row"[^>]*data-thing="space:(\w+)".*?</tr>', shelf)
    assert rows == ["mill", "well", "fair"]
    assert [shelf.partition(f'"taken_by|{one}"')[2].partition("</td>")[0][:2] for one in ("mill", "fair")] == [">–"] * 2
    assert "seat-mark" in shelf.partition('"taken_by|well"')[2].partition("</td>")[0]


def test_piles_kept_for_the_places_of_a_board_are_on_it(tmp_path: Path) -> None:
    """The uppermost piece in its owner's colour, and how many there are; nothing of them on the shelf."""
    rules = (
        "places square on a grid 3 by 1\nkind insect is ant, beetle\ncards bug for each insect and side in 1 to 2\n"
        "keep stack(square): pile of bug\nkeep box: pile of bug\n"
        "procedure play\n  move bug(ant_1) to stack(a1)\n  move bug(beetle_2) to stack(a1) on top\n"
        "  move bug(ant_2) to stack(c1)\n  end game\n"
    )
    drawing = drawn(tmp_path, rules, look=Look(owner={"bug": "side"}))
    labels = re.findall(r'data-thing="square:(\w+)"[^>]*aria-label="([^"]*)"', drawing.board)
    assert labels == [
        ("a1", "a1: blue&#x27;s Beetle 2 on Ant 1, 2 on each other"), ("b1", "b1"), ("c1", "c1: blue&#x27;s Ant 2"),
    ]  # fmt: skip
    assert "a1" not in drawing.shelf


def test_a_copy_of_a_design_shows_what_is_printed_on_the_design() -> None:
    """Copper Lane: a shilling costs 3 and gives 2 coins; its text says the coins, so that the number is not said twice."""
    game = interpreter.load("copper-lane")
    definition = interpreter.definition(game)
    look = interpreter.read_look(game.path, definition)
    (shilling,) = interpreter.card_faces(definition, look, ("card", "shilling"))["card"]
    assert re.findall(r'class="corner"[^>]*>(\d)<', shilling) == ["3"]
    assert "<p>2 coins.</p>" in shilling
    assert "figures" not in shilling


def test_playing_cards_are_known_by_rank_and_suit() -> None:
    """Hearts: ten is 10 and king is K, whatever the rules call them; a painting keeps its title."""
    game = interpreter.load("hearts")
    table = Table(interpreter.definition(game), interpreter.view_form(game.start(seed=1), 0), None, Look())
    assert [table.ground.index("card", f"spades_{rank}") for rank in ("two", "ten", "jack", "king", "ace")] == [
        "2", "10", "J", "K", "A",
    ]  # fmt: skip
    auction = interpreter.load("lot-house")
    table = Table(interpreter.definition(auction), interpreter.view_form(auction.start(seed=1), 0), None, Look())
    assert {table.ground.index("painting", name) for name in table.members["painting"]} == {""}


def test_a_pile_of_each_player_for_a_few_things_is_laid_out() -> None:
    """Tinker's Yard: a machine that stands in a workshop is seen there, for every player."""
    game = interpreter.load("tinkers-yard")
    state = game.start(players=2, seed=1)
    view = interpreter.view_form(state, 0)
    (yard,) = [seen for seen in view["values"] if seen["name"] == "yard"]
    entry = next(entry for entry in yard["entries"] if entry["keys"] == ["blue", "bench"])
    entry["cards"] = ["stamp"]
    shelf = interpreter.draw_table(interpreter.definition(game), view, None, Look()).shelf
    assert 'data-thing="machine:stamp"' in shelf.partition('data-cell="yard|blue|bench"')[2].partition("</td>")[0]


def test_a_supply_shows_each_design_once_with_what_is_left() -> None:
    """Kingdom: thirteen designs, and of the coppers as many as are in the box less seven in each deck."""
    game = interpreter.load(ROOT / "tests" / "cases" / "games" / "kingdom")
    state = game.start(players=2, seed=1)
    copper = len([m for m in kind_of(interpreter.definition(game), "card")["members"] if m["title"] == "copper"])
    assert state.request is not None
    seat = state.request.player
    drawing = interpreter.draw_table(interpreter.definition(game), interpreter.view_form(state, seat), None, Look())
    supply = drawing.shelf.partition('data-zone="supply"')[2].partition("</section>")[0]
    assert supply.count('<div class="card"') == 13
    assert f'<span>Copper</span><span class="times">×{copper - 2 * 7}</span>' in supply


def test_a_score_card_goes_down_the_page_and_is_there_from_the_start() -> None:
    """Yacht: twelve boxes are twelve rows with a cell for each player, though nothing is filled yet."""
    game = interpreter.load("yacht")
    state = game.start(players=2, seed=1)
    drawing = interpreter.draw_table(interpreter.definition(game), interpreter.view_form(state, 0), None, Look())
    grid = drawing.shelf.partition('class="pair-grid long"')[2].partition("</table>")[0]
    assert (grid.count('<th scope="row">'), grid.count("<td")) == (12, 1 + 12 * 2)


def drawing_of(name: str, players: int | None = None) -> tuple[str, str]:
    """The board and the shelf of a bundled game as it begins, for whoever decides."""
    game = interpreter.load(name)
    state = game.start(players=players, seed=1)
    assert state.request is not None
    seat = state.request.player
    view, request = interpreter.view_form(state, seat), interpreter.request_form(state, seat)
    definition = interpreter.definition(game)
    found = interpreter.draw_table(definition, view, request, interpreter.read_look(game.path, definition))
    return found.board, found.shelf


def test_a_chequered_board_has_its_dark_corner_at_a1_and_pictures_of_its_pieces() -> None:
    """As chess is set up: a1 dark, b1 light, sixteen pawns, two kings, and no letter for any piece."""
    board, _ = drawing_of("chess")
    fills = dict(re.findall(r'data-thing="square:(\w+)"[^>]*><path [^>]*fill="(#\w+)"', board))
    squares = [f"{'abcdefgh'[column]}{row + 1}" for row in range(8) for column in range(8)]
    dark = {name for name in squares if ("abcdefgh".index(name[0]) + int(name[1])) % 2 == 1}
    assert {name for name in squares if fills[name] == fills["a1"]} == dark
    assert fills["a1"] < fills["b1"]  # the darker one, in hexadecimal
    assert (board.count(SHAPES["pawn"]), board.count(SHAPES["king"])) == (16 + 1, 2 + 1)  # once more in the legend
    assert "on-piece" not in board


def test_stones_lie_where_lines_cross() -> None:
    """Gomoku: 15 by 15 crossings, of which those at the edge have no line beyond it; no square has an outline."""
    board, _ = drawing_of("gomoku")
    assert board.count("<circle") == 225
    assert "<path" in board
    ends = re.findall(r'd="M(-?[\d.]+) (-?[\d.]+)H(-?[\d.]+)M', board)
    assert min(float(left) for left, _, _ in ends) == 36  # the middle of the first column, not its edge
    assert max(float(right) for _, _, right in ends) == 15 * 72 - 36


def test_a_column_of_the_board_can_be_pointed_at() -> None:
    """Connect Four is played by columns: each is a thing on the board, and has no mark that would mean nothing."""
    board, _ = drawing_of("connect-four")
    assert re.findall(r'class="part ruler" data-thing="column:(\w)"', board) == list("abcdefg")
    definition = interpreter.definition(interpreter.load("connect-four"))
    colours = Colours({kind["name"]: kind for kind in definition["kinds"]}, Look())
    assert colours.mark("column", "a") is None


def test_what_is_counted_is_not_told_apart_by_marks() -> None:
    """First house, second house; path two, path three: their words say it."""
    for name, kind, member in (("kalah", "house", "first_house"), ("summit-dice", "path", "path_two")):
        definition = interpreter.definition(interpreter.load(name))
        kinds = {one["name"]: one for one in definition["kinds"]}
        assert member in {one["name"] for one in kinds[kind]["members"]}
        assert Colours(kinds, Look()).own(kind, member) is None


def test_an_open_board_is_shown_as_far_as_its_pieces_lie() -> None:
    """Swarm: after four bugs the page begins near them, and not with 24 by 24 empty hexes."""
    game = interpreter.load("swarm")
    state, chance = game.start(seed=1), Random(1)
    while state.decisions < 12:
        assert state.request is not None
        state.choose(chance.choice(state.request.choices))
    definition = interpreter.definition(game)
    look = interpreter.read_look(game.path, definition)
    view = interpreter.view_form(state, None)
    board = interpreter.draw_table(definition, view, None, look).board
    near = [float(one) for one in re.search(r'data-focus="([^"]+)"', board)[1].split()]  # type: ignore[index]
    whole = [float(one) for one in re.search(r'data-whole="([^"]+)"', board)[1].split()]  # type: ignore[index]
    assert near[2] * near[3] < 0.2 * whole[2] * whole[3]

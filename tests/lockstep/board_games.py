"""Board games beside OpenSpiel's."""

from __future__ import annotations

import re

import pyspiel

from interpreter import State
from tests.lockstep.drive import Moves, Partner, by_name, inside_menu


def joined_names(moves: Moves, rows: int = 0) -> Moves:
    """Two squares, `a2 and a3`, as they are written there: `a2a3`; with `rows` the board is upside down."""
    return {"".join(turned(square, rows) for square in name.split(" and ")): way for name, way in moves.items()}


def turned(square: str, rows: int) -> str:
    return f"{square[0]}{rows + 1 - int(square[1:])}" if rows else square


def upside_down(state: State, theirs: pyspiel.State) -> Moves:
    return joined_names(by_name(state, theirs), 8)


def from_and_to(state: State, theirs: pyspiel.State) -> Moves:
    return joined_names(inside_menu(state, theirs))


def jumps_on(state: State, theirs: pyspiel.State) -> Moves:
    """A piece that goes on jumping is named by its target alone; they repeat where it stands."""
    here = theirs.action_to_string(theirs.legal_actions()[0])[:2]
    moves = from_and_to(state, theirs)
    return {word if len(word) == 4 else here + word: way for word, way in moves.items()}


def at_coordinates(state: pyspiel.State, action: int) -> str:
    """Their `x(0,1)` or `0,1` as our square."""
    row, column = re.findall(r"\d+", state.action_to_string(action))
    return f"{chr(97 + int(column))}{int(row) + 1}"


def without_capture_mark(state: pyspiel.State, action: int) -> str:
    return str(state.action_to_string(action).rstrip("*"))


def column_letter(_state: pyspiel.State, action: int) -> str:
    return "abcdefg"[action]


HOUSES = ("first_house", "second_house", "third_house", "fourth_house", "fifth_house", "sixth_house")


def house_of_kalah(_state: pyspiel.State, action: int) -> str:
    return HOUSES[(action - 1) % 7]


def house_of_oware(_state: pyspiel.State, action: int) -> str:
    return HOUSES[action]


# Their points are numbered by rows from the top.
POINTS = (
    *("a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4"),
    *("e4", "f4", "g4", "c3", "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1"),
)


def point_of_morris(state: pyspiel.State, action: int) -> str:
    return " and ".join(POINTS[int(number)] for number in re.findall(r"\d+", state.action_to_string(action)))


def from_the_top(state: pyspiel.State, action: int) -> str:
    """Their `(row, column)` counted from 1 and from the top of a board of ten rows."""
    row, column = re.findall(r"\d+", state.action_to_string(action))
    return f"{chr(96 + int(column))}{11 - int(row)}"


def without_sign(state: pyspiel.State, action: int) -> str:
    return re.sub("[-x]", "", state.action_to_string(action))


def edge_of_box(state: pyspiel.State, action: int) -> str:
    """Their horizontal and vertical lines; ours are called after the first box that has them."""
    way, first, second = re.findall(r"[hv]|\d+", state.action_to_string(action).partition("(")[2])
    row, column = int(first), int(second)
    if way == "h":
        return f"{chr(97 + column)}{row}_north" if row else f"{chr(97 + column)}1_south"
    return f"{chr(96 + column)}{row + 1}_east" if column else f"a{row + 1}_west"


def nested_square(state: pyspiel.State, action: int) -> str:
    numbers = [int(number) for number in re.findall(r"\d+", state.action_to_string(action))]
    board, *within = numbers
    if not within:
        return f"{chr(97 + board % 3)}{board // 3 + 1}"
    row, column = within
    return f"{chr(97 + 3 * (board % 3) + column)}{3 * (board // 3) + row + 1}"


def chess_move(state: pyspiel.State, action: int) -> str:
    return str(pyspiel.chess.action_to_move(action, state.board()).to_lan())


PROMOTIONS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def chess_moves(state: State, theirs: pyspiel.State) -> Moves:
    """A promotion is a second choice here. Only where they promote is it looked for; elsewhere it would be in the way of the
    next decision."""
    promoting = {
        chess_move(theirs, action)[:4] for action in theirs.legal_actions() if len(chess_move(theirs, action)) > 4
    }
    found: Moves = {}
    for word, way in from_and_to(state, theirs).items():
        if word not in promoting:
            found[word] = way
            continue
        moved = state.clone()
        for number in way:
            moved.take(number)
        request = moved.request
        assert request is not None
        found |= {word + PROMOTIONS[one.name]: (*way, number) for number, one in enumerate(request.choices)}
    return found


def point_of_go(state: pyspiel.State, action: int) -> str:
    """Their columns have no `i`, as on most boards."""
    word = state.action_to_string(action).split()[1].lower()
    if word == "pass":
        return "pass_turn"
    return word if word[0] < "i" else f"{chr(ord(word[0]) - 1)}{word[1:]}"


def stone_or_pass(state: State, theirs: pyspiel.State) -> Moves:
    return inside_menu(state, theirs, frozenset({"pass_turn"}))


# The rows of a star, as many holes as each has.
STAR = [
    f"{chr(97 + row)}{place}"
    for row, size in enumerate((1, 2, 3, 4, 13, 12, 11, 10, 9))
    for place in range(1, size + 1)
]
STAR += [
    f"{chr(106 + row)}{place}" for row, size in enumerate((10, 11, 12, 13, 4, 3, 2, 1)) for place in range(1, size + 1)
]


def hole_of_star(state: pyspiel.State, action: int) -> str:
    """Their `14->23`, a step, or `14=>23`, a hop; a hop further on is called by where it ends."""
    word = state.action_to_string(action)
    if word == "Pass":
        return "pass"
    here, there = (STAR[int(number)] for number in re.findall(r"\d+", word))
    return there if "hopping" in str(state) else f"{here} and {there}"


def first_takes_from_all(state: State) -> list[float]:
    result, players = state.result, len(state.player_names)
    assert result is not None
    return [players - 1.0 if seat in result.winners else -1.0 * bool(result.winners) for seat in range(players)]


def black_is_first_there(player: int) -> int:
    return 1 - player


def from_heap(state: pyspiel.State, action: int) -> str:
    """`pile:1, take:2;` is two from the left heap."""
    heap, many = re.findall(r"\d+", state.action_to_string(action))
    return f"{('left_heap', 'middle_heap', 'right_heap')[int(heap) - 1]} and {many}"


PARTNERS = [
    Partner("tic-tac-toe", "tic_tac_toe", word=at_coordinates),
    Partner("connect-four", "connect_four", word=column_letter),
    Partner("breakthrough", "breakthrough", word=without_capture_mark, moves=upside_down),
    Partner("gomoku", "gomoku", word=at_coordinates),
    Partner("clobber", "clobber", moves=from_and_to),
    Partner("kalah", "mancala", word=house_of_kalah),
    Partner("oware", "oware", word=house_of_oware),
    Partner(
        "nine-mens-morris", "nine_mens_morris", variants=("two_hundred_turns",), word=point_of_morris, moves=inside_menu
    ),
    Partner("othello", "othello", moves=inside_menu, formalities=frozenset({"pass"})),
    Partner("nim", "nim(pile_sizes=3;4;5,is_misere=False)", word=from_heap),
    Partner("game-of-hex", "hex"),
    Partner("game-of-y", "y(board_size=13)"),
    Partner("lines-of-action", "lines_of_action", options={"repetition": True}, word=without_sign, moves=from_and_to),
    Partner("amazons", "amazons", word=from_the_top, moves=inside_menu),
    Partner("checkers", "checkers", moves=jumps_on),
    Partner("ultimate-tic-tac-toe", "ultimate_tic_tac_toe", word=nested_square),
    Partner("dots-and-boxes", "dots_and_boxes(num_rows=3,num_cols=3)", word=edge_of_box),
    *(
        Partner(
            "chinese-checkers",
            f"chinese_checkers(players={players})",
            players,
            word=hole_of_star,
            returns=first_takes_from_all,
        )
        for players in (2, 3, 4, 6)
    ),
    *(
        Partner(
            "game-of-go",
            f"go(board_size={size},max_game_length=100000)",
            options={"size": size},
            word=point_of_go,
            moves=stone_or_pass,
        )
        for size in (5, 9, 19)
    ),
    Partner("chess", "chess", word=chess_move, moves=chess_moves, seat=black_is_first_there),
]

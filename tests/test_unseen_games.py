"""Small games that use every part of the language, and what is known of them from elsewhere.

Each is a folder of tests/cases/games with scenarios of its own. The numbers here are those of other programs, of formulas, or
of a few lines of Python that know nothing of this project.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import interpreter
from interpreter.tools.check.problems import problems
from tests.support.counting import OTHELLO, after, ways_on
from tests.support.sampling import EVERYTHING, sampled

GAMES = Path(__file__).resolve().parent / "cases" / "games"
GALLERY = Path(__file__).resolve().parents[1] / "games"
FOLDERS = sorted(folder for folder in GAMES.iterdir() if (folder / "game.yaml").is_file())


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_scenarios_hold(folder: Path) -> None:
    assert problems(folder) == []
    results = interpreter.run_scenarios(folder)
    assert results
    assert [result.report for result in results if not result.passed] == []


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_random_games_come_to_an_end(folder: Path) -> None:
    game = interpreter.load(folder)
    for seed in range(3):
        state = game.start(seed=seed, events=False)
        state.play_out()
        assert state.result is not None


@pytest.mark.parametrize("engine", ["python", "native"])
def test_othello_has_so_many_openings(engine: str) -> None:
    state = interpreter.load(GALLERY / "othello").start(players=2, seed=1, events=False, engine=engine)
    depth = 6 if engine == "native" else 3
    assert [ways_on(state, moves) for moves in range(1, depth + 1)] == list(OTHELLO[:depth])


# Positions and numbers of moves that every chess program is tested with; see chessprogramming.org, "Perft Results".
CHESS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR KQkq", (20, 400, 8902, 197_281)),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R KQkq", (48, 2039, 97_862)),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 -", (14, 191, 2812, 43_238)),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 kq", (6, 264, 9467)),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R KQ", (44, 1486, 62_379)),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 -", (46, 2079, 89_890)),
]
RANKS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
AFFORDABLE = (
    3000  # moves that are made one by one in every run; all of these were counted on 2026-11-17 (RULEWRIGHT_ALL)
)


def positions_as_house_rule() -> str:
    """A variant in which an option says which of the positions a game begins with."""
    lines = ["variant positions", f"  option position is 1 to {len(CHESS)}, usually 1"]
    for number, (position, _) in enumerate(CHESS, start=1):
        lines.append(f"  instead of set_up where position is {number}")
        board, castling = position.split()
        for row, pieces in zip(range(8, 0, -1), board.split("/"), strict=True):
            column = 0
            for sign in pieces:
                if sign.isdigit():
                    column += int(sign)
                    continue
                owner = "first(players)" if sign.isupper() else "last(players)"
                lines.append(f"    put({owner}, {RANKS[sign.lower()]}, {'abcdefgh'[column]}{row})")
                column += 1
        for sign in castling.strip("-"):
            owner = "first(players)" if sign.isupper() else "last(players)"
            lines.append(f"    set may_castle({owner}, {'east' if sign in 'Kk' else 'west'}) to yes")
    return "\n".join(lines) + "\n"


def chess_at(number: int, folder: Path) -> interpreter.Game:
    """Without the draw by repetition: a position of chess as one number is too large for C."""
    variant = folder / "positions.rules"
    variant.write_text(positions_as_house_rule(), encoding="utf-8")
    return interpreter.load(
        GALLERY / "chess", variants=[str(variant)], options={"position": number, "repetition": False}
    )


@pytest.fixture(scope="module")
def house_rules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("positions")


@pytest.mark.parametrize("number", [1, 2, *sampled(range(3, len(CHESS) + 1), 1, "chess")])
def test_chess_has_so_many_moves(number: int, house_rules: Path) -> None:
    state = chess_at(number, house_rules).start(players=2, events=False, engine="native")
    most = AFFORDABLE if not EVERYTHING else 10**6
    expected = [many for many in CHESS[number - 1][1] if many <= most or many == CHESS[number - 1][1][0]]
    assert [ways_on(state, moves) for moves in range(1, len(expected) + 1)] == expected


DRAUGHTS = (9, 81, 658, 4265, 27_117, 167_140)  # of international draughts, as every program for it counts them


@pytest.mark.parametrize("engine", ["python", "native"])
def test_draughts_has_so_many_openings(engine: str) -> None:
    state = interpreter.load(GALLERY / "draughts").start(players=2, seed=1, events=False, engine=engine)
    depth = 2 if engine == "python" else 6 if EVERYTHING else 4
    assert [ways_on(state, moves) for moves in range(1, depth + 1)] == list(DRAUGHTS[:depth])


SWARM = (4, 96, 1440, 21_600)  # as programs for this game of insects count its first moves


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_swarm_has_so_many_openings(engine: str) -> None:
    state = interpreter.load(GALLERY / "swarm").start(players=2, seed=1, events=False, engine=engine)
    depth = 2 if engine == "python" else 4 if EVERYTHING else 3
    assert [ways_on(state, moves) for moves in range(1, depth + 1)] == list(SWARM[:depth])


# Fixed polyhexes of 1, 2, 3 … cells; see oeis.org/A001207. Each holds the first cell in as many ways as it has cells.
POLYHEXES = (1, 3, 11, 44)


@pytest.mark.parametrize("engine", ["python", "native"])
def test_a_comb_without_borders_has_as_many_shapes_as_there_are_polyhexes(engine: str) -> None:
    start = interpreter.load(GAMES / "comb").start(players=2, seed=1, events=False, engine=engine)
    shapes = {comb_of(start): start}
    for cells, expected in enumerate(POLYHEXES, start=1):
        assert len(shapes) == cells * expected
        found: dict[frozenset[str], interpreter.State] = {}
        for state in shapes.values():
            for number in range(state.choice_count):
                copy = state.clone()
                copy.take(number)
                found.setdefault(comb_of(copy), copy)
        shapes = found


def comb_of(state: interpreter.State) -> frozenset[str]:
    return frozenset(hex for hex, wax in state.inspect.seen(0, "wax").items() if wax)


def test_chess_in_python_has_as_many_first_moves(house_rules: Path) -> None:
    assert ways_on(chess_at(2, house_rules).start(players=2, events=False), 1) == CHESS[1][1][0]


def wins_of_hex(size: int) -> dict[int, int]:
    """How many of all games on a board of this size each player wins, counted without any of our code."""
    cells = [(x, y) for x in range(size) for y in range(size)]
    steps = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]
    won = {0: 0, 1: 0}

    def joined(stones: set[tuple[int, int]], axis: int) -> bool:
        edge = [cell for cell in stones if cell[axis] == 0]
        seen = set(edge)
        while edge:
            x, y = edge.pop()
            if (x, y)[axis] == size - 1:
                return True
            near = {(x + dx, y + dy) for dx, dy in steps} & stones - seen
            seen |= near
            edge += near
        return False

    def play(stones: tuple[set[tuple[int, int]], set[tuple[int, int]]], turn: int) -> None:
        for cell in cells:
            if cell not in stones[0] | stones[1]:
                mine = stones[turn] | {cell}
                if joined(mine, 1 - turn):
                    won[turn] += 1
                else:
                    play((mine, stones[1]) if turn == 0 else (stones[0], mine), 1 - turn)

    play((set(), set()), 0)
    return won


def test_hex_is_won_as_often_as_it_can_be() -> None:
    start = interpreter.load(GALLERY / "game-of-hex", options={"size": 2}).start(players=2, seed=1, events=False)
    won = {0: 0, 1: 0}
    waiting = [start]
    while waiting:
        state = waiting.pop()
        if state.result is not None:
            (winner,) = state.result.winners
            won[winner] += 1
            continue
        assert state.request is not None
        for choice in state.request.choices:
            copy = state.clone()
            copy.choose(choice)
            waiting.append(copy)
    assert won == wins_of_hex(2)


def test_an_open_number_may_be_as_large_as_a_position(tmp_path: Path) -> None:
    """3 to the power of 64 positions of 64 squares, and more: kept, saved and read back."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Large\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    rules = "keep large: number\nprocedure play\n  set large to 1\n  repeat 64 times\n    set large to 3 * large\n"
    rules += "  first(players) may nod\n    end game\n"
    (tmp_path / "rules" / "large.rules").write_text(rules, encoding="utf-8")
    game = interpreter.load(tmp_path)
    state = game.start(players=2, seed=1)
    assert state.view(0)["table"]["large"] == 3**64
    assert game.resume(state.save()).view(0)["table"]["large"] == 3**64


@pytest.mark.parametrize("engine", ["python", "native"])
def test_more_than_can_be_made_in_play_is_a_fault_that_says_so(engine: str, tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    (tmp_path / "rules" / "play.rules").write_text(
        "cards token made in play, up to 3\nkeep heap: pile of token\nprocedure play\n"
        "  repeat until count(heap) is 9\n    each player\n      player chooses amount in 1 to 2\n      add token to heap\n"
    )
    state = interpreter.load(tmp_path).start(players=2, seed=1, engine=engine)
    for _ in range(3):
        state.take(0)
    with pytest.raises(interpreter.Fault, match="tokens_made would become 4, but is only allowed from 0 to 3"):
        state.take(0)


def test_nobody_beats_an_automa_that_knows_nim() -> None:
    """Bouton, 1901: whoever moves first from heaps of 3, 4 and 5 can win, whatever the other does."""
    start = interpreter.load(GALLERY / "nim", variants=["solo"]).start(players=1, seed=1, events=False)
    waiting, endings = [start], 0
    while waiting:
        state = waiting.pop()
        if state.result is not None:
            assert state.result.winners == (0,)
            endings += 1
        else:
            waiting.extend(one for one in after(state))
    assert endings > 100

"""The yardstick: the same games as a competent Python programmer writes them by hand, plainly.

Boards are lists, moves are lists of ints, random players use `random.choice`. Nothing is tuned and nothing is
slowed down: a change here changes what the measured ratios mean.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol, Self

EMPTY = 0


class State(Protocol):
    winner: int | None  # 1 or 2; None while playing and after a draw

    def legal_moves(self) -> list[int]:
        """The moves that may be played now; none when the game is over."""

    def play(self, move: int) -> None: ...


class TicTacToe:
    LINES = (
        (0, 1, 2), (3, 4, 5), (6, 7, 8),
        (0, 3, 6), (1, 4, 7), (2, 5, 8),
        (0, 4, 8), (2, 4, 6),
    )  # fmt: skip

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.player = 1
        self.winner: int | None = None

    def legal_moves(self) -> list[int]:
        if self.winner is not None:
            return []
        return [cell for cell, owner in enumerate(self.board) if owner == EMPTY]

    def play(self, move: int) -> None:
        self.board[move] = self.player
        if self.has_line(self.player):
            self.winner = self.player
        self.player = 3 - self.player

    def has_line(self, player: int) -> bool:
        board = self.board
        for a, b, c in self.LINES:  # noqa: SIM110 (a generator would make the yardstick slower)
            if board[a] == player and board[b] == player and board[c] == player:
                return True
        return False


def lines_of_four(width: int, height: int) -> list[list[tuple[int, ...]]]:
    """For each cell of the board, the lines of four cells that run through it."""
    through: list[list[tuple[int, ...]]] = [[] for _ in range(width * height)]
    for x in range(width):
        for y in range(height):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if x + 3 * dx < width and 0 <= y + 3 * dy < height:
                    line = tuple((y + step * dy) * width + x + step * dx for step in range(4))
                    for cell in line:
                        through[cell].append(line)
    return through


class ConnectFour:
    WIDTH = 7
    HEIGHT = 6
    LINES_THROUGH = lines_of_four(WIDTH, HEIGHT)

    def __init__(self) -> None:
        self.board = [EMPTY] * (self.WIDTH * self.HEIGHT)
        self.heights = [0] * self.WIDTH
        self.player = 1
        self.winner: int | None = None

    def legal_moves(self) -> list[int]:
        if self.winner is not None:
            return []
        return [column for column, height in enumerate(self.heights) if height < self.HEIGHT]

    def play(self, move: int) -> None:
        cell = self.heights[move] * self.WIDTH + move
        self.board[cell] = self.player
        self.heights[move] += 1
        if self.has_line_through(cell, self.player):
            self.winner = self.player
        self.player = 3 - self.player

    def has_line_through(self, cell: int, player: int) -> bool:
        board = self.board
        for a, b, c, d in self.LINES_THROUGH[cell]:
            if board[a] == player and board[b] == player and board[c] == player and board[d] == player:
                return True
        return False


def play_randomly(start: Callable[[], State], games: int, seed: int) -> int:
    """Plays whole games with random moves and counts the moves."""
    choice = random.Random(seed).choice
    plies = 0
    for _ in range(games):
        state = start()
        while moves := state.legal_moves():
            state.play(choice(moves))
            plies += 1
    return plies


def playouts(start: Callable[[], State], games: int, seed: int) -> float:
    """Random playouts, in plies per second."""
    began = time.perf_counter()
    plies = play_randomly(start, games, seed)
    return plies / (time.perf_counter() - began)


def tic_tac_toe_playouts(games: int, seed: int) -> float:
    return playouts(TicTacToe, games, seed)


def connect_four_playouts(games: int, seed: int) -> float:
    return playouts(ConnectFour, games, seed)


# A state of the size of a two-hour economic game for four, as it is usually kept: objects, dicts and lists.
# It is never played; it is there to be copied.

GOODS = ("timber", "stone", "iron", "cloth", "grain")
REGIONS = tuple(f"region {number}" for number in range(1, 25))
CARDS = tuple(f"card {number}" for number in range(1, 61))


@dataclass
class Player:
    name: str
    money: int
    goods: dict[str, int]
    hand: list[str]
    built: list[str]
    influence: dict[str, int]
    passed: bool = False

    def clone(self) -> Self:
        return type(self)(
            self.name,
            self.money,
            self.goods.copy(),
            self.hand.copy(),
            self.built.copy(),
            self.influence.copy(),
            self.passed,
        )


@dataclass
class MidSizeState:
    players: list[Player]
    owners: dict[str, int | None]
    prices: dict[str, int]
    deck: list[str]
    market: list[str]
    discard: list[str] = field(default_factory=list)
    round: int = 1
    active: int = 0

    def clone(self) -> Self:
        """What a careful author writes once `copy.deepcopy` has become too slow."""
        return type(self)(
            [player.clone() for player in self.players],
            self.owners.copy(),
            self.prices.copy(),
            self.deck.copy(),
            self.market.copy(),
            self.discard.copy(),
            self.round,
            self.active,
        )


def mid_size_state(seed: int, seats: int = 4) -> MidSizeState:
    """A position from the middle of such a game."""
    rng = random.Random(seed)
    deck = list(CARDS)
    rng.shuffle(deck)
    players = [
        Player(
            name=f"player {seat + 1}",
            money=rng.randrange(50),
            goods={good: rng.randrange(6) for good in GOODS},
            hand=[deck.pop() for _ in range(5)],
            built=[deck.pop() for _ in range(3)],
            influence={region: rng.randrange(4) for region in rng.sample(REGIONS, 8)},
        )
        for seat in range(seats)
    ]
    return MidSizeState(
        players=players,
        owners={region: rng.choice([None, *range(seats)]) for region in REGIONS},
        prices={good: rng.randrange(1, 9) for good in GOODS},
        market=[deck.pop() for _ in range(5)],
        discard=[deck.pop() for _ in range(8)],
        deck=deck,
        round=4,
        active=rng.randrange(seats),
    )


if __name__ == "__main__":
    print(f"Tic-Tac-Toe   {tic_tac_toe_playouts(20_000, seed=1):>10,.0f} plies/s")
    print(f"Connect Four  {connect_four_playouts(5_000, seed=1):>10,.0f} plies/s")

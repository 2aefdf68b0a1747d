"""Bots play every game to its end, decide the same for the same seed, know only what their player may know, and play well."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import interpreter
from interpreter import State
from interpreter.tools.bots import BOTS, bot_of, listens, seated
from interpreter.tools.bots.position_value import judged, spread
from tests.support.bundled import core_games
from tests.support.sampling import EVERYTHING, sampled

GAMES = [info.name for info in core_games()]
QUICK = {"random": "random", "eager": "eager", "greedy": "greedy:1", "search": "search:8"}
UNTAUGHT = [bot for bot in BOTS if not bot.startswith("learned")]  # what has learned a game is tried in test_learn.py


def result(name: str, bot: str, seed: int, most: int) -> tuple[object, int]:
    game = interpreter.load(name)
    state = game.start(seed=seed, events=listens(bot))
    bots = seated([bot] * len(state.player_names), seed)
    while (request := state.request) is not None and state.decisions < most:
        player = bots[request.player]
        assert player is not None
        state.choose(player(request, state.seat(request.player)))
    return state.result if most > 10_000 else state.inspect.key(), state.decisions


@pytest.mark.parametrize(
    ("bot", "name"), [(bot, name) for bot in UNTAUGHT for name in sampled(GAMES, 4, f"bots {bot}")]
)
def test_a_game_goes_on_and_is_the_same_again(name: str, bot: str) -> None:
    """Quick bots play to the end; those that think, so far that every kind of question has come."""
    seed = Random(name).randrange(1000)
    most = 100_000 if bot in ("random", "eager") else 12
    first = result(name, QUICK[bot], seed, most)
    assert first == result(name, QUICK[bot], seed, most)
    assert first[0] is not None


SECRETS = [
    ("kuhn-poker", ()),
    ("dystopolis", ("intrigue",)),
    ("discover-pune", ("strategic",)),
    ("tycoon-india-1981", ()),
]


@pytest.mark.parametrize(("name", "variants"), SECRETS)
@pytest.mark.parametrize("bot", UNTAUGHT)
def test_no_bot_can_tell_two_states_with_equal_views_apart(name: str, variants: tuple[str, ...], bot: str) -> None:
    state = interpreter.load(name, variants).start(seed=5)
    pick = Random(5)
    for number in range(60):
        request = state.request
        if request is None:
            break
        if number % 10 == 0 and len(request.choices) > 1:
            twins = [state.inspect.redealt(request.player, seed) for seed in (1, 2)]
            assert twins[0].view(request.player) == twins[1].view(request.player)
            answers = [answer(twin, bot, number) for twin in twins]
            assert answers[0] == answers[1]
        state.take(pick.randrange(len(request.choices)))


def answer(state: State, bot: str, seed: int) -> object:
    request, maker = state.request, bot_of(QUICK[bot])
    assert request is not None
    assert maker is not None
    chosen = maker(seed)(request, state.seat(request.player))
    return chosen if isinstance(chosen, int) else request.keys.index((chosen.free, chosen.value))


@pytest.mark.parametrize(
    ("word", "known"),
    [("search", True), ("search:20", True), ("search:2s", True), ("search:50ms", True), ("greedy:3", True),
     ("greedy:3s", False), ("random:3", False), ("search:", False), ("search:0", False), ("serch", False)],
)  # fmt: skip
def test_words(word: str, known: bool) -> None:
    assert (bot_of(word) is not None) == known


def test_an_eager_bot_acts_rather_than_passes() -> None:
    """In Pig, with points at stake, both ways are ways to act; in Kuhn poker to bet is to act."""
    state = interpreter.load("pig").start(seed=1)
    (bot, _) = seated(["eager", "eager"], 1)
    assert bot is not None
    request = state.request
    assert request is not None
    choice = bot(request, state.seat(request.player))
    assert not isinstance(choice, int)
    assert choice.name == "roll_on"


def test_choices_are_opened_evenly() -> None:
    assert spread(1) == (0,)
    assert spread(9)[:5] == (0, 8, 4, 2, 6)
    assert sorted(spread(100)) == list(range(100))


def test_a_win_counts_more_than_any_score() -> None:
    state = interpreter.load("kuhn-poker").start(seed=7)
    for _ in range(2):
        state.choose("bet" if state.decisions == 0 else "pass")
    assert state.result is not None
    values = judged(state)
    winner = state.result.winners[0]
    assert values[winner] > 0.85 > 0.15 > values[1 - winner]


# Connect Four: who thinks ahead wins. The judge is plain alpha-beta over a board of our own: a bit for each disc, seven for a
# column, of which the highest stays empty.

Board = tuple[int, int]  # the discs of the one to move, and of the other


def four(discs: int) -> bool:
    return any((pairs := discs & discs >> step) & pairs >> 2 * step for step in (1, 6, 7, 8))


def open_columns(board: Board) -> list[int]:
    return [x for x in (3, 2, 4, 1, 5, 0, 6) if not (board[0] | board[1]) >> (7 * x + 5) & 1]


def dropped(board: Board, x: int) -> Board:
    """The board after the mover's disc, seen by the other player."""
    taken = board[0] | board[1]
    return board[1], board[0] | ((taken + (1 << 7 * x)) & (0b111111 << 7 * x))


@cache
def ahead(board: Board, plies: int) -> int:
    """1: whoever moves wins within so many plies; -1: loses; 0: neither is certain."""
    if four(board[1]):
        return -1
    moves = open_columns(board)
    if not plies or not moves:
        return 0
    best = -1
    for x in moves:
        best = max(best, -ahead(dropped(board, x), plies - 1))
        if best == 1:
            break
    return best


def won_endgames(count: int, plies: int) -> list[tuple[list[int], Board]]:
    """Positions in which whoever moves wins within so many plies, but not two moves earlier."""
    found: list[tuple[list[int], Board]] = []
    pick = Random(11)
    while len(found) < count:
        board: Board = (0, 0)
        moves: list[int] = []
        for _ in range(24):
            x = pick.choice(open_columns(board))
            board = dropped(board, x)
            moves.append(x)
            if four(board[1]):
                break
        else:
            if ahead(board, plies - 3) != 1 and ahead(board, plies) == 1:
                found.append((moves, board))
    return found


@pytest.mark.parametrize(("word", "positions"), [("search:30000", 4), ("search:1s", 40 if EVERYTHING else 2)])
def test_search_does_not_lose_a_won_endgame(word: str, positions: int) -> None:
    """Eight plies deep, against an opponent who holds out as long as possible. A second a move is what is promised; it ends
    earlier when the answer is certain. So many iterations take C a tenth of a second: what a busy machine does in one."""
    game = interpreter.load("connect-four")
    game.native()
    for moves, start in won_endgames(positions, 8):
        state, board = game.start(), start
        for x in moves:
            state.take(column(state, x))
        maker = bot_of(word)
        assert maker is not None
        bot = maker(1)
        while (request := state.request) is not None:
            if request.player == 0:
                state.choose(bot(request, state.seat(0)))
                x = "abcdefg".index(state.history[-1].choice[0])
            else:
                x = min(open_columns(board), key=lambda x: ahead(dropped(board, x), 7))
                state.take(column(state, x))
            board = dropped(board, x)
        assert state.result is not None
        assert state.result.winners == (0,)


def column(state: State, x: int) -> int:
    assert state.request is not None
    names = [choice.name for choice in state.request.choices]
    return next(place for place, name in enumerate(names) if name[0] == "abcdefg"[x])


@pytest.mark.parametrize(("better", "worse", "games"), [("greedy:4", "random", 10), ("search:150", "greedy:1", 6)])
def test_who_thinks_ahead_wins(better: str, worse: str, games: int) -> None:
    """A sample; benchmarks/bots.py measures it in full. By chance 8 of 10 or 5 of 6 would be rare."""
    wins = 0
    for number in range(games):
        words = [better, worse] if number % 2 else [worse, better]
        state = interpreter.load("connect-four").start(seed=number, events=False)
        bots = seated(words, number)
        while (request := state.request) is not None:
            bot = bots[request.player]
            assert bot is not None
            state.choose(bot(request, state.seat(request.player)))
        assert state.result is not None
        wins += words.index(better) in state.result.winners
    assert wins >= games - 2

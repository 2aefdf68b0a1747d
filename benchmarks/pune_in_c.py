"""`pune.c` with its tables: Discover Pune as a C programmer writes it, compiled and opened.

In: the data of the game, as `pune.py` reads it. Out: C source, and a library with `pune_games`, `pune_start` and so on.
"""

from __future__ import annotations

import ctypes
import time
from array import array
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path

from benchmarks.pune import COLOURS, FINES, GIFTS, ROUNDS, TYPES, Card, box
from interpreter.backends.c.building import FLAGS, compiled, opened
from interpreter.runtime.generator import seeded

ROUTES = ("red", "yellow", "green", "black", "tunnel", "ferry", "metro")
REWARDS = ("gift", "fine", "all_pay_me", "i_pay_all")


def text() -> str:
    """The tables and the program."""
    return f"{tables()}\n{Path(__file__).with_name('pune.c').read_text(encoding='utf-8')}"


def tables() -> str:
    game = box()
    exits = [street for streets in game.exits for street in streets]
    roads = sorted({street.road for street in exits} | {card.road for card in game.cards if card.road})
    number = {road: at for at, road in enumerate(roads)}
    closures = [card for card in game.cards if card.kind == "closure"]
    categories = sorted({one.category for one in game.locations})
    touches = [
        sum(1 << number[road] for road, places in game.on_road.items() if here in places)
        for here in range(len(game.exits))
    ]
    halves = (f"{{{set_ % (1 << 64)}ULL, {set_ >> 64}ULL}}" for set_ in touches)
    sizes = {"PLACES": len(game.exits), "LOCATIONS": len(game.locations), "CARDS": len(game.cards), "HOME": game.start}
    sites = {location.site: at for at, location in enumerate(game.locations)}
    rows = (
        f"{{{street.number}, {street.to}, {ROUTES.index(street.route)}, {number[street.road]}, {int(street.against)}}}"
        for street in exits
    )
    return "\n".join([
        "#include <stdint.h>",
        f"enum {{ {', '.join(f'{name} = {size}' for name, size in sizes.items())} }};",
        "typedef struct { uint16_t street; uint8_t to, route, road, against; } Exit;",
        f"static const Exit EXITS[] = {{{', '.join(rows)}}};",
        _table("uint16_t", "FIRST_EXIT", accumulate(map(len, game.exits), initial=0)),
        f"static const struct {{ uint64_t a, b; }} TOUCHES_[] = {{{', '.join(halves)}}};",
        "#define TOUCHES ((const Bits *)TOUCHES_)",
        _table("uint8_t", "MYSTERY", map(int, game.mystery)),
        _table("int8_t", "LOCATION_AT", (sites.get(here, -1) for here in range(len(game.exits)))),
        _table("uint8_t", "COLOUR", (COLOURS.index(one.colour) for one in game.locations)),
        _table("uint8_t", "CATEGORY", (categories.index(one.category) for one in game.locations)),
        _table("uint8_t", "STARS", (one.stars for one in game.locations)),
        _table("int16_t", "COST", (one.cost for one in game.locations)),
        _table("int16_t", "RENT", (one.rent for one in game.locations)),
        _table("uint8_t", "SITE", (one.site for one in game.locations)),
        _table("uint8_t", "CARD_KIND", (TYPES.index(card.kind) for card in game.cards)),
        _table("uint8_t", "CARD_ROAD", (number[card.road] if card.road else 0 for card in game.cards)),
        _table("uint8_t", "CARD_ROUNDS", (ROUNDS.get(card.code, 0) for card in game.cards)),
        _table("uint8_t", "CARD_REWARD", map(_reward, game.cards)),
        _table("int16_t", "CARD_AMOUNT", (GIFTS.get(card.code, FINES.get(card.code, 50)) for card in game.cards)),
        _table("uint8_t", "CLOSURE_NUMBER", (closures.index(card) if card in closures else 0 for card in game.cards)),
        _table("uint8_t", "CLOSURE_ROAD", (number[card.road or ""] for card in closures)),
        _table("uint8_t", "FIRST_OF_KIND", ([card.kind for card in game.cards].index(kind) for kind in TYPES)),
    ])  # fmt: skip


def _table(cell: str, name: str, values: Iterable[int]) -> str:
    return f"static const {cell} {name}[] = {{{', '.join(map(str, values))}}};"


def _reward(card: Card) -> int:
    return 0 if card.code in GIFTS else 1 if card.code in FINES else 2 if card.code == "rw06" else 3


@cache
def library() -> ctypes.CDLL:
    found = opened(compiled(text(), tuple(flag for flag in FLAGS if flag != "-fvisibility=hidden")))
    pointer, word, small = ctypes.c_void_p, ctypes.c_int64, ctypes.c_int
    for name, gives, takes in (
        ("pune_size", ctypes.c_size_t, []), ("pune_start", None, [pointer, small, ctypes.c_uint64]),
        ("pune_choose", None, [pointer, small]), ("pune_choices", small, [pointer]), ("pune_actor", small, [pointer]),
        ("pune_score", small, [pointer, small]), ("pune_copies", None, [pointer, pointer, word]),
        ("pune_games", word, [small, word, pointer, pointer, word, pointer, pointer]),
    ):  # fmt: skip
        function = getattr(found, name)
        function.restype, function.argtypes = gives, takes
    return found


def played(players: int, seeds: Sequence[int], most: int) -> list[tuple[int, list[int]]]:
    """Whole games as `Game.play_many` plays them: of each the number of decisions and the scores."""
    chance, picks = (array("Q", map(seeded, some)) for some in (seeds, (~seed for seed in seeds)))
    counts, scores = array("q", bytes(8 * len(seeds))), array("q", bytes(8 * len(seeds) * players))
    begin = [part.buffer_info()[0] for part in (chance, picks, counts, scores)]
    library().pune_games(players, len(seeds), begin[0], begin[1], most, begin[2], begin[3])
    return [(count, scores[i * players : (i + 1) * players].tolist()) for i, count in enumerate(counts)]


class Game:
    """One game, decision by decision."""

    def __init__(self, players: int, seed: int) -> None:
        self.rules, self.players = library(), players
        self.state = ctypes.create_string_buffer(self.rules.pune_size())
        self.rules.pune_start(self.state, players, seeded(seed))

    def copy_time(self, times: int = 1_000_000) -> float:
        """Seconds for a copy of the state."""
        copy = ctypes.create_string_buffer(len(self.state))
        begin = time.process_time()
        self.rules.pune_copies(copy, self.state, times)
        return (time.process_time() - begin) / times

    @property
    def choices(self) -> int:
        """How many there are; none at the end."""
        return int(self.rules.pune_choices(self.state))

    @property
    def actor(self) -> int:
        return int(self.rules.pune_actor(self.state))

    def choose(self, number: int) -> None:
        self.rules.pune_choose(self.state, number)

    def scores(self) -> Sequence[int]:
        return [int(self.rules.pune_score(self.state, player)) for player in range(self.players)]

"""Dou dizhu beside OpenSpiel's: one deal. A meld with its kickers is one move there and several decisions here."""

from __future__ import annotations

import random
import re

import pyspiel

from interpreter import State
from tests.lockstep.card_games import RANKS, SUITS, outcome
from tests.lockstep.drive import ROOT, Moves, Partner, hands, points

RANK_ORDER = (*tuple(RANKS.values())[1:], "two", "black_joker", "red_joker")
LETTERS = {name: letter for letter, name in RANKS.items()} | {"black_joker": "(BWJ)", "red_joker": "(CJ)"}
JOKERS = {"(BWJ)": "spades_black_joker", "(CJ)": "hearts_red_joker"}
Path_ = tuple[int, ...]


def patterns() -> dict[str, tuple[int, int, int]]:
    """How many cards of each rank, how many ranks, how many cards in a kicker: what the game's table prints."""
    text = (ROOT / "games/dou-dizhu/patterns.yaml").read_text("utf-8")
    rows = [dict(re.findall(r"(\w+): (\w+)", line)) for line in text.splitlines() if "id:" in line]
    return {row["id"]: (int(row["many"]), int(row.get("length", 1)), int(row.get("kicker", 0))) for row in rows}


PATTERNS = patterns()


def in_order(ranks: list[str]) -> str:
    return "".join(LETTERS[rank] for rank in sorted(ranks, key=RANK_ORDER.index))


def word_of_meld(pattern: str, low: str, kickers: list[str]) -> str:
    """As they write it: the cards by rank, and the kickers of a row behind a dash."""
    if pattern == "rocket":
        return "(BWJ)(CJ)"
    many, length, each = PATTERNS[pattern]
    first = RANK_ORDER.index(low)
    body, added = [rank for rank in RANK_ORDER[first : first + length] for _ in range(many)], kickers * each
    return f"{in_order(body)}-{in_order(added)}" if kickers and length > 1 else in_order(body + added)


def with_kickers(state: State, path: Path_, wanted: int) -> list[tuple[Path_, list[str]]]:
    """Every set of kickers, in whatever order they are chosen, with one way to choose it."""
    found: dict[tuple[str, ...], tuple[Path_, State]] = {(): (path, state)}
    for _ in range(wanted):
        further: dict[tuple[str, ...], tuple[Path_, State]] = {}
        for chosen, (way, before) in found.items():
            request = before.request
            assert request is not None
            for number, choice in enumerate(request.choices):
                key = tuple(sorted((*chosen, choice.name)))
                if key not in further:
                    after = before.clone()
                    after.take(number)
                    further[key] = ((*way, number), after)
        found = further
    return [(way, list(chosen)) for chosen, (way, _) in found.items()]


def moves_of_dou_dizhu(state: State, _theirs: pyspiel.State) -> Moves:
    request = state.request
    assert request is not None
    found: Moves = {}
    for number, choice in enumerate(request.choices):
        if choice.name == "pass":
            found["Pass"] = (number,)
        elif choice.name.isdigit():
            found[f"Bid {choice.name}"] = (number,)
        else:
            pattern, low = choice.name.split(" and ")
            wanted = PATTERNS[pattern][1] if PATTERNS[pattern][2] else 0
            begun = state
            if wanted:
                begun = state.clone()
                begun.take(number)
            for path, kickers in with_kickers(begun, (number,), wanted):
                found[word_of_meld(pattern, low, kickers)] = path
    return found


def word_of_dou_dizhu(state: pyspiel.State, action: int) -> str:
    word = str(state.action_to_string(state.current_player(), action))
    if not state.is_chance_node() or not word.startswith("Deal "):
        return word
    card = word.removeprefix("Deal ")
    return JOKERS.get(card) or f"{SUITS[card[0]]}_{RANKS[card[1]]}"


def deal_of_dou_dizhu(ours: State, theirs: pyspiel.State) -> int:
    """The position of the card that lies face up: whoever gets it bids first. Then the cards in turn."""
    dealt = len(theirs.full_history())
    if dealt == 0:
        assert ours.deciding is not None
        return ours.deciding
    card, seat = divmod(dealt - 1, 3)
    return outcome(theirs, hands(ours)[seat][card], word_of_dou_dizhu)


def bomb_on_rocket(theirs: pyspiel.State, word: str) -> bool:
    """They let four of a kind be played on the two jokers, which beat everything."""
    plays = [
        one for one in theirs.full_history() if one.player >= 0 and theirs.action_to_string(0, one.action) != "Pass"
    ]
    last = plays[-1] if plays else None
    on_rocket = last is not None and theirs.action_to_string(0, last.action) == "(BWJ)(CJ)"
    return on_rocket and "Pass" in map(theirs.action_to_string, theirs.legal_actions()) and len(set(word)) == 1


def the_longer_the_likelier(chooser: random.Random, words: list[str], _state: State) -> str:
    """Else rows of threes would hardly ever be played."""
    return chooser.choices(words, [len(word) ** 2 for word in words])[0]


PARTNERS = [
    Partner(
        "dou-dizhu",
        "dou_dizhu",
        3,
        ("one_deal", "rows_without_bombs"),
        word=word_of_dou_dizhu,
        moves=moves_of_dou_dizhu,
        chance=deal_of_dou_dizhu,
        returns=points,
        wrong_there=bomb_on_rocket,
        choose=the_longer_the_likelier,
    )
]

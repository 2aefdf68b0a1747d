"""Passage 16: a weighted vote with sealed ballots, tie rules, reaction cards and private envelopes (Dystopolis)."""

from __future__ import annotations

import pytest

from interpreter import State
from tests.hard.table import (
    asked,
    cards,
    check_alike,
    check_random_games,
    decide,
    load_case,
    offered,
    place,
    put,
    refused,
    seen,
    told,
    value,
    worked,
)

GAME = load_case("16_vote")
NAMES = ("black", "blue", "purple")
Tokens = dict[tuple[str, str], int]
EXAMPLES: Tokens = {
    ("black", "blood_dome"): 1, ("blue", "blood_dome"): 1, ("black", "in_vitro"): 1, ("blue", "icu"): 2,
    ("black", "icu"): 1,
}  # fmt: skip


def takeover(company: str, tokens: Tokens = EXAMPLES, hands: dict[str, str] | None = None) -> State:
    """Black (Turn card 1) plays a Takeover; Blue has Turn card 2, Purple 3."""
    state = GAME.table(names=NAMES)
    for (player, owned), count in tokens.items():
        put(state, "investments", player, owned, to=count)
    for player, card in (hands or {}).items():
        place(state, "intrigue", player, card=card)
    GAME.begin(state, "take_over", [0])
    decide(state, "black", company)
    return state


def everybody(state: State, *words: str) -> State:
    for name, word in zip(NAMES, words, strict=True):
        decide(state, name, word)
    return state


def no_cards(state: State) -> State:
    return everybody(state, "pass", "pass", "pass")


def no_envelopes(state: State) -> State:
    return everybody(state, "pass", "pass", "pass")


def votes(state: State) -> list[int]:
    return [value(state, "voting_votes", name) for name in NAMES]


def tokens_in(state: State, company: str) -> list[int]:
    return [value(state, "investments", name, company) for name in NAMES]


# ---- weights and outcome
def test_the_votes_of_the_example() -> None:  # DYS-X06
    state = no_cards(takeover("blood_dome"))
    assert votes(state) == [2, 1, 0]  # the tie in the Blood Dome goes to Black's lower Turn card
    assert "black has 2 votes" in told(state, "purple")


def test_the_takeover_of_the_example() -> None:  # DYS-X07
    state = no_envelopes(no_cards(takeover("blood_dome")))
    everybody(state, "aye", "nay", "aye")
    assert tokens_in(state, "blood_dome") == [2, 0, 0]


def test_a_lost_voting_changes_nothing_but_uses_up_the_company() -> None:  # DYS-102, DYS-128, DYS-129
    state = no_envelopes(no_cards(takeover("blood_dome")))
    everybody(state, "nay", "aye", "aye")  # Black votes against the own card
    assert tokens_in(state, "blood_dome") == [1, 1, 0]
    GAME.begin(state, "take_over", [1])
    assert refused(state) == {"blood_dome": "Blood Dome has had its voting this year"}
    assert value(state, "takeovers", "black") == 1


def test_takeover_of_a_full_company() -> None:  # DYS-111, DYS-A28, DYS-X17: room for 3
    tokens: Tokens = {("black", "in_vitro"): 1, ("blue", "in_vitro"): 1, ("purple", "in_vitro"): 1}
    state = no_envelopes(no_cards(takeover("in_vitro", tokens)))
    everybody(state, "aye", "nay", "nay")  # only Black votes: the lowest Turn card of three equals
    assert tokens_in(state, "in_vitro") == [2, 0, 0]
    state = no_envelopes(no_cards(takeover("in_vitro", {("black", "in_vitro"): 3})))
    everybody(state, "aye", "nay", "nay")
    assert tokens_in(state, "in_vitro") == [3, 0, 0]  # full: nothing removed, nothing added


# ---- ties
TIE: Tokens = {("black", "in_vitro"): 1, ("blue", "blood_dome"): 1}  # one vote each, none for Purple


def test_the_highest_turn_card_with_votes_breaks_a_tie() -> None:  # DYS-127, DYS-A32: Blue, not Purple
    state = no_envelopes(no_cards(takeover("blood_dome", TIE)))
    assert votes(state) == [1, 1, 0]
    everybody(state, "aye", "nay", "aye")
    assert tokens_in(state, "blood_dome") == [0, 1, 0]
    state = no_envelopes(no_cards(takeover("blood_dome", TIE)))
    everybody(state, "nay", "aye", "nay")
    assert tokens_in(state, "blood_dome") == [1, 0, 0]


def test_without_any_votes_the_highest_turn_card_decides() -> None:  # DYS-A33, DYS-A29
    state = no_envelopes(no_cards(takeover("spark_alley", {})))
    everybody(state, "nay", "nay", "aye")
    assert tokens_in(state, "spark_alley") == [1, 0, 0]


# ---- reactions
def test_news_channel_gives_one_vote_for_this_voting_only() -> None:  # DYS-225, DYS-226
    state = takeover("blood_dome", hands={"purple": "news_channel"})
    everybody(state, "pass", "pass", "news_channel")
    assert cards(state, "played", "purple") == ["news_channel"]
    no_cards(state)  # the round of questions is put again until nobody plays
    assert votes(state) == [2, 1, 1]
    everybody(no_envelopes(state), "nay", "aye", "aye")  # 2 to 2: the highest Turn card with votes is now Purple's
    assert tokens_in(state, "blood_dome") == [2, 0, 0]
    assert (cards(state, "played", "purple"), cards(state, "used_cards")) == ([], ["news_channel"])
    assert worked(state, "votes", "purple", "blood_dome") == 0


def test_mind_control_takes_a_vote_and_decides_ties() -> None:  # DYS-217..220, DYS-X19
    state = takeover("blood_dome", hands={"blue": "mind_control"})
    everybody(state, "pass", "mind_control", "pass")
    no_cards(state)
    assert votes(state) == [1, 1, 0]  # Black owns the target: of two equals the lower Turn card, DYS-219
    everybody(no_envelopes(state), "aye", "nay", "nay")  # Blue's ballot would break the tie the other way
    assert tokens_in(state, "blood_dome") == [2, 0, 0]


def test_mind_control_on_an_empty_company() -> None:  # DYS-A62, DYS-A63
    state = takeover("spark_alley", {}, hands={"black": "mind_control"})
    everybody(state, "mind_control", "pass", "pass")
    everybody(no_envelopes(no_cards(state)), "nay", "nay", "nay")  # 3 against, but with no votes at all: a tie
    assert tokens_in(state, "spark_alley") == [1, 0, 0]


def test_both_kinds_of_cards_at_once() -> None:
    state = takeover("blood_dome", hands={"black": "news_channel", "blue": "mind_control"})
    everybody(state, "news_channel", "mind_control", "pass")
    no_cards(state)
    assert votes(state) == [2, 1, 0]


def test_nobody_learns_who_could_have_reacted() -> None:  # DYS-188
    state = takeover("blood_dome", hands={"blue": "mind_control"})
    since = len(state.events)
    for name in NAMES:  # all are asked, and nobody sees who is being asked
        assert asked(state).player == NAMES.index(name)
        for other in NAMES:
            assert seen(state, other)["waiting_for"] == (NAMES.index(name) if other == name else None)
        decide(state, name, "pass")
    for other in ("black", "purple"):
        assert "Mind control" not in told(state, other, since)
        assert "blue chooses" not in told(state, other, since)
        assert seen(state, other)["zones"]["blue's intrigue"] == {"count": 1}
        assert "blue" not in seen(state, other)["table"]["answer"]


def test_a_played_card_is_open() -> None:
    state = takeover("blood_dome", hands={"blue": "mind_control"})
    everybody(state, "pass", "mind_control", "pass")
    for name in NAMES:
        assert seen(state, name)["zones"]["blue's played"] == ["mind_control"]
        assert "Mind control device goes to blue's played" in told(state, name)


# ---- sealed ballots
def test_ballots_are_sealed_until_all_have_voted() -> None:  # DYS-124
    state = no_envelopes(no_cards(takeover("blood_dome")))
    since = len(state.events)
    decide(state, "black", "aye")
    assert seen(state, "black")["table"]["voting_ballot"] == {"black": True}
    assert seen(state, "blue")["table"]["voting_ballot"] == {"blue": False}
    assert told(state, "blue", since) == ""
    decide(state, "blue", "nay")
    decide(state, "purple", "nay")
    assert seen(state, "purple")["table"]["voting_ballot"] == {"black": True, "blue": False, "purple": False}
    assert "black votes for it\nblue votes against it" in told(state, "purple", since)


# ---- envelopes
def bribed(amount: int = 10, marker: str = "nay") -> State:
    """Purple hands Blue an envelope."""
    state = no_cards(takeover("blood_dome"))
    everybody(state, "pass", "pass", "hand_over")
    decide(state, "purple", "blue", amount, marker)
    return state


def money(state: State) -> list[int]:
    return [value(state, "money", name) for name in NAMES]


@pytest.mark.parametrize(
    ("blue", "black", "kept"),  # DYS-X08, DYS-X09
    [("nay", "nay", True), ("nay", "aye", False), ("aye", "nay", False), ("aye", "aye", False)],
)
def test_an_envelope_is_kept_only_for_the_wish_and_the_vote(blue: str, black: str, kept: bool) -> None:
    state = bribed()
    assert money(state) == [30, 30, 20]  # the money has left Purple's hand, DYS-136
    no_envelopes(state)
    everybody(state, black, blue, "aye")
    assert money(state) == ([30, 40, 20] if kept else [30, 30, 30])
    assert "The envelope of purple for blue holds the marker nay" in told(state, "black")  # DYS-139


def test_what_is_in_an_envelope_stays_between_two() -> None:  # DYS-133, DYS-140
    state = bribed(amount=17)
    assert seen(state, "blue")["table"]["bribe"]["purple, blue"] == 17
    assert seen(state, "blue")["table"]["wish"]["purple, blue"] == "nay"
    assert "purple, blue" not in seen(state, "black")["table"]["bribe"]
    assert "purple, blue" not in seen(state, "black")["table"]["wish"]
    assert seen(state, "black")["table"]["handed"]["purple, blue"] is True
    assert "purple hands blue an envelope" in told(state, "black")
    everybody(no_envelopes(state), "nay", "nay", "nay")
    for word in ("17", "13", "47"):  # the amount, what it leaves and what it makes
        assert word not in told(state, "black")
    assert "17" not in str(seen(state, "black"))
    assert "purple loses 17 money" in told(state, "purple")
    assert "blue gains 17 money" in told(state, "blue")


def test_limits_of_envelopes() -> None:  # DYS-134, DYS-A37, DYS-A38
    state = no_cards(takeover("blood_dome"))
    decide(state, "black", "hand_over")
    assert offered(state) == ["blue", "purple"]
    decide(state, "black", "purple")
    assert (asked(state).low, asked(state).high) == (1, 30)
    decide(state, "black", 30, "aye")
    decide(state, "blue", "pass")
    decide(state, "purple", "pass")
    assert refused(state) == {"hand_over": "you have no money for it"}
    assert offered(state) == ["pass"]


def test_one_envelope_for_each_receiver() -> None:
    state = bribed(amount=5)
    everybody(state, "pass", "pass", "hand_over")
    assert offered(state) == ["black"]
    assert refused(state) == {"player_2": "blue has an envelope of yours already"}
    decide(state, "purple", "black", 3, "aye")
    assert money(state) == [30, 30, 22]
    everybody(state, "pass", "pass", "pass")
    # a full round without an envelope ends it
    assert asked(state).prompt == "How do you vote about Blood Dome? You have 2 votes."


def test_mutual_and_conflicting_envelopes() -> None:  # DYS-143
    state = no_cards(takeover("blood_dome"))
    decide(state, "black", "hand_over", "blue", 4, "aye")
    decide(state, "blue", "hand_over", "black", 6, "nay")
    decide(state, "purple", "hand_over", "blue", 1, "nay")
    everybody(no_envelopes(state), "aye", "aye", "nay")
    assert money(state) == [26, 34, 30]  # only Black's wish came true, with Blue's vote


def test_a_third_player_cannot_tell_two_envelopes_apart() -> None:
    one, other = bribed(amount=2, marker="nay"), bribed(amount=29, marker="aye")
    check_alike("black", one, other)
    one, other = bribed(amount=2), bribed(amount=29)  # the marker is shown in the end, the amount never
    for state in (one, other):
        everybody(no_envelopes(state), "nay", "nay", "nay")
    check_alike("black", one, other)


def test_hidden_cards_make_no_difference_to_the_others() -> None:
    one = takeover("blood_dome", hands={"blue": "mind_control", "purple": "news_channel"})
    other = takeover("blood_dome", hands={"blue": "news_channel", "purple": "mind_control"})
    for name in NAMES:
        for state in (one, other):
            decide(state, name, "pass")
        check_alike("black", one, other)


def test_sealed_ballots_make_no_difference_to_the_others() -> None:
    one, other = (no_envelopes(no_cards(takeover("blood_dome"))) for _ in range(2))
    decide(one, "black", "aye")
    decide(other, "black", "nay")
    check_alike("blue", one, other)
    check_alike("purple", one, other)


def test_random_games() -> None:
    check_random_games(GAME)

"""Passage 5: a seat whose decisions come from flipped cards, and which pays nobody (TYC AIPL)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, lay, load, play_many, put, read

ROW = "cotton_mill, steel_works, power_house"  # worth 30, 60, 60


@pytest.fixture(scope="module")
def game() -> Game:
    return load("05_automa_seat", ["aipl"])


def position(game: Game, deck: str, face_up: str = "card_d", tycoon: str = "red", row: str = ROW) -> State:
    """Red and blue are people, green is the automa."""
    state = game.table(3)
    lay(state, face_up, "aipl_discards")
    if deck:
        lay(state, deck, "aipl_deck")
    lay(state, row, "industry_row")
    put(state, "tycoon", value=tycoon)
    put(state, "money", "green", value=0)
    return state


def money(state: State) -> list[int]:
    return [read(state, "money", who) for who in state.player_names]


def test_the_increase_is_added_to_the_standing_bid(game: Game) -> None:
    """TYC-363, X29 (a): card a adds 20. The automa wins with 60 and pays nothing; it takes the dearest, leftmost."""
    state = position(game, "card_a, card_c")
    game.begin(state, "industry_bidding")
    decide(state, "red", "bid", 40)
    decide(state, "blue", "pass")
    assert read(state, "bid", "green") == 60
    assert asked(state) == ("red", "way")
    decide(state, "red", "pass")  # card c has 0: the automa passes too, but its bid stands
    assert read(state, "holdings", "green") == ["steel_works"]
    decide(state, "red", "power_house")
    assert money(state) == [110, 150, 0]
    assert read(state, "tycoon") == "green"
    assert [read(state, "pool_promoters", who) for who in state.player_names] == [0, 3, 0]


@pytest.mark.parametrize(("standing", "automa"), [(75, 85), (80, 90), (85, 0)])
def test_the_maximum_of_a_card(game: Game, standing: int, automa: int) -> None:
    """TYC-366, X29 (b): 10 more if the previous bid is 80 or less, otherwise pass."""
    state = position(game, "card_b, card_c")
    game.begin(state, "industry_bidding")
    decide(state, "red", "pass")
    decide(state, "blue", "bid", standing)
    assert read(state, "bid", "green") == automa


def test_opening_the_bidding(game: Game) -> None:
    """TYC-364, 365: it opens with the lowest worth plus the card's number; 0 is then no pass."""
    state = position(game, "card_a", tycoon="green")
    game.begin(state, "industry_bidding")
    assert read(state, "bid", "green") == 50
    state = position(game, "card_c", tycoon="green")
    game.begin(state, "industry_bidding")
    assert read(state, "bid", "green") == 30
    assert "green: Bid" in state.events_for(0)
    assert "green chooses 30" in state.events_for(None)


def test_who_passed_flips_no_more(game: Game) -> None:
    """TYC-368: out after the first circuit, so one card is flipped; nor does it get promoters (TYC-335)."""
    state = position(game, "card_c, card_a")
    game.begin(state, "industry_bidding")
    decide(state, "red", "bid", 30)
    decide(state, "blue", "pass")
    decide(state, "red", "pass", "cotton_mill")
    assert read(state, "aipl_deck") == ["card_a"]
    assert [read(state, "pool_promoters", who) for who in state.player_names] == [0, 3, 0]


def test_the_deck_is_shuffled_anew(game: Game) -> None:
    """TYC-353: with no card left to flip, the discards become the deck."""
    state = position(game, "")
    lay(state, "card_a, card_c", "aipl_discards")
    game.begin(state, "industry_bidding")
    decide(state, "red", "pass")
    decide(state, "blue", "pass")
    assert len(read(state, "aipl_deck")) + len(read(state, "aipl_discards")) == 3
    assert len(read(state, "aipl_deck")) <= 2


def test_the_region(game: Game) -> None:
    """TYC-354..357, X27: clockwise, or where it has most plants, the nearest anticlockwise."""
    state = position(game, "card_a", tycoon="green")
    put(state, "pawn", value="west")
    game.begin(state, "activate_region")
    assert read(state, "pawn") == "north"  # after west comes north
    state = position(game, "card_b", tycoon="green")
    put(state, "pawn", value="west")
    lay(state, "dairy, tea_estate, refinery", "holdings", "green")  # north, east, west: one each, but west is barred
    game.begin(state, "activate_region")
    assert read(state, "pawn") == "east"  # anticlockwise from west: south, east, north
    assert money(state) == [150, 150, 0]  # 5 for its plant there would be gained, but it keeps no money
    state = position(game, "card_b", tycoon="red")
    game.begin(state, "activate_region")
    assert asked(state) == ("red", "region")
    decide(state, "red", "south")
    assert read(state, "aipl_deck") == ["card_b"]  # TYC-355: untouched


def test_payments_go_through_the_bank(game: Game) -> None:
    """TYC-331, 332, 385: red pays 30 for an automa share to nobody; the automa's 30 for a share come from nobody."""
    state = position(game, "", face_up="card_b")  # share first
    put(state, "influence", "red", value=2)
    put(state, "influence", "blue", value=1)
    put(state, "own_shares", "red", value=7)  # red's next share costs 40: the dearest, TYC-384
    game.begin(state, "take_actions")
    decide(state, "red", "share", "player_3")
    assert money(state) == [120, 150, 0]
    decide(state, "blue", "politics")
    assert money(state) == [160, 150, 0]
    assert read(state, "shares", "green", "red") == 1
    assert read(state, "influence", "green") == 2
    assert asked(state) == ("red", "action")
    assert "green: Buy a share" in state.events_for(1)


def test_the_poorer_in_influence(game: Game) -> None:
    """TYC-382: card a buys from the opponent with least influence, of two on one space the lower disc."""
    state = position(game, "", face_up="card_a", row="cotton_mill")
    put(state, "influence", "blue", value=1)
    put(state, "influence", "red", value=1)
    game.begin(state, "take_actions")
    decide(state, "red", "politics")
    decide(state, "blue", "politics")  # both on 2, red below
    assert read(state, "holdings", "green") == ["cotton_mill"]  # card a: strategy first
    decide(state, "red", "politics")  # red on 3
    decide(state, "blue", "politics")  # blue on 3, above red
    assert read(state, "shares", "green", "red") == 1


def test_leftmost_possible_action_then_politics(game: Game) -> None:
    """TYC-372, 376, X30: share is impossible, so strategy; what is left is politics. The card is not flipped."""
    state = position(game, "card_a", face_up="card_b")
    for who in ("red", "blue"):
        put(state, "own_shares", who, value=0)
    game.begin(state, "take_actions")
    decide(state, "red", "politics")
    decide(state, "blue", "politics")
    assert read(state, "holdings", "green") == ["steel_works"]
    assert (read(state, "influence", "green"), read(state, "favor", "green")) == (2, 0)
    decide(state, "red", "politics")
    decide(state, "blue", "politics")
    assert (read(state, "influence", "green"), read(state, "favor", "green")) == (3, 1)
    assert read(state, "aipl_deck") == ["card_a"]


def test_refusals_are_for_people(game: Game) -> None:
    """A share costs at most what one has; the automa is never short."""
    state = position(game, "")
    put(state, "money", "red", value=29)
    put(state, "own_shares", "blue", value=0)
    game.begin(state, "take_actions")
    assert state.request is not None
    assert [choice.name for choice in state.request.choices] == ["politics"]
    assert "blue has no share left; green: a share of green costs 30" in state.why_not(0, "share")
    put(state, "money", "red", value=30)
    again = position(game, "")
    again.engine.position.cells[:] = state.engine.position.cells
    game.begin(again, "take_actions")
    decide(again, "red", "share")
    assert again.request is not None
    assert [choice.name for choice in again.request.choices] == ["player_3"]
    assert [refusal.reason for refusal in again.request.refused] == ["blue has no share left"]


def test_the_deck_is_hidden(game: Game) -> None:
    """Two orders of the deck look the same to everybody."""
    one, other = position(game, "card_a, card_b, card_c"), position(game, "card_c, card_b, card_a")
    for state in (one, other):
        game.begin(state, "activate_region")
    for viewer in (0, 1, None):
        assert one.view(viewer) == other.view(viewer)
        assert one.events_for(viewer) == other.events_for(viewer)
    assert one.view(0)["zones"]["aipl_deck"] == {"count": 3}
    assert one.view(0)["zones"]["aipl_discards"] == ["card_d"]


@pytest.mark.parametrize("players", [3, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        automa = state.player_names[-1]
        assert read(state, "money", automa) == 0
        assert len(read(state, "aipl_deck")) + len(read(state, "aipl_discards")) == 4


def test_without_the_variant_people_sit_everywhere() -> None:
    plain = load("05_automa_seat")
    for state in play_many(plain, 3, range(10), (0,)):
        assert "aipl_deck" not in state.view(0)["zones"]

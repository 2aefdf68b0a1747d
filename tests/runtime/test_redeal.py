"""Dealing anew what a player cannot see: the view stays, and the result depends on nothing that the player may not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import interpreter
from interpreter import State

SEALED_BIDS = Path(__file__).parents[1] / "studio" / "games" / "sealed-bids"
SETTINGS = [
    ("kuhn-poker", ()), ("connect-four", ()), ("dystopolis", ("intrigue",)), ("chartered-by-the-crown", ()),
    ("discover-pune", ("strategic",)), ("expensive-investments", ("hidden_cards",)), ("tycoon-india-1981", ()),
]  # fmt: skip


def moments(name: str, variants: tuple[str, ...], seed: int, every: int = 23, most: int = 140) -> Iterator[State]:
    """States of one game in which chance decides."""
    state = interpreter.load(name, variants).start(seed=seed)
    pick = Random(seed)
    for number in range(most):
        request = state.request
        if request is None:
            return
        if number % every == 0:
            yield state
        state.take(pick.randrange(len(request.choices)))


@pytest.mark.parametrize(("name", "variants"), SETTINGS)
def test_the_player_sees_no_difference(name: str, variants: tuple[str, ...]) -> None:
    for state in moments(name, variants, 3):
        before = state.inspect.key()
        for player in range(len(state.player_names)):
            other = state.inspect.redealt(player, 8)
            assert other.view(player) == state.view(player)
            request, asked = other.request, state.request
            assert request is not None
            assert asked is not None
            if state.engine.position.secret_turn_of not in (None, player):
                continue  # who is being asked is a secret, too
            assert (request.player, request.rule, len(request.choices)) == (
                asked.player,
                asked.rule,
                len(asked.choices),
            )
        assert state.inspect.key() == before


@pytest.mark.parametrize(("name", "variants"), SETTINGS)
def test_equal_views_are_dealt_the_same(name: str, variants: tuple[str, ...]) -> None:
    """Of two states that look the same to a player the same seed makes the same one: nothing hidden shines through."""
    for state in moments(name, variants, 4):
        for player in range(len(state.player_names)):
            first, second = (state.inspect.redealt(player, seed) for seed in (1, 2))
            again, same = first.inspect.redealt(player, 5), second.inspect.redealt(player, 5)
            assert (again.inspect.key(), again.engine.position.random, again.history) == (
                same.inspect.key(),
                same.engine.position.random,
                same.history,
            )


def test_what_others_have_answered_in_secret_is_not_known() -> None:
    """Blue has bid before the machine asks: whatever it was, red thinks of the same table, and blue of her own bid."""
    bids = interpreter.load(SEALED_BIDS)
    low, high = bids.start(players=3, seed=1), bids.start(players=3, seed=1)
    low.answer_for(1, 2)
    high.answer_for(1, 7)
    assert low.inspect.redealt(0, 5).inspect.key() == high.inspect.redealt(0, 5).inspect.key()
    assert low.inspect.redealt(1, 5).inspect.key() != high.inspect.redealt(1, 5).inspect.key()


def test_what_chance_will_bring_is_not_known() -> None:
    state = interpreter.load("pig").start(chance=[4, 4])
    state.choose("roll_on")
    assert (state.engine.chance_asked, state.inspect.redealt(0, 5).engine.chance_asked) == ((6,), ())


def test_each_hidden_card_is_as_likely() -> None:
    """Kuhn poker: the other card and the one that is left are the two that red does not hold."""
    state = interpreter.load("kuhn-poker").start(seed=7)
    assert state.view(0)["zones"]["red's hand"] == ["queen"]
    found = Counter(tuple(state.inspect.redealt(0, seed).view(1)["zones"]["blue's hand"]) for seed in range(2000))
    assert set(found) == {("jack",), ("king",)}
    assert 900 < found[("jack",)] < 1100  # 1000 are expected, with a deviation of 22


RULES = """
cards card from "cards/deck.yaml"
keep deck: pile of card, seen by nobody
keep row: row of 2 card, refilled from deck
keep hand(player): pile of card, seen by owner
keep coins(player): number, starts at 4, seen by owner

procedure set_up
  move cards to deck
  shuffle deck
  refill row
  each player
    draw 2 from deck to hand(player)

procedure play
  repeat
    each player
      player chooses card in row
      move card to hand(player)
      refill row
      player chooses amount in 0 to player's coins
      player pays amount coins to bank
      if count(deck) is 0
        end game
"""


def small_game(folder: Path, rules: str, cards: int) -> interpreter.Game:
    (folder / "game.yaml").write_text(
        "title: Market\nplayers: {min: 2, max: 3}\nabout: Take cards.\n", encoding="utf-8"
    )
    (folder / "rules").mkdir()
    (folder / "rules" / "play.rules").write_text(rules, encoding="utf-8")
    (folder / "cards").mkdir()
    names = "".join(f"  - id: card_{number}\n    title: Card {number}\n" for number in range(cards))
    (folder / "cards" / "deck.yaml").write_text(f"source: rulebook\nrows:\n{names}", encoding="utf-8")
    return interpreter.load(folder)


@pytest.fixture
def market(tmp_path_factory: pytest.TempPathFactory) -> interpreter.Game:
    return small_game(tmp_path_factory.mktemp("market"), RULES, 20)


def test_what_was_seen_going_to_a_hidden_place_stays_there(market: interpreter.Game) -> None:
    """Blue watches red take a card from the row: it is in red's hand in everything that blue imagines."""
    state = market.start(players=2, seed=1)
    assert state.request is not None
    taken = state.request.choices[0].name
    state.take(0)
    state.take(1)  # red pays
    hands = [state.inspect.redealt(1, seed).view(0)["zones"]["red's hand"] for seed in range(40)]
    assert all(taken in hand for hand in hands)
    assert len({tuple(hand) for hand in hands}) > 20  # the two others are any


def test_without_a_log_nothing_was_seen(market: interpreter.Game) -> None:
    state = market.start(players=2, seed=1, events=False)
    assert state.request is not None
    taken = state.request.choices[0].name
    state.take(0)
    hands = [state.inspect.redealt(1, seed).view(0)["zones"]["red's hand"] for seed in range(40)]
    assert not all(taken in hand for hand in hands)


def test_a_hidden_number_is_any_up_to_twice_what_is_seen(market: interpreter.Game) -> None:
    state = market.start(players=3, seed=1)
    guesses = {state.inspect.redealt(1, seed).view(0)["table"]["coins"]["red"] for seed in range(200)}
    assert guesses == set(range(9))  # blue has 4
    assert {state.inspect.redealt(1, seed).view(1)["table"]["coins"]["blue"] for seed in range(20)} == {4}


KEPT = """
cards card from "cards/deck.yaml"
keep bank: number, starts at 18
keep coins(player): 0 to 7, starts at 4, seen by owner
keep spent(player): number, seen by owner
always coins_are_kept: bank + sum(player's coins over players) is 30 because "there are 30 coins"
always spending_is_counted: sum(player's spent over players) is 0 because "nobody has spent anything"

procedure play
  repeat
    each player
      player chooses amount in 0 to 3
"""


def test_hidden_amounts_keep_the_total_that_a_rule_declares(tmp_path: Path) -> None:
    """Of 30 coins 18 are in the bank and blue has 4: red and green have 8, of which each can have 1 to 7."""
    state = small_game(tmp_path, KEPT, 1).start(players=3, seed=1)
    dealt = [state.inspect.redealt(1, seed) for seed in range(200)]
    coins = {
        tuple(other.view(seat)["table"]["coins"][name] for seat, name in enumerate(("red", "blue", "green")))
        for other in dealt
    }
    assert coins == {(red, 4, 8 - red) for red in range(1, 8)}
    assert {other.view(0)["table"]["spent"]["red"] for other in dealt} == {0}


@pytest.mark.parametrize("name", ["tycoon-india-1981", "expensive-investments"])
def test_no_table_that_is_dealt_breaks_a_rule(name: str) -> None:
    for state in moments(name, (), 5):
        for player in range(len(state.player_names)):
            assert state.inspect.redealt(player, 6).engine.position.broken_rules() == []


SECRETS = """
cards card from "cards/deck.yaml"
keep deck: pile of card, seen by nobody
keep hand(player): pile of card, seen by owner
keep coins(player): number, starts at 4, seen by owner
keep owed(player): number, seen by nobody
keep put_in(player): card or none, seen by owner
keep told_of(player): card or none, seen by owner
keep cup(player): list of number, starts at [3, 5], seen by owner
keep sealed(player): yes or no

procedure set_up
  move cards to deck
  shuffle deck
  each player
    draw 3 from deck to hand(player)

procedure play
  repeat
    each player
      set player's owed to player's coins
      player secretly may choose card in hand(player)
      player chooses next_step in 1 to 2
      let rival = next_player(player)
      rival chooses guess in 0 to 3
      if card is not none
        set player's put_in to card
      if guess is player's owed
        set player's sealed to yes
"""


@pytest.fixture
def secrets(tmp_path_factory: pytest.TempPathFactory) -> interpreter.Game:
    return small_game(tmp_path_factory.mktemp("secrets"), SECRETS, 10)


def cell(state: State, name: str, player: int) -> int:
    return state.engine.position.code.keep_by_name[name].at((player,))


def imagined(state: State, player: int) -> list[object]:
    return [state.inspect.redealt(player, seed).inspect.key() for seed in range(4)]


def test_whether_somebody_has_chosen_something_in_secret_is_not_known(secrets: interpreter.Game) -> None:
    """Blue is asked while the rules still keep what red has chosen, or that red has passed."""
    tables = []
    for number in range(4):
        state = secrets.start(players=2, seed=1)
        state.take(number)
        state.choose(1)
        assert state.deciding == 1
        tables.append(state)
    assert len({state.inspect.key() for state in tables}) == 4
    assert all(imagined(state, 1) == imagined(tables[0], 1) for state in tables)


def test_whether_there_is_a_hidden_card_is_guessed(secrets: interpreter.Game) -> None:
    """Blue sees one value like it, blue's own, which is none: a third of red's are cards, each in red's hand."""
    state = secrets.start(players=2, seed=1)
    hand = state.engine.position.code.keep_by_name["hand"].at((0,))
    for value in (None, state.engine.position.lists[hand][0]):
        state.engine.position.cells[cell(state, "put_in", 0)] = value
        tables = [state.inspect.redealt(1, seed) for seed in range(600)]
        found = [table.engine.position.cells[cell(table, "put_in", 0)] for table in tables]
        assert 150 < sum(one is not None for one in found) < 250  # 200 are expected, with a deviation of 12
        assert all(one in (None, *table.engine.position.lists[hand]) for one, table in zip(found, tables, strict=True))


def test_a_hidden_list_is_guessed(secrets: interpreter.Game) -> None:
    """As long as blue's own, with numbers between those in it."""
    state = secrets.start(players=2, seed=1)
    for value in ((3, 5), (9, 9, 9)):
        state.engine.position.cells[cell(state, "cup", 0)] = value
        found = {state.inspect.redealt(1, seed).engine.position.cells[cell(state, "cup", 0)] for seed in range(200)}
        assert found == {(one, two) for one in (3, 4, 5) for two in (3, 4, 5)}


def test_bookkeeping_that_rests_on_a_secret_is_not_known(secrets: interpreter.Game) -> None:
    """`owed` is what red has, and nobody sees it: blue imagines the same whatever red has."""
    poor, rich = secrets.start(players=2, seed=1), secrets.start(players=2, seed=1)
    for state, coins in ((poor, 1), (rich, 40)):
        state.engine.position.cells[cell(state, "coins", 0)] = state.engine.position.cells[cell(state, "owed", 0)] = (
            coins
        )
        state.choose("pass")
        state.choose(1)
    assert imagined(poor, 1) == imagined(rich, 1)


def test_a_card_that_a_value_shows_stays_in_its_pile(secrets: interpreter.Game) -> None:
    """Blue was told of a card in red's hand: it is there in everything that blue imagines, at any place of it."""
    state = secrets.start(players=2, seed=1)
    hand = state.engine.position.code.keep_by_name["hand"].at((0,))
    for place, card in enumerate(state.engine.position.lists[hand]):
        state.engine.position.cells[cell(state, "told_of", 1)] = card
        hands = [tuple(state.inspect.redealt(1, seed).engine.position.lists[hand]) for seed in range(60)]
        assert all(card in found for found in hands), place
        assert {found.index(card) for found in hands} == {0, 1, 2}
        assert len({frozenset(found) for found in hands}) > 10  # the two others are any


def test_a_seat_deals_like_its_state() -> None:
    state = interpreter.load("kuhn-poker").start(seed=7)
    seat = state.seat(0)
    assert seat.redealt(3).inspect.key() == state.inspect.redealt(0, 3).inspect.key()
    assert not seat.sees_all
    assert interpreter.load("connect-four").start().seat(0).sees_all
    state.take(0)
    assert state.seat(1).redealt(3).view(1) == state.view(1)


@pytest.mark.parametrize("engine", ["python", "native"])
@pytest.mark.parametrize("events", [True, False])
def test_a_sealed_bid_from_an_open_hand_does_not_shine_through(engine: str, events: bool) -> None:
    """In Goofspiel all see the hands: the card that is missing would be the bid."""
    tables = []
    for bid in (0, 12):
        state = interpreter.load("goofspiel").start(players=3, seed=4, engine=engine, events=events)
        state.take(bid)
        assert state.deciding == 1
        tables.append(state)
    one, other = tables
    for player in (1, 2):
        assert one.view(player) == other.view(player)
        for seed in range(5):
            first, second = (state.inspect.redealt(player, seed) for state in tables)
            assert first.inspect.key() == second.inspect.key()
            assert first.view(player) == one.view(player)
    guessed = {tuple(one.inspect.redealt(1, seed).view(0)["zones"]["red's sealed"]) for seed in range(20)}
    assert len(guessed) > 3  # any card that red may have bid

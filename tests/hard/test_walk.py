"""Passage 9: a walk of exactly N steps, fixed by its first street, with triggers in path order (PUN)."""

from __future__ import annotations

import pytest

from interpreter import Game, State

from .playing import asked, decide, dice, lay, load, offered, play_many, put, read, refused

HOME = "shaniwarwada"


@pytest.fixture(scope="module")
def game() -> Game:
    return load("09_walk")


def table(game: Game, pin: str = HOME, players: int = 3) -> State:
    """Red stands at `pin`, the others far away at Katraj; nobody has a destination, and no mystery card is left."""
    state = game.table(players)
    for who in state.player_names:
        put(state, "pin", who, value="ktj")
    put(state, "pin", "red", value=pin)
    return state


def throw(game: Game, state: State, eyes: int) -> State:
    dice(state, eyes)
    game.begin(state, "dice_move", [0])
    return state


def ways(state: State) -> dict[str, str]:
    """The streets that can be taken now, by where they lead."""
    here = read(state, "pin", "red")
    found = {}
    for name in offered(state):
        start, end = name.split("_")[:2]
        found[end if start == here else start] = name
    return found


def walk(state: State, *places: str) -> None:
    for place in places:
        decide(state, "red", ways(state)[place])


def ends(state: State) -> set[str]:
    """Where all walks that begin here end."""
    if state.request is None:
        return {str(read(state, "pin", "red"))}
    found: set[str] = set()
    for number in range(len(state.request.choices)):
        copy = state.clone()
        copy.choose(number)
        found |= ends(copy)
    return found


def ends_by_first(state: State) -> dict[str, set[str]]:
    found = {}
    for place, street in ways(state).items():
        copy = state.clone()
        copy.choose(street)
        found[place] = ends(copy)
    return found


def test_from_shaniwarwada(game: Game) -> None:
    """PUN-X29: throw 3. One step on the red street, three on the black ones."""
    assert ends_by_first(throw(game, table(game), 3)) == {
        "dag": {"dag"},
        "lal": {"drw", "kum", "pwl", "son"},
        "omk": {"abc"},
        "svb": {"bgc", "sjc"},
    }


@pytest.mark.parametrize("eyes", [1, 2])
def test_a_red_street_needs_three(game: Game, eyes: int) -> None:
    """PUN-049, PUN-X29: with 1 or 2 the red street is refused, with the reason."""
    state = throw(game, table(game), eyes)
    assert set(ways(state)) == {"lal", "omk", "svb"}
    assert refused(state) == {f"{HOME}_dag": f"a throw of {eyes} does not carry you along a red street"}
    assert f"steps_for(throw, street) is more than 0 (steps_for(throw, street) is {0})" in state.why_not(
        0, f"{HOME}_dag"
    )


def test_from_the_university(game: Game) -> None:
    """PUN-X31: throw 2. Red impossible, yellow one step, black two."""
    state = throw(game, table(game, "uni"), 2)
    found = ends_by_first(state)
    assert "agc" not in found
    assert {place: found[place] for place in ("ban", "jwm", "prh", "cht", "ncl")} == {
        "ban": {"ban"}, "jwm": {"jwm"}, "prh": {"prh"}, "cht": {"jwm"}, "ncl": {"pnc"},
    }  # fmt: skip


def test_the_first_street_fixes_the_steps(game: Game) -> None:
    """PUN-X32: throw 1, green first: 3 steps, whatever colours come later."""
    state = throw(game, table(game, "wdg"), 1)
    assert ends_by_first(state)["vtg"] == {"dtw", "krp"}


@pytest.mark.parametrize(
    ("pin", "first", "steps"),
    [(HOME, "dag", [0, 0, 1, 2, 3, 4]), ("uni", "ban", [0, 1, 2, 3, 4, 5]), (HOME, "lal", [1, 2, 3, 4, 5, 6]),
     ("wdg", "vtg", [3, 4, 5, 6, 7, 8])],
)  # fmt: skip
def test_steps_by_colour(game: Game, pin: str, first: str, steps: list[int]) -> None:
    """PUN-X22: red, yellow, black, green for throws 1 to 6."""
    for eyes, expected in enumerate(steps, 1):
        state = throw(game, table(game, pin), eyes)
        if expected == 0:
            assert first not in ways(state)
            continue
        walk(state, first)
        taken = 1
        while state.request is not None:
            state.choose(0)
            taken += 1
        assert taken == expected


def test_one_ways(game: Game) -> None:
    """PUN-X30: from Appa Balwant Chowk to Shaniwarwada, not back; from Dagdusheth not back either."""
    assert HOME in ways(throw(game, table(game, "abc"), 2))
    assert "abc" not in ways(throw(game, table(game), 6))
    assert HOME not in ways(throw(game, table(game, "dag"), 6))
    assert "svs" in ways(throw(game, table(game, "bel"), 6))
    assert "bel" not in ways(throw(game, table(game, "svs"), 6))


def test_no_turning_back(game: Game) -> None:
    """PUN-A12: the street just used is refused for this move only; as an option it is allowed."""
    state = throw(game, table(game), 2)
    walk(state, "lal")
    assert HOME not in ways(state)
    assert list(refused(state).values()) == ["you cannot turn back within a move"]
    free = load("09_walk", options={"turning_back": "allowed"})
    state = throw(free, table(free), 2)
    walk(state, "lal")
    assert HOME in ways(state)


def test_nowhere_to_go(game: Game) -> None:
    """PUN-A10: only if no exit gives a step does the pin stay."""
    stays = []
    for place in game.code.KINDS["intersection"].members:
        state = throw(game, table(game, place), 1)
        if state.request is None:
            stays.append(place)
            assert read(state, "pin", "red") == place
    assert stays
    assert HOME not in stays


def shivaji_road(game: Game) -> State:
    """PUN-X33: red throws 6 at Shaniwarwada; blue has H18 (Dagdusheth), green H62 (Mandai). 4 steps."""
    state = table(game)
    lay(state, "h18", "contracts", "blue")
    lay(state, "h62", "contracts", "green")
    return state


def test_triggers_in_path_order(game: Game) -> None:
    """PUN-X33: 150 to blue, a card at Belbaug, 150 to green, a card at Gadikhana; popularity 1 each."""
    state = shivaji_road(game)
    lay(state, "prize, tunnel", "mystery_stack")
    throw(game, state, 6)
    walk(state, "dag", "bel", "man", "gad")
    assert state.request is None
    assert [read(state, "money", who) for who in ("red", "blue", "green")] == [2500 - 300 + 100, 2650, 2650]
    assert [read(state, "popularity", who) for who in ("red", "blue", "green")] == [0, 1, 1]
    assert read(state, "mystery_hand", "red") == ["tunnel"]
    assert read(state, "mystery_stack") == ["prize"]
    told = [text for text in state.events_for(1) if not text.startswith("red chooses")]
    assert told == [
        "the die shows 6",
        "red pays 150 money to blue",
        "blue gains 1 popularity",
        "a card goes to red's mystery hand",
        "You win a quiz is shown",
        "a card goes to the mystery stack",
        "red gains 100 money",
        "red pays 150 money to green",
        "green gains 1 popularity",
        "a card goes to red's mystery hand",
    ]
    assert "Tunnel goes to red's mystery hand" in state.events_for(0)


def test_a_trigger_may_stop_the_walk(game: Game) -> None:
    """A flat tyre at Belbaug: two steps are lost, and green's rent with them."""
    state = shivaji_road(game)
    lay(state, "flat_tyre, tunnel", "mystery_stack")
    throw(game, state, 6)
    walk(state, "dag", "bel")
    assert state.request is None
    assert read(state, "pin", "red") == "bel"
    assert read(state, "money", "green") == 2500


def test_arrival_stops_the_walk(game: Game) -> None:
    """PUN-069..082, A17, A18: H10 is at Belbaug; the other steps are lost. Mystery comes before arrival (PUN-A27)."""
    state = shivaji_road(game)
    lay(state, "h10", "destination", "red")
    lay(state, "h01", "location_stack")
    lay(state, "fine", "mystery_stack")
    throw(game, state, 6)
    walk(state, "dag", "bel")
    assert asked(state) == ("red", "way")
    assert read(state, "money", "red") == 2500 - 150 - 50
    decide(state, "red", "buy")
    assert state.request is None
    assert read(state, "pin", "red") == "bel"
    assert read(state, "money", "red") == 2500 - 150 - 50 - 100
    assert (read(state, "contracts", "red"), read(state, "destination", "red")) == (["h10"], ["h01"])


def test_declining_and_walking_on() -> None:
    """PUN-078, 079 with the option of PUN-A18: 200, and the remaining two steps are walked."""
    game = load("09_walk", options={"arrival": "go_on"})
    state = shivaji_road(game)
    lay(state, "h10", "destination", "red")
    throw(game, state, 6)
    walk(state, "dag", "bel")
    decide(state, "red", "decline")
    assert read(state, "destination", "red") == ["h10"]  # put back anywhere in an empty stack, and drawn again
    walk(state, "man", "gad")
    assert state.request is None
    assert read(state, "money", "red") == 2500 - 150 + 200 - 150


def test_a_contract_one_cannot_pay(game: Game) -> None:
    """PUN-072: at the limit and below it; no loan for a purchase (PUN-A23)."""
    for money, possible in ((250, ["buy", "decline"]), (249, ["decline"])):
        state = shivaji_road(game)
        lay(state, "h10", "destination", "red")
        put(state, "money", "red", value=money)
        throw(game, state, 6)
        walk(state, "dag", "bel")  # 150 rent; H10 costs 100
        assert offered(state) == possible
    assert refused(state) == {"buy": "the contract costs 100"}
    assert "money(player) is at least location's cost (money(player) is 99; location's cost is 100)" in state.why_not(
        0, "buy"
    )


def test_rent_on_credit(game: Game) -> None:
    """PUN-A77: short of 110, the smallest multiple of 100 that covers it is 200."""
    state = shivaji_road(game)
    put(state, "money", "red", value=40)
    throw(game, state, 3)
    walk(state, "dag")
    assert (read(state, "loan", "red"), read(state, "money", "red")) == (200, 90)
    assert read(state, "money", "blue") == 2650


def test_catching(game: Game) -> None:
    """PUN-140..148, A27, A79, A80: before rent, optional, each rival; the walk goes on."""
    state = shivaji_road(game)
    put(state, "pin", "blue", value="dag")
    put(state, "pin", "green", value="dag")
    lay(state, "h30", "destination", "blue")
    lay(state, "h22", "destination", "green")
    lay(state, "h01, h02", "location_stack")
    throw(game, state, 6)
    walk(state, "dag")
    assert state.request is not None
    assert [choice.label for choice in state.request.choices] == ["Catch blue", "Pass"]
    assert read(state, "money", "blue") == 2500  # rent comes later
    decide(state, "red", "catch")
    assert asked(state) == ("blue", "refuge")
    assert set(offered(state)) == {HOME, "dag"}  # the start, or where blue's own flag stands
    decide(state, "blue", HOME)
    assert [choice.label for choice in state.request.choices] == ["Catch green", "Pass"]
    decide(state, "red", "pass")
    assert read(state, "contracts", "red") == ["h30"]
    assert read(state, "destination", "blue") == ["h01"]
    assert read(state, "destination", "green") == ["h22"]
    assert read(state, "money", "blue") == 2650
    assert set(ways(state)) == {"bel", "jog"}  # the move goes on, PUN-A83


def test_caught_once_in_a_move(game: Game) -> None:
    """PUN-A81: blue, caught at Dagdusheth, flees to his flag at Mandai on red's way and is safe there."""
    state = table(game)
    put(state, "pin", "blue", value="dag")
    lay(state, "h30", "destination", "blue")
    lay(state, "h62", "contracts", "blue")
    lay(state, "h01", "location_stack")
    throw(game, state, 6)
    walk(state, "dag")
    decide(state, "red", "catch")
    decide(state, "blue", "man")
    walk(state, "bel", "man")
    assert set(ways(state)) >= {"gad"}
    assert read(state, "money", "blue") == 2650  # but rent is due


def test_stacks_and_hands_are_hidden(game: Game) -> None:
    """PUN-A36: what red keeps, and in which order the stacks lie, is not to be seen."""
    one, other = shivaji_road(game), shivaji_road(game)
    lay(one, "tunnel, ferry", "mystery_stack")
    lay(other, "ferry, tunnel", "mystery_stack")
    for state in (one, other):
        throw(game, state, 4)
        walk(state, "dag", "bel")
    for viewer in (1, 2, None):
        assert one.view(viewer) == other.view(viewer)
        assert one.events_for(viewer) == other.events_for(viewer)
    assert one.view(0)["zones"]["red's mystery_hand"] == ["tunnel"]
    assert one.view(1)["zones"]["red's mystery_hand"] == {"count": 1}


@pytest.mark.parametrize("players", [2, 4])
def test_random_games_end(game: Game, players: int) -> None:
    for state in play_many(game, players):
        piles = [read(state, keep, who) for keep in ("destination", "contracts") for who in state.player_names]
        assert sum(map(len, piles)) + len(read(state, "location_stack")) == 63

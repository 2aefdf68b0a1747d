"""The table as a person reads it: short, by titles, and nothing that a player may not see."""

from __future__ import annotations

import io
import random
from pathlib import Path

import pytest
from rich.console import Console

import interpreter
from interpreter import Section, State
from interpreter.tools.play.screen import Terminal
from interpreter.view.sections import signs_for
from tests.support.bundled import core_games

LINES = 40  # a usual screen
TALL = 50  # what a game with much on the table may need in the middle of it: then the screen pages
BIG = sorted(info.name for info in core_games() if (info.path / "rulebook.md").exists())

GAME = {
    "game.yaml": "title: Ports\nabout: For this test.\nplayers: {min: 2, max: 3}\n",
    "map.yaml": """\
source: stand-in
places:
  - {id: north_bay, title: North Bay, region: the_north, text: Cold.}
  - {id: south_bay, title: South Bay, region: the_south}
  - {id: east_bay, title: East Bay, region: the_south}
connections:
  - {from: north_bay, to: south_bay}
  - {from: south_bay, to: east_bay, one_way: true}
  - {from: east_bay, to: north_bay, one_way: true}
""",
    "cards/ships.yaml": """\
source: stand-in
rows:
  - {id: brig, title: Brig, copies: 3, worth: 2, text: Two masts.}
  - {id: raft, title: Raft, copies: 9, worth: 1}
""",
    "rules/play.rules": """\
kind region is the_north, the_south
places bay from "map.yaml"
  region: region
connections lane from "map.yaml"
cards ship from "cards/ships.yaml"
  worth: number

keep crates(player, bay): number
keep lighthouse(bay): player or none
keep captain: player
keep ship_at(player): bay, starts at north_bay
keep storm: yes or no
keep tides: number, starts at 8, not shown
let berth(bay), shown as "berth fee" = 2 * count(player where lighthouse(bay) is player)
let wealth(player), shown as "wealth" = player's money + 2 * count(hand(player))
let toll(bay), looked up as "toll" = 1 + count(player where lighthouse(bay) is player)
let cargo(player), shown as "cargo" = sum(crates(player, bay) over bays)
let ships_held(player), shown as "fleet" = count(hand(player)) + count(dock(player))
keep money(player): number, starts at 3, seen by owner
keep fame(player): number, starts at 0
keep deck: pile of ship, seen by nobody
keep hand(player): pile of ship, seen by owner
keep dock(player): pile of ship
keep market: row of 2 ship, refilled from deck
keep wrecks: pile of ship

procedure set_up
  move list(ship in ships) to deck
  refill market
  draw 1 from deck to hand(first(player in players))
  draw 5 from deck to wrecks
  set crates(first(player in players), south_bay) to 4
  set lighthouse(south_bay) to first(player in players)
  set lighthouse(north_bay) to last(player in players)

procedure play
  haggle(first(player in players))
  each player
    player may wait "Wait"
      announce "{player} waits"

procedure haggle(player)
  keep offer: number, starts at 5
  player may agree "Agree"
    announce "{player} agrees to {offer}"
""",
}  # fmt: skip


@pytest.fixture(scope="module")
def ports(tmp_path_factory: pytest.TempPathFactory) -> State:
    folder: Path = tmp_path_factory.mktemp("ports")
    for name, text in GAME.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return interpreter.load(folder).start(players=2, seed=1)


def texts(state: State, player: int | None) -> str:
    parts = interpreter.tabletop(state, player)
    return "\n".join(
        " | ".join([part.title, *part.heads, *(cell for row in part.rows for cell in row)]) for part in parts
    )


def section(state: State, player: int | None, title: str) -> Section:
    return next(section for section in interpreter.tabletop(state, player) if section.title.startswith(title))


def test_places_by_region_with_what_is_there(ports: State) -> None:
    assert section(ports, 0, "bays").rows == (
        ("the north", "North Bay lighthouse blue, berth fee 2"),
        ("the south", "South Bay red 4, lighthouse red, berth fee 2"),
    )


def test_what_is_worked_out_is_shown_to_those_who_see_what_it_is_worked_out_from(ports: State) -> None:
    """Red holds one ship and 3 coins: wealth 5, which only red can know. The cargo and how many ships lie open."""
    assert ports.view(0)["shown"]["wealth"] == {"red": 5}
    assert ports.view(1)["shown"]["wealth"] == {"blue": 3}
    assert ports.view(None)["shown"] == {
        "toll": {"north_bay": 2, "south_bay": 2, "east_bay": 1},
        "berth": {"north_bay": 2, "south_bay": 2, "east_bay": 0},
        "wealth": {},
        "cargo": {"red": 4, "blue": 0},
        "ships_held": {"red": 1, "blue": 0},
    }
    assert "wealth 5" in texts(ports, 0)
    assert "wealth" not in texts(ports, None)
    assert interpreter.look(ports, 0, "wealth") == ["wealth", "  red: 5"]
    assert interpreter.look(ports, 1, "cargo") == ["cargo", "  red: 4"]
    assert interpreter.look(ports, 1, "berth fee")[1:] == ["  North Bay: 2", "  South Bay: 2"]
    assert "  berth fee: 2" in interpreter.look(ports, None, "north bay")


def test_what_is_only_looked_up_is_not_on_the_table(ports: State) -> None:
    assert "toll" not in texts(ports, 0)
    assert interpreter.look(ports, 0, "toll") == ["toll", "  North Bay: 2", "  South Bay: 2", "  East Bay: 1"]


def test_what_says_nothing_is_left_out(ports: State) -> None:
    shown = texts(ports, 0)
    assert "captain red" in shown  # the first of a kind is not nothing
    for word in ("storm", "fame", "dock", "East Bay", "lane", "tides"):
        assert word not in shown
    assert interpreter.look(ports, 0, "tides") == ["tides: 8"]
    assert interpreter.look(ports, 0, "deck") == ["deck: 4 hidden cards"]


def test_piles_by_size_and_rows_with_their_text(ports: State) -> None:
    assert section(ports, 0, "Piles").rows == (("deck 4",), ("wrecks 5",))
    rows = [row for part in interpreter.tabletop(ports, 0) for row in part.rows if row[0] == "market"]
    assert [row[1].startswith(("Brig", "Raft")) for row in rows] == [True]


def test_a_value_of_a_procedure_is_shown_while_it_runs(ports: State) -> None:
    assert "offer 5" in texts(ports, 0)
    later = ports.clone()
    later.choose("agree")
    assert "offer" not in texts(later, 0)


def test_own_things_apart_and_those_of_others_hidden(ports: State) -> None:
    own = section(ports, 0, "You")
    assert own.rows[0] == ("", "money 3 · wealth 5", "")
    assert own.rows[1][0] == "hand"
    assert "money 3" in texts(ports, 1)
    card = own.rows[1][1]
    for other in (1, None):
        assert not any(row[0] == "hand" for part in interpreter.tabletop(ports, other) for row in part.rows)
        assert "hand" in texts(ports, other)  # how many they hold, everybody sees
        hidden = "\n".join(interpreter.look(ports, other, "hand"))
        assert card not in hidden
        assert "red: 1 hidden card" in hidden


def test_a_closer_look(ports: State) -> None:
    assert interpreter.look(ports, 0, "south bay") == [
        "South Bay (bay)", "  region: the south", "  crates red: 4", "  lighthouse: red", "  berth fee: 2", "  toll: 2",
        "  to North Bay",
        "  to East Bay",
    ]  # fmt: skip
    assert "  Cold." in interpreter.look(ports, 0, "North Bay")
    assert interpreter.look(ports, 0, "east")[0] == "East Bay (bay)"
    assert interpreter.look(ports, 0, "crates") == ["crates", "  red → South Bay: 4"]
    assert interpreter.look(ports, 0, "ships") == ["2 ships: Brig, Raft"]
    assert "  2 steps from your ship at if every way is open: by South Bay" in interpreter.look(ports, 1, "east bay")
    assert "  crates South Bay: 4" in interpreter.look(ports, 1, "red")
    assert interpreter.look(ports, 0, "bay")[0] == "3 bays: North Bay, South Bay, East Bay"
    assert interpreter.look(ports, 0, "ba")[0] == "3 bays: North Bay, South Bay, East Bay"
    assert interpreter.look(ports, 0, "th") == ['"th" could mean several things: the north, the south']
    assert interpreter.look(ports, 0, "lighthose") == [
        'Nothing here is called "lighthose".',
        'Did you mean "lighthouse"?',
    ]


@pytest.mark.parametrize("name", BIG)
def test_a_big_game_fits_on_a_screen(name: str) -> None:
    """Whoever is asked in the middle of a random game reads the table without scrolling."""
    state = interpreter.load(name).start(seed=11)
    chance = random.Random(11)
    lines = []
    for number in range(240):
        if state.request is None:
            break
        if number % 20 == 0:
            lines.append(drawn(state, state.request.player))
        state.choose(chance.choice(state.request.choices))
    assert max(lines) <= TALL, lines
    assert sorted(lines)[len(lines) // 2] <= LINES, lines


def drawn(state: State, player: int | None) -> int:
    """The lines of the table for somebody who has read the texts on the cards."""
    terminal, paper = on_paper(width=100)
    terminal.show(state, player)
    first = len(paper.getvalue().splitlines())
    terminal.show(state, player)
    return len(paper.getvalue().splitlines()) - first


def on_paper(width: int, height: int = 1000) -> tuple[Terminal, io.StringIO]:
    """A terminal that writes to paper."""
    terminal, paper = Terminal(), io.StringIO()
    terminal._console = Console(file=paper, width=width, height=height, force_terminal=True, color_system=None)
    return terminal, paper


def test_nothing_is_cut_off_and_no_word_is_broken(ports: State) -> None:
    terminal, paper = on_paper(width=30)
    terminal.show(ports, 0)
    terminal.tell(["Founding sector, second level, Largest network, second level go to the rewards set aside"])
    text = paper.getvalue()
    assert "…" not in text
    assert max(map(len, text.splitlines())) <= 30
    words = set(text.replace("\n", " ").split())
    assert {"Founding", "second", "rewards", "aside", "lighthouse"} <= words


def test_a_full_screen_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, paper = on_paper(width=40, height=20)
    monkeypatch.setattr("builtins.input", lambda question: paper.write(f"[{question}]\n") and "")
    terminal.tell([f"line {number}" for number in range(40)])
    assert paper.getvalue().count("Enter for more") == 2
    before = paper.getvalue().partition("[")[0]
    assert before.splitlines()[-1] == "line 17"


def test_whoever_answers_before_the_end_of_the_page_is_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal, paper = on_paper(width=40, height=20)
    monkeypatch.setattr("builtins.input", lambda _question: "3")
    terminal.tell([f"line {number}" for number in range(60)])
    monkeypatch.setattr("builtins.input", lambda _question: pytest.fail("the answer is known"))
    assert terminal.listen("> ") == "3"
    assert "line 59" in paper.getvalue()


def test_the_text_of_a_card_is_read_once(ports: State, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short one always stands beside the title; a long one again when the player chooses between such cards."""
    long = "Whoever holds this may look at the top card of the deck."
    market = Section("cards", "", (("market", "Mill ×2", long), ("market", "Farm", "worth 2")))
    monkeypatch.setattr(interpreter, "tabletop", lambda _state, _player: (market,))
    terminal, paper = on_paper(width=100)
    terminal.show(ports, 0)
    assert [line.strip() for line in paper.getvalue().split("\n")[1:3]] == [
        "market  Farm (worth 2)",
        f"Mill ×2: {long}",
    ]
    start = len(paper.getvalue())
    terminal.show(ports, 0)
    assert "Mill ×2, Farm (worth 2)" in paper.getvalue()[start:]
    assert long not in paper.getvalue()[start:]
    monkeypatch.setattr("interpreter.tools.play.screen._offered", lambda _state, _player: {"Mill"})
    start = len(paper.getvalue())
    terminal.show(ports, 0)
    assert long in paper.getvalue()[start:]


def test_only_what_changed_is_drawn(ports: State) -> None:
    terminal, paper = on_paper(width=80)
    terminal.show(ports, 0)
    later = ports.clone()
    later.engine.position.cells[later.engine.position.code.keep_by_name["storm"].base] = True
    start = len(paper.getvalue())
    terminal.show(later, 0, whole=False)
    assert paper.getvalue()[start:].split() == ["storm"]
    start = len(paper.getvalue())
    terminal.show(later, 0, whole=False)
    assert paper.getvalue()[start:] == ""


def test_the_board_with_who_stands_where(ports: State) -> None:
    assert interpreter.look(ports, 0, "board") == [
        "bays",
        "  the north: North Bay (red's ship at, blue's ship at, lighthouse blue, berth fee 2)",
        "  the south: South Bay (red 4, lighthouse red, berth fee 2), East Bay",
    ]


def test_a_large_map_begins_with_those_who_stand_on_it() -> None:
    state = interpreter.load("discover-pune").start(players=3, seed=3)
    title, occupied, rest = interpreter.look(state, 0, "board")
    assert title == "intersections"
    assert occupied.startswith("  Shaniwarwada: red's pin, blue's pin, green's pin")
    neighbours = "Dagdusheth Ganpati Chowk, Appa Balwant Chowk, Omkareshwar, Shivaji Bridge, Lal Mahal Chowk"
    assert occupied.endswith(f"leads to {neighbours}")
    assert "Shaniwarwada" not in rest
    assert "Tulshibaug" in rest


def test_what_goes_from_one_box_into_another_is_not_told() -> None:
    state = interpreter.load("tycoon-india-1981").start(players=3, seed=3)
    told = state.events_for(0)
    assert "8 cards go to the policy deck" in told
    assert not any("age 1 policies" in text or "planning a" in text.split(" go to the ")[-1:] for text in told)


def test_signs_of_tiles() -> None:
    assert next(signs_for("Blood Dome", 4)) == "BD"
    assert next(signs_for("I.C.U.", 4)) == "Ic"
    assert list(signs_for("?!", 4)) == ["#4", "#4"]

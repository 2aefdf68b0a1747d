"""Old games go on loading: real games of every edition of the language, as they were written then.

`tests/cases/editions` holds them by edition, from the history of this repository. A mechanic of the library that gets a new
blank gives it a usual value, since the games that use the mechanic do not fill it in.
"""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import interpreter
from interpreter.source.bundled import grammars_dir
from tests.support.frame import findings
from tests.support.sampling import sampled

EDITIONS = Path(__file__).parents[1] / "cases" / "editions"
GAMES = sorted(file.parent for file in EDITIONS.glob("*/*/game.yaml"))
BLANK = re.compile(r"^  blank (?P<name>\w+)(?:\([^)]*\))?: (?P<type>[^\n]+)$", re.MULTILINE)
ALWAYS_FILLED = {  # since the mechanic is there: no game is without them
    "auction": {"limit"}, "sealed_bid": {"limit"}, "debt": {"purse", "can_raise"}, "draft": {"dealt"},
    "ranking": {"result", "prizes"}, "walk": {"spaces", "space_of"}, "trick": {"card", "suit", "hand", "rank_of"},
    "stack": {"entry"}, "passing_draft": {"card", "hand", "kept"}, "rounds": set(), "teams": {"result"}, "turn_order": set(),
    "worker_spaces": {"space", "workers"}, "market_row": {"card", "deck", "row", "size"}, "price_track": {"good", "prices"},
    "sealed_orders": {"order"}, "network": {"place", "connection", "builder"}, "roles": {"job"},
    "supply": {"design", "card", "stock", "deck", "hand", "in_play", "discards", "cost", "money", "purchases"},
}  # fmt: skip
DECISIONS = 30


@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_a_game_of_an_old_edition_loads_and_plays(folder: Path) -> None:
    assert [one for one in findings(folder, []) if one.severity == "error"] == []
    state, chance = interpreter.load(folder).start(seed=1, events=False), random.Random(1)
    for _ in range(DECISIONS):
        if state.request is None:
            break
        state.take(chance.randrange(state.choice_count))
    assert state.decisions


PLAYED: Mapping[str, Any] = YAML(typ="safe").load((EDITIONS / "played.yaml").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("folder", "engine"),
    [*((game, "python") for game in GAMES), *((game, "native") for game in sampled(GAMES, 4, "old editions in C"))],
    ids=lambda value: f"{value.parent.name}-{value.name}" if isinstance(value, Path) else value,
)
def test_a_game_of_an_old_edition_plays_the_same(folder: Path, engine: str) -> None:
    """Who is asked, what is offered, the chance in between and the end: as an earlier Rulewright played it with this seed."""
    played = PLAYED[f"{folder.parent.name}-{folder.name}"]
    state = interpreter.load(folder).start(seed=1, events=False, engine=engine)
    for line in played["asked"]:
        offered, _, chosen = line.partition(" > ")
        assert state.request is not None
        assert " ".join([str(state.request.player), *(choice.name for choice in state.request.choices)]) == offered
        state.choose(chosen)
    if played["result"] is not None:
        assert state.result is not None
        assert sorted(state.result.winners) == played["result"]["winners"]
        assert {str(seat): score for seat, score in state.result.scores.items()} == played["result"]["scores"]


ASKING = """kind fruit is apple, pear
keep taken(fruit): yes or no, starts at no
keep purse(player): number, starts at 0, seen by owner
keep chosen: fruit or none
procedure play
  repeat 2 times
    each player
      seen(player)
  each player
    hidden(player)
    refused(player)
    put_openly(player)
  end game
procedure seen(player)
  player may choose fruit where not fruit's taken
  if fruit is not none
    set fruit's taken to yes
  set chosen to fruit
procedure hidden(player)
  player may choose n in 1 to 5 where n is at most player's purse
procedure refused(player)
  player may choose fruit
    needs not fruit's taken because "it is taken"
procedure put_openly(player)
  player openly may choose fruit where not fruit's taken
"""
LATER = ["hidden", "refused", "put_openly"] * 2


@pytest.mark.parametrize(("edition", "seen"), [(2, 4), (3, 2)])
@pytest.mark.parametrize("engine", ["python", "native"])
def test_may_choose_from_nothing_is_not_put_in_the_third(edition: int, seen: int, engine: str, tmp_path: Path) -> None:
    """Two fruits are taken in turn; then nothing is left, which all can see, and not how much somebody has."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "play.rules").write_text(ASKING)
    manifest = f"title: Trial\nabout: A trial.\nplayers: {{min: 2, max: 2}}\nsource: stand-in\nlanguage: {edition}\n"
    (tmp_path / "game.yaml").write_text(manifest)
    state, asked = interpreter.load(tmp_path).start(players=2, seed=1, engine=engine), []
    while state.request is not None:
        asked.append(state.request.rule)
        state.take(0)
    assert asked == ["seen"] * seen + LATER


def test_the_old_value_is_evaluated_only_where_it_is_used(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "variants").mkdir()
    rules = (
        "keep n: number, starts at 0\nlet share = 12 / n rounded down\nprocedure play\n  set n to share\n  end game\n"
    )
    (tmp_path / "rules" / "play.rules").write_text(rules)
    (tmp_path / "variants" / "nothing.rules").write_text("variant nothing\n  change share to 0 when n is 0\n")
    (tmp_path / "game.yaml").write_text("title: Trial\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n")
    for engine in ("python", "native"):
        state = interpreter.load(tmp_path, variants=["nothing"]).start(players=2, seed=1, engine=engine)
        assert state.view(None)["table"]["n"] == 0


def test_every_edition_is_there() -> None:
    assert {game.parent.name for game in GAMES} == {"first", "second"}


@pytest.mark.parametrize("file", sorted((grammars_dir() / "library").glob("*.rules")), ids=lambda file: file.stem)
def test_a_blank_that_was_not_always_there_has_a_usual_value(file: Path) -> None:
    blanks = BLANK.findall(file.read_text(encoding="utf-8"))
    open_ones = {name for name, type_ in blanks if type_ != "steps" and " usually " not in type_}
    assert open_ones <= ALWAYS_FILLED.get(file.stem, set())

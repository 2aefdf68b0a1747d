"""How secrets are kept: looking again only where more is known finds the same as looking at everything again."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.check.checker import Checker
from interpreter.check.secrets import Outcome
from interpreter.check.secrets.fixpoint import LabelStore, ReadSet
from interpreter.reading import read_game
from tests.support.bundled import core_games
from tests.support.sampling import sampled

CASES = Path(__file__).parents[1] / "cases" / "games"
GAMES = [info.path for info in core_games()] + sorted(file.parent for file in CASES.glob("*/game.yaml"))
TABLES = [(game, variant) for game in GAMES for variant in (None, *sorted((game / "variants").glob("*.rules")))]
ALONE = [table for table in TABLES if table[1] is None or " requires " not in table[1].read_text(encoding="utf-8")]
PAYMENTS = (
    "player pays player's purse fund to bank",
    "next_player(player) pays player's purse fund to player",
    "treasury pays player's purse fund to player",
    "player pays player's purse fund to treasury",
)


def at_anything_new(known: LabelStore, look: ReadSet) -> bool:
    """Somebody who looks again whenever anything at all has been learnt since."""
    return known._now > look.at


def kept(checker: Checker) -> Outcome:
    return checker.kept_secret_with({name: option.value for name, option in checker.options.items()})[0]


@pytest.mark.parametrize(
    ("game", "variant"), sampled(ALONE, 12, "secrets"), ids=lambda part: "-" if part is None else part.stem
)
def test_nothing_is_missed_by_not_looking_again(
    game: Path, variant: Path | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, checker = read_game(game, [variant] if variant is not None else [], {}, open_options=True)
    quick = checker.secrecy.outcome()
    assert kept(checker) == quick, "worked out again, it comes to the same"
    monkeypatch.setattr(LabelStore, "is_stale", at_anything_new)
    assert kept(checker) == quick


def test_a_secret_that_comes_late_is_followed(tmp_path: Path) -> None:
    """What `morning` hides is known only when the routines behind it have been looked at, in the order against the text."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Late\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(LATE, encoding="utf-8")
    _, _, checker = read_game(tmp_path, [], {})
    assert [one.routine for one in checker.secrecy.outcome().quiet] == ["evening"]


@pytest.mark.parametrize("payment", PAYMENTS)
def test_what_is_paid_stays_a_secret(payment: str, tmp_path: Path) -> None:
    """A purse that nobody sees, and from which or into which a secret amount is paid, is as secret as that amount."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Paid\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(PAID.format(payment=payment), encoding="utf-8")
    _, _, checker = read_game(tmp_path, [], {})
    assert {one.routine for one in checker.secrecy.outcome().quiet} == {"evening"}


LATE = """\
keep purse(player): number, seen by owner
keep noted(player): number, seen by nobody
keep noted_again(player): number, seen by nobody

procedure evening(player)
  if player's noted_again is 3
    player may rest
      stop
  player chooses dawn in 1 to 2

procedure noon(player)
  set player's noted_again to player's noted

procedure morning(player)
  set player's noted to player's purse

procedure play
  each player
    morning(player)
    noon(player)
    evening(player)
  end game
"""

PAID = """\
keep purse(player): 0 to 3, starts at 3, seen by owner
keep fund(player): number, starts at 9, seen by nobody
keep treasury: number, starts at 90, seen by nobody

procedure evening(player)
  if player's fund is more than 9 or treasury is more than 90
    player may rest
      stop
  player chooses dawn in 1 to 2

procedure morning(player)
  {payment}

procedure play
  each player
    morning(player)
    evening(player)
  end game
"""

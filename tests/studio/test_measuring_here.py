"""What a page measures itself is what the commands of the same words write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from interpreter.tools.cli.app import app
from interpreter.tools.report import page
from interpreter.tools.studio.jobs import Job, _keep
from interpreter.tools.studio.measuring_here import SHOWN_GAMES, measured

CLOCKS = ("seconds", "decisions_per_second", "variant_changes")


async def here(*words: str) -> dict[str, Any]:
    """All that is told, the last word on each thing."""
    found: dict[str, Any] = {}
    async for told in measured(words):
        found |= told
    plain: dict[str, Any] = json.loads(json.dumps(found))
    return plain


def command(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*words, "--json", "-"])
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@pytest.mark.asyncio
async def test_a_simulation_counts_what_the_command_counts(tmp_path: Path) -> None:
    words = ("simulate", "kuhn-poker", "--games", str(SHOWN_GAMES + 100), "--bot", "random", "--seed", "4")
    mine, its = await here(*words), command(*words)
    for clock in CLOCKS:
        mine["result"].pop(clock, None), its.pop(clock, None)
    assert mine["result"] == its
    assert mine["done"] == mine["total"] == SHOWN_GAMES + 100
    _keep(tmp_path, mine)
    told = Job("a", "simulate", (), tmp_path, running=False).told()
    assert [len(told["games"]), told["report"]] == [SHOWN_GAMES, True]
    assert sum(1 in game["winners"] for game in told["games"]) <= its["wins"][0]


@pytest.mark.asyncio
async def test_a_comparison_finds_what_the_command_finds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "missing_library", lambda: True)  # as in a page
    words = ("compare", "dystopolis", "--games", "12", "--bot", "random", "--seed", "2", "--variant", "intrigue")
    mine, its = await here(*words), command(*words)
    assert mine["result"] == its
    assert its["figures"]
    assert "intrigue: seat 1" in mine["report"]  # a table where a chart would be
    same = await here(*words, "--against", "intrigue")
    assert same == {"wrong": "both sides have the same variants: choose others for one of them"}


@pytest.mark.asyncio
async def test_a_search_for_trouble_ends_in_time() -> None:
    found = await here("explore", "kuhn-poker", "--budget", "1s")
    assert found["result"]["findings"] == []
    assert found["result"]["games"] > 0


@pytest.mark.asyncio
async def test_what_is_wrong_with_a_game_is_said() -> None:
    found = await here("simulate", "kuhn-poker", "--games", "1", "--variant", "nobody")
    assert 'there is no variant "nobody"' in found["wrong"]

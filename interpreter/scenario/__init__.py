"""Scenarios: a game's own tests, in its own words.

`asking` works out words of the game at a table, `arranging` lays the given part out and decides, `expecting` compares
what must be true, `running` reads files and runs them, `recording` writes one about a
game that was played. Layer: above load and game.
"""

from interpreter.scenario.recording import record
from interpreter.scenario.running import (
    ScenarioResult,
    holds_scenarios,
    read_scenarios,
    run_scenario,
    run_scenarios,
    scenario_files,
    the_parser,
)

__all__ = [
    "ScenarioResult",
    "holds_scenarios",
    "read_scenarios",
    "record",
    "run_scenario",
    "run_scenarios",
    "scenario_files",
    "the_parser",
]

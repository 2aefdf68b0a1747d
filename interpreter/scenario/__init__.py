"""Scenarios: a game's own tests, in its own words.

`asking` works out words of the game at a table, `arranging` lays the given part out and decides, `expecting` compares
what must be true, `files` finds them, `running` reads and runs them, `recording` writes one about a
game that was played. Layer: above load and game.
"""

from interpreter.scenario.files import holds_scenarios, scenario_files, scenarios_beside
from interpreter.scenario.recording import record
from interpreter.scenario.running import (
    ScenarioResult,
    read_scenarios,
    run_scenario,
    run_scenarios,
    scenarios_to_run,
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
    "scenarios_beside",
    "scenarios_to_run",
    "the_parser",
]

"""Scenarios: a game's own tests, in its own words.

`asking` evaluates expressions of the game at a table, `arranging` sets up the given part and makes decisions, `expecting`
checks what must be true, `files` finds scenario files, `running` reads and runs them, `recording` writes a scenario about a
game that was played. Layer: scenario, above load and game.
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

"""Rulewright: rulebooks that run. The public API, small enough to print.

`load(game)` returns a Game, `Game.start()` a State; a State asks (`request`), is answered (`choose`), shows what a player
may know (`view`, `events_for`), and ends with a `result`. For programs there are JSON views of a table (`definition`,
`view_form`, …) and drawings of it; for tests, scenarios. What else a tool offers is in its folder under `interpreter.tools`.
"""

from typing import TYPE_CHECKING, Any

from interpreter.game import Game, OptionInfo
from interpreter.load import load
from interpreter.runtime import (
    Choice,
    Decision,
    Deed,
    Event,
    Fault,
    Laid,
    Refusal,
    Request,
    Result,
    Seat,
    Several,
    State,
    Thing,
)

if TYPE_CHECKING:
    from interpreter.catalogue import GameInfo, games
    from interpreter.scenario import (
        ScenarioResult,
        holds_scenarios,
        record,
        run_scenarios,
        scenario_files,
        scenarios_beside,
    )
    from interpreter.view import (
        DerivedValues,
        Section,
        ViewCache,
        definition,
        event_forms,
        kept_form,
        look,
        request_form,
        tabletop,
        view_form,
    )
    from interpreter.view.drawing import (
        Drawing,
        Look,
        MapPlaces,
        board_png,
        board_svg,
        card_faces,
        draw_table,
        map_places,
        read_look,
        table_page,
        table_style,
    )

# Imported on first use, so that playing a compiled game starts quickly.
LAZY = {
    "catalogue": ("GameInfo", "games"),
    "scenario": ("ScenarioResult", "holds_scenarios", "record", "run_scenarios", "scenario_files", "scenarios_beside"),
    "view": (
        "DerivedValues", "Section", "ViewCache", "definition", "event_forms", "kept_form", "look", "request_form", "tabletop",
        "view_form",
    ),
    "view.drawing": (
        "Drawing", "Look", "MapPlaces", "board_png", "board_svg", "card_faces", "draw_table", "map_places", "read_look",
        "table_page", "table_style",
    ),
}  # fmt: skip
HOME = {name: module for module, names in LAZY.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = globals()[name] = getattr(import_module(f"interpreter.{HOME[name]}"), name)
    return found


__all__ = [
    "Choice",
    "Decision",
    "Deed",
    "DerivedValues",
    "Drawing",
    "Event",
    "Fault",
    "Game",
    "GameInfo",
    "Laid",
    "Look",
    "MapPlaces",
    "OptionInfo",
    "Refusal",
    "Request",
    "Result",
    "ScenarioResult",
    "Seat",
    "Section",
    "Several",
    "State",
    "Thing",
    "ViewCache",
    "board_png",
    "board_svg",
    "card_faces",
    "definition",
    "draw_table",
    "event_forms",
    "games",
    "holds_scenarios",
    "kept_form",
    "load",
    "look",
    "map_places",
    "read_look",
    "record",
    "request_form",
    "run_scenarios",
    "scenario_files",
    "scenarios_beside",
    "table_page",
    "table_style",
    "tabletop",
    "view_form",
]

"""Rulewright: rulebooks that run. The public API, small enough to print.

`load(game)` gives a Game, `Game.start()` a State; a State asks (`request`), is answered (`choose`), shows what a player
may know (`view`, `events_for`), and ends with a `result`. The rest is for tools: what is wrong with a game (`problems`),
which games there are (`games`), scenarios, and looks into a game (`show`, `schema`, `trace`, `format_text`).
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
from interpreter.runtime.native import Picks
from interpreter.runtime.native_state import NativeState

if TYPE_CHECKING:
    from interpreter.catalogue import GameInfo, games
    from interpreter.drawing import (
        Drawing,
        Look,
        board_png,
        board_svg,
        card_faces,
        draw_table,
        read_look,
        table_page,
        table_style,
    )
    from interpreter.inspection import (
        CardReport,
        Covered,
        CoveredLine,
        CoveredPart,
        Difference,
        Face,
        LookedAt,
        Mutant,
        Pairing,
        Trials,
        Tried,
        VariantInfo,
        cards,
        cover,
        differences,
        faces,
        format_text,
        likes,
        matrix,
        misfits,
        mutant_place,
        mutants,
        new_cards,
        new_game,
        new_scenario,
        new_variant,
        problems,
        sampled,
        schema,
        show,
        trace,
        variants,
    )
    from interpreter.scenario import ScenarioResult, holds_scenarios, record, run_scenarios, scenario_files
    from interpreter.seeing import Section, definition, event_forms, look, request_form, tabletop, view_form

# What only tools need is imported when it is first used: playing a game that is compiled already stays quick to start.
LATER = {
    "GameInfo": "catalogue", "format_text": "inspection", "games": "catalogue", "problems": "inspection",
    "schema": "inspection", "show": "inspection", "trace": "inspection", "ScenarioResult": "scenario",
    "record": "scenario", "run_scenarios": "scenario", "scenario_files": "scenario", "Section": "seeing",
    "tabletop": "seeing",
    "look": "seeing", "definition": "seeing", "view_form": "seeing", "request_form": "seeing", "event_forms": "seeing",
    "Drawing": "drawing", "Look": "drawing", "board_png": "drawing", "card_faces": "drawing", "board_svg": "drawing",
    "draw_table": "drawing", "read_look": "drawing",
    "table_page": "drawing", "table_style": "drawing", "Pairing": "inspection", "VariantInfo": "inspection",
    "matrix": "inspection",
    "Mutant": "inspection", "Trials": "inspection", "Tried": "inspection", "mutant_place": "inspection",
    "mutants": "inspection", "sampled": "inspection",
    "Covered": "inspection", "CoveredLine": "inspection", "CoveredPart": "inspection", "cover": "inspection",
    "CardReport": "inspection", "LookedAt": "inspection", "cards": "inspection",
    "Face": "inspection", "faces": "inspection",
    "Difference": "inspection", "differences": "inspection", "misfits": "inspection",
    "variants": "inspection", "holds_scenarios": "scenario", "likes": "inspection", "new_cards": "inspection",
    "new_game": "inspection", "new_scenario": "inspection", "new_variant": "inspection",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"interpreter.{LATER[name]}"), name)


__all__ = [
    "CardReport",
    "Choice",
    "Covered",
    "CoveredLine",
    "CoveredPart",
    "Decision",
    "Deed",
    "Difference",
    "Drawing",
    "Event",
    "Face",
    "Fault",
    "Game",
    "GameInfo",
    "Laid",
    "Look",
    "LookedAt",
    "Mutant",
    "NativeState",
    "OptionInfo",
    "Pairing",
    "Picks",
    "Refusal",
    "Request",
    "Result",
    "ScenarioResult",
    "Seat",
    "Section",
    "Several",
    "State",
    "Thing",
    "Trials",
    "Tried",
    "VariantInfo",
    "board_png",
    "board_svg",
    "card_faces",
    "cards",
    "cover",
    "definition",
    "differences",
    "draw_table",
    "event_forms",
    "faces",
    "format_text",
    "games",
    "holds_scenarios",
    "likes",
    "load",
    "look",
    "matrix",
    "misfits",
    "mutant_place",
    "mutants",
    "new_cards",
    "new_game",
    "new_scenario",
    "new_variant",
    "problems",
    "read_look",
    "record",
    "request_form",
    "run_scenarios",
    "sampled",
    "scenario_files",
    "schema",
    "show",
    "table_page",
    "table_style",
    "tabletop",
    "trace",
    "variants",
    "view_form",
]

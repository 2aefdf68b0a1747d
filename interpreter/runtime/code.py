"""Link generated code with the names that it may use.

In: a code object of generated Python, or its text. Out: its tables and functions as `Code`. Layer: runtime. `EXPORTED` is the
only list of names that generated code may use, besides a few Python builtins.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import CodeType
from typing import Any

from interpreter.ir.types import FORMS, LARGEST
from interpreter.runtime import (
    chance,
    faults,
    grids,
    grounds,
    lists,
    machine,
    networks,
    secret_turns,
    tables,
    zones,
)
from interpreter.runtime import event_log as telling
from interpreter.runtime import (
    hidden_questions as silence,
)
from interpreter.runtime import (
    visibility as sight,
)
from interpreter.runtime.identifiers import made
from interpreter.runtime.lazy_compile import LateModule
from interpreter.runtime.tables import Code

EXPORTED: dict[str, Any] = {
    "Ended": faults.Ended, "EnoughSignal": faults.EnoughSignal, "RejectedSignal": faults.RejectedSignal,
    "beyond": faults.beyond, "too_poor": faults.too_poor,
    "too_deep": faults.too_deep,
    "endless": faults.endless, "roll": chance.roll, "roll_one": chance.roll_one, "pick": chance.pick,
    "shuffle": chance.shuffle, "rotated": lists.rotated, "position": lists.position, "first_of": lists.first_of,
    "last_of": lists.last_of, "only": lists.only, "tied": lists.tied, "sole": lists.sole, "sole_of": lists.sole_of,
    "leaving_out": lists.leaving_out, "shared_by": lists.shared_by, "nearest": lists.nearest,
    "next_player": lists.next_player, "previous_player": lists.previous_player, "other_end": lists.other_end,
    "connected": lists.connected, "square_at": lists.square_at, "lines_on": lists.lines_on,
    "in_number": lists.in_number, "shown_yes_no": lists.shown_yes_no, "move_card": zones.move_card,
    "move_all": zones.move_all, "draw": zones.draw,
    "refill": zones.refill, "held": zones.held, "clear_zone": zones.clear_zone, "tick": zones.tick,
    "placements": grids.placements, "opening_spot": grids.opening_spot, "laid": grids.laid, "lay": grids.lay,
    "spot_at": grounds.spot, "spot_on": grounds.spot_on, "turn_of": grounds.turn_of, "cell_of": grounds.cell_of,
    "Ground": grounds.Ground, "touched_at": grids.touched_at, "around": grids.around, "tile_at": grids.tile_at,
    "place_of": grids.place_of, "tile_beside": grids.tile_beside, "met": grids.met, "met_at": grids.met_at,
    "open_edges": grids.open_edges, "no_contacts": grids.no_contacts, "Numbered": lists.Numbered, "item_of": lists.item_of,
    "as_long_as": lists.as_long_as, "how_often": lists.how_often, "taking_away": lists.taking_away,
    "sets_of": lists.sets_of,
    "together": lists.together, "arrived": machine.arrived, "in_reach": lists.in_reach, "possible": machine.possible,
    "LARGEST": LARGEST, "snapshot": lists.snapshot, "mixed_snapshot": lists.mixed_snapshot,
    "few": lists.few, "glance": lists.glance, "counted": lists.counted,
    "passed": lists.passed, "often": lists.often, "spend": lists.spend,
    "times": lists.times,
    "shown_spot": grids.shown_spot, "asked": machine.asked, "start_steps": machine.start_steps,
    "eliminate": machine.eliminate, "tell": telling.tell, "tell_gain": telling.tell_gain, "tell_pay": telling.tell_pay,
    "tell_shown": telling.tell_shown, "seers": sight.seers, "hushed": silence.hushed, "noticed": silence.noticed,
    "take_secret_turn": secret_turns.take_secret_turn,
    "leave_secret_turns": secret_turns.leave_secret_turns,
    "reached": networks.reached, "nearest_of": networks.nearest_of, "distance_by": networks.distance_by,
    "neighbours_by": networks.neighbours_by, "groups_by": networks.groups_by, "by_rule": networks.by_rule,
    "by_connections": networks.by_connections, "by_places": networks.by_places, "longest_trail": networks.longest_trail,
    **{record.__name__: record for record in (*tables.RECORDS, *FORMS)},
}  # fmt: skip
SIMPLE = (
    abs, all, any, dict, frozenset, len, list, max, min, next, range, reversed, sorted, str, sum, tuple,
)  # fmt: skip


def link(
    compiled: CodeType | LateModule,
    filename: str,
    chosen: Mapping[str, int | bool] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Code:
    """Link a module.

    `chosen`: the values of options that the code leaves open. `more`: extra names for special-purpose code."""
    names: dict[str, Any] = {**EXPORTED, **(more or {}), "__builtins__": {one.__name__: one for one in SIMPLE}}
    if isinstance(compiled, LateModule):
        compiled.bind(names)
    else:
        exec(compiled, names)
    if chosen:
        names["OPTIONS"] = tuple(option._replace(value=chosen[option.name]) for option in names["OPTIONS"])
    names.update({made("option", option.name): option.value for option in names["OPTIONS"]})
    return Code(names, filename)

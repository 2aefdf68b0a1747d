"""Read sets: the keeps a term depends on, and the kinds of cards whose location it depends on.

In: a checked term. Out: Reads, or None if it may depend on anything. Layer: ir. While none of these changes, neither does
the value; so an invariant need not be evaluated after every decision.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from interpreter.ir import rulebook as rb
from interpreter.ir.types import Of, bare

WHEREABOUTS = frozenset({"holder", "owner_of", "in_force"})
# Builtins of their arguments, of constant tables, and of the players at the table.
PLAIN = frozenset(
    {
        "smaller", "larger", "absolute", "remainder", "round_up", "round_down", "total", "item", "take", "drop", "reverse",
        "distinct", "position", "joined", "how_often", "combined", "in_reach", "sets_of",
        "taking_away", "leaving_out", "shared", "ahead", "number_of", "next_player", "previous_player",
        "seat", "is_out", "is_automa", "same_print", "neighbours", "adjacent", "distance", "reachable", "exits", "far_end",
        "groups", "lines_through", "all_lines", "square_at", "column_of", "row_of", "placements", "opening_spot", "spot_at",
        "turns_of", "touching", "touched_at", "spot_of", "connected", "reached", "nearest", "groups_by", "neighbours_by",
        "distance_by", "longest_trail", "met", "met_at", "open_edges", "around", "tile_at", "place_of", "beside",
        "made_of", "otherwise",
    }
)  # fmt: skip
NOTHING = (str, int, type(None), rb.Variable, rb.Setting)
PARTS = (
    rb.Constant, rb.Local, rb.Printed, rb.Members, rb.Listing, rb.Numbers, rb.Rotated, rb.Search, rb.Key, rb.Logic,
    rb.Comparison, rb.LiesIn, rb.Calculation, rb.Chosen, rb.Phrase, rb.Template, rb.LetIn, rb.Lazy, rb.Case, rb.Alteration,
)  # fmt: skip


@dataclass
class Reads:
    keeps: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)


def reads(term: rb.Term) -> Reads | None:
    """Return the read set; None if unknown."""
    found = Reads()
    return found if _follow(term, found, set()) else None


def _follow(part: object, found: Reads, known: set[int]) -> bool:
    """Add what a part reads; return False if it may read anything."""
    if isinstance(part, NOTHING) or id(part) in known:
        return True
    if isinstance(part, tuple | list):
        return all(_follow(one, found, known) for one in part)
    known.add(id(part))
    match part:
        case rb.Stored():
            found.keeps.add(part.keep.name)
            return _follow(part.keys, found, known)
        case rb.ValueCall():
            return _follow((part.arguments, part.value.cases, part.value.alterations), found, known)
        case rb.Formula():
            return _follow((part.member, part.arguments, part.column.cells), found, known)
        case rb.Builtin():
            return _function(part, found, known)
        case _ if isinstance(part, PARTS):
            inside = (getattr(part, one.name) for one in fields(part) if one.name not in ("type", "span", "column"))
            return _follow(tuple(inside), found, known)
        case _:
            return False


def _function(part: rb.Builtin, found: Reads, known: set[int]) -> bool:
    if part.name in WHEREABOUTS:
        types = [bare(argument.type) for argument in part.arguments]
        found.kinds |= {type_.kind for type_ in types if isinstance(type_, Of)}
    elif part.name not in PLAIN:
        return False
    return _follow(part.arguments, found, known)

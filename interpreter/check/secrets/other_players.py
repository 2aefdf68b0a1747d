"""Terms that are certainly about another player than the one who reads them.

In: checked terms. Out: static answers. Layer: check. What is `seen by others` is no secret to a player as long as it is
certain that it belongs to another one.
"""

from __future__ import annotations

from interpreter.ir import rulebook as rb


def seen_by_others(keep: rb.Keep) -> bool:
    """Do all but one see it?"""
    return any(seen.all_but is not None for seen in keep.seen)


def is_beside(key: rb.Term | None) -> bool:
    """Is it the seat next to a player? Then it is a different player."""
    match key:
        case rb.Builtin(name="next_player" | "previous_player", arguments=(rb.Local(),)):
            return True
        case _:
            return False


def are_others(items: rb.Term, player: rb.Term) -> bool:
    """Is it `others(player)`?"""
    match items:
        case rb.Search(
            word="list", items=rb.Rotated(), where=rb.Comparison(operator="!=", left=rb.Local() as left, right=right)
        ):
            return left.variable is items.variable and right == player
        case _:
            return False

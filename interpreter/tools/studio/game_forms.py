"""Describe a game to whoever opens a table: variants, options, numbers of players, colours.

In: a game and the heads of its variants. Out: JSON for the lobby's form. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter import Game, OptionInfo
    from interpreter.tools.variants.matrix import VariantHead

BOTS = ("random", "eager", "greedy", "search:500ms")
USUAL_BOT, LEARNED = "greedy", "learned"
COLOURS = {
    "red": "#c43c31", "blue": "#2c6bb3", "green": "#3d8c4f", "yellow": "#a67c00", "purple": "#7c4aa5", "orange": "#c05f0c",
    "brown": "#8a5a2b", "pink": "#b8537b", "cyan": "#217a86", "grey": "#6f6b62",
}  # fmt: skip


def bots_of(game: Game) -> list[str]:
    """Name the bots that can sit at a table of this game.

    The learned one is among them where some number of seats has been learned."""
    learned = any(is_learned(game, players) for players in game.player_counts)
    return [*BOTS, *((LEARNED,) if learned else ())]


def is_learned(game: Game, players: int) -> bool:
    """Whether a bot has learned these rules for so many people."""
    from interpreter.tools.learn.keeping import has_learned

    return has_learned(game, players + len(game.automas(players)))


def with_needed(known: Sequence[VariantHead], names: Sequence[str]) -> list[str]:
    """Add the variants that these require or extend, in the form's order.

    Names that are not known are left out."""
    found = set(names)
    for _ in known:  # enough rounds for any chain of requirements
        found |= {other for one in known if one.name in found for other in (*one.requires, *one.extends, *one.includes)}
    return [one.name for one in known if one.name in found]


def variant_forms(known: Sequence[VariantHead], chosen: Sequence[str]) -> list[dict[str, Any]]:
    return [
        {"name": one.name, "title": one.title, "chosen": one.name in chosen, "why_not": _why_not(one, known, chosen)}
        for one in known
    ]


def _why_not(one: VariantHead, known: Sequence[VariantHead], chosen: Sequence[str]) -> str:
    """Return why a variant cannot be added to the chosen ones, or removed."""
    titles = {other.name: other.title for other in known}
    if one.name in chosen:
        others = [other for other in known if other.name in chosen]
        needing = [other.title for other in others if one.name in (*other.requires, *other.extends, *other.includes)]
        return f"is needed by {', '.join(needing)}" if needing else ""
    brought = [other for other in known if other.name in with_needed(known, [one.name])]
    against = [
        titles[name] for name in chosen
        if any(name in other.excludes and not _together(known, chosen, brought, {name, other.name}) for other in brought)
    ]  # fmt: skip
    return f"does not go with {', '.join(against)}" if against else ""


def _together(
    known: Sequence[VariantHead], chosen: Sequence[str], brought: Sequence[VariantHead], pair: set[str]
) -> bool:
    """Does a variant here include both of a pair that exclude each other?

    One that is chosen or brought along."""
    return any(pair <= set(one.includes) for one in (*brought, *(one for one in known if one.name in chosen)))


def option_form(option: OptionInfo, usual: object) -> dict[str, Any]:
    """Describe an option; `default` is its value if nobody chooses.

    With these variants."""
    return {
        "name": option.name, "title": option.title, "kind": option.kind, "values": list(option.values), "low": option.low,
        "high": option.high, "value": option.value, "default": usual,
    }  # fmt: skip


def people_form(game: Game, most: int) -> dict[str, Any]:
    """Describe who can play, with the reason where a number is ruled out.

    Up to `most` people."""
    return {
        "title": game.title,
        "people": list(game.player_counts),
        "not_for": {
            str(count): " ".join(found.message for found in game.refusals(count))
            for count in range(1, most + 1)
            if count not in game.player_counts
        },
        "usual": game.default_players,
        "names": {
            str(count): list(game.start(players=count, seed=0).player_names)[:count] for count in game.player_counts
        },
        "asks_in_secret": game.code.QUIET,
    }

"""Serialize a game: its kinds with their members and columns, its maps, the values that it keeps.

In: linked code and what it belongs to. Out: a DefinitionJson, the same for every seat and every moment. Layer: view.
"""

from __future__ import annotations

from typing import Any, Protocol

from interpreter.ir.types import Absent, Grid, ListOf, Maybe, Number, Of, Shape, Spot, Type, Unknown, Words, YesNo, Zone
from interpreter.runtime import Code
from interpreter.runtime.event_log import value_title
from interpreter.runtime.tables import Amounts, Column, Keep, Kind, Shown, Value
from interpreter.view.json_view.forms import (
    FORMAT,
    AmountsJson,
    ColumnJson,
    DefinitionJson,
    Json,
    KindJson,
    LatticeJson,
    MapJson,
    MemberJson,
    OptionJson,
    TypeJson,
    ValueJson,
    WayJson,
)


class Defined(Protocol):
    """What a definition needs: a Game."""

    code: Code
    name: str
    title: str
    about: str
    fingerprint: str
    variants: tuple[str, ...]

    @property
    def option_values(self) -> dict[str, Any]: ...


def definition(game: Defined) -> DefinitionJson:
    """Serialize everything that does not change during play; kinds and maps by their names."""
    code = game.code
    stored = [_stored(keep) for keep in code.KEEPS if keep.height_of is None and keep.lives_with != ""]
    return {
        "format": FORMAT,
        "game": game.name,
        "title": game.title,
        "about": game.about,
        "fingerprint": game.fingerprint,
        "variants": list(game.variants),
        "options": [_option(game, option.name, option.title) for option in code.OPTIONS],
        "kinds": [_kind(code, name, kind) for name, kind in code.KINDS.items() if name != "player"],
        "maps": _maps(code),
        "values": [*stored, *(_worked_out(shown) for shown in code.SHOWN)],
    }


def _option(game: Defined, name: str, title: str) -> OptionJson:
    value = game.option_values[name]
    return {"name": name, "title": title, "value": value if isinstance(value, bool | int) else str(value)}


def _kind(code: Code, name: str, kind: Kind) -> KindJson:
    columns = code.COLUMNS.get(name, {})
    found: KindJson = {
        "name": name,
        "word": kind.word,
        "plural": kind.plural.replace("_", " "),
        "columns": [_column(column, found) for column, found in columns.items() if not isinstance(found.type, Words)],
        "members": [_member(code, name, kind, number) for number in range(len(kind.members))],
        "grid": list(kind.grid) if kind.grid else None,
        "lattice": _lattice(kind),
    }
    if name in code.AMOUNTS:
        found["amounts"] = [_amounts(column, amounts) for column, amounts in code.AMOUNTS[name].items()]
    return found


def _lattice(kind: Kind) -> LatticeJson | None:
    found = kind.lattice
    if found is None:
        return None
    return {
        "cells": "hexes" if found.hexes else "squares",
        "of": found.of,
        "part": "corner" if found.part == "corner" else "edge" if found.part == "edge" else "cell",
        "points": [list(point) for point in found.points],
    }


def _column(name: str, column: Column) -> ColumnJson:
    return {"name": name, "title": name.replace("_", " "), "type": type_form(column.type)}


def _amounts(name: str, column: Amounts) -> AmountsJson:
    return {"name": name, "title": name.replace("_", " "), "by": column.by}


def _member(code: Code, name: str, kind: Kind, number: int) -> MemberJson:
    columns, texts, shapes = code.COLUMNS.get(name, {}), code.CARD_TEXTS.get(name), code.SHAPES.get(name)
    found: MemberJson = {
        "name": kind.members[number],
        "title": kind.titles[number],
        "text": " ".join(texts[number].split()) if texts else "",
        "cells": {
            column: named(code, kept.type, kept.cells[number])
            for column, kept in columns.items() if not isinstance(kept.type, Words)
        },
    }  # fmt: skip
    if name in code.AMOUNTS:
        found["amounts"] = {
            column: dict(zip(code.KINDS[amounts.by].members, line, strict=True))
            for column, amounts in code.AMOUNTS[name].items() if (line := amounts.cells[number]) is not None
        }  # fmt: skip
    if shapes:
        found["shape"] = [list(cell) for cell in shapes[number]]
    if kind.word == "parts":
        found["edges"] = list(_slots(code, name)[number])
    return found


def _slots(code: Code, name: str) -> tuple[tuple[int, ...], ...]:
    """The edges of all parts of a kind, from the ground that their tiles lie on; without one they have none."""
    parts = len(code.KINDS[name].members)
    grounds = (ground.slots for ground in code.GROUNDS.values() if len(ground.slots) == parts)
    return next(grounds, ((),) * parts)


def _maps(code: Code) -> list[MapJson]:
    return [_map(code, kind, ends.joins) for kind, ends in code.ENDS.items() if ends.joins is not None]


def _map(code: Code, kind: str, joins: str) -> MapJson:
    places, names = code.KINDS[joins].members, code.KINDS[kind].members
    ways: list[WayJson] = [
        {"name": name, "start": places[way.start], "end": places[way.end], "one_way": way.one_way}
        for name, way in zip(names, code.ENDS[kind].ends, strict=True)
    ]
    return {"kind": kind, "joins": joins, "ways": ways}


def _stored(keep: Keep) -> ValueJson:
    return {
        "name": keep.name,
        "title": value_title(keep),
        "keys": list(keep.kinds),
        "type": type_form(keep.type),
        "worked_out": False,
        "shown": not keep.not_shown,
        "during": keep.lives_with,
        "in_force": keep.in_force,
    }


def _worked_out(shown: Shown) -> ValueJson:
    return {
        "name": shown.name,
        "title": value_title(shown),
        "keys": list(shown.kinds),
        "type": type_form(shown.type),
        "worked_out": True,
        "shown": not shown.when_asked,
        "during": None,
        "in_force": False,
    }


def type_form(type_: Type) -> TypeJson:
    match type_:
        case Maybe(inner):
            return {**type_form(inner), "maybe": True}
        case Number(low, high):
            found: TypeJson = {"type": "number"}
            if low is not None:
                found["low"] = low
            if high is not None:
                found["high"] = high
            return found
        case Of(kind):
            return {"type": "thing", "kind": kind}
        case ListOf(inner):
            return {"type": "list", "of": type_form(inner)}
        case Grid(kind):
            return {"type": "grid", "kind": kind}
        case Zone(kind, None):
            return {"type": "pile", "kind": kind}
        case Zone(kind, size):
            return {"type": "row", "kind": kind, "size": size or 0}
        case YesNo():
            return {"type": "yes_no"}
        case Words():
            return {"type": "words"}
        case Spot():
            return {"type": "spot"}
        case Shape():
            return {"type": "shape"}
        case Absent() | Unknown():
            raise AssertionError("nothing that a game keeps or shows has this type")


def named(code: Code, type_: Type, value: Value, players: tuple[str, ...] = ()) -> Json:
    """Serialize a value with things by their names."""
    match type_:
        case Maybe(inner):
            return None if value is None else named(code, inner, value, players)
        case Of("player") if isinstance(value, int):
            return players[value] if value < len(players) else value
        case Of(kind) if isinstance(value, int):
            return code.KINDS[kind].members[value]
        case ListOf(inner) if isinstance(value, tuple):
            return [named(code, inner, item, players) for item in value]
        case _:
            return [named(code, type_, item, players) for item in value] if isinstance(value, tuple) else value

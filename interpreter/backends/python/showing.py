"""Print expressions that render values for people.

In: a printed value and its type. Out: the text of a Python expression for its words. Layer: backends.
"""

from __future__ import annotations

from interpreter.backends.python.context import Context
from interpreter.ir.types import Grid, ListOf, Maybe, Number, Of, Spot, Type, YesNo, Zone, element


def shown(text: str, type_: Type, context: Context) -> str:
    match type_:
        case Number():
            return f"str({text})"
        case YesNo():
            return f"shown_yes_no({text})"
        case Of(kind):
            return f"s.title({kind!r}, {text})"
        case Maybe(inner):
            name = context.shared.fresh("w")
            return (
                f"('nobody' if ({name} := {text}) is None else {shown(name, inner, context)})"
                if inner == Of("player")
                else (f"('none' if ({name} := {text}) is None else {shown(name, inner, context)})")
            )
        case ListOf() | Zone() | Grid():
            inner_type = element(type_)
            assert inner_type is not None
            name = context.shared.fresh("w")
            return f"(', '.join([{shown(name, inner_type, context)} for {name} in {text}]) or 'none')"
        case Spot():
            on = next((keep.type.on for keep in context.rulebook.keeps.values()
                       if isinstance(keep.type, Grid) and keep.type.on is not None), None)  # fmt: skip
            return f"shown_spot({text})" if on is None else f"shown_spot({text}, s, {on!r})"
        case _:
            return f"str({text})"

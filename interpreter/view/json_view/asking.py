"""Serialize a question for the player who is asked.

In: a State and a player. Out: a RequestJson, or None if this player has nothing to decide. Layer: view.
"""

from __future__ import annotations

from interpreter.runtime import Choice, Refusal, Request, State
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.things import Laid, Thing
from interpreter.view.json_view.forms import (
    FORMAT,
    AmountJson,
    ChoiceJson,
    RefusalJson,
    RequestJson,
    SeveralJson,
    ThingJson,
    TileJson,
)


def request_form(state: State, player: int | None) -> RequestJson | None:
    request = state.request_for(player)
    return None if request is None else form_of(state.engine.position, request)


def form_of(state: PythonEngine, request: Request) -> RequestJson:
    amount = _amount(request)
    first = len(request.options) if request.is_range else 0
    choices = [
        _choice(state, request, number, choice)
        for number, choice in enumerate(request.choices[first:], start=first)
        if amount is None or choice.free or choice.value is None
    ]
    return {
        "format": FORMAT,
        "player": state.player_names[request.player],
        "name": request.name,
        "rule": request.rule,
        "kind": request.kind,
        "prompt": request.prompt,
        "things": [thing_form(state, thing) for thing in request.things],
        "secret": request.private,
        "optional": request.optional,
        "amount": amount,
        "several": _several(state, request),
        "choices": choices,
        "refused": [_refusal(state, refusal) for refusal in request.refused],
    }


def _amount(request: Request) -> AmountJson | None:
    """Describe amounts in even steps; those with gaps are choices like any other."""
    low, high, step = request.low, request.high, request.step
    if low is None or high is None or step is None:
        return None
    numbers = sum(option is not None for option in request.options) if not request.is_range else len(request.options)
    return {"low": low, "high": high, "step": step} if (high - low) // step + 1 == numbers else None


def _several(state: PythonEngine, request: Request) -> SeveralJson | None:
    bounds = request.bounds
    if bounds is None:
        return None
    chosen = [thing_form(state, thing) for thing in bounds.chosen]
    return {"least": bounds.least, "most": bounds.most, "chosen": chosen}


def _choice(state: PythonEngine, request: Request, number: int, choice: Choice) -> ChoiceJson:
    thing, laid = request.thing(choice), request.laid(choice)
    return {
        "number": number,
        "name": choice.name,
        "label": choice.label,
        "beside": request.beside(choice),
        "free": choice.free,
        "thing": None if thing is None else thing_form(state, thing),
        "parts": [thing_form(state, part) for part in request.parts(choice)],
        "laid": None if laid is None else _laid(state, laid),
    }


def _refusal(state: PythonEngine, refusal: Refusal) -> RefusalJson:
    return {
        "name": refusal.name,
        "label": refusal.label,
        "reason": refusal.reason,
        "condition": refusal.condition,
        "values": refusal.values,
        "rule": refusal.location,
        "clauses": list(refusal.clauses),
        "free": refusal.free,
        "thing": None if refusal.thing is None else thing_form(state, refusal.thing),
    }


def thing_form(state: PythonEngine, thing: Thing) -> ThingJson:
    return {"kind": thing.kind, "name": state.member_name(thing.kind, thing.number)}


def _laid(state: PythonEngine, laid: Laid) -> TileJson:
    return {
        "tile": state.member_name(laid.tile.kind, laid.tile.number),
        "column": laid.column,
        "row": laid.row,
        "turn": laid.turn,
        "cells": [list(cell) for cell in laid.cells],
    }

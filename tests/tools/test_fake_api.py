"""The invented game of `fake_api` says nothing that the public API does not say, and is called as that is called."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import interpreter
from interpreter import runtime
from tests.support import fake_api

CLASSES = [
    thing for thing in vars(fake_api).values() if isinstance(thing, type) and thing.__module__ == fake_api.__name__
]
FUNCTIONS = [thing for thing in fake_api.PUBLIC if inspect.isfunction(thing)]
OF_THE_HEAP = {  # how the invented game remembers itself: no tool may ask for it
    "State": {"names", "heap", "player", "taking", "peeked", "rolls", "taken"},
    "Request": {"prices"},
}


def real(fake: type) -> type:
    found = getattr(interpreter, fake.__name__, None) or getattr(runtime, fake.__name__)
    assert isinstance(found, type)
    return found


def public(thing: type) -> set[str]:
    """What can be asked of it: methods, properties, fields, slots; and what it sets when it is made."""
    made = getattr(getattr(vars(thing).get("__init__"), "__code__", None), "co_names", ())
    slots = {name for one in thing.__mro__ for name in getattr(one, "__slots__", ())}
    fields = {name for one in thing.__mro__ for name in getattr(one, "__annotations__", {})}
    return {name for name in {*dir(thing), *slots, *fields, *made} if not name.startswith("_")}


@pytest.mark.parametrize("fake", CLASSES, ids=lambda fake: fake.__name__)
def test_what_it_says_can_be_asked(fake: type) -> None:
    own = {*vars(fake), *getattr(fake, "__annotations__", {})} - OF_THE_HEAP.get(fake.__name__, set())
    assert {name for name in own if not name.startswith("_")} - public(real(fake)) == set()


def called(fake: Callable[..., Any], true: Callable[..., Any]) -> list[str]:
    """Where the two are not called alike."""
    theirs = inspect.signature(true).parameters
    found = []
    for name, parameter in inspect.signature(fake).parameters.items():
        if name not in theirs:
            found.append(f"there is no {name}")
        elif (parameter.default is parameter.empty) != (theirs[name].default is parameter.empty):
            found.append(f"{name} may not be left out in both")
    needed = {name for name, one in theirs.items() if one.default is one.empty and one.kind is not one.VAR_KEYWORD}
    return found + [f"{name} is not taken" for name in needed - set(inspect.signature(fake).parameters)]


@pytest.mark.parametrize("fake", FUNCTIONS, ids=lambda fake: fake.__name__)
def test_a_function_is_called_alike(fake: Callable[..., Any]) -> None:
    assert called(fake, getattr(fake_api.home(fake.__name__), fake.__name__)) == []


METHODS = [
    (fake, name) for fake in CLASSES for name, method in vars(fake).items()
    if inspect.isfunction(method) and not name.startswith("_")
]  # fmt: skip


@pytest.mark.parametrize(("fake", "name"), METHODS, ids=lambda part: getattr(part, "__name__", part))
def test_a_method_is_called_alike(fake: type, name: str) -> None:
    assert called(getattr(fake, name), getattr(real(fake), name)) == []


def test_a_property_is_no_method() -> None:
    for fake in CLASSES:
        for name, thing in vars(fake).items():
            true = getattr(real(fake), name, None)
            if isinstance(thing, property) and true is not None:
                assert not inspect.isfunction(true), f"{fake.__name__}.{name}"

"""Work beside the event loop: in a thread, or, where there are none, in a moment of its own.

In: a function. Out: its result, awaited. Layer: tools.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from interpreter.source.operating_system import HAS_THREADS

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(function: Callable[P, R], /, *given: P.args, **named: P.kwargs) -> R:
    if HAS_THREADS:
        return await asyncio.to_thread(function, *given, **named)
    await asyncio.sleep(0)  # whoever else waits comes first
    return function(*given, **named)

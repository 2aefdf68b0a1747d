"""A bounded cache shared by several threads.

In: the number of entries. Out: a dictionary with a lock. Layer: tools.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Remembered(Generic[K, V]):
    """A thread-safe dictionary of limited size; the oldest entries are evicted first."""

    def __init__(self, most: int) -> None:
        self._most, self._found, self._lock = most, dict[K, V](), RLock()

    def __len__(self) -> int:
        return len(self._found)

    def get(self, key: K) -> V | None:
        with self._lock:
            return self._found.get(key)

    def put(self, key: K, value: V) -> V:
        with self._lock:
            self._found.pop(key, None)
            self._found[key] = value
            while len(self._found) > self._most:
                del self._found[next(iter(self._found))]
        return value

    def drop(self, unwanted: Callable[[K, V], bool]) -> None:
        with self._lock:
            for key in [key for key, value in self._found.items() if unwanted(key, value)]:
                del self._found[key]

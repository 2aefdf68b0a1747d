"""A stand-in for rpds, the native part of jsonschema, where there is none: in a web page.

In: nothing. Out: `install`. Layer: tools. Only what `referencing` uses, in plain Python; slower, with the same answers.
"""

from __future__ import annotations

import sys
from collections.abc import Hashable, Iterable, Mapping
from types import ModuleType
from typing import TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class HashTrieMap(dict[K, V]):
    @classmethod
    def convert(cls, given: Mapping[K, V]) -> HashTrieMap[K, V]:
        return given if isinstance(given, HashTrieMap) else HashTrieMap(given)

    def insert(self, key: K, value: V) -> HashTrieMap[K, V]:
        return HashTrieMap({**self, key: value})

    def remove(self, key: K) -> HashTrieMap[K, V]:
        return HashTrieMap({name: value for name, value in self.items() if name != key})

    def update(self, *others: Mapping[K, V]) -> HashTrieMap[K, V]:  # type: ignore[override]
        found = dict(self)
        for other in others:
            found |= other
        return HashTrieMap(found)


class HashTrieSet(frozenset[K]):
    def insert(self, value: K) -> HashTrieSet[K]:
        return HashTrieSet(self | {value})

    def update(self, *others: Iterable[K]) -> HashTrieSet[K]:
        return HashTrieSet(self.union(*others))


class List(tuple[V, ...]):
    def push_front(self, value: V) -> List[V]:
        return List((value, *self))


def install() -> None:
    """Make `import rpds` work, unless it does already."""
    try:
        import rpds  # noqa: F401
    except ImportError:
        module = ModuleType("rpds")
        vars(module).update(HashTrieMap=HashTrieMap, HashTrieSet=HashTrieSet, List=List)
        sys.modules["rpds"] = module

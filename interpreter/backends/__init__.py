"""Back ends that run a Program: `python/` emits Python source, `c/` emits C; `cache` stores compiled code by fingerprint."""

from interpreter.backends.cache import cached, store

__all__ = ["cached", "store"]

"""What runs a Program: `python/` writes it as Python source; `cache` keeps what was compiled by fingerprint."""

from interpreter.backend.cache import cached, store

__all__ = ["cached", "store"]

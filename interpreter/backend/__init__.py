"""A Program becomes Python source, and the source a linked module.

`context` knows how variables and places are written, `terms` and `acts` write expressions and statements, `module`
writes everything together, `cache` keeps what was compiled by fingerprint.
"""

from interpreter.backend.cache import cache_dir, cached, store

__all__ = ["cache_dir", "cached", "store"]

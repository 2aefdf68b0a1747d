"""Trees and tables become a Rulebook: every name resolved, every type known, every law woven in.

`expand` (shared mechanics) -> `kinds` (data) -> `weave` (variants, cards, hooks) -> `checker` with `expressions` and
`statements` (names and types) -> `cells` (what is printed) -> `effects` -> `maps`. `rulebook` holds what comes out.
"""

from interpreter.check.checker import Checker, Sources, check_game

__all__ = ["Checker", "Sources", "check_game"]

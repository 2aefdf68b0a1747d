"""Check a game: trees and tables become a Rulebook, every name resolved, every type known, every law woven in.

`laws.mechanics` expands shared mechanics, `declarations` reads what there is, `laws.weave` weaves variants, cards and hooks into
it, `expressions` and `statements` give names and types, `tables` checks what is printed, `secrets` follows who may know what.
`recovery` keeps one mistake from hiding the next; `wording` compares card texts with rules. `check_state` holds what is known so
far, `environment` what expressions and statements see of it; `collect`, `apply_laws` and others fill it, and `checker` runs them.
"""

from interpreter.check.checker import Checker, Sources, check_game, new_checker

__all__ = ["Checker", "Sources", "check_game", "new_checker"]

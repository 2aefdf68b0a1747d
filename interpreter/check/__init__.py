"""Check a game: trees and tables become a Rulebook, every name resolved, every type known, every law woven in.

`laws.mechanics` expands shared mechanics, `declarations` reads what there is, `laws.weave` weaves variants, cards and hooks into
it, `expressions` and `statements` give names and types, `tables` checks what is printed, `secrets` follows who may know what.
`recovery` keeps one mistake from hiding the next; `wording` compares card texts with rules. `checker` runs them in order.
"""

from interpreter.check.checker import Checker, Sources, check_game

__all__ = ["Checker", "Sources", "check_game"]

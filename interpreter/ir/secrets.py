"""What a secret is about, and how to generalize it where variables are out of scope.

In: a Secret of the Rulebook. Out: the same, or one that may be about anything. Layer: ir.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.ir import rulebook as rb
from interpreter.ir.types import PLAYER

LOST = rb.Secret()  # a card no longer in scope: what is done with it, its player has chosen to show
SOMEBODY = rb.Constant(PLAYER, -1)  # who decided or rolled in secret, where that player can no longer be named


def without(secret: rb.Secret, gone: set[rb.Variable]) -> rb.Secret:
    """Drop variables that are out of scope from a secret.

    It may then be about any of them."""
    if secret.card is not None:
        own = variables_in(secret.card) if isinstance(secret.card, rb.Stored) else (secret.card,)
        origins = frozenset(without(origin, gone) for origin in secret.origins)
        return LOST if gone.intersection(own) else replace(secret, origins=origins)
    if not any(variable in gone for key in (*secret.keys, secret.known_to) for variable in variables_in(key)):
        return secret
    keys = tuple(None if gone.intersection(variables_in(key)) else key for key in secret.keys)
    known_to = SOMEBODY if gone.intersection(variables_in(secret.known_to)) else secret.known_to
    return replace(secret, keys=keys, known_to=known_to)


def variables_in(part: object) -> Iterator[rb.Variable]:
    if isinstance(part, rb.Local):
        yield part.variable
    elif isinstance(part, rb.Stored):
        for key in part.keys:
            yield from variables_in(key)
    elif isinstance(part, rb.Builtin):
        for argument in part.arguments:
            yield from variables_in(argument)


def bound_in(acts: tuple[rb.Act, ...]) -> set[rb.Variable]:
    """Return the variables that these acts bind."""
    found: set[rb.Variable] = set()
    for act in rb.walk_acts(acts):
        for name in ("variable", "result", "taken", "item"):
            variable = getattr(act, name, None)
            if isinstance(variable, rb.Variable):
                found.add(variable)
        if isinstance(act, rb.AskMenu):
            found.update(let.variable for entry in act.entries for let in entry.lets)
    return found

"""What the table observes of an act, and what a player knows of a secret.

In: acts and secrets of a checked routine. Out: static answers, from the rules alone. Layer: check.
"""

from __future__ import annotations

from interpreter.check.secrets.taint import is_certain, is_never, seen_by_nobody
from interpreter.ir import rulebook as rb
from interpreter.ir.effects import column_suspends
from interpreter.ir.types import Zone


def is_revealed(secret: rb.Secret) -> bool:
    """Do the rules reveal the secret themselves?

    A sealed bid becomes visible to everyone at some point; a pile that nobody sees is read only by the rules, which show
    what they find."""
    if secret.keep is None or secret.keep.is_written:
        return False
    looked_up = seen_by_nobody(secret.keep) and isinstance(secret.keep.type, Zone)
    return looked_up or any(seen.everyone and not is_never(seen.when) for seen in secret.keep.seen)


def everyone_notices(act: rb.Act) -> bool:
    """Does everyone at the table see it happen? If unsure, no: that is safe."""
    match act:
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
            return act.site.openly
        case rb.Tell() | rb.ShowTo():
            return act.audience is None
        case rb.MoveCards() | rb.DrawCards():
            return not act.zone.keep.count_hidden
        case rb.Alter():
            return act.told and not act.keep.hidden
        case rb.Transfer():
            return not act.keep.hidden
        case rb.NamedStep():
            return any(everyone_notices(inner) for inner in act.body)
        case _:
            return False


def knows(secret: rb.Secret, *player: rb.Term) -> bool:
    """Does the player, under any of these names, statically know the secret?

    Different names count as different players."""
    if secret.known_to is not None:
        return secret.known_to in player
    if secret.keep is None:
        return False
    keys = dict(zip(secret.keep.parameters, secret.keys, strict=False))
    for seen in secret.keep.seen:
        mine = (by for by in seen.by if isinstance(by, rb.Local) and keys.get(by.variable) in player)
        if any(is_certain(seen.when) or _is_person(seen.when, by) for by in mine):
            return True
        if (
            isinstance(seen.all_but, rb.Local)
            and is_certain(seen.when)
            and _is_another(keys.get(seen.all_but.variable), player)
        ):
            return True
    return False


def _is_another(key: rb.Term | None, player: tuple[rb.Term, ...]) -> bool:
    """Is the key another player's, such as `rival` or `next_player(player)`?"""
    return isinstance(key, rb.Local | rb.Builtin) and key not in player


def _is_person(condition: rb.Term | None, player: rb.Term) -> bool:
    """Is it `not is_automa(player)`, which holds for everyone who is asked?"""
    match condition:
        case rb.Logic(word="not", parts=(rb.Builtin(name="is_automa", arguments=(who,)),)):
            return who == player
        case _:
            return False


def asks_in_secret(routine: rb.Routine) -> bool:
    """Does it ask a question that only the player asked may notice?"""
    return any(isinstance(act, rb.Ask) and act.site.private for act in rb.walk_acts(routine.body))


def asks(act: rb.Act) -> bool:
    """Can it suspend for a decision?"""
    match act:
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
            return True
        case rb.CallRoutine():
            return act.routine.suspends
        case rb.CallColumn():
            return column_suspends(act.column)
        case _:
            return False


def sort_key(secret: rb.Secret) -> str:
    """Sort key that is the same in every run and process."""
    named = secret.card if secret.card is not None else secret.keep
    words = [_name(named), *map(_name, secret.keys), _name(secret.known_to)]
    return " ".join(words)


def _name(part: rb.Keep | rb.Term | rb.Variable | None) -> str:
    match part:
        case rb.Keep() | rb.Variable():
            return part.name
        case rb.Local():
            return part.variable.name
        case rb.Stored():
            return f"{part.keep.name}({', '.join(map(_name, part.keys))})"
        case rb.Constant():
            return str(part.value)
        case _:
            return "?"

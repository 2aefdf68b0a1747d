"""What the table notices of an act, what a player knows of a secret, and whether somebody is asked.

In: acts and secrets of a checked routine. Out: answers from the text of the rules alone. Layer: check.
"""

from __future__ import annotations

from interpreter.check import rulebook as rb
from interpreter.check.effects import column_suspends
from interpreter.check.secrets.labels import is_certain, is_never, unseen
from interpreter.types import Zone


def comes_out(secret: rb.Secret) -> bool:
    """A sealed bid: the rules say when everyone sees it, and then it is no secret any more. What lies in a pile that nobody
    sees is looked up by the rules, which tell what they find."""
    if secret.keep is None:
        return False
    looked_up = unseen(secret.keep) and isinstance(secret.keep.type, Zone)
    return looked_up or any(seen.everyone and not is_never(seen.when) for seen in secret.keep.seen)


def everyone_notices(act: rb.Act) -> bool:
    """Does it happen for all to see?"""
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


def knows(secret: rb.Secret, player: rb.Term) -> bool:
    """Is it certain from the text alone that this player knows it?"""
    if secret.known_to is not None:
        return secret.known_to == player
    if secret.keep is None:
        return False
    keys = dict(zip(secret.keep.parameters, secret.keys, strict=False))
    for seen in secret.keep.seen:
        mine = (by for by in seen.by if isinstance(by, rb.Local) and keys.get(by.variable) == player)
        if any(is_certain(seen.when) or _is_person(seen.when, by) for by in mine):
            return True
    return False


def _is_person(condition: rb.Term | None, player: rb.Term) -> bool:
    """`not is_automa(player)`: so it is with everyone who is asked."""
    match condition:
        case rb.Logic(word="not", parts=(rb.Builtin(name="is_automa", arguments=(who,)),)):
            return who == player
        case _:
            return False


def asks_in_secret(routine: rb.Routine) -> bool:
    return any(isinstance(act, rb.Ask) and act.site.private for act in rb.walk_acts(routine.body))


def asks(act: rb.Act) -> bool:
    """Can it stop for a decision?"""
    match act:
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction():
            return True
        case rb.CallRoutine():
            return act.routine.suspends
        case rb.CallColumn():
            return column_suspends(act.column)
        case _:
            return False


def bound_in(acts: tuple[rb.Act, ...]) -> set[rb.Variable]:
    """The variables that these steps give a value."""
    found: set[rb.Variable] = set()
    for act in rb.walk_acts(acts):
        for name in ("variable", "result", "taken", "item"):
            variable = getattr(act, name, None)
            if isinstance(variable, rb.Variable):
                found.add(variable)
        if isinstance(act, rb.AskMenu):
            found.update(let.variable for entry in act.entries for let in entry.lets)
    return found


def order(secret: rb.Secret) -> str:
    """An order that is the same every time, in every process."""
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

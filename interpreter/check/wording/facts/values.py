"""The facts in values: numbers, the names that they belong to, the people that are spoken of.

In: expressions of a card's cells. Out: Facts. Layer: check.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from interpreter.check.wording.facts.found import Fact, FactReader
from interpreter.check.wording.facts.here import Here, factor_of, is_others, is_players, ratio_of
from interpreter.check.wording.people import ANYONE, EVERYONE, OTHERS, YOU
from interpreter.check.wording.vocabulary import Thing
from interpreter.source import Span
from interpreter.syntax import nodes as n

BOUNDS = frozenset({"smaller", "larger"})
NOBODY = ""  # somebody who is one of many: a text need not name them


def read_optional(reader: FactReader, node: n.Expression | None, here: Here) -> None:
    if node is not None:
        read_quantity(reader, node, here.of(None))


# ---- amounts


def read_amount(reader: FactReader, resource: n.Resource, amount: n.Expression, here: Here) -> None:
    thing = read_name(reader, _resource(reader, resource.name), resource.span, here, add=False)
    if thing is not None and not _has_number(amount):
        reader.add(Fact(thing.name, None, resource.span, here.cell, here.needed))
    read_whole(reader, amount, replace(here, thing=thing, sort="resource"))
    for argument in resource.arguments:
        read_quantity(reader, argument, here.of(None))


def _resource(reader: FactReader, name: str) -> str:
    """Find the resource: `1 promoter` is one of the `promoters`."""
    for plural in (f"{name}s", f"{name}es", f"{name[:-1]}ies"):
        thing = reader.vocabulary.find(plural)
        if thing is not None and thing.sort == "keep":
            return plural
    return name


def read_whole(reader: FactReader, node: n.Expression, here: Here) -> None:
    """Read an amount.

    Of one that is no number and no multiple of something, the text may say "1 for each"."""
    if here.thing is not None and here.thing.has_words and factor_of(node) is None:
        reader.add(Fact(here.thing.name, Fraction(here.thing.scale), node.span, here.cell, needed=False))
    read_quantity(reader, node, here)


def _has_number(node: n.Node) -> bool:
    return any(isinstance(inner, n.Number) for inner in n.walk(node))


# ---- people


def read_person(reader: FactReader, node: n.Expression | None, here: Here) -> None:
    if isinstance(node, n.Name):
        target = here.who(node.name)
        if target is not None:
            note_person(reader, target, node.span)
        elif node.name != "bank":
            read_quantity(reader, node, here.of(None))
    else:
        read_quantity(reader, node, here.of(None))


def note_person(reader: FactReader, target: str, span: Span) -> None:
    if target != NOBODY:
        reader.facts.targets.setdefault(target, span)


# ---- values


def read_quantity(reader: FactReader, node: n.Node | None, here: Here) -> None:  # noqa: C901 - one case per form
    """Read the numbers and names in a value; a number belongs to `here.thing`."""
    match node:
        case None | n.YesNo() | n.NoneValue() | n.Text():
            pass
        case n.Number(value=value):
            _number(reader, Fraction(value), node, here)
        case n.Group(inner=inner) | n.Not(inner=inner) | n.Negative(inner=inner):
            read_quantity(reader, inner, here)
        case n.Name(name=name):
            _plain_name(reader, name, node.span, here)
        case n.Call():
            read_call(reader, node, here)
        case n.Possessive():
            read_target(reader, node, here)
        case n.Arithmetic():
            _calculation(reader, node, here)
        case n.Conditional():
            read_quantity(reader, node.value, here)
            read_quantity(reader, node.condition, here.of(None))
            read_quantity(reader, node.otherwise, here)
        case n.Compare():
            _comparison(reader, node, here)
        case n.Both(parts=parts) | n.Either(parts=parts):
            for part in parts:
                read_quantity(reader, part, here.of(None))
        case n.ListOf(items=items):
            for item in items:
                read_quantity(reader, item, here)
        case n.Range():
            read_quantity(reader, node.low, here)
            read_quantity(reader, node.high, here)
        case n.Aggregate():
            counting = _counting(node.query, here)
            if node.body is not None:
                read_quantity(reader, node.body, counting)
            read_query(reader, node.query, counting.of(None))
        case n.Can():
            read_name(reader, node.action.name, node.action.span, here)
        case _:
            pass


def _counting(query: n.Query, here: Here) -> Here:
    """Return the numbers that a name stands for, as in `tier in 1 to 3`."""
    match query.members:
        case n.Range(low=n.Number(value=low), high=n.Number(value=high), step=None) if query.binder and high - low < 50:
            return replace(here, ranges=(*here.ranges, (query.binder, range(low, high + 1))))
        case _:
            return here


def _number(reader: FactReader, value: Fraction, node: n.Node, here: Here, ratio: bool = False) -> None:
    thing = here.thing
    if thing is not None and thing.silent:
        reader.facts.silent += 1
        return
    needed = here.needed and not (here.looped and value == 1)
    scaled = value if ratio or thing is None else value * thing.scale
    name = thing.name if thing is not None and thing.has_words else None
    sort = "number" if name is None else here.sort
    is_step = here.sort in ("resource", "compared")
    reader.add(Fact(name, scaled, node.span, here.cell, needed, ratio, sort=sort, is_step=is_step))


def _calculation(reader: FactReader, node: n.Arithmetic, here: Here) -> None:
    ratio = ratio_of(node)
    if ratio is not None:
        _number(reader, ratio, node, here, ratio=True)
        return
    if node.operator == "/":
        read_quantity(reader, node.left, here)
        read_quantity(reader, node.right, here.of(None))
        return
    if node.operator == "*" and isinstance(node.left, n.Number):
        read_quantity(reader, node.left, here)
        read_quantity(reader, node.right, here.of(None))
        return
    read_quantity(reader, node.left, here)
    read_quantity(reader, node.right, here)


def _comparison(reader: FactReader, node: n.Compare, here: Here) -> None:
    bare = here.of(None)
    if isinstance(node.left, n.Name) and isinstance(node.right, n.Name) and node.right.name in ("you", "player"):
        if node.operator == "is":
            reader.facts.targets.setdefault(here.who(node.right.name) or YOU, node.span)
        return
    thing = read_target(reader, node.left, bare) if isinstance(node.left, n.Call | n.Possessive | n.Name) else None
    if thing is None and not isinstance(node.left, n.Call | n.Possessive | n.Name):
        read_quantity(reader, node.left, bare)
        thing = _counted(reader, node.left)
    counted = bare.counts(node.right)
    if counted is not None and node.right is not None:
        for number in counted:
            _number(reader, Fraction(number), node.right, bare)
    elif isinstance(node.right, n.Node):
        compared = replace(bare, thing=thing, sort="compared")
        read_quantity(reader, node.right, compared if isinstance(node.right, n.Number) else bare)


def _counted(reader: FactReader, node: n.Expression) -> Thing | None:
    """Return what a count counts: the number it is compared with belongs to it."""
    if isinstance(node, n.Aggregate):
        members = node.query.members
        name = members.name if isinstance(members, n.Name | n.Call | n.Possessive) else ""
        thing = reader.vocabulary.find(name)
        return thing if thing is not None and thing.has_words else None
    return None


def read_query(reader: FactReader, query: n.Query, here: Here) -> None:
    if is_players(query.members) or is_others(query.members):
        inner = here.with_person(query.binder or "player", NOBODY)
    else:
        read_quantity(reader, query.members, here.optional if isinstance(query.members, n.Range) else here)
        inner = here
    if query.where is not None:
        read_quantity(reader, query.where, inner)
    for key in query.keys:
        read_quantity(reader, key.value, inner)


# ---- names


def read_target(reader: FactReader, node: n.Expression, here: Here) -> Thing | None:
    """Read a value that is read or set: its thing is a fact.

    Its owner and brackets are read as well."""
    match node:
        case n.Name(name=name):
            return _plain_name(reader, name, node.span, here)
        case n.Possessive():
            thing = read_name(reader, _column(reader, node), node.name_span, here)
            if not (isinstance(node.owner, n.Name) and (here.who(node.owner.name) or node.owner.name == "this")):
                read_quantity(reader, node.owner, here.optional.of(None))
            for argument in node.arguments:
                read_quantity(reader, argument, here.of(None))
            return thing
        case n.Call():
            return read_call(reader, node, here)
        case _:
            read_quantity(reader, node, here)
            return None


def _column(reader: FactReader, node: n.Possessive) -> str:
    """Resolve `industry's worth` to the column of that kind."""
    whole = f"{node.owner.name}'s {node.name}" if isinstance(node.owner, n.Name) else ""
    return whole if reader.vocabulary.find(whole) is not None else node.name


def _plain_name(reader: FactReader, name: str, span: Span, here: Here) -> Thing | None:
    if here.who(name) is not None:
        return None
    return read_name(reader, name, span, here)


def read_call(reader: FactReader, node: n.Call, here: Here, times: int = 1) -> Thing | None:
    """Read a call of a value or step.

    Numbers in its brackets belong to the blanks of its words."""
    if node.name in BOUNDS:
        for argument in node.arguments:
            read_quantity(reader, argument, here)
        return None
    if node.name == "item" and len(node.arguments) == 2:
        _item(reader, node, here)
        return None
    thing = reader.vocabulary.find(node.name)
    if thing is not None and thing.silent:
        reader.facts.silent += 1
        return None
    if thing is None or not thing.has_words:
        _nameless(reader, node.name, here)
        for argument in node.arguments:  # a number alone in the brackets of a function says how it works
            _argument(reader, argument, here.optional if thing is None and isinstance(argument, n.Number) else here)
        return None
    _worded_call(reader, node, thing, here, times)
    return thing


def _item(reader: FactReader, node: n.Call, here: Here) -> None:
    """Return one of several numbers.

    Those that its number ranges over, or all; then the text may count their places."""
    listed, which = node.arguments
    counted = here.counts(which)
    if counted is not None and isinstance(listed, n.ListOf):
        for number in counted:
            read_quantity(reader, listed.items[number - 1] if 1 <= number <= len(listed.items) else None, here)
        return
    read_quantity(reader, listed, here)
    read_quantity(reader, which, here.optional.of(None))
    for number in range(1, len(listed.items) + 1 if isinstance(listed, n.ListOf) else 1):
        _number(reader, Fraction(number), node, here.optional.of(None))


def _worded_call(reader: FactReader, node: n.Call, thing: Thing, here: Here, times: int) -> None:
    number: Fraction | None = None
    values: list[tuple[str, str]] = []
    blanks = {
        piece.name: piece.scale for phrase in thing.phrases for piece in phrase.pieces if not isinstance(piece, str)
    }
    for argument, (name, kind) in zip(node.arguments, thing.parameters, strict=False):
        if kind in ("number", "range") and name in blanks:
            number = _given_number(reader, argument, blanks[name], here)
        elif isinstance(argument, n.Name) and name in blanks and here.who(argument.name) is None:
            values.append((name, argument.name))
            if _plain_name(reader, argument.name, argument.span, here.of(None)) is None:
                values.pop()
        else:
            _argument(reader, argument, here)
    if times > 1 and number is None:
        number = Fraction(times)
    reader.add(Fact(thing.name, number, node.span, here.cell, here.needed, values=tuple(values), is_step=True))


def _given_number(reader: FactReader, argument: n.Expression, scale: int, here: Here) -> Fraction | None:
    """Read an argument: a plain number is the call's own.

    Of a calculation each part is a fact."""
    factor = factor_of(argument)
    if factor is None:
        read_quantity(reader, argument, here.of(None))
        return None
    value, rest = factor
    if rest is not None:
        read_quantity(reader, rest, here.of(None))
    return Fraction(value * scale)


def _argument(reader: FactReader, argument: n.Expression, here: Here) -> None:
    if is_others(argument):
        reader.facts.targets.setdefault(OTHERS, argument.span)
        return
    if isinstance(argument, n.Name):
        target = here.who(argument.name) or (EVERYONE if is_players(argument) else None)
        if target not in (None, NOBODY, ANYONE):
            reader.facts.targets.setdefault(str(target), argument.span)
        if target is not None or argument.name == "this":
            return
    read_quantity(reader, argument, here.of(None))


def read_name(
    reader: FactReader, name: str, span: Span, here: Here, add: bool = True, sort: str = "thing"
) -> Thing | None:
    """Return the thing of a name, and record that it is mentioned."""
    thing = reader.vocabulary.find(name)
    if thing is None:
        return None
    if thing.silent:
        reader.facts.silent += 1
        return thing
    if not thing.has_words:
        _nameless(reader, name, here)
        return None
    if add:
        reader.add(Fact(thing.name, None, span, here.cell, here.needed, sort=sort))
    return thing


def _nameless(reader: FactReader, name: str, here: Here) -> None:
    """Count a name without words where the text should mention it.

    Kinds and options only sort and switch."""
    thing = reader.vocabulary.find(name)
    if here.needed and thing is not None and thing.sort not in ("kind", "option"):
        reader.facts.nameless[name] = reader.facts.nameless.get(name, 0) + 1

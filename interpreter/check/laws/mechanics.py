"""Expand shared mechanics into ordinary rules.

In: declarations, among them mechanics (with blanks) and instances (with the blanks filled). Out: declarations without
either. Layer: check. What a mechanic declares is prefixed with the instance's name: the blank `minimum` of the instance
`sale` becomes the value `sale_minimum`, which a variant can change by that name.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

from interpreter.check.laws.kind_blanks import in_the_games_words, kinds_filled
from interpreter.check.laws.pile_blanks import is_pile_blank, piles_filled
from interpreter.source import Note, Reporter, did_you_mean, nearest
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n

AnyNode = TypeVar("AnyNode", bound=n.Node)
Tree = TypeVar("Tree", bound=n.Node | None)


def expand(declarations: Iterable[n.Declaration], reporter: Reporter) -> tuple[n.Declaration, ...]:
    declared = list(declarations)
    mechanics = {node.head.name: node for node in declared if isinstance(node, n.Mechanic)}
    kinds = {node.name: node for node in declared if isinstance(node, n.Kind)}
    kept = {node.head.name: node for node in declared if isinstance(node, n.Keep)}
    result: list[n.Declaration] = []
    for node in declared:
        if isinstance(node, n.Instance):
            result.extend(_expand_instance(node, mechanics, kinds, kept, reporter))
        elif not isinstance(node, n.Mechanic):
            result.append(node)
    return tuple(result)


def _expand_instance(
    instance: n.Instance,
    mechanics: dict[str, n.Mechanic],
    kinds: dict[str, n.Kind],
    kept: dict[str, n.Keep],
    reporter: Reporter,
) -> list[n.Declaration]:
    mechanic = mechanics.get(instance.mechanic)
    if mechanic is None:
        reporter.error(
            "R0208", instance.span.word(instance.mechanic),
            f'"{instance.mechanic}" begins no sentence, and no mechanic is called that',
            did_you_mean(instance.mechanic, [*mechanics, "procedure", "phase", "action", "keep", "kind", "let"])
            or one_of("the mechanics are ", sorted(mechanics), instance.mechanic),
        )  # fmt: skip
        return []
    fills = _fills(instance, mechanic, reporter)
    words = kinds_filled(mechanic, instance, fills, kinds, reporter)
    if words is None:
        return []
    piles = piles_filled(mechanic, instance, fills, kept, words, reporter)
    if piles is None:
        return []
    own = {name for node in mechanic.declarations for name in _declared_names(node)} - words.keys()
    names = {name: _joined(instance.head.name, name, mechanic.head.name) for name in own} | piles
    given = {parameter.name: f"{instance.head.name}_{parameter.name}" for parameter in instance.head.parameters}
    result: list[n.Declaration] = [_given_keep(parameter, given) for parameter in instance.head.parameters]
    renaming = Renaming(names, given, words)
    for declared in mechanic.declarations:
        node = _apart(declared, instance, own | words.keys())
        if not isinstance(node, n.Blank):
            result.append(_with_given(renaming.declared(node), instance, given))
        elif node.kind is None and not is_pile_blank(node):
            result.extend(_filled(node, fills.get(node.head.name), renaming))
    return result


@dataclass(frozen=True, slots=True)
class Renaming:
    """What is renamed when a mechanic is expanded.

    The mechanic's names, what its user passes, and the mechanic's kinds."""

    names: dict[str, str]
    given: dict[str, str]
    words: dict[str, str]

    def declared(self, node: n.Declaration) -> n.Declaration:
        """Rename in a declaration.

        The blanks of a text that `says` gives, such as {cards}, are no names of the mechanic."""
        if isinstance(node, n.Says):
            return replace(node, things=tuple(_renamed(thing, self.names) for thing in node.things))
        return self.own(node)

    def own(self, node: Tree) -> Tree:
        """Rename in what the mechanic itself says."""
        return in_the_games_words(_renamed(node, self.names), self.words)


def _joined(instance: str, name: str, mechanic: str) -> str:
    """Prefix a name with that of the instance.

    The procedure named after the mechanic takes the instance's own name."""
    return instance if name == mechanic else f"{instance}_{name}"


def _declared_names(node: n.Declaration) -> tuple[str, ...]:
    match node:
        case n.Procedure() | n.Action():
            return (node.head.name, *(keep.head.name for keep in node.keeps))
        case n.Blank() | n.Keep() | n.Let():
            return (node.head.name,)
        case n.Always() | n.Option() | n.Kind():
            return (node.name,)
        case _:
            return ()


def _apart(node: AnyNode, instance: n.Instance, own: set[str]) -> AnyNode:
    """Prefix the local names of a mechanic (`let`, `each`, `chooses`) as well.

    Otherwise they could clash with the game's."""
    parameters = {inner.name for inner in n.walk(node) if isinstance(inner, n.Parameter)}
    found = {name for inner in n.walk(node) for name in _bound_names(inner)} - parameters - own - {"player"}
    names = {name: f"{instance.head.name}_{name}" for name in found}

    def change(inner: n.Node) -> n.Node:
        match inner:
            case n.Name() if inner.name in names:
                return replace(inner, name=names[inner.name])
            case n.Query() if inner.binder in names:
                return replace(inner, binder=names[inner.binder or ""])
            case n.Choose() | n.Take() | n.AddMade() if inner.alias in names:
                return replace(inner, alias=names[inner.alias or ""])
            case n.Choose() if inner.also:
                others = tuple(replace(too, name=names.get(too.name, too.name)) for too in inner.also)
                return replace(inner, name=names.get(inner.name, inner.name), also=others)
            case n.Choose() | n.LetHere() | n.Draw() | n.Roll() | n.Pick() if set(_bound_names(inner)) & names.keys():
                return replace(inner, name=names[inner.name or ""])
            case _:
                return inner

    return n.rewrite(node, change) if names else node


def _bound_names(node: n.Node) -> tuple[str, ...]:
    """Return the names a node binds.

    A choice of several that is named by a plural is left out."""
    match node:
        case n.LetHere() | n.Roll() | n.Pick():
            return (node.name,)
        case n.Query():
            return (node.binder,) if node.binder is not None else ()
        case n.Draw():
            return (node.name,) if node.name is not None else ()
        case n.Choose() if node.also:
            return tuple(name for name, members in node.lists if members is not None)
        case n.Choose() if node.alias is None and node.members is not None and node.bounds is None:
            return (node.name,)
        case n.Choose() | n.Take() | n.AddMade():
            return (node.alias,) if node.alias is not None else ()
        case _:
            return ()


def _fills(instance: n.Instance, mechanic: n.Mechanic, reporter: Reporter) -> dict[str, n.Fill]:
    blanks = {node.head.name: node for node in mechanic.declarations if isinstance(node, n.Blank)}
    fills: dict[str, n.Fill] = {}
    for fill in instance.fills:
        if fill.name not in blanks:
            message = f'the mechanic "{mechanic.head.name}" has no blank "{fill.name}"'
            known = "its blanks are " + ", ".join(sorted(blanks))
            reporter.error("R0209", fill.span.word(fill.name), message, did_you_mean(fill.name, blanks) or known)
        elif fill.name in fills:
            first = Note("it is filled here first", fills[fill.name].span.word(fill.name))
            reporter.error(
                "R0209", fill.span.word(fill.name), f'"{fill.name}" is filled twice', "remove one of them", (first,)
            )
        else:
            fills[fill.name] = fill
            _check_sort(fill, blanks[fill.name], reporter)
    others = [fill.name for fill in instance.fills if fill.name not in blanks]
    for name, blank in blanks.items():
        if blank.kind is not None or is_pile_blank(blank):
            continue  # a kind or pile of the blank's own name fills it
        if name not in fills and nearest(name, others) is None and blank.usually is None and blank.type is not None:
            note = Note("the blank is declared here", blank.span)
            message = f'the blank "{name}" of "{mechanic.head.name}" is not filled for "{instance.head.name}"'
            reporter.error("R0210", instance.head.span, message, f"add a line below: {name}: ...", (note,))
    return fills


def _check_sort(fill: n.Fill, blank: n.Blank, reporter: Reporter) -> None:
    if blank.kind is not None:
        return  # said with the kinds that there are
    if blank.type is None and fill.value is not None:
        help = "write the steps on indented lines below it"
        reporter.error("R0209", fill.span.word(fill.name), f'"{fill.name}" needs steps, not a value', help)
    if blank.type is not None and fill.value is None:
        message, help = f'"{fill.name}" needs a value, not steps', "write the value on the same line"
        reporter.error("R0209", fill.span.word(fill.name), message, help)


def _filled(blank: n.Blank, fill: n.Fill | None, renaming: Renaming) -> tuple[n.Declaration, ...]:
    """Declare a filled blank.

    Nothing for one that is unfilled or filled with the wrong sort, which is reported already."""
    span = fill.span if fill is not None else blank.span
    head = renaming.own(blank.head)
    if blank.type is None:
        steps = fill.steps if fill is not None else tuple(map(renaming.own, blank.steps or ()))
        steps = tuple(_renamed(step, renaming.given) for step in steps)
        return (n.Procedure(span, "procedure", head, None, (), steps),)
    value = fill.value if fill is not None else renaming.own(blank.usually)
    if value is None:
        return ()
    case = n.Case(value.span, _renamed(value, renaming.given), None)
    return (n.Let(span, head, (case,), renaming.own(blank.type)),)


def _given_keep(parameter: n.Parameter, given: dict[str, str]) -> n.Keep:
    head = n.Head(parameter.span, given[parameter.name], ())
    return n.Keep(parameter.span, head, parameter.type, None, (), None, None, False, False, False, implicit=True)


def _with_given(node: n.Declaration, instance: n.Instance, given: dict[str, str]) -> n.Declaration:
    """Let the main procedure take the instance's parameters, and store them."""
    if not (isinstance(node, n.Procedure) and node.head.name == instance.head.name and given):
        return node
    sets = tuple(
        n.SetValue(
            parameter.span, n.Name(parameter.span, given[parameter.name]), n.Name(parameter.span, parameter.name)
        )
        for parameter in instance.head.parameters
    )
    head = replace(node.head, parameters=node.head.parameters + instance.head.parameters)
    return replace(node, head=head, body=sets + node.body)


def _renamed(node: Tree, names: dict[str, str]) -> Tree:
    if not names or node is None:
        return node

    def change(inner: n.Node) -> n.Node:
        match inner:
            case n.Name() | n.Call() | n.Called() | n.Possessive() | n.Resource() | n.Head() | n.Taken() if (
                inner.name in names
            ):
                return replace(inner, name=names[inner.name])
            case n.Target():
                return replace(
                    inner, name=names.get(inner.name, inner.name), inside=names.get(inner.inside or "", inner.inside)
                )
            case _:
                return inner

    return n.rewrite(node, change)

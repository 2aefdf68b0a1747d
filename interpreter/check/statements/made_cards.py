"""Check `add` and `remove`: cards that are made in play come and go.

In: statement nodes and the scope around them. Out: acts that exist already: one of the removed cards, or the next new one, is
written on and moved; a removed one is forgotten by everything that points at it. Layer: check.
"""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.check.declarations.made_in_play import is_sealed, made_name, points_at
from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.mistakes import perhaps_none
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.binding import bind, is_value
from interpreter.check.names.scope import Scope
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Of, Unknown, element, type_in_words
from interpreter.source import Span, did_you_mean
from interpreter.source.fixes import one_of
from interpreter.syntax import nodes as n


def check_add_made(env: Env, node: n.AddMade, scope: Scope) -> Acts:
    kind = env.names.kinds.get(node.kind)
    if kind is None or not kind.spare:
        _not_made(env, node)
        return ()
    if env.recorder is not None:
        env.recorder.kind(node.span.word(node.kind), kind.name)
    if not _says_all(env, node, kind):
        if node.alias is not None:  # whatever follows may speak of it
            bind(env, scope, node.alias, Of(kind.name), node.span)
        return ()
    span, name = node.span, node.alias or f"new {kind.name} of line {node.span.line}:{node.span.column}"
    called = n.Name(span, name)
    variable = bind(env, scope, name, Of(kind.name), span)
    take = _drawn if is_sealed(kind, env.names.keeps) else _taken
    acts = list(take(env, kind, variable, scope, span))
    for one in node.written:
        target = n.Call(one.span, kind.written[one.name], (called,))
        acts += env.acts(n.SetValue(one.span, target, one.value), scope)
    said = {one.name for one in node.written}
    for column, kept in kind.written.items():
        keep = env.names.keeps[kept]
        if column not in said and keep.start is not None:
            acts.append(rb.Store(span, keep, (rb.Local(variable.type, variable),), keep.start))
    return (*acts, *env.acts(n.Move(span, called, node.zone, node.position, None), scope))


def _not_made(env: Env, node: n.AddMade) -> None:
    made = [one.name for one in env.names.kinds.values() if one.spare]
    known = one_of("these are: ", made) if made else None
    other = f"declare them: cards {node.kind} made in play, up to 60; or move cards that there are: move ... to ..."
    message = f'"{node.kind}" is no kind of cards that are made in play'
    env.error("R0203", node.span.word(node.kind), message, did_you_mean(node.kind, made) or known or other)


def _says_all(env: Env, node: n.AddMade, kind: rb.Kind) -> bool:
    """Report what is written twice, in no column, or not at all though it must be."""
    said: set[str] = set()
    wrong = False
    for one in node.written:
        if one.name not in kind.written:
            message = f'"{kind.name}" has no column "{one.name}"'
            known = one_of("its columns are ", kind.written) if kind.written else None
            help = (
                did_you_mean(one.name, kind.written)
                or known
                or f"declare it on a line below {kind.name}: {one.name}: number"
            )
            env.error("R0423", one.span.word(one.name), message, help)
            wrong = True
        elif one.name in said:
            env.error("R0202", one.span.word(one.name), f'"{one.name}" is written twice', "remove one of the two lines")
            wrong = True
        said.add(one.name)
    for column in [] if wrong else [column for column in kind.written if column in kind.must_write - said]:
        message = f"the new {kind.name} does not say its {column}"
        ways = (
            "a line below: " + column + ": ...; or say at the column what it usually is: `or none`, or `, usually ...`"
        )
        env.error("R0424", node.span.word(node.kind), message, f"add {ways}")
        wrong = True
    return not wrong


def _taken(env: Env, kind: rb.Kind, variable: rb.Variable, scope: Scope, span: Span) -> tuple[rb.Act, ...]:
    """Take a removed one, or the next new one.

    That there are no more is a fault of the range."""
    made, of = env.names.keeps[made_name(kind)], Of(kind.name)
    none_left = n.Compare(span, "is empty", n.Name(span, kind.spare), None)
    more = n.Raise(span, n.Name(span, made.name), n.Number(span, 1), 1)
    first = env.term(n.Call(span, "item", (n.Name(span, kind.spare), n.Number(span, 1))), scope)
    everyone = rb.Members(ListOf(of), kind.name)
    new = rb.Builtin(of, "item", (everyone, rb.Stored(made.type, made, ())), kind.name)
    empty = env.term(none_left, scope)
    raised = env.acts(n.If(span, (n.IfCase(span, none_left, (more,)),), ()), scope)
    return (*raised, rb.Assign(span, variable, rb.Chosen(of, empty, new, first)))


def _drawn(env: Env, kind: rb.Kind, variable: rb.Variable, scope: Scope, span: Span) -> tuple[rb.Act, ...]:
    """Take any of those that are blank, by chance.

    Then its number does not tell how many others have made."""
    made, spare = env.names.keeps[made_name(kind)], env.names.keeps[kind.spare]
    whole = n.Name(span, kind.plural)
    blank = n.Compare(span, "is", n.Name(span, made.name), n.Number(span, 0))
    size = n.Number(span, len(kind.members))
    begin = (n.Move(span, whole, n.Name(span, kind.spare), None, None), n.SetValue(span, n.Name(span, made.name), size))
    none_left = n.Compare(span, "is empty", n.Name(span, kind.spare), None)
    too_many = n.IfCase(span, none_left, (n.Raise(span, n.Name(span, made.name), n.Number(span, 1), 1),))
    begun = env.acts(n.If(span, (n.IfCase(span, blank, begin), too_many), ()), scope)
    shuffled = rb.ShuffleZone(span, rb.Stored(spare.type, spare, ()))
    first = env.term(n.Call(span, "item", (n.Name(span, kind.spare), n.Number(span, 1))), scope)
    return (*begun, shuffled, rb.Assign(span, variable, first))


def check_remove(env: Env, node: n.Remove, scope: Scope) -> Acts:
    what = check_expression(env, node.what, scope)
    inner = element(what.type) or what.type
    if isinstance(what.type, Unknown):
        return ()
    if isinstance(what.type, Maybe):
        perhaps_none(env, node.what.span)
        return ()
    kind = env.names.kinds.get(inner.kind) if isinstance(inner, Of) else None
    if kind is None or not kind.spare:
        message = f"only cards that are made in play are removed, and this is {article(type_in_words(what.type))}"
        env.error("R0311", node.what.span, message, "move cards to a pile of their own: move ... to ...")
        return ()
    span, name = node.span, f"removed {kind.name} of line {node.span.line}:{node.span.column}"
    gone = n.Name(span, name)
    whole: n.Expression = n.ListOf(span, (node.what,))
    if element(what.type) is not None:
        other = n.Query(span, f"one {name}", node.what, None, None, ())
        whole = n.Aggregate(span, "list", None, other)
    body = (*_forgotten(env, kind, gone, scope), n.Move(span, gone, n.Name(span, kind.spare), None, None))
    return env.acts(n.Each(span, False, n.Query(span, name, whole, None, None, ()), body), scope)


def _forgotten(env: Env, kind: rb.Kind, gone: n.Name, scope: Scope) -> Iterator[n.Statement]:
    """Let nothing point at it any more."""
    for keep in env.names.keeps.values():
        if not points_at(keep, kind.name):
            continue
        keys = [n.Name(gone.span, f"{gone.name}: {parameter.name}") for parameter in keep.parameters]
        stored: n.Expression = n.Call(gone.span, keep.name, tuple(keys)) if keys else n.Name(gone.span, keep.name)
        step = _cleared(stored, keep, gone)
        for key, parameter in zip(reversed(keys), reversed(keep.parameters), strict=True):
            assert isinstance(parameter.type, Of)
            every = n.Name(gone.span, _whole(env, env.names.kinds[parameter.type.kind], scope))
            step = n.Each(gone.span, False, n.Query(gone.span, key.name, every, None, None, ()), (step,))
        yield step


def _whole(env: Env, kind: rb.Kind, scope: Scope) -> str:
    """Return the word for all of a kind; the plural may be the name of a pile, too."""
    is_taken = scope.find(kind.plural) is not None or is_value(env, kind.plural)
    return kind.name if is_taken else kind.plural


def _cleared(stored: n.Expression, keep: rb.Keep, gone: n.Name) -> n.Statement:
    span = gone.span
    if isinstance(keep.type, ListOf):
        rest = n.Call(span, "leaving_out", (stored, n.ListOf(span, (gone,))))
        there = n.Compare(span, "is in", gone, stored)
        return n.If(span, (n.IfCase(span, there, (n.SetValue(span, stored, rest),)),), ())
    there = n.Compare(span, "is", stored, gone)
    return n.If(span, (n.IfCase(span, there, (n.SetValue(span, stored, n.NoneValue(span)),)),), ())

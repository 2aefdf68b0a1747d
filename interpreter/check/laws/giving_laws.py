"""Laws around a procedure that gives something: each `instead of` becomes a procedure that gives in its place.

In: a procedure that `gives`, and its laws. Out: procedures by name. Layer: check. The result of `proceed` is bound to
`normal`; a law that ends after `proceed` gives that.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.syntax import nodes as n

NORMAL = "normal"
Steps = tuple[n.Statement, ...]


def call_of(routine: n.Procedure, name: str) -> n.Call:
    """Call `name` with the procedure's own parameters."""
    span = routine.head.span
    return n.Call(span, name, tuple(n.Name(p.span, p.name) for p in routine.head.parameters))


def giving_layer(
    routine: n.Procedure, name: str, law: n.Hook, guard: n.Expression | None, front: Steps, body: Steps, inner: str
) -> n.Procedure:
    """Turn one law into a procedure.

    Its steps if it holds, otherwise what `inner` gives."""
    otherwise = n.Give(law.span, call_of(routine, inner))
    steps: Steps = (*front, *_given(body, call_of(routine, inner), True, False))
    if guard is not None:
        steps = (n.If(law.span, (n.IfCase(law.span, guard, steps),), ()), otherwise)
    head = n.Head(law.target.span, name, routine.head.parameters)
    return n.Procedure(law.span, "procedure", head, routine.gives, (), steps)


def _given(body: Steps, call: n.Call, last: bool, known: bool) -> Steps:
    """Expand `proceed` in the steps.

    `last`: nothing follows them; `known`: `normal` is bound already."""
    found: list[n.Statement] = []
    for i, node in enumerate(body):
        at_end = last and i == len(body) - 1
        if isinstance(node, n.Proceed):
            found.append(_proceeded(node, call, at_end, known))
            known = True
        else:
            found.append(_inside(node, call, at_end, known))
    named = any(isinstance(node, n.Proceed) for node in body)
    if last and named and not isinstance(body[-1], n.Proceed | n.Give | n.Stop):
        found.append(n.Give(body[-1].span, n.Name(body[-1].span, NORMAL)))
    return tuple(found)


def _proceeded(node: n.Proceed, call: n.Call, at_end: bool, known: bool) -> n.Statement:
    if at_end:
        return n.Give(node.span, call)
    if known:
        return n.SetValue(node.span, n.Name(node.span, NORMAL), call)
    return n.LetHere(node.span, NORMAL, call)


def _inside(node: n.Statement, call: n.Call, last: bool, known: bool) -> n.Statement:
    """Expand `proceed` in the blocks inside a step."""
    match node:
        case n.If():
            cases = tuple(replace(case, body=_given(case.body, call, last, known)) for case in node.cases)
            return replace(node, cases=cases, otherwise=_given(node.otherwise, call, last, known))
        case n.Menu():
            ways = tuple(replace(branch, body=_given(branch.body, call, last, known)) for branch in node.branches)
            return replace(node, branches=ways)
        case n.Step():
            return replace(node, body=_given(node.body, call, last, known))
        case n.Each() | n.Repeat():
            return replace(node, body=_given(node.body, call, False, known))
        case _:
            return node

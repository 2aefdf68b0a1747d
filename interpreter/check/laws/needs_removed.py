"""`without needs "..." in NAME`: one condition is taken out, and everything else stays.

In: such a law, and the declarations by name. Out: declarations without that condition. Layer: check. What everybody reads at
the table is the name of a need: the text behind `because`, as it is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.laws.targets import Weaving, find_target
from interpreter.source import Help, nearest
from interpreter.source.fixes import instead, one_of
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def remove_needs(weaving: Weaving, said: SourcedLaw[n.NeedsRemoval]) -> None:
    law = said.law
    if law.inside is None:
        _of_the_set_up(weaving, law)
        return
    name = law.inside.name
    at = find_target(weaving, n.Target(law.inside.span, name, None))
    if not isinstance(at, str):
        if at is not None:
            message = f'"{name}" is a step of a law, and its needs are those of what it changes'
            weaving.reporter.error("R0602", law.inside.span, message, "name the procedure or action that has the need")
        return
    routine = weaving.woven.routines[at]
    part: n.Node = routine
    if at != name:
        part = next(node for node in n.walk(routine) if isinstance(node, n.Step | n.Branch) and node.name == name)
    wanted, known = write(law.because), [write(need.because) for need in _needs(part)]
    if wanted not in known:
        _unknown(weaving, law, known, f'"{name}"')
        return
    changed = n.rewrite(part, lambda node: _without(node, wanted))
    weaving.woven.routines[at] = n.rewrite(routine, lambda node: changed if node is part else node)


def _of_the_set_up(weaving: Weaving, law: n.NeedsRemoval) -> None:
    wanted, all_of_them = write(law.because), weaving.woven.requirements
    rest = [one for one in all_of_them if write(one.because) != wanted]
    if len(rest) == len(all_of_them):
        holders = sorted(
            name for name, routine in weaving.woven.routines.items()
            if any(write(need.because) == wanted for need in _needs(routine))
        )  # fmt: skip
        if holders:
            message = f"{write(law.because)} is a need of {' and of '.join(holders)}, not of the set-up"
            weaving.reporter.error(
                "R0602", law.because.span, message, f"say where: without needs {write(law.because)} in {holders[0]}"
            )
        else:
            _unknown(weaving, law, [write(one.because) for one in all_of_them], "a set-up")
    weaving.woven.requirements[:] = rest


def _needs(node: n.Node) -> Iterator[n.Needs]:
    return (inner for inner in n.walk(node) if isinstance(inner, n.Needs))


def _without(node: n.Node, wanted: str) -> n.Node | tuple[()]:
    return () if isinstance(node, n.Needs) and write(node.because) == wanted else node


def _unknown(weaving: Weaving, law: n.NeedsRemoval, known: list[str], where: str) -> None:
    message = f"{where} needs nothing because {write(law.because)}"
    near = nearest(write(law.because), known)
    help: str | Help = "there is no such condition to take out"
    if near is not None:
        help = Help(f"did you mean {near}?", partial(instead, near))
    elif known:
        help = one_of("it needs something because ", known)
    weaving.reporter.error("R0602", law.because.span, message, help)

"""Find what changes a thing: the laws of variants, of cards and of the rules themselves that target it.

In: a workspace and an analysis. Out: Changes by meaning. Layer: language.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from interpreter.check.names.recorder import Meaning
from interpreter.language.analysis import Analysis
from interpreter.language.workspace import Workspace
from interpreter.source import Problems, Span
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

LONGEST = 60


@dataclass(frozen=True, slots=True)
class Change:
    """`by`: its origin, such as `variant rich`.

    `law`: its first line; `value`: the new value, if it changes a value."""

    by: str
    law: str
    span: Span
    value: str | None = None


def changes(workspace: Workspace, analysis: Analysis) -> dict[Meaning, list[Change]]:
    """Collect all changes by what they change."""
    found: dict[Meaning, list[Change]] = {}
    if analysis.checker is None:
        return found
    words = analysis.words.declarations
    for by, node in _laws(workspace, analysis):
        for word in words.law(node):
            if not _only_mentioned(word.meaning, node):
                found.setdefault(word.meaning, []).append(Change(by, in_short(node), node.span, _value(node)))
    return found


def _only_mentioned(meaning: Meaning, node: object) -> bool:
    """Whether a law only mentions a name.

    `after new_good in turn` changes the step, not the procedure around it."""
    target = getattr(node, "target", None)
    if isinstance(target, n.Target):
        return meaning.name == target.inside and meaning.name != target.name
    return isinstance(node, n.ChangeCell) and meaning.sort == "column"


def _laws(workspace: Workspace, analysis: Analysis) -> Iterator[tuple[str, Any]]:
    for name, file in analysis.folder.variants.items():
        try:
            parts = workspace.files.parts(file)
        except Problems:
            continue
        yield from (
            (f"variant {name}", node) for part in parts for node in part.declarations if isinstance(node, n.Law)
        )
    seen: set[Span] = set()
    for said in analysis.checker.laws if analysis.checker is not None else ():
        if said.law.span not in seen and not isinstance(getattr(said.law, "body", (None,))[:1], n.Tick):
            seen.add(said.law.span)
            if said.origin.card:
                yield f"card {said.origin.card}", said.law
            elif not said.origin.variant:
                yield "the rules", said.law


def in_short(node: n.Node) -> str:
    """Shorten a law to one line, without its steps."""
    text: str = node.span.text.split("\n")[0].split("  cites ")[0].strip()
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _value(node: object) -> str | None:
    if isinstance(node, n.ChangeValue | n.ChangeCell):
        text = write(node.cases[0].value) if len(node.cases) == 1 else "…"
        return text if node.when is None else f"{text} when {write(node.when)}"
    if isinstance(node, n.ChangeRange):
        return " to ".join(map(write, node.ends))
    if isinstance(node, n.ChangeSight):
        return ", ".join(map(write, node.seen_by))
    return write(node.value) if isinstance(node, n.ChangeStart) else None

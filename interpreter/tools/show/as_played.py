"""Write a rule as it is really played: with what variants, cards and automas change.

In: a game, the name of a procedure or value, chosen variants. Out: its text; comments say where each part comes from.
Layer: tools, above load.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from interpreter.check import Checker
from interpreter.finding import find_game, find_variants
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Problems, Span, did_you_mean
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write

MAX_NAMES = 20  # rules that a help lists


def rule_as_played(game: str | Path, name: str, variants: Sequence[str | Path] = ()) -> str:
    """Write one rule with everything that changes it."""
    path = find_game(game)
    _, _, checker = read_game(path, find_variants(path, variants), {})
    node = _declared(checker).get(name)
    if node is not None:
        return _written_out(checker, name, node)
    holders = _holders(checker, name)
    if not holders:
        raise Problems([Diagnostic("R0201", f'there is no rule called "{name}"', None, _known(checker, name))])
    return "\n".join(
        f"# {name} is a part of {holder}\n{_written_out(checker, holder, rule)}" for holder, rule in holders
    )


def rule_names(game: str | Path, variants: Sequence[str | Path] = ()) -> list[str]:
    """List the rules that can be shown, by the names that people wrote."""
    path = find_game(game)
    return _names(read_game(path, find_variants(path, variants), {})[2])


def _declared(checker: Checker) -> Mapping[str, Any]:
    woven = checker.woven
    return {**woven.options, **woven.keeps, **woven.lets, **woven.routines}


def _names(checker: Checker) -> list[str]:
    return sorted(name for name in _declared(checker) if " " not in name)


def _known(checker: Checker, name: str) -> str:
    return did_you_mean(name, _names(checker)) or listed_rules(_names(checker))


def listed_rules(names: Sequence[str]) -> str:
    more = f" and {len(names) - MAX_NAMES} more" if len(names) > MAX_NAMES else ""
    return f"there are {', '.join(names[:MAX_NAMES])}{more}"


def _holders(checker: Checker, name: str) -> list[tuple[str, Any]]:
    """Find the rules that contain a step or branch of this name."""
    routines = checker.woven.routines
    return [
        (holder, node) for holder, node in routines.items()
        if " " not in holder and any(
            isinstance(inner, n.Step | n.Branch) and inner.name == name for inner in n.walk(unwrapped(node, routines))
        )
    ]  # fmt: skip


def _written_out(checker: Checker, name: str, node: Any) -> str:
    head = f"# {node.span.source.path}:{node.span.line}"
    whole = unwrapped(node, checker.woven.routines)
    return "\n".join([head, write(annotated(whole, node.span.source.path)), *_changes(checker, name)]) + "\n"


def unwrapped(node: object, routines: Mapping[str, n.Procedure | n.Action]) -> Any:
    """Inline generated procedures that hold the original of a hooked rule.

    And unwrap laws."""

    def change(inner: object) -> Any:
        if isinstance(inner, n.Enclosed):
            return inner.body
        called = inner.what.name if isinstance(inner, n.Run) and isinstance(inner.what, n.Call) else ""
        return unwrapped(routines[called], routines).body if " " in called and called in routines else inner

    return n.rewrite(node, change)


def _changes(checker: Checker, name: str) -> Iterator[str]:
    """Yield what changes a value, in the order of application."""
    for said in checker.woven.changes.get(name, ()):
        yield f"# changed by {said.origin.in_words}, {_place(said.law.span)}"
        yield write(said.law)


def annotated(node: Any, home: str) -> Any:
    """Add a comment wherever a rule's text comes from another file."""
    updates = {}
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, n.Node):
            updates[field.name] = annotated(value, home)
        elif isinstance(value, tuple) and any(isinstance(item, n.Node) for item in value):
            updates[field.name] = tuple(_remarked(value, home))
    return replace(node, **updates) if updates else node


def _remarked(items: Sequence[object], home: str) -> Iterator[Any]:
    here = home
    for item in items:
        if not isinstance(item, n.Node):
            yield item
            continue
        if isinstance(item, n.Step) and not item.body:
            continue  # only a placeholder: there is nothing to read
        origin = item.span.source.path
        if isinstance(item, n.Statement) and origin != here:
            yield n.Remark(item.span, f"from {_place(item.span)}" if origin != home else f"again {_place(item.span)}")
            here = origin
        yield annotated(item, origin)


def _place(span: Span) -> str:
    return f"{span.source.path}:{span.line}"

"""Cards that are made in play: blank until somebody writes on them.

In: `cards entry made in play, up to 60` with columns. Out: what is kept for them: a value for each column, the pile of those
that were removed, how many were ever made. Layer: check. Everything else follows from these: adding one takes a removed one
or the next new one, removing moves it to the pile; so every engine plays them without knowing of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.check.names.plurals import plural_of
from interpreter.ir import rulebook as rb
from interpreter.ir.types import ListOf, Maybe, Of, Zone, bare
from interpreter.source import Reporter
from interpreter.syntax import nodes as n


def written_name(kind: n.Kind, column: n.Column) -> str:
    return f"{kind.name}_{column.head.name}"


def spare_name(kind: n.Kind) -> str:
    return f"removed_{kind.plural or plural_of(kind.name)}"


def made_name(kind: rb.Kind) -> str:
    return f"{kind.plural}_made"


def kept_for_made(node: n.Declaration) -> Iterator[n.Keep]:
    """Declare what is kept for a kind that is made in play."""
    if not isinstance(node, n.Kind) or node.most is None or node.word != "cards":
        return
    for column in node.columns:
        if column.type is not None and not column.head.parameters:
            head = n.Head(column.head.span, written_name(node, column), (_of(node),))
            title = n.Text(column.span, (column.head.name.replace("_", " "),))
            kept = n.Keep(column.span, head, column.type, column.usually, (), None, None, False, False, False)
            yield replace(kept, shown_as=title, is_written=True)
    span = node.span
    spare = n.Head(span, spare_name(node), ())
    pile = n.PileType(span, node.name)
    yield n.Keep(span, spare, pile, None, (), None, None, False, False, False, implicit=True)
    made = n.Head(span, f"{node.plural or plural_of(node.name)}_made", ())
    most = node.most.value if isinstance(node.most, n.Number) else node.most
    yield n.Keep(span, made, n.NumberType(span, 0, most), None, (), None, None, False, False, False, implicit=True)


def _of(node: n.Kind) -> n.Parameter:
    return n.Parameter(node.name_span, n.KindType(node.name_span, node.name), node.name)


def check_made(kinds: dict[str, rb.Kind], keeps: dict[str, rb.Keep], reporter: Reporter) -> None:
    """Look for what cannot be with cards that come and go."""
    for keep in keeps.values():
        type_ = keep.type
        kind = kinds.get(type_.kind) if isinstance(type_, Of | Zone) else None
        if kind is not None and kind.spare and isinstance(type_, Of):
            message = f'"{keep.name}" is always {_one(kind)}, and {_one(kind)} can be removed'
            reporter.error("R0317", keep.span.word(keep.name), message, f"write `{kind.name} or none`")
        elif kind is not None and kind.spare and (keep.count_hidden or any(not _open(seen) for seen in keep.seen)):
            message = f"{kind.plural} lie where everyone sees them: their numbers would tell how many others have made"
            reporter.error("R0318", keep.span.word(keep.name), message, "leave out who sees it")
        for parameter in keep.parameters:
            of = kinds.get(parameter.type.kind) if isinstance(parameter.type, Of) else None
            if of is not None and of.spare and keep.name not in of.written.values():
                message = f"what is kept for {_one(of)} is written on it"
                help = f"make it a column, on a line below {of.name}: {keep.name}: ..."
                reporter.error("R0314", keep.span.word(keep.name), message, help)


def _open(seen: rb.Seen) -> bool:
    return seen.everyone and seen.when is None


def _one(kind: rb.Kind) -> str:
    return f"{'an' if kind.name[:1] in 'aeiou' else 'a'} {kind.name}"


def points_at(keep: rb.Keep, kind: str) -> bool:
    """Can this hold one of these, alone or in a list?"""
    type_ = keep.type
    inner = type_.inner if isinstance(type_, Maybe | ListOf) else None
    return inner is not None and bare(inner) == Of(kind)

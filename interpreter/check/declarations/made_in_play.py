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
from interpreter.ir.traversal import substitute, walk
from interpreter.ir.types import PLAYER, YES_NO, ListOf, Maybe, Of, Zone, bare
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
        elif kind is not None and kind.spare and _is_too_hidden(keep):
            message = f"{kind.plural} lie where everyone, the owner or nobody sees them, and how many there are is seen"
            reporter.error("R0318", keep.span.word(keep.name), message, "write seen by owner, or leave out who sees it")
        for parameter in keep.parameters:
            of = kinds.get(parameter.type.kind) if isinstance(parameter.type, Of) else None
            if of is not None and of.spare and keep.name not in of.written.values():
                message = f"what is kept for {_one(of)} is written on it"
                help = f"make it a column, on a line below {of.name}: {keep.name}: ..."
                reporter.error("R0314", keep.span.word(keep.name), message, help)


def see_what_is_written(kinds: dict[str, rb.Kind], keeps: dict[str, rb.Keep]) -> None:
    """Let those see what is written on a card who see the place where it lies."""
    for kind in kinds.values():
        if not kind.spare or not is_sealed(kind, keeps):
            continue
        spare = keeps[kind.spare]
        spare.seen = keeps[made_name(kind)].seen = (rb.Seen(False, (), None),)
        for name in kind.written.values():
            keep = keeps[name]
            keep.is_written = True
            card = rb.Local(Of(kind.name), keep.parameters[0])
            hidden = [pile for pile in _piles(kind, keeps) if not _is_open(pile)]
            there = {pile.name: _lies_in(card, pile) for pile in hidden}
            anywhere = rb.Logic(YES_NO, "or", (*there.values(), there[spare.name]))
            seen = [rb.Seen(True, (), rb.Logic(YES_NO, "not", (anywhere,)))]
            seen += [
                rb.Seen(False, tuple(_to_owner(by, pile, card) for by in one.by), there[pile.name])
                for pile in hidden
                for one in pile.seen
                if one.by
            ]
            keep.seen = tuple(seen)


def is_sealed(kind: rb.Kind, keeps: dict[str, rb.Keep]) -> bool:
    """Do such cards lie in a place that not everybody sees?"""
    return any(not _is_open(pile) for pile in _piles(kind, keeps) if pile.name != kind.spare)


def _piles(kind: rb.Kind, keeps: dict[str, rb.Keep]) -> list[rb.Keep]:
    return [keep for keep in keeps.values() if isinstance(keep.type, Zone) and keep.type.kind == kind.name]


def _is_open(pile: rb.Keep) -> bool:
    return all(seen.everyone for seen in pile.seen)


def _lies_in(card: rb.Local, pile: rb.Keep) -> rb.Term:
    """Does the card lie in this pile, or in one of them if it is kept for something?"""
    keys = tuple(rb.Variable(one.name, one.type) for one in pile.parameters)
    zone = rb.Stored(pile.type, pile, tuple(rb.Local(key.type, key) for key in keys))
    found: rb.Term = rb.LiesIn(YES_NO, card, zone)
    for key in reversed(keys):
        assert isinstance(key.type, Of)
        every = rb.Members(ListOf(key.type), key.type.kind)
        found = rb.Search(YES_NO, "some", key, every, found, (), None, pile.span)
    return found


def _to_owner(by: rb.Term, pile: rb.Keep, card: rb.Local) -> rb.Term:
    """Say who sees a pile by the card that lies in it.

    Its owner is the owner of the card."""
    owner = rb.Builtin(PLAYER, "owner_of", (card,), card.type.kind if isinstance(card.type, Of) else None)
    return substitute(by, {pile.parameters[0]: owner})


def _is_too_hidden(pile: rb.Keep) -> bool:
    """Is it a pile of which the owner of a card in it does not tell who sees it?"""
    first = next((one for one in pile.parameters), None)
    owned = first is not None and first.type == PLAYER
    others = {one for one in pile.parameters if one is not first}
    return pile.count_hidden or any(
        seen.when is not None
        or seen.all_but is not None
        or (seen.by and (not owned or any(_speaks_of(by, others) for by in seen.by)))
        for seen in pile.seen
    )


def _speaks_of(term: rb.Term, variables: set[rb.Variable]) -> bool:
    return any(isinstance(one, rb.Local) and one.variable in variables for one in walk(term))


def _one(kind: rb.Kind) -> str:
    return f"{'an' if kind.name[:1] in 'aeiou' else 'a'} {kind.name}"


def points_at(keep: rb.Keep, kind: str) -> bool:
    """Can this hold one of these, alone or in a list?"""
    type_ = keep.type
    inner = type_.inner if isinstance(type_, Maybe | ListOf) else None
    return inner is not None and bare(inner) == Of(kind)

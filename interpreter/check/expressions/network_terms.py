"""Check the functions that walk through a network: a printed map, or connections that the game builds.

In: a function's name, its arguments, which of them are written `NEXT over QUERY`. Out: a term; a text that says what is
wanted; or None if the call names no network. Layer: check. The builtins made here have a fixed number of arguments, and what
one goes by is a list of connections, a list of places, or a search with the word `network`: from each item on to its body.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from interpreter.ir import rulebook as rb
from interpreter.ir.types import NUMBER, YES_NO, Grid, ListOf, Maybe, Of, Type, Unknown, bare, element, fits
from interpreter.source import Span

Kinds = Mapping[str, rb.Kind]
Terms = tuple[rb.Term, ...]
Made = rb.Term | str | None
NOTHING = rb.Listing(ListOf(Unknown()), ())
ON_MAPS = ("places", "grid")


def network_term(name: str, terms: Terms, overs: tuple[bool, ...], kinds: Kinds, span: Span) -> Made:
    """Return the term for a function over a network.

    A text if its arguments do not fit; None if it is another function."""
    if name == "longest_trail":
        return _longest_trail(terms, overs, kinds)
    if name not in BY:
        return None
    at, make = BY[name]
    if len(terms) <= at:
        return WANTED[name] if name in ALWAYS_BY else None
    if len(terms) > at + 1 + (name in ALWAYS_BY):
        return WANTED[name]
    kind = _walked(terms[0])
    if kind is None:
        return WANTED[name]
    laid = _laid(name, terms, kind)
    if laid is not None:
        return laid
    if kinds[kind].joins is not None and not overs[at]:
        return f"a {kinds[kind].joins} to start from, and {kinds[kind].plural} to go by"
    by = _by(terms[at], overs[at], kind, kinds, span)
    if isinstance(by, str):
        return by
    if name == "groups" and _one_way(by, kinds):
        return "connections that lead both ways; these have one-ways among them"
    made = make((*terms[:at], by, *terms[at + 1 :]), kind)
    if made is None and len(terms) > at + 1 and _stops(terms[at + 1 :], kind) is None:
        return f"{kinds[kind].plural} as what comes last: the stops, at which a way ends"
    return made or WANTED[name]


def _laid(name: str, terms: Terms, kind: str) -> rb.Term | None:
    """Return the term for tiles on a grid, which knows who touches whom."""
    if len(terms) != 2 or terms[1].type != Grid(kind):
        return None
    if name == "neighbours" and terms[0].type == Of(kind):
        return rb.Builtin(ListOf(Of(kind)), "touching", terms, kind)
    if name == "groups" and fits(terms[0].type, ListOf(Of(kind))):
        return rb.Builtin(ListOf(ListOf(Of(kind))), "connected", terms, kind)
    return None


def _walked(term: rb.Term) -> str | None:
    """Return the kind that is walked: that of a member or of a list."""
    type_ = element(term.type) or term.type
    return type_.kind if isinstance(type_, Of) else None


# ---------------------------------------------------------------- by what one goes


def _by(term: rb.Term, over: bool, kind: str, kinds: Kinds, span: Span) -> rb.Term | str:
    inner = element(term.type)
    if isinstance(term.type, Grid) and term.type.kind == kind:
        here = rb.Variable(kind, Of(kind))
        touching = rb.Builtin(ListOf(Of(kind)), "touching", (rb.Local(here.type, here), term), kind)
        return _network(here, rb.Members(ListOf(Of(kind)), kind), None, touching, span)
    if over and isinstance(term, rb.Search) and term.body is not None:
        return _by_rule(term, kind, kinds)
    if isinstance(inner, Of) and (kinds[inner.kind].joins == kind or inner.kind == kind) and _has_map(kind, kinds):
        return term
    if isinstance(inner, Unknown) and _has_map(kind, kinds):
        return replace(NOTHING, type=ListOf(Of(kind)))
    return _wanted_by(kind, kinds)


def _has_map(kind: str, kinds: Kinds) -> bool:
    return kinds[kind].word in ON_MAPS


def _wanted_by(kind: str, kinds: Kinds) -> str:
    joining = next((one.plural for one in kinds.values() if one.joins == kind), None)
    ways = [f"a list of {joining}"] if joining else []
    ways += [f"a list of {kinds[kind].plural} to pass through"] if _has_map(kind, kinds) else []
    return " or ".join([*ways, f"`NEXT over {kind} in {kinds[kind].plural}`"]) + " to go by"


def _by_rule(term: rb.Search, kind: str, kinds: Kinds) -> rb.Term | str:
    """Check `NEXT over QUERY`.

    The query is of the kind that is walked; NEXT is one of it, none, or a list."""
    body = term.body
    assert body is not None
    inner = element(body.type)
    if term.variable.type != Of(kind) or not fits(inner or bare(body.type), Of(kind)):
        return f"{kinds[kind].plural} on both sides of `over`: the next ones over each {kind}"
    if inner is None:
        body = _there(body, term.span) if isinstance(body.type, Maybe) else rb.Listing(ListOf(Of(kind)), (body,))
    ordered = rb.Search(ListOf(term.variable.type), "list", term.variable, term.items, None, term.keys, None, term.span)
    return _network(term.variable, ordered if term.keys else term.items, term.where, body, term.span)


def _there(term: rb.Term, span: Span) -> rb.Term:
    """Return a list of the one thing, without none."""
    one = rb.Variable("next", term.type)
    here = rb.Local(term.type, one)
    is_there = rb.Comparison(YES_NO, "!=", here, rb.Constant(Maybe(bare(term.type)), None))
    body = rb.Local(bare(term.type), one)
    listed = rb.Listing(ListOf(term.type), (term,))
    return rb.Search(ListOf(bare(term.type)), "list", one, listed, is_there, (), body, span)


def _network(here: rb.Variable, items: rb.Term, where: rb.Term | None, body: rb.Term, span: Span) -> rb.Term:
    return rb.Search(ListOf(ListOf(here.type)), "network", here, items, where, (), body, span)


def _one_way(by: rb.Term, kinds: Kinds) -> bool:
    inner = element(by.type)
    return isinstance(inner, Of) and any(one_way for _, _, one_way in kinds[inner.kind].ends)


# ---------------------------------------------------------------- the functions


def _start(term: rb.Term, kind: str) -> rb.Term | None:
    """Return a start as a list: one member, or several."""
    if term.type == Of(kind):
        return rb.Listing(ListOf(Of(kind)), (term,))
    return _several(term, kind)


def _several(term: rb.Term, kind: str) -> rb.Term | None:
    return term if fits(term.type, ListOf(Of(kind))) else None


def _stops(terms: Terms, kind: str) -> rb.Term | None:
    return _several(terms[0], kind) if terms else replace(NOTHING, type=ListOf(Of(kind)))


def _builtin(type_: Type, name: str, given: tuple[rb.Term | None, ...], kind: str) -> rb.Term | None:
    arguments = tuple(term for term in given if term is not None)
    return rb.Builtin(type_, name, arguments, kind) if len(arguments) == len(given) else None


def _reached(terms: Terms, kind: str) -> rb.Term | None:
    start, by, *stops = terms
    return _builtin(ListOf(Of(kind)), "reached", (_start(start, kind), by, _stops(tuple(stops), kind)), kind)


def _nearest(terms: Terms, kind: str) -> rb.Term | None:
    wanted, start, by, *stops = terms
    given = (_several(wanted, kind), _start(start, kind), by, _stops(tuple(stops), kind))
    return _builtin(ListOf(Of(kind)), "nearest", given, kind)


def _groups(terms: Terms, kind: str) -> rb.Term | None:
    return _builtin(ListOf(ListOf(Of(kind))), "groups_by", (_several(terms[0], kind), terms[1]), kind)


def _neighbours(terms: Terms, kind: str) -> rb.Term | None:
    return rb.Builtin(ListOf(Of(kind)), "neighbours_by", terms, kind) if terms[0].type == Of(kind) else None


def _distance(terms: Terms, kind: str) -> rb.Term | None:
    if any(term.type != Of(kind) for term in terms[:2]):
        return None
    return rb.Builtin(Maybe(NUMBER), "distance_by", terms, kind)


def _reachable(terms: Terms, kind: str) -> rb.Term | None:
    steps = _distance(terms, kind)
    return steps and rb.Comparison(YES_NO, "!=", steps, rb.Constant(Maybe(NUMBER), None))


def _adjacent(terms: Terms, kind: str) -> rb.Term | None:
    here, there, by = terms
    near = _neighbours((here, by), kind)
    return rb.Comparison(YES_NO, "in", there, near) if near is not None and there.type == Of(kind) else None


def _longest_trail(terms: Terms, overs: tuple[bool, ...], kinds: Kinds) -> Made:
    ways: rb.Term | None = terms[0] if 1 <= len(terms) <= 2 else None
    lengths: rb.Term = rb.Listing(ListOf(NUMBER), ())
    if overs[:1] == (True,) and isinstance(ways, rb.Search):
        if not fits(element(ways.type) or Unknown(), NUMBER):
            return "the length of each connection before `over`"
        lengths, ways = ways, replace(ways, type=ListOf(ways.variable.type), body=None)
    inner = element(ways.type) if ways is not None else None
    places = kinds[inner.kind].joins if isinstance(inner, Of) else None
    if ways is None or places is None or not isinstance(inner, Of):
        return WANTED["longest_trail"]
    if _one_way(ways, kinds):
        return "connections that lead both ways; these have one-ways among them"
    stops = _stops(terms[1:], places)
    if stops is None:
        return f"{kinds[places].plural} as the second, at which a trail ends"
    return rb.Builtin(NUMBER, "longest_trail", (ways, lengths, stops), inner.kind)


ALWAYS_BY = ("reached", "nearest")  # and these may name stops behind it
BY: dict[str, tuple[int, Callable[[Terms, str], rb.Term | None]]] = {  # which argument is what one goes by
    "reached": (1, _reached), "nearest": (2, _nearest), "groups": (1, _groups), "neighbours": (1, _neighbours),
    "reachable": (2, _reachable), "adjacent": (2, _adjacent), "distance": (2, _distance),
}  # fmt: skip
WANTED = {
    "reached": "where to start and what to go by",
    "nearest": "the things wanted, where to start and what to go by",
    "groups": "a list of things and what joins them",
    "neighbours": "one thing and what joins it to others",
    "reachable": "two things of one kind and what to go by",
    "adjacent": "two things of one kind and what joins them",
    "distance": "two things of one kind and what to go by",
    "longest_trail": "a list of connections",
}

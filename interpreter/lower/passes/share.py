"""Hoist and memoize what is invariant in a search; eliminate common subexpressions.

In: a Program whose work is counted. Out: one in which invariant conditions are tested before a search; an expensive
invariant term is evaluated on first use and memoized, and so is a value called twice with the same arguments. Layer: lower.
Terms are pure, so a memo cannot become stale. Nothing is evaluated that the rules would not evaluate, and failures stay
where they were: only conditions that cannot fail are moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TypeGuard

from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.ir.questions import Question, together
from interpreter.ir.totality import Sure, cannot_fail, is_sure_list
from interpreter.ir.traversal import conjuncts, rewrite, size, substitute, walk, with_parts
from interpreter.ir.types import NUMBER, YES_NO, Absent, ListOf, Maybe, bare
from interpreter.lower.passes.budget import most_items
from interpreter.lower.passes.fold import plain_body
from interpreter.lower.passes.inline import costs_nothing
from interpreter.lower.passes.mapping import mapped

FEW = 10  # items: a shorter search gets no memo
MAX_OPENED = 60  # size limit of a value that is inlined to find invariant parts
MAX_TERMS = 200  # size limit of a condition with inlined values
FOUND_NOTHING = {"count": 0, "sum": 0, "highest": 0, "lowest": 0}
SEARCHED = ("some", "no", "every", "count", "sum", "highest", "lowest", "list", "first", "last")


def share(program: Program) -> Program:
    sharing = Sharing(program)
    program = replace(program, values={name: sharing.one_term(value) for name, value in program.values.items()})
    shared = mapped(program, sharing.shared)
    pairs = zip(shared.questions, program.questions, strict=True)
    return replace(shared, questions=[sharing.question(*pair) for pair in pairs])


@dataclass
class Scope:
    """A search: the variables that vary inside it, and the terms memoized for it."""

    inside: set[rb.Variable]  # variables bound inside the search
    kept: dict[rb.Term, rb.Variable] = field(default_factory=dict)


class Sharing:
    def __init__(self, program: Program) -> None:
        self.program, self.values = program, program.values
        self._bodies: dict[str, rb.Term | None] = {}
        self._twice: dict[rb.Term, rb.Variable] = {}  # memo variables of repeated calls in the current term

    def shared(self, term: rb.Term) -> rb.Term:
        """Memoize calls repeated anywhere in the term, then invariants inside each search."""
        found = rewrite(rewrite(term, self._reached), self._search)
        self._twice = {part: rb.Variable("kept", part.type) for part in self._asked_twice(found)}
        new = self._scoped(found, [])
        used = {part.variable for part in walk(new) if isinstance(part, rb.Lazy)}
        names = tuple(variable for variable in self._twice.values() if variable in used)
        return rb.LetIn(term.type, names, new) if names else new

    def _asked_twice(self, *terms: rb.Term) -> list[rb.Term]:
        """Find expensive calls repeated with the same arguments.

        Free of search variables."""
        parts = [part for term in terms for part in walk(term)]
        inside = {name for part in parts if isinstance(part, rb.Search) for name in (part.variable, *part.pieces)}
        asked = Counter(part for part in parts if isinstance(part, rb.ValueCall) and self._is_long(part.value.name))
        return [part for part, count in asked.items() if count > 1 and not _free(part) & inside]

    def _is_long(self, name: str) -> bool:
        value = self.values[name]
        return not value.is_part and value.limit is None and any(map(_is_dear, _terms(value.cases)))

    def one_term(self, value: rb.Value) -> rb.Value:
        """Merge the cases of a value that repeats a call, so that it can be memoized."""
        *cases, last = value.cases or (None,)
        if not cases or last is None or last.condition is not None:
            return value
        if not self._asked_twice(*_terms(value.cases)):
            return value
        term = last.value
        for case in reversed(cases):
            assert case is not None
            assert case.condition is not None
            term = rb.Chosen(value.type, case.condition, case.value, term)
        return replace(value, cases=(rb.Case(term, None),))

    def question(self, question: Question, before: Question) -> Question:
        """Turn the offered choice into a list with a memo.

        Unchanged if there is nothing to memoize."""
        choice, was = question.choice, before.choice
        if choice is None or was is None or was.where is None or isinstance(was.items, rb.Numbers):
            return question
        found = rb.Search(ListOf(was.item.type), "list", was.item, was.items, was.where, (), None, before.span)
        new = self.shared(found)
        return (
            question if isinstance(new, rb.Search) else replace(question, choice=replace(choice, items=new, where=None))
        )

    # ---- what is reached from somewhere else
    def _reached(self, term: rb.Term) -> rb.Term:
        """List once what every item is compared with.

        `some(x where f(x) is item)` becomes `item is in list(f(x) over x)`, and that list is the same for all items.
        Only if f can be evaluated for every x, also where the rules would not come so far."""
        if not isinstance(term, rb.Search) or term.where is None or term.word not in SEARCHED:
            return term
        if most_items(term.items, self.program) <= FEW:
            return term
        tests = [self._as_list(test, term.variable) for test in conjuncts(term.where)]
        return replace(term, where=together("and", tests))

    def _as_list(self, test: rb.Term, item: rb.Variable) -> rb.Term:
        if not isinstance(test, rb.Search) or test.word not in ("some", "no") or test.keys or test.pieces:
            return test
        if test.body is not None or _uses(test.items, item) or not is_sure_list(self._opened_list(test.items)):
            return test
        match test.where:
            case rb.Comparison(operator="==", left=there, right=rb.Local(variable=variable)) if variable is item:
                pass
            case rb.Comparison(operator="==", left=rb.Local(variable=variable), right=there) if variable is item:
                pass
            case _:
                return test
        if there is None or _uses(there, item) or bare(there.type) != item.type or not _is_dear(there):
            return test
        if not Sure(self.values).of(there):
            return test
        nothing = rb.Constant(Absent(), None)
        where = rb.Comparison(YES_NO, "!=", there, nothing) if isinstance(there.type, Maybe) else None
        found = replace(test, type=ListOf(item.type), word="list", where=where, body=there)
        return rb.Comparison(YES_NO, "in" if test.word == "some" else "not in", rb.Local(item.type, item), found)

    # ---- hoisting
    def _search(self, term: rb.Term) -> rb.Term:
        """Hoist the invariant tests of a search whose parts are done already."""
        if not isinstance(term, rb.Search) or term.where is None or term.word not in SEARCHED or term.keys:
            return term
        tests = list(conjuncts(self._opened(term.where)))
        sure = 0
        while sure < len(tests) and cannot_fail(tests[sure]):
            sure += 1
        first = [test for test in tests[:sure] if not _uses(test, term.variable)]
        if not first or not is_sure_list(self._opened_list(term.items)):
            return term if tests == [term.where] else replace(term, where=together("and", tests))
        rest = [test for test in tests if test not in first]
        return _begun(together("and", first) or first[0], replace(term, where=together("and", rest)))

    def _opened_list(self, items: rb.Term) -> rb.Term:
        """Inline a value that is a single list, only to see whether it can fail."""
        if not isinstance(items, rb.ValueCall) or not all(map(costs_nothing, items.arguments)):
            return items
        value = self.program.values[items.value.name]
        body = plain_body(value)
        return items if body is None else substitute(body, dict(zip(value.parameters, items.arguments, strict=True)))

    def _opened(self, where: rb.Term) -> rb.Term:
        """Inline the values in a condition, unless it becomes too long."""
        new = rewrite(where, self._written)
        return new if size(new) <= MAX_TERMS else where

    def _written(self, term: rb.Term) -> rb.Term:
        if not isinstance(term, rb.ValueCall) or not all(map(costs_nothing, term.arguments)):
            return term
        body = self._body(term.value.name)
        if body is None:
            return term
        return substitute(body, dict(zip(self.values[term.value.name].parameters, term.arguments, strict=True)))

    def _body(self, name: str) -> rb.Term | None:
        """Return the body of a value if it is short.

        None for a whole search, in which inlining exposes nothing."""
        if name not in self._bodies:
            self._bodies[name] = None  # recursion finds this entry
            term = plain_body(self.values[name])
            if term is not None and not isinstance(term, rb.Search):
                body = rewrite(rewrite(term, self._written), self._search)
                self._bodies[name] = body if size(body) <= MAX_OPENED else None
        return self._bodies[name]

    # ---- memoizing
    def _scoped(self, term: rb.Term, around: list[Scope]) -> rb.Term:
        if isinstance(term, rb.ValueCall) and term in self._twice:
            arguments = tuple(self._scoped(argument, []) for argument in term.arguments)
            return rb.Lazy(term.type, self._twice[term], replace(term, arguments=arguments))
        if around and _is_dear(term):
            scope = self._outermost(term, around)
            if scope is not None:
                variable = scope.kept.setdefault(term, rb.Variable("kept", term.type))
                return rb.Lazy(term.type, variable, self._scoped(term, []))
        if isinstance(term, rb.Lazy):
            return term
        if isinstance(term, rb.Builtin) and any(map(_is_network, term.arguments)):
            return self._walk(term, around)
        if not isinstance(term, rb.Search):
            return with_parts(term, lambda part: self._scoped(part, around))
        term = self._narrowed(term, around)
        scope = Scope({term.variable})
        inner = [*(replace_inside(one, term.variable) for one in around), scope]
        return self._of_search(term, around, inner, scope)

    def _walk(self, term: rb.Builtin, around: list[Scope]) -> rb.Term:
        """Memoize what is invariant in the steps of a walk.

        The network itself stays in its place."""
        scope = Scope(set())
        given = tuple(
            self._network(part, around, scope) if _is_network(part) else self._scoped(part, around)
            for part in term.arguments
        )
        new = replace(term, arguments=given)
        return rb.LetIn(term.type, tuple(scope.kept.values()), new) if scope.kept else new

    def _network(self, term: rb.Search, around: list[Scope], scope: Scope) -> rb.Term:
        inner = [replace_inside(one, term.variable) for one in (*around, scope)]
        where = None if term.where is None else self._scoped(term.where, inner)
        body = None if term.body is None else self._scoped(term.body, inner)
        return replace(term, items=self._scoped(term.items, around), where=where, body=body)

    def _of_search(self, term: rb.Search, around: list[Scope], inner: list[Scope], scope: Scope) -> rb.Term:
        if most_items(term.items, self.program) <= FEW:
            inner = inner[:-1]
        items = self._scoped(term.items, around)
        where = None if term.where is None else self._scoped(term.where, inner)
        by_body = around if term.word in ("first", "last") else inner
        body = None if term.body is None else self._scoped(term.body, by_body)
        keys = tuple(rb.Key(key.highest, self._scoped(key.value, inner)) for key in term.keys)
        new = replace(term, items=items, where=where, body=body, keys=keys)
        return rb.LetIn(term.type, tuple(scope.kept.values()), new) if scope.kept else new

    def _narrowed(self, term: rb.Search, around: list[Scope]) -> rb.Search:
        """Prefilter the items of a nested search, and memoize that list.

        The filter consists of the tests that are invariant in an enclosing search."""
        if term.where is None or term.word == "while" or term.pieces or most_items(term.items, self.program) <= FEW:
            return term
        tests = list(conjuncts(term.where))
        sure = list(takewhile(cannot_fail, tests))
        for scope in around:
            if _free(term.items) & scope.inside:
                continue
            same = [test for test in sure if _uses(test, term.variable) and not _free(test) & scope.inside]
            rest = [test for test in tests if test not in same]
            if same and rest:
                where = together("and", same)
                own = rb.Search(
                    ListOf(term.variable.type), "list", term.variable, term.items, where, (), None, term.span
                )
                variable = scope.kept.setdefault(own, rb.Variable("kept", own.type))
                return replace(
                    term, items=rb.Lazy(own.type, variable, self._scoped(own, [])), where=together("and", rest)
                )
        return term

    def _outermost(self, term: rb.Term, around: list[Scope]) -> Scope | None:
        free = _free(term)
        return next((scope for scope in around if not free & scope.inside), None)


def replace_inside(scope: Scope, variable: rb.Variable) -> Scope:
    """Return the scope as seen inside a nested search."""
    return Scope(scope.inside | {variable}, scope.kept)


def _terms(cases: Iterable[rb.Case]) -> Iterator[rb.Term]:
    for case in cases:
        yield from (term for term in (case.condition, case.value) if term is not None)


def _begun(first: rb.Term, search: rb.Search) -> rb.Term:
    """Guard a search with its hoisted condition.

    If that is false, give the result of an empty search."""
    match search.word:
        case "some":
            return rb.Logic(YES_NO, "and", (first, search))
        case "no":
            return rb.Logic(YES_NO, "or", (rb.Logic(YES_NO, "not", (first,)), search))
        case "every":
            return rb.Logic(YES_NO, "or", (rb.Logic(YES_NO, "not", (first,)), search))
        case "list":
            return rb.Chosen(search.type, first, search, rb.Listing(search.type, ()))
        case "first" | "last":
            nothing = search.body if search.body is not None else rb.Constant(search.type, None)
            return rb.Chosen(search.type, first, search, nothing)
        case _:
            return rb.Chosen(search.type, first, search, rb.Constant(NUMBER, FOUND_NOTHING[search.word]))


def _is_network(term: rb.Term) -> TypeGuard[rb.Search]:
    return isinstance(term, rb.Search) and term.word == "network"


def _uses(term: rb.Term, variable: rb.Variable) -> bool:
    return variable in _free(term)


def _free(term: rb.Term) -> set[rb.Variable]:
    """Free variables of a term."""
    used, own = set(), set()
    for part in walk(term):
        if isinstance(part, rb.Local):
            used.add(part.variable)
        elif isinstance(part, rb.Search):
            own |= {part.variable, *part.pieces}
        elif isinstance(part, rb.LetIn):
            own |= set(part.variables)
        elif isinstance(part, rb.Lazy):
            used.add(part.variable)
    return used - own


def _is_dear(term: rb.Term) -> bool:
    """Is it worth memoizing: does it contain a search or a call?"""
    if isinstance(term, rb.Constant | rb.Local | rb.Members | rb.Lazy | rb.LetIn | rb.Phrase):
        return False
    return any(isinstance(part, rb.Search | rb.ValueCall | rb.Formula | rb.CanTake) for part in walk(term))

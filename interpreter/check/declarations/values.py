"""Check lets on demand: the type of one follows from its formula, which may need other lets first.

In: the lets of a game and the changes to them. Out: values with their cases and alterations. Layer: check.
"""

from __future__ import annotations

from interpreter.check.check_state import Checker
from interpreter.check.declarations.arrivals import changed_by_arrival, in_order_of_arrival
from interpreter.check.declarations.circles import circles, limit_circle
from interpreter.check.declarations.types import parameters_of, type_of
from interpreter.check.expressions.base import A_TEXT, check_condition, check_expression
from interpreter.check.expressions.phrasing import article, miscounted
from interpreter.check.laws.law_steps import card_change
from interpreter.check.laws.sources import SourcedLaw
from interpreter.check.names.binding import bind
from interpreter.check.names.scope import NamePath, Scope, known_if
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import BRANCH
from interpreter.ir.types import (
    NUMBER,
    YES_NO,
    Grid,
    ListOf,
    Of,
    Type,
    Unknown,
    Words,
    Zone,
    element,
    join,
    type_in_words,
)
from interpreter.source import Help
from interpreter.source.fixes import cut_brackets, leave_out
from interpreter.syntax import nodes as n

MAX_FORMULAS = 1_000_000  # evaluated by one value, calls included
MAX_ROUNDS = 5  # in which the types of values in a circle settle


def value_named(checker: Checker, name: str) -> rb.Value | None:
    found = _resolve(checker, name)
    if checker.progress.working and name in checker.progress.formulas:
        checker.progress.formulas[checker.progress.working[-1]] += checker.progress.formulas[name]
    return found


def _resolve(checker: Checker, name: str) -> rb.Value | None:
    if name in checker.values:
        return checker.values[name]
    node = checker.woven.lets.get(name)
    if node is None:
        return None
    if name in checker.progress.working:
        return _again(checker, name, node)
    circle = circle_of(checker, name)
    if len(circle) > 1 and circle.isdisjoint(checker.progress.working):
        return _settled(checker, name, node, circle)
    return _resolved(checker, name, node)


def circle_of(checker: Checker, name: str) -> frozenset[str]:
    """Return the lets that use each other with this one.

    Empty if it does not use itself."""
    if checker.progress.circles is None:
        checker.progress.circles = circles(checker.woven.lets)
    return checker.progress.circles.get(name, frozenset())


def _again(checker: Checker, name: str, node: n.Let) -> rb.Value:
    """Return a value that is being checked and is used on the way.

    Its type so far, or a mistake."""
    circle = checker.progress.working[checker.progress.working.index(name) :]
    provisional = [checker.progress.provisional.get(one) for one in circle]
    found = provisional[0]
    if found is not None and node.head.parameters and None not in provisional:
        for one in provisional:
            if one is not None:
                one.uses_itself = True
        return found
    chain = ": " + " from ".join([*circle, name]) if len(circle) > 1 else ""
    help = "leave itself out of its formula, or count with keep: keep ...: number, and raise ... by 1"
    lets = [checker.woven.lets[one] for one in circle]
    if all(let.head.parameters for let in lets):
        lacking = [let.head.name for let, one in zip(lets, provisional, strict=True) if one is None]
        these = "them" if chain else "it"
        help = f"give it a case that does not use {these}: ... if ..., and below it the one that does: ... otherwise"
        help = help.replace("give it", f'give "{lacking[0]}"', 1) if chain and lacking else help
    elif chain:
        help = f'leave "{name}" out of the formula of "{circle[-1]}"'
    checker.reporter.error("R0315", node.head.span, f'"{name}" is calculated from itself{chain}', help)
    return rb.Value(name, parameters_of(checker, node.head), Unknown(), node.span)


def _settled(checker: Checker, name: str, node: n.Let, circle: frozenset[str]) -> rb.Value:
    """Check recursive values again until their types stay the same, then limit them."""
    told = len(checker.reporter.found)
    for _ in range(MAX_ROUNDS):
        value = _resolved(checker, name, node)
        types = {one: checker.values[one].type for one in circle if one in checker.values}
        grown = {one: type_ for one, type_ in types.items() if checker.progress.types.get(one, type_) != type_}
        if not grown:
            break
        checker.progress.types |= grown
        checker.reporter.forget(checker.reporter.found[told:])
        for one in types:
            del checker.values[one]
    if not any(one.severity == "error" for one in checker.reporter.found[told:]):
        limit_circle(checker.values, circle, checker.reporter)
    return value


def _resolved(checker: Checker, name: str, node: n.Let) -> rb.Value:
    checker.progress.working.append(name)
    checker.progress.formulas[name] = 1
    in_circle = len(circle_of(checker, name)) > 1
    value = check_let(checker, node) if in_circle else check_or_reuse_let(checker, node)
    checker.progress.working.pop()
    if checker.progress.formulas[name] > MAX_FORMULAS:
        checker.progress.formulas[name] = 1  # one error, not one for every value that depends on it
        message = f'"{name}" takes more than {MAX_FORMULAS:,} other values to calculate'
        checker.reporter.error("R0315", node.head.span, message, "store a value along the way with keep, and use that")
    checker.values[name] = value
    return value


def check_or_reuse_let(checker: Checker, node: n.Let) -> rb.Value:
    return checker.reuse.let(node, lambda: check_let(checker, node)) if checker.reuse else check_let(checker, node)


def check_let(checker: Checker, node: n.Let) -> rb.Value:
    parameters = parameters_of(checker, node.head)
    value = rb.Value(node.head.name, parameters, Unknown(), node.span)
    if node.limit is not None:
        value.limit = rb.Limit(node.limit.value, rb.Variable("depth", NUMBER))
    wanted = type_of(checker, node.type) if node.type is not None else _first_type(checker, node, parameters)
    if wanted is not None and len(circle_of(checker, node.head.name)) > 1:
        wanted = checker.progress.types.setdefault(node.head.name, wanted)
    if wanted is not None:
        value.type = wanted
        checker.progress.provisional[node.head.name] = value
    scope = Scope(variables={parameter.name: parameter for parameter in parameters})
    value.cases, value.type = _named_parts(
        checker, node, list(node.names), parameters, scope, 1, wanted if node.type else None
    )
    checker.progress.provisional.pop(node.head.name, None)
    _limited(checker, node, value)
    if value.uses_itself and wanted is not None and join(wanted, value.type) is None:
        message = (
            f"its first case gives {article(type_in_words(wanted))}, and others {article(type_in_words(value.type))}"
        )
        checker.reporter.error("R0306", node.head.span, message, "all cases give the same sort of value")
    changes = checker.woven.changes.get(node.head.name, ())
    alterations = [(said, _alteration(checker, said, value)) for said in changes]
    by_arrival = in_order_of_arrival(checker, [said for said, _ in alterations])
    value.alterations = tuple(found for said, found in alterations if found is not None and said not in by_arrival)
    came = [(said.origin.card, found) for said, found in alterations if found is not None and said in by_arrival]
    return value if not came else changed_by_arrival(checker, value, came)


def _limited(checker: Checker, node: n.Let, value: rb.Value) -> None:
    """Check the recursion limit of a value and share it with its parts."""
    if node.limit is None:
        return
    if not value.uses_itself and len(circle_of(checker, value.name)) < 2:
        message = f'"{value.name}" does not use itself: there is nothing to limit'
        checker.reporter.error(
            "R0315", node.limit.span, message, leave_out(node.limit.span.text, start="leave out: ", end="")
        )
    part = value.rest
    while part is not None:
        part.limit, part = value.limit, part.rest


def _first_type(checker: Checker, node: n.Let, parameters: tuple[rb.Variable, ...]) -> Type | None:
    """Infer the type of a recursive value from a case that does not recurse.

    None if it is not recursive."""
    circle = circle_of(checker, node.head.name)
    if not circle or not parameters:
        return None
    for case in node.cases:
        if not _speaks_of(case, circle):
            scope = Scope(variables={parameter.name: parameter for parameter in parameters})
            with checker.reporter.muted():
                for part in node.names:
                    if not _speaks_of(part, circle):
                        scope.declare(part.name, check_expression(checker.env, part.value, scope).type)
                type_ = check_expression(checker.env, case.value, scope).type
            return ListOf(element(type_) or Unknown()) if isinstance(type_, Zone | Grid) else type_
    return None


def _named_parts(
    checker: Checker,
    node: n.Let,
    names: list[n.LetHere],
    parameters: tuple[rb.Variable, ...],
    scope: Scope,
    number: int,
    wanted: Type | None,
) -> tuple[tuple[rb.Case, ...], Type]:
    """Check the cases of a value.

    Each local `let` is passed as an argument to the rest, which becomes a value of its own."""
    if not names:
        return check_cases(checker, node.cases, scope, wanted)
    first, *others = names
    part = check_expression(checker.env, first.value, scope)
    type_ = ListOf(element(part.type) or Unknown()) if isinstance(part.type, Zone | Grid) else part.type
    inner = Scope(variables={parameter.name: parameter for parameter in parameters})
    variable = bind(checker.env, inner, first.name, type_, first.span)
    rest = rb.Value(f"{node.head.name}'s part {number}", (*parameters, variable), Unknown(), node.span, is_part=True)
    rest.cases, rest.type = _named_parts(checker, node, others, rest.parameters, inner, number + 1, wanted)
    checker.values[rest.name] = rest
    given = (*(rb.Local(parameter.type, parameter) for parameter in parameters), part)
    return (rb.Case(rb.ValueCall(rest.type, rest, given), None),), rest.type


def check_cases(
    checker: Checker, nodes: tuple[n.Case, ...], scope: Scope, want: Type | None
) -> tuple[tuple[rb.Case, ...], Type]:
    found: list[rb.Case] = []
    type_: Type | None = want
    above: frozenset[NamePath] = frozenset()  # facts that follow from the false conditions above
    for i, case in enumerate(nodes):
        inner = scope.inner()
        inner.learn(above)
        condition = None if case.condition is None else check_condition(checker.env, case.condition, inner, BRANCH)
        if case.condition is not None:
            inner.learn(known_if(case.condition, True))
            above |= known_if(case.condition, False)
        may_be_text = (want is None or isinstance(want, Words)) and _is_text(case.value)
        value = check_expression(checker.env, case.value, inner, A_TEXT if may_be_text else want)
        joined = value.type if type_ is None else join(type_, value.type)
        if joined is None:
            before, given = article(type_in_words(type_ or NUMBER)), article(type_in_words(value.type))
            message = f"the cases above give {before}, this one gives {given}"
            checker.reporter.error("R0306", case.value.span, message, "all cases give the same sort of value")
        type_ = joined if joined is not None and want is None else type_ or joined
        found.append(rb.Case(value, condition))
        if case.condition is None and i < len(nodes) - 1:
            message = "`otherwise` comes last: the cases below it would never be reached"
            checker.reporter.error("R0316", case.span, message, "move this line to the end")
    if all(case.condition is not None for case in nodes):
        message = "the cases do not say what the value is otherwise"
        checker.reporter.error("R0316", nodes[-1].span, message, "add a last line: ... otherwise")
    if isinstance(type_, Zone | Grid):
        type_ = ListOf(Of(type_.kind))
    return tuple(found), type_ or Unknown()


def _alteration(checker: Checker, said: SourcedLaw[n.ChangeValue], value: rb.Value) -> rb.Alteration | None:
    guard_node, law = card_change(said) if said.origin.card else (None, said.law)
    scope = _change_scope(checker, law, value)
    if scope is None:
        return None
    normal = scope.declare("normal", value.type)
    parts: list[rb.Term] = []
    if guard_node is not None:
        parts.append(check_condition(checker.env, guard_node, scope))
    if law.when is not None:
        parts.append(check_condition(checker.env, law.when, scope))
        scope.learn(known_if(law.when, True))
    cases, _ = check_cases(checker, law.cases, scope, value.type)
    guard = None if not parts else parts[0] if len(parts) == 1 else rb.Logic(YES_NO, "and", tuple(parts))
    return rb.Alteration(guard, one_by_one(cases), normal, said.origin.in_words)


def _change_scope(checker: Checker, law: n.ChangeValue, value: rb.Value) -> Scope | None:
    given = law.head.parameters
    if given and len(given) != len(value.parameters):
        message = miscounted(value.name, value.parameters, len(given))
        checker.reporter.error(
            "R0302", law.head.span, message, Help("name them as the rules do, or leave the brackets out", cut_brackets)
        )
        return None
    scope = Scope()
    for i, parameter in enumerate(value.parameters):
        scope.variables[given[i].name if given else parameter.name] = parameter
    return scope


def one_by_one(cases: tuple[rb.Case, ...]) -> tuple[rb.Case, ...]:
    """Split `(A if B otherwise C)` into two cases.

    So a case that does not read the old value is separate."""
    found: list[rb.Case] = []
    for case in cases:
        if not isinstance(case.value, rb.Chosen):
            found.append(case)
            continue
        both = [part for part in (case.condition, case.value.condition) if part is not None]
        first = both[0] if len(both) == 1 else rb.Logic(YES_NO, "and", tuple(both))
        found += one_by_one((rb.Case(case.value.value, first), rb.Case(case.value.other, case.condition)))
    return tuple(found)


def _speaks_of(node: n.Node, names: frozenset[str]) -> bool:
    return any(isinstance(part, n.Call | n.Possessive | n.Name) and part.name in names for part in n.walk(node))


def _is_text(node: n.Expression) -> bool:
    """Is it a text, or a choice between texts?"""
    match node:
        case n.Conditional():
            return _is_text(node.value) or _is_text(node.otherwise)
        case n.Group():
            return _is_text(node.inner)
        case _:
            return isinstance(node, n.Text)

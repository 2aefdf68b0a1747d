"""Check names, calls and possessives.

In: nodes that name something. Out: terms that read it. Layer: check.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from interpreter.check.declarations.designs import cards_of, printed_on
from interpreter.check.environment import NOTHING, Env
from interpreter.check.expressions.board_terms import board_term
from interpreter.check.expressions.member_terms import kind_called, member_term, wanted_parts
from interpreter.check.expressions.mistakes import perhaps_none, unknown_name
from interpreter.check.expressions.network_terms import network_term
from interpreter.check.expressions.phrasing import article, miscounted, quoted, written
from interpreter.check.names.binding import column_of, is_value, wanted_by
from interpreter.check.names.builtins import FUNCTIONS, first_kind
from interpreter.check.names.counted import HOW_OFTEN, Asked
from interpreter.check.names.scope import Scope
from interpreter.check.statements.at_once import OWNER, owner_in_force, still_in_force
from interpreter.ir import rulebook as rb
from interpreter.ir.rulebook import values_of
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    YES_NO,
    ListOf,
    Maybe,
    Of,
    Type,
    Unknown,
    bare,
    element,
    fits,
    type_in_words,
)
from interpreter.source import Help, Span, did_you_mean
from interpreter.source.fixes import cut_brackets, to_write
from interpreter.syntax import nodes as n


def check_name(env: Env, node: n.Name, scope: Scope, want: Type | None) -> rb.Term:
    variable = scope.find(node.name)
    if variable is not None:
        return rb.Local(variable.type, variable)
    found = global_term(env, node, node.name, (), ())
    if found is not None:
        return found
    kind = env.names.plurals.get(node.name)
    if kind is not None:
        return rb.Members(ListOf(Of(kind)), kind)
    member = _member(env, node, want)
    if member is not None:
        return member
    return unknown_name(env, node.span, node.name, scope)


def _member(env: Env, node: n.Name, want: Type | None) -> rb.Term | None:
    candidates = env.names.members.get(node.name, [])
    if not candidates:
        return None
    wanted = bare(want) if want is not None else None
    if isinstance(wanted, Of):
        for kind, index in candidates:
            if kind == wanted.kind:
                return rb.Constant(Of(kind), index)
    candidates = _without_designs(env, candidates)
    if len(candidates) > 1:
        kinds = " and ".join(article(kind) for kind, _ in candidates)
        ways = [f"{kind}({node.name})" for kind, _ in candidates]
        return env.error("R0205", node.span, f'"{node.name}" is {kinds}, and nothing here says which one is meant',
                           to_write(*ways))  # fmt: skip
    kind, index = candidates[0]
    return rb.Constant(Of(kind), index)


def _without_designs(env: Env, candidates: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """A card bears the name of its design.

    Where nothing says which of them is meant, it is the card."""
    cards = {kind for kind, _ in candidates}
    return [(kind, index) for kind, index in candidates if cards_of(env.names.kinds[kind]) not in cards]


def global_term(
    env: Env, node: n.Expression, name: str, terms: tuple[rb.Term, ...], spans: tuple[Span, ...]
) -> rb.Term | None:
    """Resolve a stored value, a let, an option or a built-in function of this name."""
    names = env.names
    if name in names.keeps:
        keep = names.keeps[name]
        return _applied(env, node, name, keep.parameters, terms, spans, lambda: rb.Stored(keep.type, keep, terms))
    value = names.value(name)
    if value is not None:
        return _applied(env, node, name, value.parameters, terms, spans, lambda: rb.ValueCall(value.type, value, terms))
    if name in names.options and not terms:
        option = names.options[name]
        return rb.Setting(option.type, option) if names.open_options else rb.Constant(option.type, option.value)
    if name in FUNCTIONS and (terms or not (name in names.members or name in names.plurals)):
        found = _builtin(env, node, name, terms, spans)
        return still_in_force(names.keeps, found) if name == "in_force" and isinstance(found, rb.Builtin) else found
    if name == OWNER:
        found = _builtin(env, node, "owner_of", terms, spans)
        return owner_in_force(names.keeps, found, node.span) if isinstance(found, rb.Builtin) else found
    return None


def _applied(
    env: Env, node: n.Expression, name: str, parameters: tuple[rb.Variable, ...], terms: tuple[rb.Term, ...],
    spans: tuple[Span, ...], make: Callable[[], rb.Term],
) -> rb.Term:  # fmt: skip
    """Check the arguments of a name with parameters, then make the term that reads it."""
    if len(parameters) != len(terms):
        return env.error(
            "R0302",
            node.span,
            miscounted(name, parameters, len(terms)),
            to_write(written(name, parameters), start="write "),
        )
    for i, (parameter, term) in enumerate(zip(parameters, terms, strict=True)):
        if not fits(term.type, parameter.type):
            _not_fitting(env, spans[i] if i < len(spans) else node.span, name, parameters, parameter, term.type)
            return NOTHING
    return make()


def _not_fitting(
    env: Env, span: Span, name: str, parameters: tuple[rb.Variable, ...], parameter: rb.Variable, given: Type
) -> None:
    if isinstance(given, Maybe) and fits(given.inner, parameter.type):
        perhaps_none(env, span)
        return
    message = (
        f'"{name}" needs {article(type_in_words(parameter.type))} here, but this is {article(type_in_words(given))}'
    )
    env.error(
        "R0301", span, message, to_write(f"{name}({', '.join(other.name for other in parameters)})", start="write ")
    )


def _snapshot(env: Env, node: n.Call) -> rb.Term:
    """Encode the values of these keeps as one number, equal for equal positions."""
    keeps = []
    for argument in node.arguments:
        keep = env.names.keeps.get(argument.name) if isinstance(argument, n.Name) else None
        if keep is None:
            help = "write the names of what is kept, without brackets: snapshot(piece, on_turn)"
            return env.error("R0301", argument.span, "a snapshot is of something that is kept, all of it", help)
        if values_of(keep.type, env.names.kinds) is None:
            help = "a snapshot is of numbers with a range, yes or no, and members of kinds"
            return env.error("R0301", argument.span, f'"{keep.name}" has no end of possible values', help)
        if env.recorder is not None:
            env.recorder.thing(argument.span, keep)
        keeps.append(rb.Stored(keep.type, keep, ()))
    return rb.Builtin(NUMBER, "snapshot", tuple(keeps))


def _times_run(env: Env, node: n.Call) -> n.Expression | None:
    """Return the kept number for `how_often(rule)` or `how_often(rule, player)`.

    None if it asks about something else."""
    rule = node.arguments[0] if node.name == HOW_OFTEN and node.arguments else None
    if not isinstance(rule, n.Name):
        return None
    kept = Asked(rule.name, len(node.arguments) > 1).kept
    if kept not in env.names.keeps or not env.names.keeps[kept].implicit:
        return None
    return n.Call(node.span, kept, node.arguments[1:]) if len(node.arguments) > 1 else n.Name(node.span, kept)


def check_call(env: Env, node: n.Call, scope: Scope) -> rb.Term:
    if node.name == "snapshot" and not is_value(env, "snapshot"):
        return _snapshot(env, node)
    counted = _times_run(env, node)
    if counted is not None:
        return env.term(counted, scope)
    rule = node.arguments[0] if node.name == HOW_OFTEN and node.arguments else None
    if isinstance(rule, n.Name) and rule.name in env.names.routines and rule.name not in scope.names():
        message = f'nothing in the rules asks how often "{rule.name}" has run, so that is not counted'
        return env.error(
            "R0304", node.span, message, f"ask in the rules: let times_of_{rule.name} = how_often({rule.name})"
        )
    kind = kind_called(env, node)
    wants = wanted_by(env, node.name) if kind is None else wanted_parts(kind, len(node.arguments))
    terms = tuple(
        env.term(argument, scope, wants[i] if i < len(wants) else None) for i, argument in enumerate(node.arguments)
    )
    spans = tuple(argument.span for argument in node.arguments)
    found = global_term(env, node, node.name, terms, spans)
    if found is not None:
        return found
    column = column_of(env, terms[0].type, node.name) if terms else None
    if column is not None:
        return read_column(env, node, column, terms[0], terms[1:])
    if kind is not None:
        return member_term(env, node, kind, terms)
    if node.name in env.names.routines:
        return env.error("R0304", node.span, f'"{node.name}" is a procedure: it cannot be used inside a value',
                           "run it on a line of its own in a procedure: "
                           f"let result = {quoted(node.span) or node.name}")  # fmt: skip
    return unknown_name(env, node.span.word(node.name), node.name, scope, function=True)


def check_possessive(env: Env, node: n.Possessive, scope: Scope) -> rb.Term:
    wants = wanted_by(env, node.name)
    owner = env.term(node.owner, scope, wants[0] if wants else _design_with(env, node.name))
    more = tuple(
        env.term(argument, scope, wants[i + 1] if i + 1 < len(wants) else None)
        for i, argument in enumerate(node.arguments)
    )
    if isinstance(owner.type, Unknown):
        return NOTHING
    if isinstance(owner.type, Maybe):
        return perhaps_none(env, node.owner.span)
    column = column_of(env, owner.type, node.name)
    if column is not None:
        return read_column(env, node, column, owner, more)
    spans = (node.owner.span, *(argument.span for argument in node.arguments))
    found = global_term(env, node, written_on(env, owner.type, node.name), (owner, *more), spans)
    if found is not None:
        return found
    message = f'{article(type_in_words(owner.type))} has no "{node.name}"'
    owned = _owned_names(env, owner.type)
    help: Help | str = did_you_mean(node.name, owned) or (
        f"declare it: keep {node.name}({type_in_words(owner.type)}): ... or let {node.name}"
    )
    inner = element(owner.type)
    if isinstance(inner, Of) and (column_of(env, inner, node.name) or node.name in _owned_names(env, inner)):
        each = f"{inner.kind}'s {node.name} over {inner.kind} in {quoted(node.owner.span) or '...'}"
        help = f"each of them has its own: sum({each}), or list({each}); or take one: first(...)"
    return env.error("R0201", node.name_span, message, help)


def written_on(env: Env, type_: Type, name: str) -> str:
    """Return what is kept for a column of a card that is made in play.

    Else the name itself."""
    kind = env.names.kinds.get(type_.kind) if isinstance(type_, Of) else None
    return kind.written.get(name, name) if kind is not None else name


def _design_with(env: Env, name: str) -> Type | None:
    """Return the designs whose cards are called so.

    `copper's cards` are those of the design, not of a copper."""
    kinds = env.names.kinds
    return next((Of(kind.name) for kind in kinds.values() if name in kind.columns and cards_of(kind)
                 and name == kinds[cards_of(kind) or ""].plural), None)  # fmt: skip


def _owned_names(env: Env, type_: Type) -> list[str]:
    names = env.names
    found = [keep.name for keep in names.keeps.values() if keep.parameters and fits(type_, keep.parameters[0].type)]
    if isinstance(type_, Of) and type_.kind in names.kinds:
        found += [*names.kinds[type_.kind].columns, *names.kinds[type_.kind].written]
    return found + names.value_names() + list(FUNCTIONS)


def read_column(env: Env, node: n.Expression, column: rb.Column, member: rb.Term, more: tuple[rb.Term, ...]) -> rb.Term:
    if isinstance(member.type, Maybe):
        return perhaps_none(env, node.span)
    if column.type is None:
        help = f"run them on a line of their own in a procedure: {quoted(node.span) or column.name}"
        return env.error("R0304", node.span, f'"{column.name}" holds steps: they cannot be used inside a value', help)
    type_, member = column.type, printed_on(column, member, env.names.kinds)
    if not column.parameters:
        if more:
            help = Help(f"leave the brackets out: {column.name}", cut_brackets)
            return env.error("R0302", node.span, f'"{column.name}" is printed and takes nothing in brackets', help)
        changed = env.names.column_value(column)
        return rb.Printed(type_, column, member) if changed is None else rb.ValueCall(type_, changed, (member,))
    spans = tuple(argument.span for argument in node.arguments) if isinstance(node, n.Call | n.Possessive) else ()
    formula = partial(_formula, env, column, type_, member, more)
    return _applied(env, node, column.name, column.parameters, more, spans, formula)


def _formula(env: Env, column: rb.Column, type_: Type, member: rb.Term, more: tuple[rb.Term, ...]) -> rb.Term:
    changed = env.names.column_value(column)
    if changed is not None:
        return rb.ValueCall(type_, changed, (member, *more))
    return rb.Formula(type_, column, member, more)


def _builtin(env: Env, node: n.Expression, name: str, terms: tuple[rb.Term, ...], spans: tuple[Span, ...]) -> rb.Term:
    function = FUNCTIONS[name]
    given = tuple(term.type for term in terms)
    if any(isinstance(type_, Unknown) for type_ in given):
        return NOTHING
    for i, type_ in enumerate(given):
        if isinstance(type_, Maybe):
            return perhaps_none(env, spans[i] if i < len(spans) else node.span)
    walked = network_term(name, terms, _overs(node), env.names.kinds, node.span)
    if walked is not None and not isinstance(walked, str):
        return walked
    on_board = board_term(name, terms, env.names.kinds, node.span)
    if on_board is not None:
        return on_board
    result = walked or function.check(given, env.names.kinds)
    if isinstance(result, str):
        return env.error("R0301", node.span, f'"{name}" needs {result}', f"it is written {function.form}")
    if name == "others":
        return _others(terms[0], node.span)
    return rb.Builtin(result, name, terms, first_kind(given))


def _overs(node: n.Expression) -> tuple[bool, ...]:
    """Return for each argument whether it is `BODY over QUERY` without `list(...)`."""
    owner = (False,) if isinstance(node, n.Possessive) else ()
    given = node.arguments if isinstance(node, n.Call | n.Possessive) else ()
    return (*owner, *(isinstance(one, n.Aggregate) and one.bare and one.body is not None for one in given))


def _others(player: rb.Term, span: Span) -> rb.Term:
    """Build the list of all other players, starting at the next seat."""
    other = rb.Variable("other", PLAYER)
    around = rb.Rotated(ListOf(PLAYER), rb.Members(ListOf(PLAYER), "player"), player, True, False)
    not_me = rb.Comparison(YES_NO, "!=", rb.Local(PLAYER, other), player)
    return rb.Search(ListOf(PLAYER), "list", other, around, not_me, (), None, span)

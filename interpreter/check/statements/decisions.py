"""Check statements that ask a player: chooses, the ways of a menu, takes one of, and their needs.

In: statement nodes and the scope around them. Out: acts with their sites; the leading parts of an action or way. Layer:
check.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_condition, check_expression, check_template
from interpreter.check.expressions.comparisons import predicate
from interpreter.check.expressions.lists import members_of
from interpreter.check.expressions.phrasing import article
from interpreter.check.names.binding import bind, is_only_member, kind_named
from interpreter.check.names.recorder import first_word
from interpreter.check.names.scope import Answer, Scope, known_if
from interpreter.check.secrets.refusal_secrecy import tellable
from interpreter.check.statements.calls import bind_again, check_actor, check_arguments, check_block, named_actor
from interpreter.ir import rulebook as rb
from interpreter.ir.coverage_marks import REFUSAL
from interpreter.ir.types import (
    MOST_SETS,
    NUMBER,
    PLAYER,
    YES_NO,
    ListOf,
    Maybe,
    Number,
    Of,
    SiteShape,
    Type,
    Unknown,
    bare,
    element,
)
from interpreter.source import Help, Span, did_you_mean
from interpreter.source.fixes import declared_above
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


@dataclass(frozen=True)
class Leading:
    """An action or way, split into what decides whether it is offered and its steps."""

    lets: tuple[rb.Assign, ...]
    needs: tuple[rb.Condition, ...]
    first: rb.AskThing | rb.AskSeveral | None  # its first choice
    body: tuple[rb.Act, ...]
    own: tuple[rb.Act, ...]  # without what a law does before it


def check_conditions(
    env: Env, needs: tuple[n.Needs, ...], scope: Scope, reader: rb.Term | None = None
) -> tuple[rb.Condition, ...]:
    """Check what must hold.

    `reader` is the player who reads the refusal (in an action, `you`)."""
    you = scope.find("you")
    if reader is None and you is not None:
        reader = rb.Local(you.type, you)
    return tuple(_condition(env, need.span, need.condition, need.because, scope, reader) for need in needs)


def where_parts(env: Env, where: n.Expression | None, scope: Scope, reader: rb.Term) -> tuple[rb.Condition, ...]:
    """Split a `where` into its parts, so that a refusal can name the one that fails."""
    if where is None:
        return ()
    inner = scope.inner()
    parts = where.parts if isinstance(where, n.Both) else (where,)
    return tuple(_condition(env, part.span, part, None, inner, reader) for part in parts)


def _condition(
    env: Env, span: Span, node: n.Expression, because: n.Text | None, scope: Scope, reader: rb.Term | None
) -> rb.Condition:
    holds = check_condition(env, node, scope, REFUSAL)
    reason = check_template(env, because, scope) if because is not None else None
    values = tuple(pair for pair in _values_in(env, node, scope) if tellable(pair[1], reader))
    scope.learn(known_if(node, True))
    return rb.Condition(span, holds, write(node), reason, values)


def _values_in(env: Env, node: n.Expression, scope: Scope) -> tuple[tuple[str, rb.Term], ...]:
    """Return the two sides of a comparison, so that a refusal can show their values."""
    if not isinstance(node, n.Compare) or predicate(env, node, scope) is not None:
        return ()
    found = []
    other: Type | None = None  # the type of one side decides which member a name on the other side is
    for side in (node.left, node.right):
        if side is None or isinstance(side, n.Number | n.YesNo | n.NoneValue | n.ListOf | n.Range):
            continue
        if is_only_member(env, side, scope):
            continue  # a member is its own name
        term = env.term(side, scope, other)
        other = term.type
        if isinstance(bare(term.type), Number | Of) and not isinstance(term, rb.Constant | rb.Setting):
            found.append((write(side), term))
    return tuple(found)


def check_choose(env: Env, node: n.Choose, scope: Scope) -> Acts:
    actor = check_actor(env, node.actor, scope)
    items, item_name, name = offered(env, node, scope)
    bounds = _bounds(env, node.bounds, scope) if node.bounds is not None else (None, None)
    if node.at_once:
        items, item_name, name = _sets(env, node, items, bounds)
    inner_type = element(items.type) or Unknown()
    inner = scope.inner()
    item = item_of(env, inner, item_name, inner_type, node)
    where = check_condition(env, node.where, inner) if node.where is not None else None
    parts = where_parts(env, node.where, inner, actor)
    if node.where is not None:
        inner.learn(known_if(node.where, True))
    needs = check_conditions(env, node.needs, inner, actor)
    prompt = check_template(env, node.prompt, scope) if node.prompt is not None else None
    several = node.bounds is not None and not node.at_once
    shape: SiteShape = "several" if several else "amount" if isinstance(items, rb.Numbers) else "thing"
    kind = inner_type.kind if isinstance(inner_type, Of) else None
    private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
    site = rb.Site(name, node.span, scope.routine, shape, prompt, node.optional, private, alone, kind=kind)
    site.openly, site.in_any_order = node.openly, node.at_once
    site.among, site.where = write(node.members) if node.members is not None else "", parts
    site.beside = beside(env, node, shape, inner)
    type_: Type = ListOf(inner_type) if several else Maybe(inner_type) if node.optional else inner_type
    automatic = answered_by(env, node.automatic, scope, type_)
    called = inner_type.kind if node.members is None and node.alias is None and isinstance(inner_type, Of) else None
    variable = bind_again(env, scope, name, type_, node.span, called)
    scope.forget_table()
    named, actor = named_actor(actor, private, node.span)
    if several:
        return (*named, rb.AskSeveral(node.span, site, actor, variable, item, items, where, needs, *bounds, automatic))
    return (*named, rb.AskThing(node.span, site, actor, variable, item, items, where, needs, automatic))


def beside(env: Env, node: n.Choose, shape: SiteShape, inner: Scope) -> rb.Template | None:
    """Check the text beside each choice, in which that choice is in scope."""
    if node.beside is None:
        return None
    if shape == "amount":
        message = "players type an amount instead of choosing it from a list: nothing can be shown beside it"
        env.error("R0320", node.beside.span, message, "say it in the prompt")
    return check_template(env, node.beside, inner)


def item_of(env: Env, inner: Scope, name: str, type_: Type, node: n.Choose) -> rb.Variable:
    found = inner.find(name)
    kind = type_.kind if node.members is None and isinstance(type_, Of) else None
    if found is None or bare(found.type) != type_:
        return bind(env, inner, name, type_, node.span, kind)
    again = inner.declare(name, type_)  # the same choice made again
    if env.recorder is not None:
        env.recorder.bound(again, node.span, kind)
    return again


def offered(env: Env, node: n.Choose, scope: Scope) -> tuple[rb.Term, str, str]:
    """Return what is chosen from, the name of one of them, and the name of the answer."""
    if node.members is not None:
        items, _ = members_of(env, node.members, scope)
    else:
        kind = kind_named(env, node.name)
        if kind is None:
            known = list(env.names.kinds)
            env.error("R0201", node.span.word(node.name), f'there is no kind of thing called "{node.name}"',
                        did_you_mean(node.name, known) or f"say what is chosen from: chooses {node.name} in ...")  # fmt: skip
            return rb.Constant(ListOf(Unknown()), 0), node.name, node.alias or node.name
        if env.recorder is not None:
            env.recorder.kind(node.span.word(node.name), kind)
        items = rb.Members(ListOf(Of(kind)), kind)
    if node.bounds is None:
        return items, node.name, node.alias or node.name
    singular = env.names.plurals.get(node.name)
    if singular is not None:
        return items, singular, node.alias or node.name
    item = node.name.removesuffix("s") if node.alias is None and node.name.endswith("s") else node.name
    return items, item, node.alias or (node.name if item != node.name else node.name + "s")


def _sets(
    env: Env, node: n.Choose, items: rb.Term, bounds: tuple[rb.Term | None, rb.Term | None]
) -> tuple[rb.Term, str, str]:
    """Return the sets that may be chosen, and the names of one and of the answer."""
    least, most = bounds
    lists = ListOf(ListOf(element(items.type) or Unknown()))
    given = (items, least or rb.Constant(NUMBER, 0), most or rb.Constant(NUMBER, MOST_SETS))
    plural = next((many for many, one in env.names.plurals.items() if one == node.name), node.name)
    return rb.Builtin(lists, "sets_of", given), plural, node.alias or plural


def _bounds(env: Env, node: n.Bounds, scope: Scope) -> tuple[rb.Term | None, rb.Term | None]:
    least = check_expression(env, node.least, scope, NUMBER) if node.least is not None else None
    most = check_expression(env, node.most, scope, NUMBER) if node.most is not None else None
    return least, most


def answered_by(env: Env, laws: tuple[n.Automatic, ...], scope: Scope, answer: Answer) -> tuple[rb.AutoAnswer, ...]:
    found = []
    for law in laws:
        if scope.secret and not law.answers:
            continue  # a secret decision, as in the weaver
        inner = scope.inner()
        inner.answer = answer if law.answers else None
        asked = None if law.answers else bind(env, inner, "asked", PLAYER, law.span)
        where = check_condition(env, law.where, inner) if law.where is not None else None
        found.append(rb.AutoAnswer(where, check_block(env, law.body, inner), asked))
    return tuple(found)


def check_menu(env: Env, node: n.Menu, scope: Scope) -> Acts:
    actor = check_actor(env, node.actor, scope)
    prompt = check_template(env, node.prompt, scope) if node.prompt is not None else None
    names = [branch.name for branch in node.branches]
    automatic = answered_by(env, node.automatic, scope, names)
    entries = tuple(_entry(env, branch, scope) for branch in node.branches)
    labels = tuple((branch.name, _title(env, branch.title, scope)) for branch in node.branches)
    private, alone = scope.secret or node.secretly, node.secretly and not scope.secret
    site = rb.Site("way", node.span, scope.routine, "menu", prompt, node.optional, private, alone, labels=labels)
    site.openly = node.openly
    scope.forget_table()
    named, actor = named_actor(actor, private, node.span)
    return (*named, rb.AskMenu(node.span, site, actor, entries, automatic))


def _title(env: Env, title: n.Text | None, scope: Scope) -> rb.Template | None:
    return check_template(env, title, scope) if title is not None else None


def _entry(env: Env, branch: n.Branch, scope: Scope) -> rb.MenuEntry:
    inner = scope.inner()
    found = check_leading(env, branch.body, inner)
    return rb.MenuEntry(branch.name, found.lets, found.needs, found.first, found.body, _tries(found.body), found.own)


def check_leading(env: Env, nodes: tuple[n.Statement, ...], scope: Scope) -> Leading:
    """Check an action or way, and split it."""
    lets: list[rb.Assign] = []
    needs: list[rb.Condition] = []
    rest = list(nodes)
    while rest and (isinstance(rest[0], n.Needs) or (_only_lets(env, rest[0]) and _needs_follow(rest))):
        node = rest.pop(0)
        if isinstance(node, n.Needs):
            needs.extend(check_conditions(env, (node,), scope))
        else:
            lets.extend(act for act in env.acts(node, scope) if isinstance(act, rb.Assign))
    start = _own_start(rest)
    before, own = check_block(env, tuple(rest[:start]), scope), check_block(env, tuple(rest[start:]), scope)
    _note_detail(before)
    _note_detail(own)
    first = _first_choice(before) or _first_choice(own)
    return Leading(tuple(lets), tuple(needs), first, (*lets, *before, *own), (*lets, *own))


def _own_start(nodes: list[n.Statement]) -> int:
    """Return where its own steps begin: behind those of the laws before it.

    0 if laws have taken the place of all of them."""
    for number, node in enumerate(nodes):
        if not any(isinstance(inner, n.Enclosed | n.Touch) for inner in (node, *_guarded_steps(node))):
            return number
    return 0


def _guarded_steps(node: n.Statement) -> Iterator[n.Statement]:
    """Yield the steps of a law that applies only sometimes."""
    if isinstance(node, n.If):
        yield from (step for case in node.cases for step in case.body)


def _only_lets(env: Env, node: n.Statement) -> bool:
    """Is it a let with an expression, not one that binds the result of a procedure?"""
    return isinstance(node, n.LetHere) and getattr(node.value, "name", "") not in env.names.routines


def check_take(env: Env, node: n.Take, scope: Scope) -> Acts:
    actor = check_actor(env, node.actor, scope)
    actions: list[tuple[rb.Routine, tuple[rb.Term, ...]]] = []
    for taken in node.actions:
        routine = env.names.routines.get(taken.name)
        if routine is None or "action" not in routine.word:
            known = [name for name, found in env.names.routines.items() if "action" in found.word]
            message, help = f'there is no action called "{taken.name}"', did_you_mean(taken.name, known)
            declare = partial(declared_above, f"action {taken.name}\n  stop")
            if routine is not None:
                message = f'"{taken.name}" is {article(routine.word)}, not an action'
                help = Help(f"run it on a line of its own, or declare it with: action {taken.name}", declare)
            help = help or Help(f"declare it with: action {taken.name}", declare)
            env.error("R0207", taken.span.word(taken.name), message, help)
            continue
        if env.recorder is not None:
            env.recorder.thing(first_word(taken.span), routine)
        arguments = check_arguments(env, taken, taken.name, routine.parameters[1:], taken.arguments, scope)
        actions.append((routine, arguments))
    names = [routine.name for routine, _ in actions]
    labels = tuple((routine.name, routine.title) for routine, _ in actions)
    automatic = answered_by(env, node.automatic, scope, names)
    prompt = check_template(env, node.prompt, scope) if node.prompt is not None else None
    site = rb.Site("action", node.span, scope.routine, "actions", prompt, node.optional, scope.secret, labels=labels)
    site.openly = node.openly
    taken_it = bind_again(env, scope, node.alias, YES_NO, node.span) if node.alias is not None else None
    if node.repeated:
        taken_it = rb.Variable("taken", YES_NO)
    scope.forget_table()
    ask = rb.AskAction(node.span, site, actor, tuple(actions), taken_it, automatic)
    return _again_and_again(ask) if node.repeated else ask


def _again_and_again(ask: rb.AskAction) -> rb.Act:
    """Build `may take any of`: repeat the question until the player passes."""
    assert ask.taken is not None
    passed = rb.Logic(YES_NO, "not", (rb.Local(YES_NO, ask.taken),))
    leave = rb.Branching(ask.span, ((passed, (rb.Break(ask.span),)),), ())
    return rb.Loop(ask.span, "forever", None, (ask, leave))


def _note_detail(body: tuple[rb.Act, ...]) -> None:
    """Mark the choice that a way or an action begins with as a detail of it."""
    if body and isinstance(body[0], rb.NamedStep):
        _note_detail(body[0].body)
    elif body and isinstance(body[0], rb.AskThing | rb.AskSeveral):
        body[0].site.detail = True


def _needs_follow(nodes: list[n.Statement]) -> bool:
    """Is there a `needs` or a choice after these lets?

    Only then do they count as leading."""
    for node in nodes:
        if isinstance(node, n.Needs | n.Choose):
            return True
        if not isinstance(node, n.LetHere):
            return False
    return False


def _first_choice(body: tuple[rb.Act, ...]) -> rb.AskThing | rb.AskSeveral | None:
    """Return the choice made before anything happens, also inside named steps.

    None if it can be declined or is answered by the rules."""
    for act in body:
        if isinstance(act, rb.AskThing | rb.AskSeveral):
            answered = any(law.where is None and law.asked is None for law in act.automatic)
            needless = isinstance(act, rb.AskSeveral) and act.least in (None, rb.Constant(NUMBER, 0))
            return None if act.site.optional or answered or needless else act
        if isinstance(act, rb.NamedStep) and not act.body:  # only a mark: nothing has happened
            continue
        if isinstance(act, rb.NamedStep):
            return _first_choice(act.body)
        return None
    return None


def _tries(acts: tuple[rb.Act, ...]) -> bool:
    return any(isinstance(act, rb.Check) for act in rb.walk_acts(acts))

"""Emit questions as Python functions and tables: options, prompts, labels, refusals and their reasons.

In: the questions and actions of a Program. Out: functions and tables in an Emission. Layer: backends.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.backends.python.context import Context, values_template
from interpreter.backends.python.emission import Module
from interpreter.backends.python.showing import shown
from interpreter.backends.python.terms import kept, write_items, write_loop, write_shown, write_term
from interpreter.ir import rulebook as rb
from interpreter.ir.combinations import alternatives, taken_apart
from interpreter.ir.questions import Availability, Question, Taking, Told
from interpreter.ir.traversal import known
from interpreter.ir.types import NUMBER, ListOf, Of
from interpreter.runtime.identifiers import made
from interpreter.source import Span


def write_questions(module: Module) -> None:
    for name, way in module.program.actions.items():
        span = module.rulebook.routines[name].span
        _availability(module, made("can", name), made("why", name), way, module.frame_context(name), span)
    sites = [_site(module, question, module.frame_context(question.routine)) for question in module.program.questions]
    module.out.line(f"SITES = ({''.join(site + ', ' for site in sites)})")
    module.out.line(f"NEEDS = ({''.join(need + ', ' for need in module.needs)})")
    module.out.line(f"NONE_LEFT = ({''.join(one + ', ' for one in module.none_left)})")
    free = [
        f"FreeAction({routine.name!r}, {made('can', routine.name)}, {_title(module, routine)}, {routine.between})"
        for routine in module.program.free
    ]
    module.out.line(f"FREE = ({''.join(text + ', ' for text in free)})")
    actions = "".join(
        f"{name!r}: Action({made('can', name)}, {made('why', name)}), " for name in module.program.actions
    )
    module.out.line(f"ACTIONS = {{{actions}}}")


def _title(module: Module, routine: rb.Routine) -> str:
    if routine.title is None:
        return "None"
    return module.text_function(routine.title, module.frame_context(routine.name), routine.span)


def _need(
    module: Module, need: rb.Condition, context: Context, item: rb.Variable | None, before: Sequence[str] = ()
) -> int:
    inner = context.inner()
    if item is not None:
        inner.variables[item] = "x"
    because = module.text_function(need.because, inner, need.span, before)
    numbers = module.text_function(values_template(need), inner, need.span, before) if need.values else "None"
    clauses = module.shared.clauses_at(need.span)
    module.needs.append(f"Need({need.words!r}, {because}, {numbers}, {str(need.span)!r}, {clauses!r})")
    return len(module.needs) - 1


def _first_failing(
    module: Module, needs: Sequence[rb.Condition], context: Context, item: rb.Variable, before: Sequence[str] = ()
) -> str:
    """Emit a function (s, f, x) -> the number of the first condition that fails for x.

    None if all hold."""
    name = module.shared.fresh("failing_")
    inner = context.inner()
    inner.variables[item] = "x"
    lines = [
        f"    if not {write_term(need.holds, inner)}: return {_need(module, need, context, item, before)}"
        for need in needs
    ]
    spans = [*[needs[0].span] * len(before), *(need.span for need in needs), needs[-1].span]
    module.out.function(f"{name}(s, f, x)", [*before, *lines, "    return None"], spans)
    return name


def _none_left(module: Module, told: Told, context: Context, before: Sequence[str]) -> int:
    """Emit a function that explains why a later question has no choice.

    (s, f) -> its items and why none can be chosen; return its number."""
    name = module.shared.fresh("none_left_")
    needs = (*told.site.where, *told.needs)
    body = [*before, f"    items = {write_items(told.among, context)}"]
    if needs:
        failing = _first_failing(module, needs, context, told.item, before)
        body.append(f"    return [({shown('x', told.item.type, context)}, {failing}(s, f, x), x) for x in items]")
    else:
        body.append("    return []")
    module.out.function(f"{name}(s, f)", body, told.span)
    module.none_left.append(f"NoneLeft({told.site.name!r}, {name})")
    return len(module.none_left)


def _availability(module: Module, name: str, why: str, way: Availability, context: Context, span: Span) -> None:
    """Emit can_...: is it offered?

    and why_...: the number of the need that fails; below 0 if nothing can be chosen."""
    inner = context.inner()
    lets_so_far: list[str] = []
    can: list[str] = []
    lines: list[str] = []
    can_spans: list[Span] = []
    spans: list[Span] = []
    for part in way.steps:
        if isinstance(part, rb.Assign):
            text = kept(part.value, inner)
            lets_so_far.append(f"    {inner.local(part.variable)} = {text}")
            can.append(lets_so_far[-1])
            lines.append(lets_so_far[-1])
            can_spans.append(part.span)
        else:
            holds = write_term(part.holds, inner)
            lines.append(f"    if not {holds}: return {_need(module, part, inner, None, tuple(lets_so_far))}")
            if known(part.holds) is not True:
                can.append(f"    if not {holds}: return False")
                can_spans.append(part.span)
        spans.append(part.span)
    if way.first is not None and way.enough is not None:
        none_left = _none_left(module, way.first, inner, tuple(lets_so_far))
        looked = ["    " + text for text in write_loop(way.enough, inner, "t") or ()]
        enough = "t" if looked else write_term(way.enough, inner)
        for body, where, otherwise in ((can, can_spans, "False"), (lines, spans, f"-{none_left}")):
            body += [*looked, f"    if not {enough}: return {otherwise}"]
            where.extend([way.first.span] * (len(looked) + 1))
    module.out.function(f"{name}(s, f)", [*can, "    return True"], [*can_spans, span])
    module.out.function(f"{why}(s, f)", [*lines, "    return None"], [*spans, span])


def _site(module: Module, question: Question, context: Context) -> str:
    site, told = question.site, question.told
    prompt = module.text_function(site.prompt, context, site.span)
    labels = ", ".join(
        f"Label({name!r}, {module.text_function(title, _label_context(question, i, context), site.span)})"
        for i, (name, title) in enumerate(site.labels)
    )
    refused = _refused(module, question, context)
    shape = "several" if question.several is not None else site.shape
    show = "None"
    if told is not None:
        show = module.shared.fresh("show_")
        module.out.function(f"{show}(s, x)", [f"    return {_shown_option(module, told, context)}"], site.span)
    return (
        f"Site({site.name!r}, {site.routine!r}, {shape!r}, {site.kind!r}, {site.optional}, {site.private}, {prompt}, "
        f"({labels}{',' if labels else ''}), {refused}, {str(site.span)!r}, {show}, {_left_out(module, told, context)}, "
        f"{site.among!r}, {_beside(module, told, context)}, {site.detail}, {site.openly}, "
        f"{_several(module, question, context)}, {_parts(site)}, {site.either}, {_listed(told)!r}, {site.in_any_order})"
    )


def _listed(told: Told | None) -> str | None:
    """Name the kind of the items if whole lists are chosen."""
    match told.item.type if told is not None else None:
        case ListOf(Of(kind)):
            return kind
        case _:
            return None


def _shown_option(module: Module, told: Told, context: Context) -> str:
    """Print the option x rendered for people.

    A decision about several things shows all of them."""
    if not told.site.parts:
        return shown("x", told.item.type, context)
    inner = context.inner()
    inner.variables[told.item] = "x"
    number = rb.Local(NUMBER, told.item)
    if told.site.either:
        *others, (_, last) = alternatives(told.site.parts, number, told.span)
        text = write_shown(last, inner)
        for is_it, value in reversed(others):
            text = f"({write_shown(value, inner)} if {write_term(is_it, inner)} else {text})"
        return text
    values = taken_apart(told.site.parts, number, told.span)
    between = " to " if _from_here_to_there(module, told) else " and "
    return f" + {between!r} + ".join(write_shown(value, inner) for value in values)


def _from_here_to_there(module: Module, told: Told) -> bool:
    """Is it a move: two places of one kind decided together, as in d2 to d4?"""
    parts = told.site.parts
    kind = parts[0].kind
    if len(parts) != 2 or kind is None or kind != parts[1].kind:
        return False
    return module.rulebook.kinds[kind].word in ("places", "grid")


def _several(module: Module, question: Question, context: Context) -> str:
    """Emit a function (s, f) -> what is chosen, and the fewest and most things."""
    bounds = question.several
    if bounds is None:
        return "None"
    name = module.shared.fresh("bounds_")
    least = write_term(bounds.least, context) if bounds.least is not None else "0"
    most = write_term(bounds.most, context) if bounds.most is not None else "None"
    line = f"    return {context.name(bounds.chosen)}, {least}, {most}"
    module.out.function(f"{name}(s, f)", [line], question.span)
    return name


def _parts(site: rb.Site) -> str:
    return "(" + "".join(f"Part({part.kind!r}, {part.low}, {part.size}), " for part in site.parts) + ")"


def _beside(module: Module, told: Told | None, context: Context) -> str:
    """Emit a function (s, f, x) -> the text beside the item x in the list of choices."""
    if told is None:
        return "None"
    inner = context.inner()
    inner.variables[told.item] = "x"
    return module.text_function(told.site.beside, inner, told.site.span)


def _left_out(module: Module, told: Told | None, context: Context) -> str:
    """Emit a function (s, f) -> the items that a `where` leaves out.

    Each with the part that fails."""
    if told is None or not told.site.where:
        return "None"
    name = module.shared.fresh("left_out_")
    failing = _first_failing(module, told.site.where, context, told.item)
    items = _looked_at(told.among, context)
    line = f"    return [(x, n, x) for x in {items} if (n := {failing}(s, f, x)) is not None]"
    module.out.function(f"{name}(s, f)", [line], told.span)
    return name


def _looked_at(items: rb.Term, context: Context) -> str:
    """Print the items whose refusal is explained.

    Only the first numbers of a long range."""
    return f"glance({write_term(items, context)})" if isinstance(items, rb.Numbers) else write_items(items, context)


def _label_context(question: Question, number: int, context: Context) -> Context:
    """Make the context for an action's title, which may use its parameters."""
    taking = question.taking
    if taking is None:
        return context
    routine, arguments = taking.actions[number]
    inner = context.inner()
    given = (taking.actor, *arguments)
    inner.variables.update(
        {p: write_term(argument, context) for p, argument in zip(routine.parameters, given, strict=True)}
    )
    return inner


def _refused(module: Module, question: Question, context: Context) -> str:
    """Emit a function (s, f) -> what cannot be chosen, with the failing need."""
    if question.told is not None:
        return _refused_things(module, question.told, context)
    taking = question.taking
    body = _refused_actions(taking, context) if taking is not None else _refused_ways(module, question, context)
    name = module.shared.fresh("refused_")
    module.out.function(f"{name}(s, f)", ["    found = []", *body, "    return found"], question.span)
    return name


def _refused_things(module: Module, told: Told, context: Context) -> str:
    if not told.needs:
        return "None"
    name, inner = module.shared.fresh("refused_"), context.inner()
    item = inner.local(told.item)
    first = _first_failing(module, told.needs, context, told.item)
    where = f" if {write_term(told.where, inner)}" if told.where is not None else ""
    items = _looked_at(told.among, context)
    module.out.function(f"{name}(s, f)", [
        f"    return [({item}, n, {item}) for {item} in {items}{where} if (n := {first}(s, f, {item})) is not None]"
    ], told.span)  # fmt: skip
    return name


def _refused_ways(module: Module, question: Question, context: Context) -> list[str]:
    body = []
    for number, way in enumerate(question.ways):
        stem = question.site.number, number
        _availability(module, made("can", *stem), made("why", *stem), way, context, question.span)
        body.append(f"    if (n := {made('why', *stem)}(s, f)) is not None: found.append(({number}, n, None))")
    return body


def _refused_actions(taking: Taking, context: Context) -> list[str]:
    body = []
    for number, (routine, arguments) in enumerate(taking.actions):
        given = ", ".join(write_term(term, context) for term in (taking.actor, *arguments))
        why = f"{made('why', routine.name)}(s, g := [0, {given}])"
        body.append(f"    if (n := {why}) is not None: found.append(({number}, n, g))")
    return body

"""Print searches as C expressions: loops over their items.

In: a search and a Context. Out: the text of a statement expression, so that every term is one expression and is evaluated in
the order of the rules. Layer: backends.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeGuard

from interpreter.backends.c.bounds import sum_fits
from interpreter.backends.c.branchless import bit, straight
from interpreter.backends.c.cells import row_of
from interpreter.backends.c.context import Context, kept, scalar, write
from interpreter.backends.c.fusing import fused
from interpreter.backends.c.logic import length_of
from interpreter.backends.c.piles import in_pile, sum_in_pile, through_pile
from interpreter.backends.c.sets import bit_by_bit, cells_together, opened, set_of, size_of_set, word_of
from interpreter.backends.c.tiles import tile_word
from interpreter.backends.c.unit import WORD_BITS, UnsupportedError, c_type, none_of
from interpreter.ir import rulebook as rb
from interpreter.ir.questions import together
from interpreter.ir.traversal import known
from interpreter.ir.types import YES_NO, ListOf, Zone
from interpreter.lower.passes.budget import COUNTED, uncounted

MAX_UNROLLED = 8  # longest list of constant length to unroll
FROM_SETS = {  # the answer to each search, from its bitset
    "some": "{0} != 0", "no": "{0} == 0", "count": "{1}many({0})", "first": "{1}lowest_of({0})", "last": "{1}highest_of({0})",
}  # fmt: skip


def search(term: rb.Search, context: Context) -> str:
    if term.keys:
        return _ordered(term, context)
    if term.word in ("first", "last") and term.body is not None:
        return _or_else(term, context)
    at_once = _at_once(term, context)
    if at_once is not None:
        return at_once
    match term.word:
        case "while":
            return _while(term, context)
        case "list":
            return _listed(term, context) if term.body is None else _worked_list(term, context)
        case "count":
            return _count(term, context)
        case "sum" if sum_fits(term, context.unit):
            return _loop(term, context, "I {r} = 0;", "{r} += {body};")
        case "sum":
            return _loop(term, context, "I {r} = 0;", "{r} = add(s, {r}, {body});")
        case "highest" | "lowest":
            better = ">" if term.word == "highest" else "<"
            step = f"{{{{ I b_ = {{body}}; if ({{r}} == NONE || b_ {better} {{r}}) {{r}} = b_; }}}}"
            return _loop(term, context, "I {r} = NONE;", step, "{r} == NONE ? 0 : {r};")
        case "some" | "no":
            found = _loop(term, context, "I {r} = 0;", "{{ {r} = 1; break; }}")
            return found if term.word == "some" else f"(!{found})"
        case "every":
            return _every(term, context)
        case "first" | "last" | "sole" | "the":
            return _one(term, context)
        case _:
            raise UnsupportedError(f"the search {term.word}")


def _count(term: rb.Search, context: Context) -> str:
    if term.where is None:
        return f"({length_of(term.items, context)})"
    if straight(term.where) and not _is_narrowed(term, context):
        return _loop(replace(term, where=None), context, "I {r} = 0;", "{r} += {bit};", bit_of=term.where)
    return _loop(term, context, "I {r} = 0;", "{r}++;")


def _every(term: rb.Search, context: Context) -> str:
    assert term.body is not None
    if term.where is None and straight(term.body) and _few(term.items, context):
        return _loop(replace(term, body=None), context, "I {r} = 1;", "{r} &= {bit};", bit_of=term.body)
    return _loop(term, context, "I {r} = 1;", "if (!{body}) {{ {r} = 0; break; }}")


def _one(term: rb.Search, context: Context) -> str:
    """Find the first, the last or the only one."""
    counted = "{{ {r} = {x}; {r}_n++; }}"
    match term.word:
        case "first" if c_type(term.items.type) == "LL":
            return _loop(term, context, "L {r} = {{-1, 0}};", "{{ {r} = {x}; break; }}")
        case "first":
            return _loop(term, context, "I {r} = NONE;", "{{ {r} = {x}; break; }}")
        case "last" | "sole" if term.where is None:
            several = "_list" if c_type(term.items.type) == "LL" else ""
            return f"{term.word}{several}_of({write(term.items, context)})"
        case "last":
            return _loop(term, context, f"{_none_yet(term)}", "{r} = {x};")
        case "sole":
            after = "{r}_n == 1 ? {r} : " + none_of(lists_of(term.items)[1]).replace("{", "{{").replace("}", "}}") + ";"
            return _loop(term, context, f"{_none_yet(term)} I {{r}}_n = 0;", counted, after)
        case _ if term.where is None:
            return f"{'only' if c_type(term.items.type) == 'L' else 'only_list'}(s, {write(term.items, context)})"
        case _:
            after = "if ({r}_n != 1) jump(s, FAULT); {r};"
            return _loop(term, context, f"{_none_yet(term)} I {{r}}_n = 0;", counted, after)


def _at_once(term: rb.Search, context: Context) -> str | None:
    """Answer a search from a bitset without a loop; None if that is not possible."""
    if term.word == "every" and term.body is not None:
        fails = rb.Logic(YES_NO, "not", (term.body,))
        where = fails if term.where is None else rb.Logic(YES_NO, "and", (term.where, fails))
        return _at_once(replace(term, word="no", where=where, body=None), context)
    if term.word == "sum":
        cells = cells_together(term, term.body, context) if term.where is None and term.body is not None else None
        return cells or sum_in_pile(term, context)
    found = word_of(term.items, term.variable, term.where, context) if term.word in FROM_SETS else None
    if found is None and term.word in ("some", "no", "count"):
        pile = in_pile(term.items, term.variable, term.where, context)
        if pile is not None and pile.rest is None:
            return f"({{ {pile.before}{FROM_SETS[term.word].format(pile.word, 'wide_' if pile.is_wide else '')}; }})"
    if found is None or found[1].rest is not None:
        return None
    word = context.unit.fresh("m")
    answer = FROM_SETS[term.word].format(word, "wide_" if found[1].is_wide else "")
    return f"({{ {found[0]}{found[1].head(word)}{answer}; }})"


def through(
    items: rb.Term, variable: rb.Variable, where: rb.Term | None, context: Context
) -> tuple[str, Context, rb.Term | None]:
    """Print the head of a loop over the matching items, narrowed by bitsets.

    The inner context and the remaining test."""
    found = word_of(items, variable, where, context)
    if found is None:
        pile = in_pile(items, variable, where, context)
        if pile is not None:
            return *through_pile(pile, variable, context), pile.rest
        filtered = fused(items, variable, context)
        if filtered is None:
            return *over(items, variable, context), where
        tests = (filtered.where,) if where is None else (filtered.where, where)
        return through(filtered.items, variable, together("and", list(tests)), context)
    inner, word = context.inner(), context.unit.fresh("m")
    name = inner.local(variable)
    return f"{found[0]}{found[1].head(word)}{bit_by_bit(word, name, found[1].is_wide)}", inner, found[1].rest


def _is_narrowed(term: rb.Search, context: Context) -> bool:
    return word_of(term.items, term.variable, term.where, context) is not None


def _counts_by_itself(items: rb.Term, context: Context) -> bool:
    """Can the items be counted through, without building a list?"""
    return isinstance(items, rb.Numbers) or (isinstance(items, rb.Members) and _all_of(items, context))


def _all_of(items: rb.Members, context: Context) -> bool:
    """Are these all members from the first to the last?

    Seats are, unless players can leave the game."""
    return items.kind != "player" or not context.unit.program.eliminates


def _how_many(items: rb.Members, context: Context) -> str:
    return "s->nseats" if items.kind == "player" else str(context.unit.size(items.kind))


def _size_of(items: rb.Term, context: Context) -> int:
    return context.unit.size(items.kind) if isinstance(items, rb.Members) else 0


def over(items: rb.Term, variable: rb.Variable, context: Context) -> tuple[str, Context]:
    """Print the head of a loop over items, and return the inner context.

    Up to its opening brace."""
    inner = context.inner()
    name = inner.local(variable)
    if isinstance(items, rb.Builtin) and items.name == COUNTED and _counts_by_itself(items.arguments[0], context):
        head, inner = over(items.arguments[0], variable, context)
        counted = _how_many(items.arguments[0], context) if isinstance(items.arguments[0], rb.Members) else ""
        return f"spend(s, {counted}); {head}" if counted else head, inner
    if isinstance(items, rb.Members) and _all_of(items, context):
        end = context.unit.fresh("e")
        return f"const I {end} = {_how_many(items, context)}; for (I {name} = 0; {name} < {end}; {name}++) {{", inner
    tiles, is_counted = uncounted(items)
    word = tile_word(opened(tiles, context), context)
    if word is not None:
        left = context.unit.fresh("m")
        work = f"spend(s, many({left})); " if is_counted else ""
        return f"uint64_t {left} = {word}; {work}{bit_by_bit(left, name, is_wide=False)}", inner
    if isinstance(items, rb.Numbers) and isinstance(items.step, rb.Constant) and items.step.value == 1:
        low, high, end = scalar(items.low, context), scalar(items.high, context), context.unit.fresh("e")
        start = context.unit.fresh("b")
        head = f"I {start} = {low}, {end} = {high}; if ({end} - {start} >= 1000000) jump(s, FAULT); "
        head += f"spend(s, larger(0, {end} - {start} + 1)); "
        return head + f"for (I {name} = {start}; {name} <= {end}; {name}++) {{", inner
    view, index = context.unit.fresh("l"), context.unit.fresh("i")
    if isinstance(items, rb.Rotated) and not items.counterclockwise and not isinstance(items.items, rb.Members):
        start = f"beginning(s, {view}, {write(items.start, context)}, {int(items.after)})"
        return (
            f"L {view} = {write(items.items, context)}; I {view}_at = {start}; "
            f"for (I {index} = 0; {index} < {view}.n; {index}++) "
            f"{{ I {name} = {view}.p[{view}_at]; if (++{view}_at == {view}.n) {view}_at = 0; "
        ), inner
    if isinstance(items, rb.Local) and items.variable in context.lengths:
        count = context.lengths[items.variable]
        return (
            f'const I *{view} = {context.variables[items.variable]}.p; _Pragma("GCC unroll {MAX_UNROLLED}") '
            f"for (I {index} = 0; {index} < {count}; {index}++) {{ I {name} = {view}[{index}]; "
        ), inner
    if isinstance(items, rb.Builtin) and items.name in ("all_lines", "lines_through"):
        length = known(items.arguments[1])
        if length is not None and length <= MAX_UNROLLED:  # the lines of a table are contiguous
            inner.lengths[variable] = length
            return (
                f"LL {view} = {write(items, context)}; const I *{view}_p = {view}.n ? {view}.p->p : 0; "
                f"for (I {index} = 0; {index} < {view}.n; {index}++) "
                f"{{ L {name} = {{{length}, {view}_p + {length} * {index}}}; "
            ), inner
    if isinstance(items, rb.Stored) and isinstance(items.keep.type, Zone) and items.keep.type.size is not None:
        return (
            f"L {view} = {row_of(items, context)}; for (I {index} = 0; {index} < {view}.n; {index}++) "
            f"{{ I {name} = {view}.p[{index}]; if ({name} == NONE) continue; "
        ), inner
    kind = "I" if c_type(items.type) == "L" else "L"
    return (
        f"__auto_type {view} = {write(items, context)}; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {kind} {name} = {view}.p[{index}]; "
    ), inner


def counted_members(items: rb.Term, context: Context) -> int:
    """Count the items if they are counted through; else 0."""
    if isinstance(items, rb.Builtin) and items.name == COUNTED:
        items = items.arguments[0]
    if set_of(items, context) is not None:
        return size_of_set(items, context)
    if tile_word(opened(items, context), context) is not None:
        return WORD_BITS
    return _size_of(items, context) if isinstance(items, rb.Members) and _counts_by_itself(items, context) else 0


def is_plain_list(term: rb.Term) -> TypeGuard[rb.Search]:
    """Is it a plain filter: matching items in their order, unchanged?"""
    return (
        isinstance(term, rb.Search) and term.word == "list" and not term.keys and not term.pieces and term.body is None
    )


def _few(items: rb.Term, context: Context) -> bool:
    """Is it a list of few items and constant length, whose loop is unrolled?"""
    return isinstance(items, rb.Local) and items.variable in context.lengths


def _loop(
    term: rb.Search, context: Context, before: str, hit: str, after: str = "{r};", bit_of: rb.Term | None = None
) -> str:
    """Print a statement expression that runs `hit` at each matching item."""
    head, inner, rest = through(term.items, term.variable, term.where, context)
    found = context.unit.fresh("r")
    where = f"if ({write(rest, inner)}) " if rest is not None else ""
    body = scalar(term.body, inner) if term.body is not None else ""
    one = inner.variables[term.variable]
    names = {"r": found, "x": one, "body": body, "bit": "" if bit_of is None else bit(bit_of, inner)}
    return f"({{ {before.format(**names)} {head}{where}{hit.format(**names)} }} {after.format(**names)} }})"


def _none_yet(term: rb.Search) -> str:
    """Declare the result of a search as none."""
    one = lists_of(term.items)[1]
    return "I {r} = NONE;" if one == "I" else "L {r} = {{-1, 0}};"


def _while(term: rb.Search, context: Context) -> str:
    """Print the items before the first one that fails the test."""
    view, index, inner = context.unit.fresh("l"), context.unit.fresh("i"), context.inner()
    name = inner.local(term.variable)
    where = write(term.where, inner) if term.where is not None else "1"
    whole, one = lists_of(term.items)
    return (
        f"({{ {whole} {view} = {write(term.items, context)}; I {index} = 0; for (; {index} < {view}.n; {index}++) "
        f"{{ {one} {name} = {view}.p[{index}]; if (!{where}) break; }} ({whole}){{{index}, {view}.p}}; }})"
    )


def lists_of(items: rb.Term) -> tuple[str, str]:
    """Return the C types of a list and of its items."""
    return ("L", "I") if c_type(items.type) == "L" else ("LL", "L")


def _space(one: str, count: str) -> str:
    """Allocate room for a number of items."""
    return f"room(s, {count})" if one == "I" else f"(L *)room(s, 2 * {count})"


def _worked_list(term: rb.Search, context: Context) -> str:
    """Map the matching items through the body."""
    assert term.body is not None
    made = c_type(term.body.type)
    if made == "LL":
        raise UnsupportedError("lists of lists of lists")
    view, found, index = (context.unit.fresh(x) for x in "lri")
    items, inner = write(term.items, context), context.inner()
    name, (whole, one) = inner.local(term.variable), lists_of(term.items)
    where = f"if ({write(term.where, inner)}) " if term.where is not None else ""
    return (
        f"({{ {whole} {view} = {items}; {made} *{found} = {_space(made, f'{view}.n')}; I {found}_n = 0; "
        f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {one} {name} = {view}.p[{index}]; "
        f"{where}{{ {made} b_ = {kept(term.body, inner)}; {found}[{found}_n++] = b_; }} }} "
        f"({'L' if made == 'I' else 'LL'}){{{found}_n, {found}}}; }})"
    )


def _listed(term: rb.Search, context: Context) -> str:
    """Print the matching items as a list."""
    if term.where is None:
        return write(term.items, context)
    found = context.unit.fresh("r")
    head, inner, rest = _into_list(term, found, context)
    name, (whole, _) = inner.variables[term.variable], lists_of(term.items)
    take = taken_if(rest, f"{found}[{found}_n] = {name};", f"{found}_n", inner)
    return f"({{ I {found}_n = 0; {head}{take} }} ({whole}){{{found}_n, {found}}}; }})"


def _ordered(term: rb.Search, context: Context) -> str:
    """Sort by keys (stably), then apply the search word."""
    if term.body is not None and term.word in ("first", "last"):
        return _or_else(term, context)
    if term.body is not None and term.word == "list":
        ordered = replace(term, type=ListOf(term.variable.type), body=None)
        return _worked_list(replace(term, keys=(), where=None, items=ordered), context)
    if term.word != "list":
        return _best(term, context)
    items, found, keys, index = _listed(term, context), *(context.unit.fresh(x) for x in "rki")
    inner = context.inner()
    name = inner.local(term.variable)
    whole, one = lists_of(term.items)
    lists = "" if one == "I" else "_lists"
    sets = " ".join(
        f"{keys}[{index} * {len(term.keys)} + {number}] = {'-' if key.highest else ''}{scalar(key.value, inner)};"
        for number, key in enumerate(term.keys)
    )
    text = (
        f"{whole} {found} = copied{lists}(s, {items}); I *{keys} = room(s, {found}.n * {len(term.keys)}); "
        f"for (I {index} = 0; {index} < {found}.n; {index}++) {{ {one} {name} = {found}.p[{index}]; {sets} }} "
        f"sorted{lists}(s, ({one} *){found}.p, {keys}, {found}.n, {len(term.keys)}); "
    )
    return f"({{ {text} {found}; }})"


def _best(term: rb.Search, context: Context) -> str:
    """Find the first or last item in an order in one pass, without sorting."""
    whole, one = lists_of(term.items)
    found, best, now = (context.unit.fresh(x) for x in "rkw")
    keys = range(len(term.keys))
    if term.word == "tied":
        head, inner, rest = _into_list(term, found, context)
    else:
        head, inner, rest = through(term.items, term.variable, term.where, context)
        head = f"{one} {found} = {none_of(one)}; {head}"
    where = f"if (!{write(rest, inner)}) continue; " if rest is not None else ""
    values = ((key.highest, scalar(key.value, inner)) for key in term.keys)
    worked = " ".join(f"I {now}_{i} = {'-' if highest else ''}{value};" for i, (highest, value) in enumerate(values))
    is_better, is_equal = _compared_keys(best, now, len(keys), ">" if term.word == "last" else "<")
    name, target = inner.variables[term.variable], f"{found}[0]" if term.word == "tied" else found
    taken = f"{{ {' '.join(f'{best}_{i} = {now}_{i};' for i in keys)} {target} = {name}; {found}_n = 1; }}"
    match term.word:
        case "first":
            hit, after = f"if (!{found}_n || {is_better}) {taken}", found
        case "last":  # among equals the last one
            hit, after = f"if (!{found}_n || {is_better} || ({is_equal})) {taken}", found
        case "sole":
            hit = f"if (!{found}_n || {is_better}) {taken} else {found}_n += {is_equal};"
            after = f"{found}_n == 1 ? {found} : {none_of(one)}"
        case "tied":
            hit = f"if (!{found}_n || {is_better}) {taken} else if ({is_equal}) {found}[{found}_n++] = {name};"
            after = f"({whole}){{{found}_n, {found}}}"
        case _:
            raise UnsupportedError(f"the ordered search {term.word}")
    declared = ", ".join(f"{best}_{i} = 0" for i in keys)
    return f"({{ I {found}_n = 0, {declared}; {head}{where}{worked} {hit} }} {after}; }})"


def taken_if(test: rb.Term | None, put: str, count: str, context: Context) -> str:
    """Write an item and advance the count only if the test holds.

    Otherwise the next item overwrites it."""
    if test is None:
        return f"{put} {count}++;"
    return (
        f"{put} {count} += {bit(test, context)};"
        if straight(test)
        else f"if ({write(test, context)}) {{ {put} {count}++; }}"
    )


def _into_list(term: rb.Search, found: str, context: Context) -> tuple[str, Context, rb.Term | None]:
    """Print the head of a loop with room for all items, which are evaluated first."""
    known_count = counted_members(term.items, context)
    if known_count:
        head, inner, rest = through(term.items, term.variable, term.where, context)
        return f"I *{found} = room(s, {known_count}); {head}", inner, rest
    view, index, inner = context.unit.fresh("l"), context.unit.fresh("i"), context.inner()
    name, (whole, one) = inner.local(term.variable), lists_of(term.items)
    return (
        (
            f"{whole} {view} = {write(term.items, context)}; {one} *{found} = {_space(one, f'{view}.n')}; "
            f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {one} {name} = {view}.p[{index}]; "
        ),
        inner,
        term.where,
    )


def _compared_keys(best: str, now: str, count: int, sign: str) -> tuple[str, str]:
    """Print whether an item's keys come before the best, and whether they tie.

    With the other sign, after the best."""
    better = "0"
    for i in reversed(range(count)):
        better = f"{now}_{i} {sign} {best}_{i} || ({now}_{i} == {best}_{i} && ({better}))"
    return better, " && ".join(f"{now}_{i} == {best}_{i}" for i in range(count))


def _or_else(term: rb.Search, context: Context) -> str:
    assert term.body is not None
    name = context.unit.fresh("w")
    found, other = search(replace(term, body=None), context), write(term.body, context)
    if c_type(term.items.type) == "LL":
        return f"({{ L {name} = {found}; {name}.n < 0 ? {other} : {name}; }})"
    return f"({{ I {name} = {found}; {name} == NONE ? {other} : {name}; }})"

"""Print acts as C statements.

In: acts and a Context. Out: lines of C. Layer: backends. In a routine that can stop, `f` is its frame and variables that
outlive a block are its slots; in a plain routine variables are C locals, and `stop` is `return`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from interpreter.backends.c.body import Body
from interpreter.backends.c.bounds import bound, fits
from interpreter.backends.c.cells import list_number, offset
from interpreter.backends.c.context import given, kept, scalar
from interpreter.backends.c.nesting import return_slot, top_slot
from interpreter.backends.c.searches import over
from interpreter.backends.c.unit import FAR, c_type, none_of, number, plain
from interpreter.ir import blocks as pb
from interpreter.ir import rulebook as rb
from interpreter.ir.secrets import SOMEBODY
from interpreter.ir.traversal import shape
from interpreter.ir.types import Grid, Maybe, Number, Type, Zone, card_kind
from interpreter.lower.passes.budget import ENDLESS, uncounted
from interpreter.runtime.tables import POSITIONS


# ---- sequences
def write_acts(out: Body, acts: Sequence[pb.Simple]) -> None:
    """Open a memo scope around each run of pure acts, unless one is open."""
    for stretch, is_kept in out.context.unit.unchanged.stretches(acts):
        before = out.context.unit.fresh("q")
        if is_kept:
            out.line(f"{{ I {before} = s->x->question; keep_on(s);")
        for act in stretch:
            write_act(out, act)
        if is_kept:
            out.line(f"s->x->question = {before}; }}")


def write_act(out: Body, act: pb.Simple) -> None:  # noqa: C901 - one case per form
    match act:
        case rb.Assign():
            in_slot = act.variable in out.slots
            nested = c_type(act.variable.type) == "LL"
            same = in_slot and not nested and not isinstance(act.variable.type, Maybe)
            text = out.term(act.value) if same else given(act.value, act.variable.type, out.context)
            out.assign(act.variable, text)
        case rb.Store():
            _store(out, act)
        case rb.Climb():
            _climb(out, act)
        case rb.Alter():
            _alter(out, act)
        case rb.Transfer():
            _transfer(out, act)
        case (
            rb.MoveCards()
            | rb.Lasting()
            | rb.Tick()
            | rb.DrawCards()
            | rb.RefillRow()
            | rb.ShuffleZone()
            | rb.LayTile()
        ):
            _cards(out, act)
        case rb.Touch():
            out.line(f"touch(s, {out.context.unit.layout.whereabouts[act.kind] + act.card});")
        case rb.RollDice():
            one = f"roll_one(s, {scalar(act.sides, out.context)})"
            many = f"roll(s, {scalar(act.count, out.context)}, {scalar(act.sides, out.context)})"
            out.assign(act.variable, one if act.single else many)
        case rb.PickRandom():
            function = "pick" if c_type(act.items.type) == "L" else "pick_list"
            out.assign(act.variable, f"{function}(s, {out.term(act.items)})")
        case rb.ShowTo() | rb.Tell():
            out.noticed(act.audience is None)
        case rb.ForEach() | rb.Loop() | rb.Branching():
            _flow(out, act)
        case rb.NamedStep():
            if out.routine is not None:
                out.reached(pb.rule_name(out.routine, act))
            write_acts(out, act.body)
        case rb.Break():
            out.line("break;")
        case rb.Return():
            write_return(out, act.value)
        case rb.Check():
            out.line("if (s->nregions) s->nregions--;")
            if act.best:
                value = f"{'-' if act.best < 0 else ''}{scalar(act.condition.holds, out.context)}"
                out.line(f"if (s->trial) arrived(s, {value});")
            else:
                out.line(f"if (!{out.term(act.condition.holds)}) jump(s, REJECTED);")
            out.line("if (s->trial && !s->nregions) jump(s, ENDED);")
        case rb.EndGame():
            here = "" if out.frame is None else f"f[0] = {out.block}; "
            out.line(f"{here}s->over = 1;")
            out.line("return 1;" if out.frame is not None else "jump(s, ENDED);")
        case rb.Winner():
            out.line(f"wins(s, {out.term(act.player)});")
        case rb.SetScore():
            row = "" if act.row is None else f"{out.context.unit.program.rows.index(act.row)}, "
            function = "scores" if act.row is None else "writes_down"
            out.line(f"{function}(s, {row}{out.term(act.player)}, {scalar(act.value, out.context)});")
        case rb.Eliminate():
            out.line(f"eliminate(s, {out.term(act.player)});")
            out.noticed(True)
        case rb.Quiet():
            write_acts(out, act.body)
        case rb.CallRoutine():
            pairs = zip(act.arguments, act.routine.parameters, strict=True)
            arguments = ", ".join(["s", *(given(argument, p.type, out.context) for argument, p in pairs)])
            text = f"run_{plain(act.routine.name)}({arguments})"
            if act.result is None:
                out.line(f"{text};")
            else:
                out.assign(act.result, text)
        case rb.CallColumn():
            arguments = ", ".join(kept(argument, out.context) for argument in (act.member, *act.arguments))
            out.line(f"steps_{plain(act.column.kind)}_{plain(act.column.name)}(s, {arguments});")
        case rb.AskThing() | rb.AskSeveral() | rb.AskMenu() | rb.AskAction() | rb.GiveAnswer():
            raise AssertionError("routines are cut where somebody decides")
        case _:
            _of_blocks(out, act)


def _of_blocks(out: Body, act: pb.OfBlocks) -> None:
    """Print the acts that exist only in blocks."""
    match act:
        case pb.Snapshot():
            text = out.term(act.term)
            out.assign(act.items, text)
            out.assign(act.index, "0")
        case pb.Advance():
            index = out.context.variables[act.index]
            out.assign(act.variable, f"{gone_through(out, act.items)[1]}[{index}]")
            out.line(f"{index}++;")
        case pb.ResetKeeps():
            for keep in act.keeps:
                out.line(f"reset_{plain(keep.name)}(s);")
        case pb.EnterTrial():
            if act.before is not None:
                out.assign(act.before, "s->nregions")
            out.line("enter_trial(s);")
        case pb.LeaveTrial():
            before = out.context.variables[act.before]
            out.line(f"if (s->nregions > {before}) s->nregions = (int16_t){before};")
        case pb.EnterQuiet() | pb.LeaveQuiet() | pb.Veil() | pb.Unveil() | pb.EnterTurns() | pb.LeaveTurns():
            _of_secrecy(out, act)
        case pb.Arrive():
            _arrive(out, act)
        case pb.Reached():
            out.reached(act.rule)
        case _:
            assert_never(act)


def _of_secrecy(
    out: Body, act: pb.EnterQuiet | pb.LeaveQuiet | pb.Veil | pb.Unveil | pb.EnterTurns | pb.LeaveTurns
) -> None:
    """Print the acts that say what others may notice from here on."""
    match act:
        case pb.EnterQuiet():
            out.assign(act.before, "s->nsecret_causes")
            if act.secrets:  # in a game of which only the end is told, nobody asks who may notice a question
                out.line(f"if (!s->x->silent) {{ {' '.join(_secret(out, secret) for secret in act.secrets)} }}")
        case pb.LeaveQuiet():
            out.line(f"hush_again(s, {out.context.variables[act.before]});")
        case pb.Veil():
            out.line(f"takes_secret_turn(s, {out.context.variables[act.player]});")
        case pb.Unveil():
            out.line("s->site = -1;")
        case pb.EnterTurns():
            out.assign(act.around, "s->secret_turn_of")
        case pb.LeaveTurns():
            out.line(f"s->site = -1; s->secret_turn_of = {out.context.variables[act.around]};")


def _secret(out: Body, secret: rb.Secret) -> str:
    """Register one secret that led here."""
    if secret.card is not None:
        is_list = c_type(secret.card.type) == "L"
        which = out.term(secret.card) if isinstance(secret.card, rb.Stored) else out.context.variables[secret.card]
        kind = out.context.unit.cards[card_kind(secret.card.type)]
        cards = which if is_list else "(L){1, one_}"
        return (
            f"{{ {'' if is_list else f'I one_[1] = {{{which}}}; '}secret_causes(s, knows_cards(s, {kind}, {cards})); }}"
        )
    if secret.keep is not None:
        out.context.unit.asked_about.add(secret.keep.name)
        keys = ", ".join("NONE" if key is None else scalar(key, out.context) for key in secret.keys)
        return f"secret_causes(s, knows_{plain(secret.keep.name)}(s{', ' if keys else ''}{keys}));"
    if secret.known_to is None:
        return ""
    who = "0" if secret.known_to == SOMEBODY else f"1LL << {scalar(secret.known_to, out.context)}"
    return f"secret_causes(s, {who});"


def _arrive(out: Body, act: pb.Arrive) -> None:
    if act.what == "switch":
        out.line(f"s->answer = {out.context.variables[act.variable]};")
    elif act.what == "taken":
        out.assign(act.variable, "(s->answer != NONE)")
    elif act.what == "value":
        forms = {"I": "s->x->value", "L": "s->x->list", "LL": "unfolded(s, s->x->list)"}
        out.assign(act.variable, forms[c_type(act.variable.type)])
    elif c_type(act.variable.type) == "L":
        out.assign(act.variable, "copied(s, list_at(s, s->answer))")
    else:
        out.assign(act.variable, "s->answer")


# ---- values
def _store(out: Body, act: rb.Store) -> None:
    cells = out.context.unit.cells[act.keep.name]
    cell = f"s->{cells.field}[{offset(act.keep, act.keys, out.context)}]"
    if cells.is_list:
        more = _put_behind(act)
        if more is not None:
            out.line(f"{{ L v_ = {out.term(more)}; append_kept(s, &{cell}, v_); }}")
            return
        value = out.term(act.value)
        if c_type(act.keep.type) == "LL":
            value = f"flat(s, {given(act.value, act.keep.type, out.context)})"
        out.line(f"{{ L v_ = {value}; put_kept(s, &{cell}, v_); }}")
        return
    is_number = isinstance(act.keep.type, Number)
    text = scalar(act.value, out.context) if is_number else out.term(act.value)
    _put(out, act.keep, cell, text, bound(act.value, out.context.unit) if is_number else None, act.value)


def _put(out: Body, keep: rb.Keep, cell: str, value: str, most: int | None, term: rb.Term | None = None) -> None:
    """Store a value.

    Where numbers are kept, it is a number, never none. `most`: the largest absolute value that it can have."""
    cells = out.context.unit.cells[keep.name]
    text = value
    if isinstance(keep.type, Number):
        low, high = _ends(keep.type)
        known = term.value if isinstance(term, rb.Constant) else None
        if known is None or not low <= known <= high:
            bounded = keep.type.low is not None or keep.type.high is not None
            if bounded:
                text = f"within(s, {value}, {number(low)}, {number(high)})"
            elif most is None or most > FAR:
                text = f"in_reach(s, {value})"
    none = "" if cells.cell == "I" else f"v_ == NONE ? {cells.none} : "
    fitted = f"({cells.cell})({none}v_)" if cells.cell != "I" else "v_"
    out.line(f"{{ I v_ = {text}; __auto_type c_ = &{cell}; *c_ = {fitted}; }}")


def _climb(out: Body, act: rb.Climb) -> None:
    height = out.context.unit.cells[act.height.name]
    test = f"if ({out.term(act.moves)}) " if act.moves is not None else ""
    at = offset(act.height, act.keys, out.context)
    out.line(f"{test}s->{height.field}[{at}] = ({height.cell})++s->stamp;")


def _alter(out: Body, act: rb.Alter) -> None:
    cells = out.context.unit.cells[act.keep.name]
    cell = f"s->{cells.field}[{offset(act.keep, act.keys, out.context)}]"
    stored = rb.Stored(act.keep.type, act.keep, act.keys)
    before, amount = (scalar(term, out.context) for term in (stored, act.amount))
    if fits((stored, act.amount), out.context.unit):
        value = f"{before} {'+' if act.sign > 0 else '-'} {amount}"
    else:
        value = f"{'add' if act.sign > 0 else 'subtract'}(s, {before}, {amount})"
    _put(out, act.keep, cell, value, None)
    if act.told:
        out.noticed(not act.keep.hidden)


def _transfer(out: Body, act: rb.Transfer) -> None:
    assert isinstance(act.keep.type, Number)
    cells = out.context.unit.cells[act.keep.name]
    payer, payee = out.context.unit.fresh("p"), out.context.unit.fresh("q")
    amount = out.context.unit.fresh("n")
    out.line(f"{{ I {amount} = {scalar(act.amount, out.context)};")
    out.line(f"{cells.cell} *{payer} = &s->{cells.field}[{offset(act.keep, act.payer, out.context)}];")
    out.line(f"if (*{payer} < {amount}) jump(s, FAULT);")
    if act.keep.type.low is not None:
        low, high = _ends(act.keep.type)
        out.line(f"within(s, *{payer} - {amount}, {number(low)}, {number(high)});")
    out.line(f"*{payer} = ({cells.cell})(*{payer} - {amount});")
    if act.payee is not None:
        receiver = out.context.unit.fresh("r")
        out.line(f"I {receiver} = {out.term(act.payee[0])};")
        spot = out.context.unit.layout.keeps[act.keep.name]
        parts = [f"{receiver} * {spot.steps[0]}"]
        parts += [
            f"{scalar(key, out.context)} * {step}" for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)
        ]
        test = f"if ({receiver} != NONE) " if act.payee_optional is not None else f"nn(s, {receiver}); "
        out.line(f"{test}{{ {cells.cell} *{payee} = &s->{cells.field}[{' + '.join(parts)}];")
        out.line(f"I {payee}_v = add(s, *{payee}, {amount});")
        out.line(f"if ({payee}_v > {number(cells.limit)} || {payee}_v < -{number(cells.limit)}) beyond(s, A_NUMBER);")
        out.line(f"*{payee} = ({cells.cell}){payee}_v; }}")
    out.line("}")
    out.noticed(not act.keep.hidden)


# ---- cards
def _kind(out: Body, zone: rb.Stored) -> int:
    assert isinstance(zone.keep.type, Zone | Grid)
    return out.context.unit.cards[zone.keep.type.kind]


def _at(out: Body, zone: rb.Stored) -> str:
    return list_number(zone, out.context)


def _cards(out: Body, act: rb.Act) -> None:
    match act:
        case rb.MoveCards():
            kind, where = _kind(out, act.zone), POSITIONS.index(act.position)
            if act.several:
                out.line(f"move_all(s, {kind}, {out.term(act.what)}, {_at(out, act.zone)}, {where});")
            else:
                out.context.unit.moves.add((kind, where))
                out.line(f"move_{kind}_{where}(s, {out.term(act.what)}, {_at(out, act.zone)});")
            out.noticed(not act.zone.keep.count_hidden)
        case rb.Lasting():
            unit = out.context.unit.program.unit_number(act)
            of = out.term(act.of) if act.of is not None else "NONE"
            out.line(
                f"last(s, {unit}, {of}, {out.term(act.count)}, {_kind(out, act.then)}, {out.term(act.card)}, "
                f"{_at(out, act.then)}, {POSITIONS.index(act.position)});"
            )
        case rb.Tick():
            of = out.term(act.of) if act.of is not None else "NONE"
            out.line(f"if (s->ntimers) tick(s, {out.context.unit.program.unit_number(act)}, {of});")
        case rb.DrawCards():
            text = (
                f"draw(s, {_kind(out, act.pile)}, {out.term(act.count)}, {_at(out, act.pile)}, {_at(out, act.zone)}, "
                f"{POSITIONS.index(act.position)}, {_discard(out, act.pile)})"
            )
            if act.variable is None:
                out.line(f"{text};")
            else:
                out.assign(act.variable, f"first_of({text})" if act.single else text)
            out.noticed(not act.zone.keep.count_hidden)
        case rb.RefillRow():
            source = act.zone.keep.refilled_from
            assert source is not None
            pile = rb.Stored(source.type, source, act.zone.keys if source.parameters else ())
            out.line(
                f"refill(s, {_kind(out, act.zone)}, {_at(out, act.zone)}, {_at(out, pile)}, {_discard(out, pile)});"
            )
        case rb.ShuffleZone():
            out.line(f"shuffle(s, {_at(out, act.zone)});")
        case rb.LayTile():
            tile, spot = out.term(act.tile), out.term(act.spot)
            out.line(f"lay(s, {_kind(out, act.grid)}, {_at(out, act.grid)}, {tile}, {spot});")
            out.noticed(not act.grid.keep.hidden)


def _discard(out: Body, pile: rb.Stored) -> str:
    other = pile.keep.reshuffled_from
    if other is None:
        return "NONE"
    return _at(out, rb.Stored(other.type, other, pile.keys if other.parameters else ()))


# ---- flow
def _flow(out: Body, act: rb.ForEach | rb.Loop | rb.Branching) -> None:
    match act:
        case rb.ForEach():
            _for_each(out, act)
        case rb.Loop():
            _loop(out, act)
        case rb.Branching():
            for i, (condition, body) in enumerate(act.cases):
                out.line(f"{'' if i == 0 else '} else '}if ({out.term(condition)}) {{")
                write_acts(out, body)
            if act.otherwise:
                out.line("} else {")
                write_acts(out, act.otherwise)
            out.line("}")


def _for_each(out: Body, act: rb.ForEach) -> None:
    source, _ = uncounted(act.items)
    safe = isinstance(source, rb.Numbers | rb.Listing) or (isinstance(source, rb.Members) and source.kind != "player")
    out.line("{")
    around = out.context.unit.fresh("around_") if act.veils else ""
    if act.veils:
        out.line(f"I {around} = s->secret_turn_of;")
        out.turns.append(around)
    if safe:
        head, inner = over(act.items, act.variable, out.context)
        name = inner.variables[act.variable]
        out.line(head)
    else:
        view, index = out.context.unit.fresh("l"), out.context.unit.fresh("i")
        if c_type(act.items.type) == "L":
            out.line(f"L {view} = copied(s, {out.term(act.items)});")
        else:
            out.line(f"LL {view} = {out.term(act.items)};")
        name = out.context.unit.fresh(f"{plain(act.variable.name)}_")
        kind = "I" if c_type(act.items.type) == "L" else "L"
        out.line(f"for (I {index} = 0; {index} < {view}.n; {index}++) {{ {kind} {name} = {view}.p[{index}];")
    before = out.context.variables.get(act.variable)
    out.context.variables[act.variable] = name
    if act.counted:
        out.line("spend(s, 1);")
    if act.where is not None:
        out.line(f"if (!{out.term(act.where)}) continue;")
    if act.veils:
        out.line(f"takes_secret_turn(s, {name});")
    write_acts(out, act.body)
    out.line("}")
    if act.veils:
        out.turns.pop()
        out.line(f"s->secret_turn_of = {around};")
    out.line("}")
    if before is not None:
        out.context.variables[act.variable] = before


def _loop(out: Body, act: rb.Loop) -> None:
    count = out.context.unit.fresh("i")
    if act.mode == "times" and act.value is not None:
        out.line(f"{{ I {count}_n = {scalar(act.value, out.context)};")
        if act.counted:
            out.line(f"often(s, {count}_n);")
        out.line(f"for (I {count} = 0; {count} < {count}_n; {count}++) {{")
    else:
        condition = "1" if act.value is None else out.term(act.value)
        out.line(f"{{ I {count} = 0; while ({'!' if act.mode == 'until' else ''}{condition}) {{")
        out.line(f"if (++{count} > {ENDLESS}) jump(s, FAULT);")
        if act.counted:
            out.line("spend(s, 1);")
    write_acts(out, act.body)
    out.line("} }")


def write_return(out: Body, value: rb.Term | None) -> None:
    routine = out.routine
    around = out.turns[0] if out.turns else ""
    if out.frame is not None and out.frame.around is not None:
        around = out.context.variables[out.frame.around]
    if around:
        out.line(f"s->secret_turn_of = {around};")
    gives = routine.gives if routine is not None else None
    if out.frame is None:
        if gives is None:
            out.line("return;")
        else:
            out.line(f"return {given(value, gives, out.context) if value is not None else nothing(gives)};")
        return
    if out.frame.silence is not None:
        out.line(f"hush_again(s, {out.context.variables[out.frame.silence]});")
    if gives is not None:
        found = given(value, gives, out.context) if value is not None else nothing(gives)
        forms = {"I": "s->x->value = {0};", "L": "s->x->list = {0};", "LL": "s->x->list = flat(s, {0});"}
        out.line(forms[c_type(gives)].format(found))
    _back(out, out.frame)


def _back(out: Body, frame: pb.Frame) -> None:
    """Return to the machine, or to the block after the call in the same frame."""
    nest = out.context.unit.nest
    blocks, top = nest.returns[frame.routine.name], top_slot(nest, frame)
    if not blocks:
        out.line("return pop(s);")
        return
    if top:
        out.line(f"s->top = (int32_t)f[{top}];")
    if len(blocks) == 1:
        out.line(f"goto b{blocks[0]};")
        return
    cases = " ".join(f"case {block}: goto b{block};" for block in blocks)
    out.line(f"switch (f[{return_slot(nest, frame)}]) {{ {cases} }} __builtin_unreachable();")


def gone_through(out: Body, items: rb.Variable) -> tuple[str, str]:
    """Print the length and the items of a loop's list.

    A slot filled by a loop always holds a list."""
    at = out.slots.get(items)
    if at is None or c_type(items.type) != "L":
        view = out.context.variables[items]
        return f"{view}.n", f"{view}.p"
    return f"f[{at + 1}]", f"slot_items(s, f + {at})"


def _put_behind(act: rb.Store) -> rb.Term | None:
    """Find the items appended to a stored list.

    None if the list is replaced by another one."""
    match act.value:
        case rb.Builtin(name="joined", arguments=(rb.Stored(keep=keep, keys=keys), more)) if c_type(keep.type) == "L":
            same = keep.name == act.keep.name and [shape(key) for key in keys] == [shape(key) for key in act.keys]
            return more if same else None
        case _:
            return None


def nothing(type_: Type) -> str:
    """Print the result of a procedure that returns without a value."""
    kind = c_type(type_)
    return (
        none_of(kind) if isinstance(type_, Maybe) else {"I": "NONE", "L": "(L){0, COUNTING}", "LL": "(LL){0, 0}"}[kind]
    )


def _ends(range_: Number) -> tuple[int, int]:
    return (-FAR if range_.low is None else range_.low), (FAR if range_.high is None else range_.high)

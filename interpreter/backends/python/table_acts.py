"""Print acts that change or report the table as Python statements: values, cards, dice, logging, results.

In: acts and a Context. Out: lines of Python. Layer: backends. None of them contains other acts; those that do are in `acts`.
"""

from __future__ import annotations

from interpreter.backends.python.context import address_of
from interpreter.backends.python.lines import Lines, bit
from interpreter.backends.python.terms import (
    ground_table,
    keep_address,
    kept,
    write_items,
    write_key,
    write_shown,
    write_template,
    zone_address,
)
from interpreter.ir import rulebook as rb
from interpreter.ir.traversal import known
from interpreter.ir.types import LARGEST, Grid, Number, Zone
from interpreter.runtime.tables import POSITIONS


# ---- values
def assign(out: Lines, act: rb.Assign) -> None:
    out.set_variable(act.variable, kept(act.value, out.context))


def store(out: Lines, act: rb.Store) -> None:
    address = keep_address(act.keep, act.keys, out.context)
    _put(out, act.keep, address, kept(act.value, out.context), known(act.value))


def _put(out: Lines, keep: rb.Keep, address: str, value: str, number: int | None = None) -> None:
    """Store a value in a cell, with a range check unless it is a constant in range."""
    if isinstance(keep.type, Number) and not _lies_in(number, keep.type):
        low, high = _ends(keep.type)
        name = out.context.shared.fresh("n")
        out.line(f"{name} = {value}")
        least, most = _written(low), _written(high)
        out.line(f"if not {least} <= {name} <= {most}: raise beyond({keep.name!r}, {name}, {least}, {most})")
        value = name
    out.line(f"c[{address}] = {value}")


def _within(out: Lines, keep: rb.Keep, value: str) -> None:
    """Check that a payment keeps the payer's amount in range."""
    assert isinstance(keep.type, Number)
    low, high = _ends(keep.type)
    if keep.type.low is not None:
        out.line(f"if not {low} <= {value} <= {high}: raise beyond({keep.name!r}, {value}, {low}, {high})")


def climb(out: Lines, act: rb.Climb) -> None:
    test = f"if {out.term(act.moves)}: " if act.moves is not None else ""
    out.line(f"{test}s.stamp += 1; c[{keep_address(act.height, act.keys, out.context)}] = s.stamp")


def alter(out: Lines, act: rb.Alter) -> None:
    address = keep_address(act.keep, act.keys, out.context)
    amount = out.term(act.amount)
    sign = "+" if act.sign > 0 else "-"
    if act.told:
        name = out.context.shared.fresh("n")
        out.line(f"{name} = {amount}")
        amount = name
    _put(out, act.keep, address, f"c[{address}] {sign} {amount}")
    if act.told:
        keys = ", ".join(out.term(key) for key in act.keys)
        out.line(f"if s.log is not None: tell_gain(s, {act.keep.name!r}, ({keys},), {sign}{amount})")
        _noticed(out, not act.keep.hidden)


def transfer(out: Lines, act: rb.Transfer) -> None:
    amount, payer = out.context.shared.fresh("n"), out.context.shared.fresh("k")
    out.line(f"{amount} = {out.term(act.amount)}")
    out.line(f"{payer} = {keep_address(act.keep, act.payer, out.context)}")
    giver = write_template(act.by, out.context) if act.by is not None else out.term(act.payer[0])
    out.line(f"if c[{payer}] < {amount}: raise too_poor(s, {act.keep.name!r}, {giver}, {amount})")
    _within(out, act.keep, f"c[{payer}] - {amount}")
    out.line(f"c[{payer}] -= {amount}")
    receiver = "None" if act.to is None else write_template(act.to, out.context)
    if act.payee is not None:
        receiver = out.context.shared.fresh("p")
        out.line(f"{receiver} = {out.term(act.payee[0])}")
        spot = out.context.shared.layout.keeps[act.keep.name]
        parts: list[tuple[str | int, int]] = [(receiver, spot.steps[0])]
        parts += [(write_key(key, out.context), step) for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)]
        address = address_of(spot.base, parts)
        if act.payee_optional is not None:
            out.line(f"if {receiver} is not None: c[{address}] += {amount}")
        else:
            out.line(f"c[{address}] += {amount}")
    keys = "".join(f"{out.term(key)}, " for key in act.payer)
    unit = f", {act.unit.name!r}" if act.unit is not None and act.unit is not act.keep else ""
    out.line(f"if s.log is not None: tell_pay(s, {act.keep.name!r}, ({keys}), {giver}, {receiver}, {amount}{unit})")
    _noticed(out, not act.keep.hidden)


def _noticed(out: Lines, by_everyone: bool) -> None:
    """Forget the secret causes: everyone sees this event."""
    if by_everyone and out.context.shared.program.quiet:
        out.line("if s.secret_causes: noticed(s)")


# ---- cards
def _kind(zone: rb.Stored) -> str:
    assert isinstance(zone.keep.type, Zone | Grid)
    return zone.keep.type.kind


def _base(out: Lines, zone: rb.Stored) -> int:
    return out.context.shared.layout.whereabouts[_kind(zone)]


def move_cards(out: Lines, act: rb.MoveCards) -> None:
    what = out.term(act.what)
    function = "move_all" if act.several else "move_card"
    items = f"tuple({what})" if act.several else what
    address = zone_address(act.zone, out.context)
    out.line(f"{function}(s, {_base(out, act.zone)}, {items}, {address}, {POSITIONS.index(act.position)})")
    _noticed(out, not act.zone.keep.count_hidden)


def lasting(out: Lines, act: rb.Lasting) -> None:
    of = out.term(act.of) if act.of is not None else "None"
    address = zone_address(act.then, out.context)
    base, unit = _base(out, act.then), out.context.shared.program.unit_number(act)
    out.line(
        f"s.timers = (*s.timers, Timer({unit}, {of}, {out.term(act.count)}, {base}, "
        f"{out.term(act.card)}, {address}, {POSITIONS.index(act.position)}))"
    )


def touch(out: Lines, act: rb.Touch) -> None:
    out.line(f"s.touched |= {bit(out.context.shared.layout.whereabouts[act.kind] + act.card)}")


def tick(out: Lines, act: rb.Tick) -> None:
    unit = out.context.shared.program.unit_number(act)
    out.line(f"if s.timers: tick(s, {unit}, {out.term(act.of) if act.of is not None else None})")


def draw_cards(out: Lines, act: rb.DrawCards) -> None:
    pile, zone = zone_address(act.pile, out.context), zone_address(act.zone, out.context)
    discard = _discard(out, act.pile)
    where = POSITIONS.index(act.position)
    text = f"draw(s, {_base(out, act.pile)}, {out.term(act.count)}, {pile}, {zone}, {where}, {discard})"
    if act.variable is None:
        out.line(text)
    elif act.single:
        out.line(f"{out.target(act.variable)} = first_of({text})")
    else:
        out.line(f"{out.target(act.variable)} = {text}")
    _noticed(out, not act.zone.keep.count_hidden)


def _discard(out: Lines, pile: rb.Stored) -> str:
    other = pile.keep.reshuffled_from
    if other is None:
        return "None"
    return keep_address(other, pile.keys if other.parameters else (), out.context)


def refill_row(out: Lines, act: rb.RefillRow) -> None:
    source = act.zone.keep.refilled_from
    assert source is not None
    pile = rb.Stored(source.type, source, act.zone.keys if source.parameters else ())
    address = zone_address(pile, out.context)
    out.line(
        f"refill(s, {_base(out, act.zone)}, {zone_address(act.zone, out.context)}, {address}, {_discard(out, pile)})"
    )


def shuffle_zone(out: Lines, act: rb.ShuffleZone) -> None:
    out.line(f"shuffle(s, {zone_address(act.zone, out.context)})")


def lay_tile(out: Lines, act: rb.LayTile) -> None:
    kind = _kind(act.grid)
    assert isinstance(act.grid.keep.type, Grid)
    ground = ground_table(act.grid.keep.type, out.context.shared)
    address = zone_address(act.grid, out.context)
    base = out.context.shared.layout.whereabouts[kind]
    out.line(f"lay(s, {base}, {address}, {ground}, {out.term(act.tile)}, {out.term(act.spot)})")
    _noticed(out, not act.grid.keep.hidden)


def mark_used(out: Lines, column: rb.Column, member: str | int) -> None:
    """Set the usage bit of a card whose steps run."""
    base = out.context.shared.layout.whereabouts.get(column.kind)
    if base is not None:
        out.line(f"s.touched |= 1 << ({address_of(base, [(member, 1)])})")


# ---- chance and the log
def roll_dice(out: Lines, act: rb.RollDice) -> None:
    function = "roll_one" if act.single else "roll"
    count = "" if act.single else f"{out.term(act.count)}, "
    out.line(f"{out.target(act.variable)} = {function}(s, {count}{out.term(act.sides)}{_who_sees(out, act)})")


def _who_sees(out: Lines, act: rb.RollDice) -> str:
    """Print who sees the dice, if not everyone does."""
    if act.by is not None:
        return f", ({out.term(act.by)},)"
    kept_in = [
        f"seers(s, {stored.keep.name!r}, ({''.join(out.term(key) + ', ' for key in stored.keys)}))"
        for stored in act.into
    ]
    return f", {' + '.join(kept_in)}" if kept_in else ""


def pick_random(out: Lines, act: rb.PickRandom) -> None:
    out.line(f"{out.target(act.variable)} = pick(s, {write_items(act.items, out.context)})")


def show_to(out: Lines, act: rb.ShowTo) -> None:
    audience = out.term(act.audience) if act.audience is not None else "None"
    out.line(f"if s.log is not None: tell_shown(s, {write_shown(act.what, out.context)}, {audience})")
    _noticed(out, act.audience is None)


def tell(out: Lines, act: rb.Tell) -> None:
    audience = out.term(act.audience) if act.audience is not None else "None"
    out.line(f"if s.log is not None: tell(s, {write_template(act.text, out.context)}, {audience})")
    _noticed(out, act.audience is None)


# ---- results
def winner(out: Lines, act: rb.Winner) -> None:
    out.line(f"s.winners = (*s.winners, {out.term(act.player)})")


def set_score(out: Lines, act: rb.SetScore) -> None:
    player, value = out.term(act.player), out.term(act.value)
    if act.row is None:
        out.line(f"s.scores = {{**s.scores, {player}: {value}}}")
    else:
        out.line(f"s.sheet = {{**s.sheet, {act.row!r}: {{**s.sheet.get({act.row!r}, {{}}), {player}: {value}}}}}")


def eliminate(out: Lines, act: rb.Eliminate) -> None:
    out.line(f"eliminate(s, {out.term(act.player)})")
    _noticed(out, True)


def _written(end: int) -> str:
    return {LARGEST: "LARGEST", -LARGEST: "-LARGEST"}.get(end, str(end))


def _ends(range_: Number) -> tuple[int, int]:
    return (-LARGEST if range_.low is None else range_.low), (LARGEST if range_.high is None else range_.high)


def _lies_in(value: int | None, range_: Number) -> bool:
    """Is it a constant within its range?"""
    low, high = _ends(range_)
    return value is not None and low <= value <= high

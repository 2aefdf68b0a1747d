"""Print acts that change or report the table as Python statements: values, cards, dice, logging, results.

In: acts and a Context. Out: lines of Python. Layer: backends. None of them contains other acts; those that do are in `acts`.
"""

from __future__ import annotations

from interpreter.backends.python.context import address_of
from interpreter.backends.python.lines import Lines, bit
from interpreter.backends.python.terms import (
    keep_address,
    kept,
    shapes_table,
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


class TableActs(Lines):
    """Prints each act that is one step at the table."""

    # ---- values
    def _assign(self, act: rb.Assign) -> None:
        self._set(act.variable, kept(act.value, self.context))

    def _store(self, act: rb.Store) -> None:
        address = keep_address(act.keep, act.keys, self.context)
        self._put(act.keep, address, kept(act.value, self.context), known(act.value))

    def _put(self, keep: rb.Keep, address: str, value: str, number: int | None = None) -> None:
        """Store a value in a cell, with a range check unless it is a constant in range."""
        if isinstance(keep.type, Number) and not _lies_in(number, keep.type):
            low, high = _ends(keep.type)
            name = self.context.shared.fresh("n")
            self.line(f"{name} = {value}")
            least, most = _written(low), _written(high)
            self.line(f"if not {least} <= {name} <= {most}: raise beyond({keep.name!r}, {name}, {least}, {most})")
            value = name
        self.line(f"c[{address}] = {value}")

    def _within(self, keep: rb.Keep, value: str) -> None:
        """Check that a payment keeps the payer's amount in range."""
        assert isinstance(keep.type, Number)
        low, high = _ends(keep.type)
        if keep.type.low is not None:
            self.line(f"if not {low} <= {value} <= {high}: raise beyond({keep.name!r}, {value}, {low}, {high})")

    def _climb(self, act: rb.Climb) -> None:
        test = f"if {self.term(act.moves)}: " if act.moves is not None else ""
        self.line(f"{test}s.stamp += 1; c[{keep_address(act.height, act.keys, self.context)}] = s.stamp")

    def _alter(self, act: rb.Alter) -> None:
        address = keep_address(act.keep, act.keys, self.context)
        amount = self.term(act.amount)
        sign = "+" if act.sign > 0 else "-"
        if act.told:
            name = self.context.shared.fresh("n")
            self.line(f"{name} = {amount}")
            amount = name
        self._put(act.keep, address, f"c[{address}] {sign} {amount}")
        if act.told:
            keys = ", ".join(self.term(key) for key in act.keys)
            self.line(f"if s.log is not None: tell_gain(s, {act.keep.name!r}, ({keys},), {sign}{amount})")
            self._noticed(not act.keep.hidden)

    def _transfer(self, act: rb.Transfer) -> None:
        amount, payer = self.context.shared.fresh("n"), self.context.shared.fresh("k")
        self.line(f"{amount} = {self.term(act.amount)}")
        self.line(f"{payer} = {keep_address(act.keep, act.payer, self.context)}")
        self.line(
            f"if c[{payer}] < {amount}: raise too_poor(s, {act.keep.name!r}, {self.term(act.payer[0])}, {amount})"
        )
        self._within(act.keep, f"c[{payer}] - {amount}")
        self.line(f"c[{payer}] -= {amount}")
        receiver = "None"
        if act.payee is not None:
            receiver = self.context.shared.fresh("p")
            self.line(f"{receiver} = {self.term(act.payee[0])}")
            spot = self.context.shared.layout.keeps[act.keep.name]
            parts: list[tuple[str | int, int]] = [(receiver, spot.steps[0])]
            parts += [
                (write_key(key, self.context), step) for key, step in zip(act.payee[1:], spot.steps[1:], strict=True)
            ]
            address = address_of(spot.base, parts)
            if act.payee_optional is not None:
                self.line(f"if {receiver} is not None: c[{address}] += {amount}")
            else:
                self.line(f"c[{address}] += {amount}")
        giver = self.term(act.payer[0])
        self.line(f"if s.log is not None: tell_pay(s, {act.keep.name!r}, {giver}, {receiver}, {amount})")
        self._noticed(not act.keep.hidden)

    def _noticed(self, by_everyone: bool) -> None:
        """Forget the secret causes: everyone sees this event."""
        if by_everyone and self.context.shared.program.quiet:
            self.line("if s.secret_causes: noticed(s)")

    # ---- cards
    def _kind(self, zone: rb.Stored) -> str:
        assert isinstance(zone.keep.type, Zone | Grid)
        return zone.keep.type.kind

    def _base(self, zone: rb.Stored) -> int:
        return self.context.shared.layout.whereabouts[self._kind(zone)]

    def _move_cards(self, act: rb.MoveCards) -> None:
        what = self.term(act.what)
        function = "move_all" if act.several else "move_card"
        items = f"tuple({what})" if act.several else what
        address = zone_address(act.zone, self.context)
        self.line(f"{function}(s, {self._base(act.zone)}, {items}, {address}, {POSITIONS.index(act.position)})")
        self._noticed(not act.zone.keep.count_hidden)

    def _lasting(self, act: rb.Lasting) -> None:
        of = self.term(act.of) if act.of is not None else "None"
        address = zone_address(act.then, self.context)
        base, unit = self._base(act.then), self.context.shared.program.unit_number(act)
        self.line(
            f"s.timers = (*s.timers, Timer({unit}, {of}, {self.term(act.count)}, {base}, "
            f"{self.term(act.card)}, {address}, {POSITIONS.index(act.position)}))"
        )

    def _touch(self, act: rb.Touch) -> None:
        self.line(f"s.touched |= {bit(self.context.shared.layout.whereabouts[act.kind] + act.card)}")

    def _tick(self, act: rb.Tick) -> None:
        unit = self.context.shared.program.unit_number(act)
        self.line(f"if s.timers: tick(s, {unit}, {self.term(act.of) if act.of is not None else None})")

    def _draw_cards(self, act: rb.DrawCards) -> None:
        pile, zone = zone_address(act.pile, self.context), zone_address(act.zone, self.context)
        discard = self._discard(act.pile)
        where = POSITIONS.index(act.position)
        text = f"draw(s, {self._base(act.pile)}, {self.term(act.count)}, {pile}, {zone}, {where}, {discard})"
        if act.variable is None:
            self.line(text)
        elif act.single:
            self.line(f"{self.target(act.variable)} = first_of({text})")
        else:
            self.line(f"{self.target(act.variable)} = {text}")
        self._noticed(not act.zone.keep.count_hidden)

    def _discard(self, pile: rb.Stored) -> str:
        other = pile.keep.reshuffled_from
        if other is None:
            return "None"
        return keep_address(other, pile.keys if other.parameters else (), self.context)

    def _refill_row(self, act: rb.RefillRow) -> None:
        source = act.zone.keep.refilled_from
        assert source is not None
        pile = rb.Stored(source.type, source, act.zone.keys if source.parameters else ())
        address = zone_address(pile, self.context)
        self.line(
            f"refill(s, {self._base(act.zone)}, {zone_address(act.zone, self.context)}, {address}, {self._discard(pile)})"
        )

    def _shuffle_zone(self, act: rb.ShuffleZone) -> None:
        self.line(f"shuffle(s, {zone_address(act.zone, self.context)})")

    def _lay_tile(self, act: rb.LayTile) -> None:
        kind = self._kind(act.grid)
        shapes = shapes_table(kind, self.context)
        address = zone_address(act.grid, self.context)
        base = self.context.shared.layout.whereabouts[kind]
        self.line(f"lay(s, {base}, {address}, {shapes}, {self.term(act.tile)}, {self.term(act.spot)})")
        self._noticed(not act.grid.keep.hidden)

    def _used(self, column: rb.Column, member: str | int) -> None:
        """Set the usage bit of a card whose steps run."""
        base = self.context.shared.layout.whereabouts.get(column.kind)
        if base is not None:
            self.line(f"s.touched |= 1 << ({address_of(base, [(member, 1)])})")

    # ---- chance and the log
    def _roll_dice(self, act: rb.RollDice) -> None:
        function = "roll_one" if act.single else "roll"
        count = "" if act.single else f"{self.term(act.count)}, "
        self.line(f"{self.target(act.variable)} = {function}(s, {count}{self.term(act.sides)}{self._who_sees(act)})")

    def _who_sees(self, act: rb.RollDice) -> str:
        """Print who sees the dice, if not everyone does."""
        if act.by is not None:
            return f", ({self.term(act.by)},)"
        kept_in = [
            f"seers(s, {stored.keep.name!r}, ({''.join(self.term(key) + ', ' for key in stored.keys)}))"
            for stored in act.into
        ]
        return f", {' + '.join(kept_in)}" if kept_in else ""

    def _pick_random(self, act: rb.PickRandom) -> None:
        self.line(f"{self.target(act.variable)} = pick(s, {write_items(act.items, self.context)})")

    def _show_to(self, act: rb.ShowTo) -> None:
        audience = self.term(act.audience) if act.audience is not None else "None"
        self.line(f"if s.log is not None: tell_shown(s, {write_shown(act.what, self.context)}, {audience})")
        self._noticed(act.audience is None)

    def _tell(self, act: rb.Tell) -> None:
        audience = self.term(act.audience) if act.audience is not None else "None"
        self.line(f"if s.log is not None: tell(s, {write_template(act.text, self.context)}, {audience})")
        self._noticed(act.audience is None)

    # ---- results
    def _winner(self, act: rb.Winner) -> None:
        self.line(f"s.winners = (*s.winners, {self.term(act.player)})")

    def _set_score(self, act: rb.SetScore) -> None:
        player, value = self.term(act.player), self.term(act.value)
        if act.row is None:
            self.line(f"s.scores = {{**s.scores, {player}: {value}}}")
        else:
            self.line(f"s.sheet = {{**s.sheet, {act.row!r}: {{**s.sheet.get({act.row!r}, {{}}), {player}: {value}}}}}")

    def _eliminate(self, act: rb.Eliminate) -> None:
        self.line(f"eliminate(s, {self.term(act.player)})")
        self._noticed(True)


def _written(end: int) -> str:
    return {LARGEST: "LARGEST", -LARGEST: "-LARGEST"}.get(end, str(end))


def _ends(range_: Number) -> tuple[int, int]:
    return (-LARGEST if range_.low is None else range_.low), (LARGEST if range_.high is None else range_.high)


def _lies_in(value: int | None, range_: Number) -> bool:
    """Is it a constant within its range?"""
    low, high = _ends(range_)
    return value is not None and low <= value <= high

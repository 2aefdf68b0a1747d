"""Check statements about cards and tiles: move, draw, refill, shuffle, lay, and how long a card stays.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check.expressions.phrasing import article, quoted, written
from interpreter.check.names.scope import Scope
from interpreter.check.statements.calls import Acts, Calls
from interpreter.ir import rulebook as rb
from interpreter.ir.types import (
    NUMBER,
    PLAYER,
    Grid,
    ListOf,
    Maybe,
    Of,
    Spot,
    Type,
    Unknown,
    Zone,
    element,
    fits,
    type_in_words,
)
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


class CardSteps(Calls):
    def _zone(self, node: Any, scope: Scope, instead: str = "") -> rb.Stored | None:
        """Check a pile or row; `instead` is the help for a grid, in which tiles have spots and no order."""
        term = self.expressions.check(node, scope)
        if isinstance(term, rb.Stored) and isinstance(term.type, Zone):
            return term
        if not isinstance(term.type, Unknown):
            message = f"a pile or row is wanted here, this is {article(type_in_words(term.type))}"
            on_grid = instead if isinstance(term.type, Grid) else ""
            self._error("R0311", node.span, message, on_grid or self._zones_of(node, term.type))
        return None

    def _grid_kind(self, node: Any, scope: Scope) -> str:
        """Return the kind of the tiles if this is a grid, else "". Errors are reported where it is used."""
        name = getattr(node, "name", "")
        keep = self.names.keeps.get(name) if scope.find(name) is None else None
        return keep.type.kind if keep is not None and isinstance(keep.type, Grid) else ""

    def _laid(self, what: str, several: str, grid: Any, scope: Scope) -> str:
        """Return the help for putting tiles on a grid; `several`: the kind of the items if `what` is a list."""
        there = quoted(grid.span) or "it"
        tile = several or what
        lay = f"lay {tile} at opening_spot({tile}, {there}) in {there}"
        chooser = next((name for name in ("player", "you") if scope.find(name) is not None), None)
        if several:
            return f"write: each {tile} in {what} -- and indented below it: {lay}"
        if chooser is None:
            return f"write: {lay}"
        verb = "choose" if chooser == "you" else "chooses"
        return f"write: {chooser} {verb} spot in placements({tile}, {there}) -- and below it: lay {tile} at spot in {there}"

    def _zones_of(self, node: Any, type_: Type) -> str | None:
        """List the piles and rows of this thing, or all."""
        zones = [keep for keep in self.names.keeps.values() if isinstance(keep.type, Zone)]
        owned = [keep for keep in zones if keep.parameters and fits(type_, keep.parameters[0].type)]
        if owned:
            return (
                "did you mean " + ", ".join(f"{quoted(node.span) or 'its'}'s {keep.name}" for keep in owned[:4]) + "?"
            )
        names = [written(keep.name, keep.parameters) for keep in zones]
        return "piles and rows are " + ", ".join(names[:6]) if names else "declare one: keep deck: pile of ..."

    def _move(self, node: n.Move, scope: Scope) -> Acts:
        tiles = self._grid_kind(node.zone, scope)
        want = Of(tiles) if tiles else None
        if not tiles:
            zone = self._zone(node.zone, scope)
            want = Of(zone.type.kind) if zone is not None and isinstance(zone.type, Zone) else None
        what = self.expressions._term(node.what, scope, want)
        several = element(what.type) is not None
        if tiles:
            zone = self._zone(
                node.zone, scope, self._laid(write(node.what), tiles if several else "", node.zone, scope)
            )
        inner = element(what.type) if several else what.type
        if zone is None:
            return ()
        assert want is not None
        if inner is None or not fits(inner, want):
            self.expressions._mismatch(node.what, what.type, want)
            return ()
        scope.forget_table()
        move = rb.MoveCards(node.span, what, several, zone, node.position)
        if node.duration is None:
            return move
        return self._lasting(node, node.duration, move, scope)

    def _lasting(self, node: n.Move, duration: n.Duration, move: rb.MoveCards, scope: Scope) -> Acts:
        help = "a tile goes on to a pile or row by itself; lay it from there when its time is over"
        then = self._zone(duration.then, scope, help)
        count = self.expressions.check(duration.count, scope, NUMBER)
        of = self.expressions.check(duration.of, scope, PLAYER) if duration.of is not None else None
        if of is not None:
            self.wanted_units.setdefault(duration.unit, duration.span)
        if then is None or move.several:
            if move.several:
                help = "move them one by one: each card in ..."
                self._error("R0311", node.what.span, "only one card at a time can lie somewhere for a while", help)
            return ()
        return (move, rb.Lasting(node.span, move.what, count, duration.unit, of, then, duration.position))

    def _touch(self, node: n.Touch, scope: Scope) -> Acts:
        kind, card = self.names.members[node.card][0]
        return rb.Touch(node.span, kind, card)

    def _tick(self, node: n.Tick, scope: Scope) -> Acts:
        """Check the end of a unit of time.

        It belongs to `player` or `you` if bound, else to the nearest player variable."""
        variable = scope.find("player") or scope.find("you")
        around: Scope | None = scope
        while variable is None and around is not None:
            variable = next((found for found in around.variables.values() if found.type == PLAYER), None)
            around = around.outer
        if variable is None or variable.type != PLAYER:
            return rb.Tick(node.span, node.unit, None)
        self.owned_units.add(node.unit)
        return rb.Tick(node.span, node.unit, rb.Local(variable.type, variable))

    def _draw(self, node: n.Draw, scope: Scope) -> Acts:
        count = self.expressions.check(node.count, scope, NUMBER)
        pile = self._zone(node.pile, scope, self._picked(node, scope))
        zone = self._zone(node.zone, scope, self._drawn_and_laid(node))
        if pile is None or zone is None:
            if node.name is not None:
                self._bound(scope, node.name, Unknown(), node.span)  # so that the mistake is reported once
            return ()
        assert isinstance(pile.type, Zone)
        assert isinstance(zone.type, Zone)
        if pile.type.kind != zone.type.kind:
            kinds = self.names.kinds
            message = (
                f'"{zone.keep.name}" is for {kinds[zone.type.kind].plural}, not for {kinds[pile.type.kind].plural}'
            )
            self._error("R0301", node.zone.span, message, f'name a place for what lies in "{pile.keep.name}"')
        single = isinstance(node.count, n.Number) and node.count.value == 1
        variable = None
        if node.name is not None:
            card = Of(pile.type.kind)
            variable = self._bound(scope, node.name, Maybe(card) if single else ListOf(card), node.span)
        scope.forget_table()
        return rb.DrawCards(node.span, count, pile, zone, node.position, variable, single)

    def _picked(self, node: n.Draw, scope: Scope) -> str:
        """Return the help for drawing from a grid, which has no top tile: pick one and move it."""
        name = node.name or self._grid_kind(node.pile, scope)
        pick, move = f"pick {name} at random from {write(node.pile)}", f"move {name} to {write(node.zone)}"
        if isinstance(node.count, n.Number) and node.count.value == 1:
            return f"write: {pick} -- and below it: {move}"
        return f"write: repeat {write(node.count)} times -- and indented below it: {pick} -- and below it:   {move}"

    def _drawn_and_laid(self, node: n.Draw) -> str:
        name, there = node.name or "tile", write(node.zone)
        return (
            f"draw it to a pile first, as {name}; then: if {name} is not none, and below it: "
            f"lay {name} at opening_spot({name}, {there}) in {there}"
        )

    def _refill(self, node: n.Refill, scope: Scope) -> Acts:
        zone = self._zone(node.zone, scope, "leave it out: tiles come to a grid one by one, with lay")
        if zone is None:
            return ()
        if zone.keep.refilled_from is None:
            self._error("R0311", node.zone.span, f'"{zone.keep.name}" does not say what it is refilled from',
                        "add `, refilled from ...` where it is declared")  # fmt: skip
            return ()
        return rb.RefillRow(node.span, zone)

    def _shuffle(self, node: n.Shuffle, scope: Scope) -> Acts:
        zone = self._zone(node.zone, scope, self._shuffled(node, scope))
        return rb.ShuffleZone(node.span, zone) if zone is not None else ()

    def _shuffled(self, node: n.Shuffle, scope: Scope) -> str:
        """Return the help for shuffling a grid: shuffle the pile its tiles are drawn from."""
        tiles = self._grid_kind(node.zone, scope)
        piles = [keep.name for keep in self.names.keeps.values() if keep.type == Zone(tiles) and not keep.parameters]
        return f"write: shuffle {piles[0]}" if piles else "leave it out: tiles lie on a grid at spots, in no order"

    def _lay(self, node: n.Lay, scope: Scope) -> Acts:
        grid = self.expressions.check(node.grid, scope)
        if not isinstance(grid, rb.Stored) or not isinstance(grid.type, Grid):
            if not isinstance(grid.type, Unknown):
                message = f"tiles are laid in a grid, this is {article(type_in_words(grid.type))}"
                self._error("R0311", node.grid.span, message, "declare it with: keep ...: grid of ...")
            return ()
        tile = self.expressions.check(node.what, scope, Of(grid.type.kind))
        spot = self.expressions.check(node.spot, scope, Spot())
        scope.forget_table()
        return rb.LayTile(node.span, tile, spot, grid)

"""Statements about cards and tiles: move, draw, refill, shuffle, lay, and how long a card lies somewhere.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.calls import Acts, Calls
from interpreter.check.expression_words import article, quoted, written
from interpreter.check.scope import Scope
from interpreter.syntax import nodes as n
from interpreter.types import (
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


class CardSteps(Calls):
    def _zone(self, node: Any, scope: Scope) -> rb.Stored | None:
        term = self.expressions.check(node, scope)
        if isinstance(term, rb.Stored) and isinstance(term.type, Zone | Grid):
            return term
        if not isinstance(term.type, Unknown):
            message = f"a pile or row is wanted here, this is {article(type_in_words(term.type))}"
            self._error("R0311", node.span, message, self._zones_of(node, term.type))
        return None

    def _zones_of(self, node: Any, type_: Type) -> str | None:
        """Which piles and rows there are: those of this thing, or all."""
        zones = [keep for keep in self.names.keeps.values() if isinstance(keep.type, Zone)]
        owned = [keep for keep in zones if keep.parameters and fits(type_, keep.parameters[0].type)]
        if owned:
            return (
                "did you mean " + ", ".join(f"{quoted(node.span) or 'its'}'s {keep.name}" for keep in owned[:4]) + "?"
            )
        names = [written(keep.name, keep.parameters) for keep in zones]
        return "piles and rows are " + ", ".join(names[:6]) if names else "declare one: keep deck: pile of ..."

    def _move(self, node: n.Move, scope: Scope) -> Acts:
        zone = self._zone(node.zone, scope)
        want = Of(zone.type.kind) if zone is not None and isinstance(zone.type, Zone | Grid) else None
        what = self.expressions._term(node.what, scope, want)
        several = element(what.type) is not None
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
        then = self._zone(duration.then, scope)
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
        """A unit of time ends: it is the player's who is called player or you there, or else the nearest one's."""
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
        pile, zone = self._zone(node.pile, scope), self._zone(node.zone, scope)
        if pile is None or zone is None:
            if node.name is not None:
                self._bound(scope, node.name, Unknown(), node.span)  # so that the slip is reported once
            return ()
        assert isinstance(pile.type, Zone | Grid)
        assert isinstance(zone.type, Zone | Grid)
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

    def _refill(self, node: n.Refill, scope: Scope) -> Acts:
        zone = self._zone(node.zone, scope)
        if zone is None:
            return ()
        if zone.keep.refilled_from is None:
            self._error("R0311", node.zone.span, f'"{zone.keep.name}" does not say what it is refilled from',
                        "add `, refilled from ...` where it is declared")  # fmt: skip
            return ()
        return rb.RefillRow(node.span, zone)

    def _shuffle(self, node: n.Shuffle, scope: Scope) -> Acts:
        zone = self._zone(node.zone, scope)
        return rb.ShuffleZone(node.span, zone) if zone is not None else ()

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

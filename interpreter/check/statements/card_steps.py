"""Check statements about cards and tiles: move, draw, refill, shuffle, lay, and how long a card stays.

In: statement nodes and the scope around them. Out: acts. Layer: check.
"""

from __future__ import annotations

from functools import partial

from interpreter.check.environment import Acts, Env
from interpreter.check.expressions.base import check_expression
from interpreter.check.expressions.mistakes import mismatch
from interpreter.check.expressions.phrasing import article, quoted, written
from interpreter.check.names.scope import Scope
from interpreter.check.statements.arrivals import arriving, refuse_passing
from interpreter.check.statements.calls import bind_again
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
from interpreter.source import Help
from interpreter.source.fixes import cut, instead, lines_to_write, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write


def _zone(env: Env, node: n.Expression, scope: Scope, instead: str = "") -> rb.Stored | None:
    """Check a pile or row.

    `instead` is the help for a grid, in which tiles have spots and no order."""
    term = check_expression(env, node, scope)
    if isinstance(term, rb.Stored) and isinstance(term.type, Zone):
        return term
    if not isinstance(term.type, Unknown):
        message = f"a pile or row is needed here, but this is {article(type_in_words(term.type))}"
        on_grid = instead if isinstance(term.type, Grid) else ""
        env.error("R0311", node.span, message, on_grid or _zones_of(env, node, term.type))
    return None


def _grid_kind(env: Env, node: n.Expression, scope: Scope) -> str:
    """Return the kind of the tiles if this is a grid, else "".

    Errors are reported where it is used."""
    name = getattr(node, "name", "")
    keep = env.names.keeps.get(name) if scope.find(name) is None else None
    return keep.type.kind if keep is not None and isinstance(keep.type, Grid) else ""


def _laid(what: str, several: str, grid: n.Expression, scope: Scope) -> str:
    """Return the help for putting tiles on a grid.

    `several`: the kind of the items if `what` is a list."""
    there = quoted(grid.span) or "it"
    tile = several or what
    lay = f"lay {tile} at opening_spot({tile}, {there}) in {there}"
    chooser = next((name for name in ("player", "you") if scope.find(name) is not None), None)
    if several:
        return lines_to_write(f"each {tile} in {what}", f"  {lay}")
    if chooser is None:
        return to_write(lay)
    verb = "choose" if chooser == "you" else "chooses"
    return lines_to_write(f"{chooser} {verb} spot in placements({tile}, {there})", f"lay {tile} at spot in {there}")


def _zones_of(env: Env, node: n.Expression, type_: Type) -> str | None:
    """List the piles and rows of this thing, or all."""
    zones = [keep for keep in env.names.keeps.values() if isinstance(keep.type, Zone)]
    owned = [keep for keep in zones if keep.parameters and fits(type_, keep.parameters[0].type)]
    if owned:
        ways = [f"{quoted(node.span) or 'its'}'s {keep.name}" for keep in owned[:4]]
        return Help(f"did you mean {', '.join(ways)}?", *(partial(instead, way) for way in ways))
    names = [written(keep.name, keep.parameters) for keep in zones]
    return "piles and rows are " + ", ".join(names[:6]) if names else "declare one: keep deck: pile of ..."


def check_move(env: Env, node: n.Move, scope: Scope) -> Acts:
    tiles = _grid_kind(env, node.zone, scope)
    want = Of(tiles) if tiles else None
    if not tiles:
        zone = _zone(env, node.zone, scope)
        want = Of(zone.type.kind) if zone is not None and isinstance(zone.type, Zone) else None
    what = env.term(node.what, scope, want)
    several = element(what.type) is not None
    if tiles:
        zone = _zone(env, node.zone, scope, _laid(write(node.what), tiles if several else "", node.zone, scope))
    inner = element(what.type) if several else what.type
    if zone is None:
        return ()
    assert want is not None
    if inner is None or not fits(inner, want):
        mismatch(env, node.what, what.type, want)
        return ()
    scope.forget_table()
    move = rb.MoveCards(node.span, what, several, zone, node.position)
    if node.duration is None:
        return arriving(env, zone, move, node.span)
    return _lasting(env, node, node.duration, move, scope)


def _lasting(env: Env, node: n.Move, duration: n.Duration, move: rb.MoveCards, scope: Scope) -> Acts:
    help = "a tile moves to a pile or row by itself; lay it from there when its time is over"
    then = _zone(env, duration.then, scope, help)
    count = check_expression(env, duration.count, scope, NUMBER)
    of = check_expression(env, duration.of, scope, PLAYER) if duration.of is not None else None
    if of is not None:
        env.units.wanted.setdefault(duration.unit, duration.span)
    if then is None or move.several:
        if move.several:
            help = "move them one by one: each card in ..."
            env.error("R0311", node.what.span, "only one card at a time can be put somewhere for a while", help)
        return ()
    if refuse_passing(env, then, duration.then.span):
        return ()
    lasting = rb.Lasting(node.span, move.what, count, duration.unit, of, then, duration.position)
    return (*arriving(env, move.zone, move, node.span), lasting)


def check_touch(env: Env, node: n.Touch) -> Acts:
    kind, card = env.names.members[node.card][0]
    return rb.Touch(node.span, kind, card)


def check_tick(env: Env, node: n.Tick, scope: Scope) -> Acts:
    """Check the end of a unit of time.

    It belongs to `player` or `you` if bound, else to the nearest player variable."""
    variable = scope.find("player") or scope.find("you")
    around: Scope | None = scope
    while variable is None and around is not None:
        variable = next((found for found in around.variables.values() if found.type == PLAYER), None)
        around = around.outer
    if variable is None or variable.type != PLAYER:
        return rb.Tick(node.span, node.unit, None)
    env.units.owned.add(node.unit)
    return rb.Tick(node.span, node.unit, rb.Local(variable.type, variable))


def check_draw(env: Env, node: n.Draw, scope: Scope) -> Acts:
    count = check_expression(env, node.count, scope, NUMBER)
    pile = _zone(env, node.pile, scope, _picked(env, node, scope))
    zone = _zone(env, node.zone, scope, _drawn_and_laid(node))
    if pile is None or zone is None:
        if node.name is not None:
            bind_again(env, scope, node.name, Unknown(), node.span)  # so that the mistake is reported once
        return ()
    assert isinstance(pile.type, Zone)
    assert isinstance(zone.type, Zone)
    if pile.type.kind != zone.type.kind:
        kinds = env.names.kinds
        message = f'"{zone.keep.name}" is for {kinds[zone.type.kind].plural}, not for {kinds[pile.type.kind].plural}'
        env.error("R0301", node.zone.span, message, f'name a place for what is in "{pile.keep.name}"')
    single = isinstance(node.count, n.Number) and node.count.value == 1
    variable = None
    if node.name is not None:
        card = Of(pile.type.kind)
        variable = bind_again(env, scope, node.name, Maybe(card) if single else ListOf(card), node.span)
    scope.forget_table()
    return arriving(env, zone, rb.DrawCards(node.span, count, pile, zone, node.position, variable, single), node.span)


def _picked(env: Env, node: n.Draw, scope: Scope) -> str:
    """Return the help for drawing from a grid, which has no top tile.

    Pick one and move it."""
    name = node.name or _grid_kind(env, node.pile, scope)
    pick, move = f"pick {name} at random from {write(node.pile)}", f"move {name} to {write(node.zone)}"
    if isinstance(node.count, n.Number) and node.count.value == 1:
        return lines_to_write(pick, move)
    return lines_to_write(f"repeat {write(node.count)} times", f"  {pick}", f"  {move}")


def _drawn_and_laid(node: n.Draw) -> str:
    name, there = node.name or "tile", write(node.zone)
    return (
        f"draw it to a pile first, as {name}; then: if {name} is not none, and below it: "
        f"lay {name} at opening_spot({name}, {there}) in {there}"
    )


def check_refill(env: Env, node: n.Refill, scope: Scope) -> Acts:
    zone = _zone(env, node.zone, scope, Help("leave it out: tiles are laid on a grid one by one, with lay", cut))
    if zone is None:
        return ()
    if zone.keep.refilled_from is None:
        env.error("R0311", node.zone.span, f'"{zone.keep.name}" does not say what it is refilled from',
                    "add `, refilled from ...` where it is declared")  # fmt: skip
        return ()
    return arriving(env, zone, rb.RefillRow(node.span, zone), node.span)


def check_shuffle(env: Env, node: n.Shuffle, scope: Scope) -> Acts:
    zone = _zone(env, node.zone, scope, _shuffled(env, node, scope))
    return rb.ShuffleZone(node.span, zone) if zone is not None else ()


def _shuffled(env: Env, node: n.Shuffle, scope: Scope) -> str:
    """Return the help for shuffling a grid: shuffle the pile its tiles are drawn from."""
    tiles = _grid_kind(env, node.zone, scope)
    piles = [keep.name for keep in env.names.keeps.values() if keep.type == Zone(tiles) and not keep.parameters]
    if piles:
        return to_write(f"shuffle {piles[0]}")
    return Help("leave it out: tiles on a grid have spots, and no order", cut)


def check_lay(env: Env, node: n.Lay, scope: Scope) -> Acts:
    grid = check_expression(env, node.grid, scope)
    if not isinstance(grid, rb.Stored) or not isinstance(grid.type, Grid):
        if not isinstance(grid.type, Unknown):
            message = f"tiles are laid in a grid, this is {article(type_in_words(grid.type))}"
            env.error("R0311", node.grid.span, message, "declare it with: keep ...: grid of ...")
        return ()
    tile = check_expression(env, node.what, scope, Of(grid.type.kind))
    spot = check_expression(env, node.spot, scope, Spot())
    scope.forget_table()
    return rb.LayTile(node.span, tile, spot, grid)

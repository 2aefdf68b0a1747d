"""Tables of tiles for `tiles.h`: their shapes and turns, what they lie on, and the slots of their parts.

In: the grids of a Program. Out: C declarations, and the texts of expressions about tiles. Layer: backends.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from interpreter.backends.c.cells import list_number
from interpreter.backends.c.context import Context, scalar, write
from interpreter.backends.c.emission import Module
from interpreter.backends.c.unit import WORD_BITS, Unit, plain
from interpreter.backends.grounds import ground_of
from interpreter.ir import rulebook as rb
from interpreter.ir.lookup_tables import parts_on
from interpreter.ir.types import Grid, Spot
from interpreter.runtime.grounds import Cells, Ground, turned

GRID_TYPES = (
    "typedef struct { int16_t n, wide, high; int16_t x[64], y[64]; } Drawing;\n"
    "typedef struct { int sides; const int16_t *tile, *at; const int32_t *from; const signed char *ways, *slots; } Parts;"
)
FUNCTIONS = frozenset({
    "placements", "opening_spot", "touching", "touched_at", "spot_of", "connected", "met", "met_at", "open_edges", "around",
    "tile_at", "place_of", "beside",
})  # fmt: skip


def tile_function(term: rb.Builtin, context: Context) -> str:
    grid = term.arguments[-1]
    assert isinstance(grid, rb.Stored)
    assert isinstance(grid.keep.type, Grid)
    place = list_number(grid, context)
    first = write(term.arguments[0], context)
    match term.name:
        case "opening_spot":
            return "PLACED" if grid.keep.type.on is not None else "spot_at(0, 0, 0)"
        case "touched_at":
            return f"touched_at(s, {place}, {first}, {write(term.arguments[1], context)})"
        case "connected":
            return f"grouped(s, {first}, contacts(s, {place}))"
        case "beside":
            return f"tile_beside(s, {place}, {first}, {write(term.arguments[1], context)})"
        case "met" | "open_edges":
            return f"{term.name}(s, {place}, &{_parts(grid.keep.type, context.unit)}, {first})"
        case "met_at":
            spot = write(term.arguments[1], context)
            return f"met_at(s, {place}, &{_parts(grid.keep.type, context.unit)}, {first}, {spot})"
        case "tile_at" | "place_of" if isinstance(term.arguments[0].type, Spot):
            cell = f"cell_at_spot({scalar(term.arguments[0], context)})"
            return cell if term.name == "place_of" else f"tile_at(s, {place}, {cell})"
        case "place_of":
            return f"place_of_tile(s, {place}, {first})"
        case _:
            return f"{term.name}(s, {place}, {first})"


def many_tiles(items: rb.Term, context: Context) -> str | None:
    """Print how many tiles lie on a grid or touch a tile, counted as bits."""
    match items:
        case rb.Stored(keep=rb.Keep(type=Grid())):
            return f"many_laid(s, {list_number(items, context)})"
        case rb.Builtin(name="touching", arguments=(tile, rb.Stored() as grid)):
            return f"many_touching(s, {list_number(grid, context)}, {write(tile, context)})"
        case _:
            return None


def tile_word(items: rb.Term, context: Context) -> str | None:
    """Print the tiles that lie on a grid or touch a tile as one word of bits.

    None for anything else, or for more tiles than a word has bits."""
    match items:
        case rb.Stored(keep=rb.Keep(type=Grid(kind))) if context.unit.size(kind) <= WORD_BITS:
            return f"*lying(s, GRID_OF[{list_number(items, context)}])"
        case rb.Builtin(name="touching", arguments=(tile, rb.Stored(keep=rb.Keep(type=Grid(kind))) as grid)) if (
            context.unit.size(kind) <= WORD_BITS
        ):
            return f"*touching_bits(s, {list_number(grid, context)}, {write(tile, context)})"
        case _:
            return None


# ---------------------------------------------------------------- parts


def _parts(grid: Grid, unit: Unit) -> str:
    """Return the name of the tables of the parts of these tiles.

    Part x turn -> slots, tile x turn x slot -> part."""
    parts = parts_on(grid.kind, unit.rulebook.kinds)
    assert parts is not None
    name = f"PARTS_{plain(parts.name)}"
    if name not in unit.tables:
        ground = ground_of(grid, unit.rulebook.kinds)
        found = [
            [(way, slot) for way, _, slots in edges for slot in slots] for part in ground.meetings for edges in part
        ]
        starts = [0]
        for meetings in found:
            starts.append(starts[-1] + len(meetings))
        ways = [way for meetings in found for way, _ in meetings]
        slots = [slot for meetings in found for _, slot in meetings]
        at = [-1 if part is None else part for tile in ground.part_at for turn in tile for part in turn]
        low = name.lower()
        unit.tables[name] = "\n".join([
            _table("int16_t", f"{low}_tile", ground.tile_of), _table("int16_t", f"{low}_at", at),
            _table("int32_t", f"{low}_from", starts), _table("signed char", f"{low}_ways", ways),
            _table("signed char", f"{low}_slots", slots),
            f"static const Parts {name} = {{{ground.sides}, {low}_tile, {low}_at, {low}_from, {low}_ways, {low}_slots}};",
        ])  # fmt: skip
    return name


def _table(type_: str, name: str, values: Iterable[int]) -> str:
    return f"static const {type_} {name}[] = {{{', '.join(map(str, values)) or '0'}}};"


# ---------------------------------------------------------------- grids


def _grids(module: Module) -> Iterator[tuple[Grid, int]]:
    """Yield each grid with the number of its list."""
    for keep in module.unit.grids:
        assert isinstance(keep.type, Grid)
        spot = module.layout.keeps[keep.name]
        for number in range(spot.count):
            yield keep.type, spot.base + 2 * number


def grid_lists(module: Module) -> list[int]:
    return [list_ for _, list_ in _grids(module)]


def _words(module: Module, grid: Grid) -> int:
    """Count the words of a bitset over the tiles of a grid."""
    return (module.unit.size(grid.kind) + 63) // 64


def _room(module: Module, grid: Grid, ground: Ground) -> int:
    """How many entries the table from cells to tiles has.

    One for each place, or a hash; none where nobody asks often."""
    if ground.places:
        return len(ground.places)
    if parts_on(grid.kind, module.rulebook.kinds) is None:
        return 0
    size = 16
    while size < 2 * sum(map(len, ground.shapes)):
        size *= 2
    return size


def grid_fields(module: Module) -> list[str]:
    grids = [grid for grid, _ in _grids(module)]
    spots = sum(module.unit.size(grid.kind) for grid in grids)
    near = sum(module.unit.size(grid.kind) * _words(module, grid) for grid in grids)
    lying = sum(_words(module, grid) for grid in grids)
    at = sum(_room(module, grid, ground_of(grid, module.rulebook.kinds)) for grid in grids)
    return [
        f"    I spots[{max(1, spots)}]; uint64_t near[{max(1, near)}], lying[{max(1, lying)}];",
        f"    int32_t cell_at[{max(1, at)}]; int16_t at[{max(1, at)}]; /* which tile, plus 1, covers which cell */",
    ]


def grid_tables(module: Module) -> str:
    tiles, spots, near, wide, at, masks, places, sides, straight = [], [0], [0], [], [0], [], [], [], []
    lying = [0]
    drawings: dict[Cells, int] = {}
    found: dict[Grid, int] = {}
    tables, of_grid = [], []
    for grid, _ in _grids(module):
        ground = ground_of(grid, module.rulebook.kinds)
        if grid not in found:
            found[grid] = len(found)
            tables += _ground(found[grid], ground, drawings)
        of_grid.append(found[grid])
        tiles.append(module.unit.size(grid.kind))
        spots.append(spots[-1] + tiles[-1])
        wide.append(_words(module, grid))
        near.append(near[-1] + tiles[-1] * wide[-1])
        lying.append(lying[-1] + wide[-1])
        at.append(at[-1] + _room(module, grid, ground))
        masks.append(0 if ground.places else max(0, at[-1] - at[-2] - 1))
        places.append(len(ground.places))
        sides.append(ground.sides)
        straight.append(sum(1 << way for way in ground.straight))
    numbers = {
        "TILES_OF": tiles, "SPOTS_FROM": spots, "NEAR_FROM": near, "NEAR_WIDE": wide, "LYING_FROM": lying, "AT_FROM": at,
        "AT_MASK": masks, "PLACES_OF": places, "SIDES_OF": sides, "STRAIGHT": straight,
    }  # fmt: skip
    near_of = [_next(number, grid) for number, (grid, _) in zip(of_grid, _grids(module), strict=True)]
    drawn = ", ".join(map(_drawing, drawings))
    return "\n".join([
        *(_table("int", name, values) for name, values in numbers.items()), *tables,
        f"static const Drawing DRAWINGS[] = {{{drawn or '{0}'}}};",
        "#define CELL_AT(s, g, i) ((s)->cell_at[AT_FROM[g] + (i)])",
        *(
            f"static const {type_} *const {name}[] = {{{', '.join(f'{name}_{i}' for i in of_grid) or '0'}}};"
            for type_, name in (("int16_t", "SHAPES"), ("unsigned char", "TURNS"))
        ),
        f"static const int16_t *const NEXT[] = {{{', '.join(near_of) or '0'}}};",
    ])  # fmt: skip


def _next(number: int, grid: Grid) -> str:
    return f"NEXT_{number}" if grid.on is not None else "0"


def _ground(number: int, ground: Ground, drawings: dict[Cells, int]) -> list[str]:
    """Emit drawings, distinct turns and neighbours of places.

    Which drawing each tile is at each turn, and the turns that differ."""
    turning = [sum(1 << turn for turn in turns) for turns in ground.turns]
    shapes = [drawings.setdefault(turned(shape, turn), len(drawings)) for shape in ground.shapes for turn in range(4)]
    found = [_table("int16_t", f"SHAPES_{number}", shapes), _table("unsigned char", f"TURNS_{number}", turning)]
    if ground.places:
        near = [-1 if place is None else place for row in ground.places for place in row]
        found.append(_table("int16_t", f"NEXT_{number}", near))
    return found


def _drawing(cells: Cells) -> str:
    wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
    xs, ys = (", ".join(str(cell[i]) for cell in cells) for i in (0, 1))
    return f"{{{len(cells)}, {wide}, {high}, {{{xs}}}, {{{ys}}}}}"

"""The state struct, its sizes, and the tables of piles, rows and grids.

In: the layout of a Program. Out: C declarations. Layer: backends. A state is one block of memory, so that cloning is one
copy.
"""

from __future__ import annotations

from interpreter.backends.c.emission import Module
from interpreter.backends.c.tiles import GRID_TYPES, grid_fields, grid_lists, grid_tables
from interpreter.backends.c.unit import c_type
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, card_kind

MEMORY = 6000  # words for frames, their lists, and the options of a question
MAX_COUNTED = 4096
MAX_KEPT_WORDS = 1 << 15  # words for the items of all stored lists


def sizes(module: Module) -> str:
    written = max(1, len(module.program.rows)) * module.rulebook.player_limit
    counted = max([MAX_COUNTED, *(len(kind.members) for kind in module.rulebook.kinds.values())])
    lies = sum(module.unit.size(kind) for kind in module.unit.cards)
    numbers = ", ".join(str(i) for i in range(counted))
    return "\n".join([
        "#include <stddef.h>", "#include <stdint.h>", "#include <stdlib.h>", "#include <string.h>", "#include <setjmp.h>",
        "typedef int64_t I;", "typedef unsigned __int128 Wide;", "typedef struct { I n; const I *p; } L;",
        "typedef struct { I n; const L *p; } LL;",
        GRID_TYPES,
        "typedef struct { int16_t unit, where, kind, card, list, of; int32_t left; } Timer;",
        f"enum {{ PLAYERS = {module.rulebook.player_limit}, LISTS = {module.layout.lists}, LIES = {lies}, "
        f"BITS = {module.layout.cells + len(module.program.rules)}, SITES = {len(module.program.sites)}, MEMORY = {MEMORY}, "
        f"BLOCKS = {max(1, len(module.program.blocks))}, "
        f"MAX_FRAMES = 64, MAX_TIMERS = {_timers(module, lies)}, MAX_WINNERS = {2 * module.rulebook.player_limit}, "
        f"MAX_REGIONS = 16, MAX_HUSHED = 16, MAX_WRITTEN = {written} }};",
        "typedef struct { int row, player; I value; } Written;",
        "typedef struct { int32_t n, at, room; } Stored; /* a stored list: its items are in S.kept; n is -1 for none */",
        f"#define RANKS {int(module.program.ranked)}",
        f"#define ELIMINATES {int(module.program.eliminates)}",
        f"#define FREE_ACTIONS {int(bool(module.program.free))}",
        f"#define KEPT {MAX_KEPT_WORDS if _keeps_lists(module) else 0}",
        f"#define CHOOSES_LISTS {int(any(_listed(module)))}",
        "#define NONE INT64_MIN", "#define LARGEST 1000000000000000000LL",
        f"static const I FIXED[] = {{{numbers}, {_rounds(module)}}}; /* lists that never change */",
        "#define COUNTING FIXED",
        f"#define AROUND ((const I (*)[2 * PLAYERS])(FIXED + {counted}))",
        "#define BACKWARDS (AROUND + PLAYERS + 1)",
    ])  # fmt: skip


def _rounds(module: Module) -> str:
    """Emit the seats twice around, in both directions and for each number of them.

    The order from any first seat is a slice."""
    most = module.rulebook.player_limit
    rounds = [[*range(count)] * 2 for count in range(most + 1)]
    rows = [*rounds, *(row[::-1] for row in rounds)]
    return ", ".join(str(seat) for row in rows for seat in (*row, *(0 for _ in range(2 * most - len(row)))))


def _listed(module: Module) -> list[bool]:
    """List for each question whether its options are lists."""
    choices = (question.choice for question in module.program.questions)
    return [choice is not None and c_type(choice.items.type) == "LL" for choice in choices]


def _timers(module: Module, cards: int) -> int:
    """Bound the number of running timers; 1 if no rule uses any."""
    return min(64, max(1, cards)) if module.program.units else 1


def struct(module: Module) -> str:
    fields = []
    for keep in module.rulebook.keeps.values():
        cells = module.unit.cells.get(keep.name)
        if cells is not None:
            kind = "Stored" if cells.is_list else cells.cell
            fields.append(f"    {kind} {cells.field}[{module.layout.keeps[keep.name].count}];")
    return "\n".join([
        "typedef struct { I question, value, work, ways; } Memo;",
        "typedef struct {", "    jmp_buf *way_out; struct Watch *watch; /* if bots think about this game (redeal.h) */",
        "    I *words; const char *beyond; I used, size, work, blocks, trials, deep, value, question, questions, silent; L list;",
        *(f"    Memo {name}[{count}];" for name, count in module.memos.items()), "} X;",
        "typedef struct {", "    X *x;", "    uint64_t random, free, tried, automas, touched[BITS / 64 + 1];",
        "    uint64_t taken[(SITES * 64 + 64) / 64];",
        "    I chance_count, answer, low, step, noptions, stamp, secret_turn_of, decisions;",
        "    int32_t site, actor, asking, top, options, depth, over, trial;",
        "    int32_t frames[MAX_FRAMES];",
        "    int32_t nseats, nout, nwinners, nscores, ntimers; int16_t nregions, regions[MAX_REGIONS];",
        *(["    uint64_t ranked; I arrived[MAX_REGIONS];"] if module.program.ranked else []),
        *(["    int32_t behind;"] if any(_listed(module)) else []),
        "    I seats[PLAYERS], out[PLAYERS], winners[MAX_WINNERS], scorers[PLAYERS], points[PLAYERS];",
        "    Timer timers[MAX_TIMERS]; int32_t nsecret_causes, nsheet, count; I secret_causes[MAX_HUSHED];",
        "    Written sheet[MAX_WRITTEN]; uint64_t noted[(MAX_WRITTEN + 63) / 64];",
        *fields, *_card_fields(module), "    int32_t kept_top; I kept[KEPT]; I mem[MEMORY];", "} S;", *_kept_lists(module),
    ])  # fmt: skip


def _card_fields(module: Module) -> list[str]:
    lies = sum(module.unit.size(kind) for kind in module.unit.cards)
    zones = sum(
        module.unit.size(kind) + sum(size for _, size in module.unit.zones_of(kind)) for kind in module.unit.cards
    )
    offsets = sum(len(module.unit.zones_of(kind)) + 1 for kind in module.unit.cards)
    return [
        f"    int16_t lies[{max(1, lies)}], offsets[{max(1, offsets)}];",
        "    uint64_t piles[LISTS + 1][2]; /* which cards lie there, each a bit, of kinds that have few enough */",
        f"    I zones[{max(1, zones)}];",
        *grid_fields(module),
    ]


def zone_tables(module: Module) -> str:
    lists = range(max(1, module.layout.lists))
    kind_of, at, rows, grid_of = [-1] * len(lists), [0] * len(lists), [0] * len(lists), [-1] * len(lists)
    force, owner = [int(i in module.layout.in_force) for i in lists], [module.layout.owners.get(i, -1) for i in lists]
    lies, zones, offsets, count = [0], [0], [0], []
    for card, kind in enumerate(module.unit.cards):
        found = module.unit.zones_of(kind)
        for i, (list_, size) in enumerate(found):
            kind_of[list_], at[list_], rows[list_] = card, i, size
        count.append(len(found))
        lies.append(lies[-1] + module.unit.size(kind))
        zones.append(zones[-1] + module.unit.size(kind) + sum(size for _, size in found))
        offsets.append(offsets[-1] + len(found) + 1)
    for number, list_ in enumerate(grid_lists(module)):
        grid_of[list_] = number
    bits = [module.layout.whereabouts[kind] for kind in module.unit.cards]
    private = [int(site.private) for site in module.program.sites]
    tables = {
        "int ZONE_KIND": kind_of, "int ZONE_AT": at, "int ROW_SIZE": rows, "int GRID_OF": grid_of, "int IN_FORCE": force,
        "int ZONE_OWNER": owner, "int ZONES_OF": count, "int LIES_FROM": lies, "int ZONES_FROM": zones,
        "int OFFSETS_FROM": offsets, "int CARD_BIT": bits,
        "int IS_PRIVATE": private, "char TIMED": _timed(module), "char ONLY_PILES": _only_piles(module),
        "int SPARE": [_spare(module, kind) for kind in module.unit.cards],
        "char LISTED": [int(one) for one in _listed(module)],
    }  # fmt: skip
    return "\n".join(
        [
            *(f"static const {name}[] = {{{', '.join(map(str, values)) or '0'}}};" for name, values in tables.items()),
            grid_tables(module),
        ]
    )


def _spare(module: Module, kind: str) -> int:
    """Return the list of the removed ones of a kind that is made in play.

    -1 for other kinds."""
    spare = module.rulebook.kinds[kind].spare
    return module.layout.keeps[spare].base if spare else -1


def _timed(module: Module) -> list[int]:
    """List for each kind of card whether a rule ever gives it a time."""
    routines = module.rulebook.routines.values()
    cells = (
        cell
        for kind in module.rulebook.kinds.values()
        for column in kind.columns.values()
        for cell in column.cells
        if isinstance(cell, rb.Routine)
    )
    timed = {
        card_kind(act.card.type)
        for routine in (*routines, *cells)
        for act in rb.walk_acts(routine.body)
        if isinstance(act, rb.Lasting)
    }
    return [int(kind in timed) for kind in module.unit.cards]


def _only_piles(module: Module) -> list[int]:
    """List for each kind of card whether it lies in nothing but piles."""
    tiles = {keep.type.kind for keep in module.unit.grids if isinstance(keep.type, Grid)}
    kinds = module.unit.cards
    return [int(kind not in tiles and not any(size for _, size in module.unit.zones_of(kind))) for kind in kinds]


def _keeps_lists(module: Module) -> bool:
    return any(cells.is_list for cells in module.unit.cells.values())


def _kept_lists(module: Module) -> list[str]:
    """Emit where the stored lists are, for those who move their items."""
    found = [
        f"{{offsetof(S, {cells.field}), {module.layout.keeps[name].count}}}"
        for name, cells in module.unit.cells.items()
        if cells.is_list
    ]
    return [f"static const struct {{ size_t at; int count; }} KEPT_LISTS[] = {{{', '.join([*found, '{0, 0}'])}}};"]

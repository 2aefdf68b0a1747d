"""The state struct, its sizes, and the tables of piles, rows and grids.

In: the layout of a Program. Out: C declarations. Layer: backends. A state is one block of memory, so that cloning is one
copy.
"""

from __future__ import annotations

from interpreter.backends.c.unit import c_type
from interpreter.backends.c.values import ValueWriter
from interpreter.ir.lookup_tables import shapes_of
from interpreter.ir.types import Grid
from interpreter.runtime.grids import turned, turns

MEMORY = 6000  # words for frames, their lists, and the options of a question
MAX_COUNTED = 4096


class StorageWriter(ValueWriter):
    def sizes(self) -> str:
        written = max(1, len(self.program.rows)) * self.rulebook.player_limit
        counted = max([MAX_COUNTED, *(len(kind.members) for kind in self.rulebook.kinds.values())])
        lies = sum(self.unit.size(kind) for kind in self.unit.cards)
        numbers = ", ".join(str(i) for i in range(counted))
        return "\n".join([
            "#include <stddef.h>", "#include <stdint.h>", "#include <stdlib.h>", "#include <string.h>", "#include <setjmp.h>",
            "typedef int64_t I;", "typedef unsigned __int128 Wide;", "typedef struct { I n; const I *p; } L;",
            "typedef struct { I n; const L *p; } LL;",
            "typedef struct { int16_t n, wide, high; int16_t x[64], y[64]; } Drawing;",
            "typedef struct { int16_t unit, where, kind, card, list, of; int32_t left; } Timer;",
            f"enum {{ PLAYERS = {self.rulebook.player_limit}, LISTS = {self.layout.lists}, LIES = {lies}, "
            f"BITS = {self.layout.cells + len(self.program.rules)}, SITES = {len(self.program.sites)}, MEMORY = {MEMORY}, "
            f"BLOCKS = {max(1, len(self.program.blocks))}, "
            f"MAX_FRAMES = 64, MAX_TIMERS = {self._timers(lies)}, MAX_WINNERS = {2 * self.rulebook.player_limit}, "
            f"MAX_REGIONS = 16, MAX_HUSHED = 16, MAX_WRITTEN = {written} }};",
            "typedef struct { int row, player; I value; } Written;",
            f"#define RANKS {int(self.program.ranked)}", f"#define CHOOSES_LISTS {int(any(self._listed()))}",
            "#define NONE INT64_MIN", "#define LARGEST 1000000000000000000LL",
            f"static const I COUNTING[] = {{{numbers}}};", *self._rounds(),
        ])  # fmt: skip

    def _rounds(self) -> list[str]:
        """Emit the seats twice around, in both directions: the order from any first seat is a slice of it."""
        rounds = [[*range(count)] * 2 for count in range(self.rulebook.player_limit + 1)]
        return [
            f"static const I {name}[PLAYERS + 1][2 * PLAYERS] = {{{', '.join(f'{{{text}}}' for text in texts)}}};"
            for name, texts in (
                ("AROUND", [", ".join(map(str, seats)) or "0" for seats in rounds]),
                ("BACKWARDS", [", ".join(map(str, reversed(seats))) or "0" for seats in rounds]),
            )
        ]

    def _listed(self) -> list[bool]:
        """List for each question whether its options are lists."""
        choices = (question.choice for question in self.program.questions)
        return [choice is not None and c_type(choice.items.type) == "LL" for choice in choices]

    def _timers(self, cards: int) -> int:
        """Bound the number of running timers; 1 if no rule uses any."""
        return min(64, max(1, cards)) if self.program.units else 1

    def struct(self) -> str:
        fields = []
        for keep in self.rulebook.keeps.values():
            cells = self.unit.cells.get(keep.name)
            if cells is not None:
                kind = f"struct {{ I n; I p[{cells.room}]; }}" if cells.room else cells.cell
                fields.append(f"    {kind} {cells.field}[{self.layout.keeps[keep.name].count}];")
        return "\n".join([
            "typedef struct { I question, value, work, ways; } Memo;",
            "typedef struct {", "    jmp_buf *way_out;",
            "    I *words; I used, size, work, blocks, trials, deep, value, question, questions; L list;",
            *(f"    Memo {name}[{count}];" for name, count in self.kept.items()), "} X;",
            "typedef struct {", "    X *x;", "    uint64_t random, free, tried, automas, touched[BITS / 64 + 1];",
            "    uint64_t taken[(SITES * 64 + 64) / 64];",
            "    I chance_count, answer, low, step, noptions, stamp, secret_turn_of, decisions;",
            "    int32_t site, actor, asking, top, options, depth, over, trial;",
            "    int32_t frames[MAX_FRAMES];",
            "    int32_t nseats, nout, nwinners, nscores, ntimers; int16_t nregions, regions[MAX_REGIONS];",
            *(["    uint64_t ranked; I arrived[MAX_REGIONS];"] if self.program.ranked else []),
            *(["    int32_t behind;"] if any(self._listed()) else []),
            "    I seats[PLAYERS], out[PLAYERS], winners[MAX_WINNERS], scorers[PLAYERS], points[PLAYERS];",
            "    Timer timers[MAX_TIMERS]; int32_t nsecret_causes, nsheet, count; I secret_causes[MAX_HUSHED];",
            "    Written sheet[MAX_WRITTEN]; uint64_t noted[(MAX_WRITTEN + 63) / 64];",
            *fields, *self._card_fields(), "    I mem[MEMORY];", "} S;",
        ])  # fmt: skip

    def _card_fields(self) -> list[str]:
        lies = sum(self.unit.size(kind) for kind in self.unit.cards)
        zones = sum(
            self.unit.size(kind) + sum(size for _, size in self.unit.zones_of(kind)) for kind in self.unit.cards
        )
        offsets = sum(len(self.unit.zones_of(kind)) + 1 for kind in self.unit.cards)
        spots = sum(self.unit.size(k.type.kind) * self.layout.keeps[k.name].count
                    for k in self.unit.grids if isinstance(k.type, Grid))  # fmt: skip
        near = sum(self.unit.size(k.type.kind) * self._near(k.type.kind) * self.layout.keeps[k.name].count
                   for k in self.unit.grids if isinstance(k.type, Grid))  # fmt: skip
        return [
            f"    int16_t lies[{max(1, lies)}], offsets[{max(1, offsets)}];",
            "    uint64_t piles[LISTS + 1][2]; /* which cards lie there, each a bit, of kinds that have few enough */",
            f"    I zones[{max(1, zones)}], spots[{max(1, spots)}]; uint64_t near[{max(1, near)}];",
        ]

    def _near(self, kind: str) -> int:
        """Count the words of a bitset over the tiles of a kind."""
        return (self.unit.size(kind) + 63) // 64

    def zone_tables(self) -> str:
        lists = range(max(1, self.layout.lists))
        kind_of, at, rows, grid_of = [-1] * len(lists), [0] * len(lists), [0] * len(lists), [-1] * len(lists)
        force, owner = [int(i in self.layout.in_force) for i in lists], [self.layout.owners.get(i, -1) for i in lists]
        lies, zones, offsets, count = [0], [0], [0], []
        for card, kind in enumerate(self.unit.cards):
            found = self.unit.zones_of(kind)
            for i, (list_, size) in enumerate(found):
                kind_of[list_], at[list_], rows[list_] = card, i, size
            count.append(len(found))
            lies.append(lies[-1] + self.unit.size(kind))
            zones.append(zones[-1] + self.unit.size(kind) + sum(size for _, size in found))
            offsets.append(offsets[-1] + len(found) + 1)
        tiles: list[int] = []
        spots, shapes, drawings, near, wide = [0], [], [], [0], []
        for drawing, keep in enumerate(self.unit.grids):
            assert isinstance(keep.type, Grid)
            shapes.append(self._shapes(drawing, shapes_of(self.rulebook.kinds[keep.type.kind])))
            for i in range(self.layout.keeps[keep.name].count):
                grid_of[self.layout.keeps[keep.name].base + 2 * i] = len(tiles)
                drawings.append(drawing)
                tiles.append(self.unit.size(keep.type.kind))
                spots.append(spots[-1] + tiles[-1])
                wide.append(self._near(keep.type.kind))
                near.append(near[-1] + tiles[-1] * wide[-1])
        bits = [self.layout.whereabouts[kind] for kind in self.unit.cards]
        private = [int(site.private) for site in self.program.sites]
        drawn = ", ".join(f"SHAPES_{i}" for i in drawings)
        turning = ", ".join(f"TURNS_{i}" for i in drawings)
        tables = {
            "int ZONE_KIND": kind_of, "int ZONE_AT": at, "int ROW_SIZE": rows, "int GRID_OF": grid_of, "int IN_FORCE": force,
            "int ZONE_OWNER": owner, "int ZONES_OF": count, "int LIES_FROM": lies, "int ZONES_FROM": zones,
            "int OFFSETS_FROM": offsets, "int CARD_BIT": bits, "int TILES_OF": tiles, "int SPOTS_FROM": spots,
            "int IS_PRIVATE": private,
            "char LISTED": [int(one) for one in self._listed()], "int NEAR_FROM": near, "int NEAR_WIDE": wide,
        }  # fmt: skip
        return "\n".join([
            *(f"static const {name}[] = {{{', '.join(map(str, values)) or '0'}}};" for name, values in tables.items()),
            *shapes, f"static const Drawing *const SHAPES[] = {{{drawn or '0'}}};",
            f"static const unsigned char *const TURNS[] = {{{turning or '0'}}};",
        ])  # fmt: skip

    def _shapes(self, grid: int, shapes: tuple[object, ...]) -> str:
        drawings, turning = [], []
        for shape in shapes:
            assert isinstance(shape, tuple)
            turning.append(sum(1 << turn for turn in turns(shape)))
            for turn in range(4):
                cells = turned(shape, turn)
                wide, high = max(x for x, _ in cells) + 1, max(y for _, y in cells) + 1
                xs, ys = (", ".join(str(cell[i]) for cell in cells) for i in (0, 1))
                drawings.append(f"{{{len(cells)}, {wide}, {high}, {{{xs}}}, {{{ys}}}}}")
        return (
            f"static const Drawing SHAPES_{grid}[] = {{{', '.join(drawings)}}};\n"
            f"static const unsigned char TURNS_{grid}[] = {{{', '.join(map(str, turning))}}};"
        )

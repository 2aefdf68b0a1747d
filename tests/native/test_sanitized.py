"""The C of games under ASan and UBSan: whole random games, nothing read or written where it should not be.

A small program around the same C reads a table, plays games from it and exports the last state. `make test` takes the smallest
games and those that touch the corners of the language, `make test-all` all of them.
"""

from __future__ import annotations

import subprocess
from array import array
from functools import cache
from pathlib import Path

import pytest

import interpreter
from interpreter.backends.c.building import compiler
from interpreter.native import c_text
from interpreter.runtime.native import NoRoomError
from tests.support.bundled import core_games
from tests.support.c_lockstep import HARD, OWN
from tests.support.limits import PATIENCE
from tests.support.sampling import EVERYTHING, sampled

FLAGS = (
    "-O0",
    "-g",
    "-std=gnu11",
    "-w",
    "-fno-strict-aliasing",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
)
SMALL = ["kuhn-poker", "pig", "tic-tac-toe"]
GAMES = [info.name for info in core_games()]
GAMES_PLAYED, MOST = 40, 3000

MAIN = """
#include <stdio.h>
int main(int n, char **words) {
    FILE *file = fopen(words[1], "rb");
    static I table[1 << 18], out[1 << 18];
    size_t count = fread(table, sizeof(I), 1 << 18, file);
    fclose(file);
    X *x = rw_context();
    S *s = rw_new();
    if (!count || !rw_import(s, x, table)) return 3;
    I games = atoll(words[2]), most = atoll(words[3]), all = 0, how[8] = {0};
    for (I i = 1; i <= games; i++) {
        S *played = rw_clone(s);
        uint64_t picks = 77777 * (uint64_t)i;
        I made = 0;
        int end = rw_begin(played, x, 991 * (uint64_t)i);
        if (end == WAITING && i == 1) {  /* thinking ahead, and walking about */
            Tree *tree = rw_tree(12345, 1.4);
            I places[1] = {0}, log[200], walked, visits[1];
            double sums[1] = {0}, sure[1];
            rw_search(played, x, tree, 60, 40, 1);
            rw_found(tree, 1, 0, visits, sure);
            rw_tried(played, x, places, 1, 999, 40, 0, sums);
            rw_fell(tree);
            Walker *walker = rw_walker(4711);
            S *other = rw_clone(played);
            uint8_t mood[GENES] = {1, 2, 3, 4, 5, 6, 7, 8};
            for (int j = 0; j < 9; j++) {
                rw_set_out(walker, other, j % 3 ? mood : 0, 0, j % 2 && rw_gauges(), 0, 0);
                rw_walk(other, x, walker, 200, log, &walked);
            }
            rw_free(other); rw_rest(walker);
        }
        if (end == WAITING) end = rw_play_out(played, x, &picks, most, &made);
        if (end == WAITING || end == OVER) {
            rw_broken(played, x);
            rw_worth(played, x, 0);
            rw_import(played, x, (rw_export(played, out), out));
        }
        how[end]++; all += made;
        rw_free(played);
    }
    printf("%ld %ld %ld %ld %ld\\n", (long)all, (long)how[0], (long)how[1], (long)how[2], (long)how[3]);
    rw_free(s); rw_drop(x);
    return 0;
}
"""


@cache
def can_sanitize(folder: Path) -> bool:
    """Some compilers come without the libraries for it."""
    file = folder / "try.c"
    file.write_text("int main(void) { return 0; }")
    command = compiler()
    assert command is not None
    words = [*command, *FLAGS, "-o", str(folder / "try"), str(file)]
    return subprocess.run(words, check=False, capture_output=True).returncode == 0


def played(game: str | Path, folder: Path) -> list[int]:
    """Decisions, and how many games were cut off, over, faulty and too large for C."""
    loaded = interpreter.load(game)
    source, program, table = folder / "game.c", folder / "game", folder / "table"
    source.write_text(c_text(loaded.path, (), {}) + MAIN)
    command = compiler()
    assert command is not None
    subprocess.run([*command, *FLAGS, "-o", str(program), str(source), "-lm"], check=True)
    words = loaded.native().words(loaded.table(events=False).engine.position)
    table.write_bytes(array("q", words).tobytes())
    command = [str(program), str(table), str(GAMES_PLAYED), str(MOST)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr[:3000]
    return [int(word) for word in done.stdout.split()]


CHOSEN: list[str | Path] = [*GAMES, *OWN, *HARD] if EVERYTHING else sampled([*SMALL, *OWN], 1, "sanitized")


@pytest.mark.parametrize("game", CHOSEN, ids=lambda game: Path(game).name)
def test_nothing_is_read_or_written_where_it_should_not_be(game: str | Path, tmp_path: Path) -> None:
    if not can_sanitize(tmp_path):
        pytest.skip("this compiler has no ASan")
    decisions, _, over, faults, beyond = played(game, tmp_path)
    if beyond == GAMES_PLAYED:  # its numbers are larger than any in C: Python says so, too
        loaded = interpreter.load(game)
        with pytest.raises(NoRoomError):
            loaded.native().take(loaded.start(seed=1).engine.position)
        return
    assert decisions > GAMES_PLAYED
    assert faults + beyond < GAMES_PLAYED
    assert over or EVERYTHING


def test_it_would_be_noticed(tmp_path: Path) -> None:
    """The same flags see a read behind the end of an array."""
    if not can_sanitize(tmp_path):
        pytest.skip("this compiler has no ASan")
    source = tmp_path / "wrong.c"
    source.write_text("int main(int n, char **w) { int a[4] = {0}; return a[n + 3]; }")
    command = compiler()
    assert command is not None
    subprocess.run([*command, *FLAGS, "-o", str(tmp_path / "wrong"), str(source)], check=True)
    assert subprocess.run([tmp_path / "wrong"], check=False, capture_output=True).returncode != 0

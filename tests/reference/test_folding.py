"""What is calculated at load is what would be worked out while playing.

Random formulas are written twice into a game: with numbers, which the compiler folds, and with stored values that hold
the same numbers, which it cannot. Both must be what the reference interpreter makes of them.
"""

from __future__ import annotations

import random
from pathlib import Path

import interpreter
from interpreter.reading import read_game
from tests.reference.playing import Reference
from tests.support.formulas import formula

FORMULAS = 150


def rules(formulas: list[str]) -> str:
    kept = [f"keep x{n}: number, starts at {n}\nkeep y{n}: number, starts at 0 - {n}" for n in range(10)]
    named = {f"x{n}": str(n) for n in range(10)} | {f"y{n}": f"(0 - {n})" for n in range(10)}
    lets = []
    for i, text in enumerate(formulas):
        folded = text
        for name, number in named.items():
            folded = folded.replace(name, number)
        lets += [f"let folded_{i} = {folded}", f"let while_playing_{i} = {text}"]
    both = [f"{{{word}_{i}}}" for i in range(len(formulas)) for word in ("folded", "while_playing")]
    asked = f'procedure play\n  each player\n    player chooses\n      prompt "{" ".join(both)}"\n      to stop_here "Stop"\n'
    return "\n".join([*kept, *lets, asked + "        end game\n"])


def test_folding_equals_run_time(tmp_path: Path) -> None:
    chance = random.Random(7)
    formulas = [formula(chance, 3) for _ in range(FORMULAS)]
    (tmp_path / "rules").mkdir()
    (tmp_path / "game.yaml").write_text("title: Sums\nplayers: {min: 2, max: 2}\n", encoding="utf-8")
    (tmp_path / "rules" / "play.rules").write_text(rules(formulas), encoding="utf-8")
    state = interpreter.load(tmp_path).start(seed=1)
    assert state.request is not None
    told = [int(number) for number in state.request.prompt.split()]
    judge = Reference(read_game(tmp_path, [], {})[0], 2, 1)
    values = judge.rulebook.values
    for i, text in enumerate(formulas):
        expected = judge.values.worked(values[f"while_playing_{i}"], [])
        assert told[2 * i : 2 * i + 2] == [expected, expected], text

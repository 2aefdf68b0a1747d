"""Adding a statement takes the places that CONTRIBUTING.md lists, and a forgotten one is named before anybody plays.

A made-up statement, `swap A and B`, is added to a copy of the project by a script: whole, and with places left out.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Container, Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
COPIED = ("interpreter", "grammars", "schemas", "docs/reference", "tests/docs", "tests/syntax", "pyproject.toml")
Edits = Mapping[str, tuple[tuple[str, str], ...]]  # by file: a text that is there, and what stands in its place

NODE = """class Lay(Sentence):
    form: ClassVar[str] = "swap {one:postfix} and {other:postfix}"
    one: Expression
    other: Expression


@dataclass(frozen=True, slots=True)
class Lay(Sentence):""".replace("Lay", "Swap", 1)
CHECK = """def check_swap(env: Env, node: n.Swap, scope: Scope) -> Acts:
    one, other = _stored(env, node.one, scope), _stored(env, node.other, scope)
    if one is None or other is None:
        return ()
    scope.forget_table()
    return rb.Swap(node.span, one, other)


def check_raise("""
ACT = """class Swap:
    span: Span
    one: Stored
    other: Stored


@dataclass(frozen=True, slots=True)
class EndGame:"""
SECRETS = """            case rb.Swap():
                self._store(act.one.keep, act.one.keys, labels.of(act.other) | pc)
                self._store(act.other.keep, act.other.keys, labels.of(act.one) | pc)
            case rb.Store():"""
IN_PYTHON = """def swap(out: Lines, act: rb.Swap) -> None:
    one, other = (f"c[{keep_address(of.keep, of.keys, out.context)}]" for of in (act.one, act.other))
    out.line(f"{one}, {other} = {other}, {one}")


def store("""
IN_C = """def _swap(out: Body, act: rb.Swap) -> None:
    cells = [out.context.unit.cells[of.keep.name] for of in (act.one, act.other)]
    one, other = (
        f"s->{cell.field}[{offset(of.keep, of.keys, out.context)}]"
        for cell, of in zip(cells, (act.one, act.other), strict=True)
    )
    out.line(f"{{ I v_ = {one}; {one} = ({cells[0].cell}){other}; {other} = ({cells[1].cell})v_; }}")


def _store("""
PAGE = """## swap

`swap A and B` lets two values change places.

```rules steps table
swap player's money and player's points
```

## refill and shuffle"""
GAME = """\
keep left: 0 to 9, starts at 3
keep right: 0 to 9, starts at 7

procedure play
  swap left and right
  each player
    player scores left
  end game
"""

# What the walk in CONTRIBUTING.md lists, and there the edits.
PLACES: dict[str, Edits] = {
    "grammars/rules.lark": {
        "grammars/rules.lark": (
            (" | shuffle | ", " | shuffle | swap | "),
            ("lay: LAY", "swap: SWAP postfix AND postfix _NEWLINE\nlay: LAY"),
        ),
        "grammars/lexicon.lark": (('LAY: "lay"', 'SWAP: "swap"\nLAY: "lay"'),),
    },
    "syntax/nodes/statements.py": {
        "interpreter/syntax/nodes/statements.py": (("class Lay(Sentence):", NODE), ("| Lay |", "| Lay | Swap |")),
    },
    "check/statements/dispatch.py": {
        "interpreter/check/statements/setting.py": (("def check_raise(", CHECK),),
        "interpreter/check/statements/dispatch.py": (
            ("check_set_value\n", "check_set_value, check_swap\n"),
            (
                "        case n.Lay():",
                "        case n.Swap():\n            return check_swap(env, node, scope)\n        case n.Lay():",
            ),
        ),
    },
    "ir/rulebook/acts.py": {
        "interpreter/ir/rulebook/acts.py": (("class EndGame:", ACT), ("| LayTile |", "| LayTile | Swap |")),
    },
    "check/secrets/taint_flow.py": {
        "interpreter/check/secrets/taint_flow.py": (("            case rb.Store():", SECRETS),),
    },
    "backends/python/acts.py": {
        "interpreter/backends/python/table_acts.py": (("def store(", IN_PYTHON),),
        "interpreter/backends/python/acts.py": (
            ("        case rb.Store():", "        case rb.Swap():\n            table.swap(out, act)\n        case rb.Store():"),
        ),
    },
    "backends/c/acts.py": {
        "interpreter/backends/c/acts.py": (
            ("def _store(", IN_C),
            ("        case rb.Store():", "        case rb.Swap():\n            _swap(out, act)\n        case rb.Store():"),
        ),
    },
    "docs/reference/": {
        "docs/reference/steps.md": (("## refill and shuffle", PAGE),),
        "docs/reference/words.md": ((" `stop` ", " `stop` `swap` "),),
    },
}  # fmt: skip
DISPATCHING = (
    "check/statements/dispatch.py",
    "check/secrets/taint_flow.py",
    "backends/python/acts.py",
    "backends/c/acts.py",
)


def project(folder: Path, without: Container[str] = ()) -> Path:
    """A copy of the project that has the new statement, but for some places."""
    for name in COPIED:
        ignored = shutil.ignore_patterns("__pycache__", "client", "static", "node_modules")
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=ignored)
        else:
            shutil.copy(ROOT / name, folder / name)
    for place, edits in PLACES.items():
        for name, changes in edits.items() if place not in without else ():
            text = (folder / name).read_text(encoding="utf-8")
            for old, new in changes:
                assert text.count(old) >= 1, f"{name} has no {old!r}: the script has to follow"
                text = text.replace(old, new, 1)
            (folder / name).write_text(text, encoding="utf-8")
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    surroundings = {**os.environ, "PYTHONPATH": str(folder), "RULEWRIGHT_CACHE": str(folder / "cache")}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=surroundings, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def types(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What the type checker knows of one copy serves the next: they differ in a few files, and their paths are relative."""
    return tmp_path_factory.mktemp("types")


def typed(folder: Path, types: Path) -> str:
    """What the type checker says about the files that dispatch on a statement or an act."""
    files = [f"interpreter/{name}" for name in (*DISPATCHING, "syntax/printer/statements.py")]
    found = run(folder, "-m", "mypy", "--cache-dir", str(types), "--no-error-summary", *files)
    return found.stdout + found.stderr


def run_tests(folder: Path, *tests: str) -> str:
    return run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *tests).stdout


SENTENCES = "tests/syntax/test_sentences.py"
REFERENCE = "tests/docs/test_reference.py::test_every_sentence_of_the_grammar_has_an_example"
WORDS = "tests/docs/test_reference.py::test_reserved_words_are_listed"


PLAY = """
import interpreter
from interpreter.runtime.generator import seeded
from interpreter.runtime.native import OVER
game = interpreter.load("game")
print(game.start(players=2, seed=1).result.scores)
memory = game.native().take(game.table(2, 1, None, False).engine.position)
print(memory.begin(seeded(1)) == OVER)
"""


def test_with_every_place_it_is_checked_and_played(tmp_path: Path, types: Path) -> None:
    folder = project(tmp_path)
    assert typed(folder, types) == ""
    assert "4 passed" in run_tests(folder, SENTENCES, REFERENCE, WORDS)
    (folder / "game" / "rules").mkdir(parents=True)
    (folder / "game" / "rules" / "play.rules").write_text(GAME, encoding="utf-8")
    about = "title: Swap\nabout: A trial.\nplayers: {min: 2, max: 2}\nsource: stand-in\n"
    (folder / "game" / "game.yaml").write_text(about, encoding="utf-8")
    played = run(folder, "-c", PLAY)
    assert played.stdout == "{0: 7, 1: 7}\nTrue\n", played.stderr


def test_a_forgotten_dispatch_is_named_by_the_type_checker(tmp_path: Path, types: Path) -> None:
    said = typed(project(tmp_path, DISPATCHING), types)
    named = {name for name in DISPATCHING if re.search(rf"interpreter/{name}:.*Swap", said)}
    assert named == set(DISPATCHING), said


@pytest.mark.parametrize("place", ["syntax/nodes/statements.py", "ir/rulebook/acts.py"])
def test_a_forgotten_class_is_named_by_the_type_checker(place: str, tmp_path: Path, types: Path) -> None:
    assert 'has no attribute "Swap"' in typed(project(tmp_path, [place]), types)


@pytest.mark.parametrize(("place", "test"), [("grammars/rules.lark", SENTENCES), ("docs/reference/", REFERENCE)])
def test_a_forgotten_text_is_named_by_a_test(place: str, test: str, tmp_path: Path) -> None:
    said = run_tests(project(tmp_path, [place]), test)
    assert "1 failed" in said
    assert "swap" in said


def test_the_guide_lists_the_places() -> None:
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    walk = guide[guide.index("**A statement**") :].split("\n\n", 1)[0]
    listed = re.findall(r"^\d+\. `([^`]+)`", walk, re.MULTILINE)
    assert listed == list(PLACES)
    assert len(listed) <= 8

"""Checking and printing are functions over a small context: no class inherits from one that inherits itself.

A method that is defined two files up is found by nobody. `object`, exceptions and what the standard library gives do not count.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

INTERPRETER = Path(__file__).resolve().parent.parent / "interpreter"
FLAT = ("backends", "check")  # folders without chains of inheritance


def base_classes(folder: Path) -> dict[str, list[str]]:
    """The classes of a folder, each with the classes it names as its bases."""
    found: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name] = [ast.unparse(base).split("[")[0].rpartition(".")[2] for base in node.bases]
    return found


def chains(classes: dict[str, list[str]]) -> list[str]:
    """Classes whose base is a class of the folder that has a base there itself; and those with several bases there."""
    inherits = {name: [base for base in bases if base in classes] for name, bases in classes.items()}
    deep = [f"{name} <- {base}" for name, bases in inherits.items() for base in bases if inherits[base]]
    return deep + [f"{name} mixes {', '.join(bases)}" for name, bases in inherits.items() if len(bases) > 1]


@pytest.mark.parametrize("folder", FLAT)
def test_no_chain_of_inheritance(folder: str) -> None:
    assert chains(base_classes(INTERPRETER / folder)) == []


def test_a_chain_and_a_mixin_are_seen(tmp_path: Path) -> None:
    text = "class A: pass\nclass B(A): pass\nclass C(B): pass\nclass D: pass\nclass E(A, D): pass\nclass F(Exception): pass\n"
    (tmp_path / "writers.py").write_text(text, encoding="utf-8")
    assert chains(base_classes(tmp_path)) == ["C <- B", "E mixes A, D"]

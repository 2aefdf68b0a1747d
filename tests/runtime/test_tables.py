"""The seam between generated code and the runtime stays typed: records are read by name, parameters have types."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import interpreter
from interpreter.runtime import tables
from tests.support.bundled import core_games

ROOT = Path(interpreter.__file__).parent
READERS = sorted([*(ROOT / "runtime").glob("*.py"), *(ROOT / "view").rglob("*.py"), *(ROOT / "scenario").glob("*.py"),
                  ROOT / "game.py"])  # fmt: skip
RECORDS = ("SITES", "KEEPS", "KINDS", "NEEDS", "NONE_LEFT", "FREE", "ACTIONS", "ROUTINES", "OPTIONS", "ALWAYS", "ENDS")
NAMES = {"keep", "site", "kind", "need", "routine", "option_info", "free", "option", "timer", "decision", "found_keep"}


def trees(files: list[Path]) -> Iterator[tuple[Path, ast.AST]]:
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            yield file, node


def is_record(node: ast.expr) -> bool:
    """A name or attribute that holds a record, or an entry of a table: `keep`, `stored.keep`, `code.SITES[n]`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) if name in NAMES:
            return True
        case ast.Subscript(value=ast.Attribute(attr=table)) if table in RECORDS:
            return True
    return False


def numeric_uses(files: list[Path]) -> list[str]:
    found = []
    for file, node in trees(files):
        if isinstance(node, ast.Subscript) and is_record(node.value):
            match node.slice:
                case ast.Constant(value=int()) | ast.Slice():
                    found.append(f"{file.name}:{node.lineno}: {ast.unparse(node)}")
    return found


def parameters(files: list[Path]) -> Iterator[tuple[str, str]]:
    for file, node in trees(files):
        if isinstance(node, ast.FunctionDef):
            every = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, node.args.vararg, node.args.kwarg]
            for argument in every:
                if argument is not None and argument.annotation is not None:
                    yield f"{file.name}:{node.lineno}: {argument.arg}", ast.unparse(argument.annotation)


def test_no_record_is_read_by_a_number() -> None:
    assert numeric_uses(READERS) == []


def test_a_number_would_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text("a = keep[4]\nb = self.code.SITES[s.site][2]\nc = code.KINDS[kind][1:3]\nd = cells[3]\n")
    assert [found.partition(": ")[2] for found in numeric_uses([file])] == [
        "keep[4]", "self.code.SITES[s.site][2]", "code.KINDS[kind][1:3]",
    ]  # fmt: skip


# Folders, each with the part of their parameters that may be of type Any.
LOOSE = {
    "runtime": 0.02,
    "check": 0.01,
    "check/declarations": 0.01,
    "check/expressions": 0.01,
    "check/laws": 0.01,
    "check/names": 0.01,
    "check/recovery": 0.01,
    "check/secrets": 0.01,
    "check/statements": 0.01,
    "check/tables": 0.01,
    "check/wording": 0.01,
    "check/wording/facts": 0.01,
}


@pytest.mark.parametrize("folder", LOOSE)
def test_hardly_a_parameter_is_of_any_type(folder: str) -> None:
    every = list(parameters(sorted((ROOT / folder).glob("*.py"))))
    loose = [where for where, annotation in every if re.search(r"\bAny\b", annotation)]
    assert len(every) > 20
    assert len(loose) / len(every) <= LOOSE[folder], loose


def passes_on(method: ast.FunctionDef) -> bool:
    """A stand-in that hands every question on to what it stands for: `return getattr(…, name)`, and nothing else."""
    match method.body:
        case [ast.Return(value=ast.Call(func=ast.Name(id="getattr"), args=[_, ast.Name(id="name")]))]:
            return True
        case _:
            return False


def test_nothing_silences_the_type_checker_or_looks_at_endings() -> None:
    runtime = sorted((ROOT / "runtime").glob("*.py"))
    silent = [f"{file.name}:{node.lineno}" for file, node in trees(runtime)
              if isinstance(node, ast.FunctionDef) and node.name == "__getattr__" and not passes_on(node)]  # fmt: skip
    assert silent == []
    assert ending_uses(READERS) == []


def ending_uses(files: list[Path]) -> list[str]:
    """Where something is recognised by how its name ends: `name.endswith("_height")`."""
    return [
        f"{file.name}:{node.lineno}" for file, node in trees(files)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ("endswith", "removesuffix")
        and any(isinstance(part, ast.Constant) and str(part.value).startswith("_") for part in ast.walk(node))
    ]  # fmt: skip


def test_an_ending_would_be_seen(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text('a = keep.name.endswith("_height")\nb = words.endswith("s")\nc = ("rw_height", word)\n')
    assert ending_uses([file]) == ["reader.py:1"]


@pytest.mark.parametrize("name", [info.name for info in core_games()])
def test_every_table_is_of_records(name: str) -> None:
    code = interpreter.load(name).code
    for table, record in {"SITES": tables.Site, "KEEPS": tables.Keep, "NEEDS": tables.Need, "NONE_LEFT": tables.NoneLeft,
                          "FREE": tables.FreeAction, "ALWAYS": tables.Always, "OPTIONS": tables.Option}.items():  # fmt: skip
        assert all(type(entry) is record for entry in getattr(code, table)), table
    for table, record in {"KINDS": tables.Kind, "ACTIONS": tables.Action, "ROUTINES": tables.Routine,
                          "ENDS": tables.Connections}.items():  # fmt: skip
        assert all(type(entry) is record for entry in getattr(code, table).values()), table

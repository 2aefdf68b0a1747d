"""Show each stage of compilation: tree, program, Python, C.

In: a game's name or folder, optionally the name of one rule. Out: a text. Layer: tools, above load.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from interpreter.backends.c.building import BuildError
from interpreter.backends.c.unit import plain
from interpreter.data import read_folder
from interpreter.finding import find_game, find_variants
from interpreter.ir import rulebook as rb
from interpreter.ir.blocks import Program
from interpreter.load import program_of, rulebook_of, written
from interpreter.native import c_text
from interpreter.reading import GameReader, the_parser
from interpreter.runtime.identifiers import rule_of
from interpreter.source import Diagnostic, Problems, Reporter, did_you_mean
from interpreter.tools.show.as_played import listed_rules, rule_as_played, rule_names

C_FUNCTION = re.compile(
    r"^(?:static|SHARED) [^\n;(]*\b(?:run|value|frame|can|formula|steps|reset)_(?P<name>\w+)\([^\n;]*\{\n.*?^\}",
    re.M | re.S,
)
C_ROUTINE = re.compile(r"^/\* (?P<name>\w+) \*/\n.*?(?=^/\* |^\})", re.M | re.S)  # in the frame of another
PYTHON_FUNCTION = re.compile(r"^def (?P<name>\w+)\(.*?(?=^\S|\Z)", re.M | re.S)


def show(game: str | Path, what: str, name: str | None = None, variants: Sequence[str | Path] = ()) -> str:
    """Show the tree, program, Python or C of a game, or of one procedure or value.

    Or one rule as it is played."""
    if what == "rules":
        if name is None:
            help = listed_rules(rule_names(game, variants))
            raise Problems([Diagnostic("R0901", "`show rules` needs the NAME of a rule", None, help)])
        return rule_as_played(game, name, variants)
    path = find_game(game)
    files = find_variants(path, variants)
    if what == "tree":
        return _show_tree(path, name)
    if what == "python":
        made = written(path, files, {})
        return _part_of_python(made.text, name, made.program)
    if what == "c":
        return _part_of_c(_c_text(path, files), name)
    rulebook, _ = rulebook_of(path, files, {})
    return _show_program(rulebook, name)


def _c_text(path: Path, files: Sequence[Path]) -> str:
    try:
        return c_text(path, files, {})
    except BuildError as error:
        raise Problems([Diagnostic("R0821", f"{path.name} runs in Python only: {error}", None, None)]) from None


def _part_of_c(text: str, name: str | None) -> str:
    """Extract the C functions of one procedure or value."""
    if name is None:
        return text
    words = plain(name)
    functions = [(found["name"], found[0]) for found in C_FUNCTION.finditer(text)]
    functions += [(found["name"], found[0].rstrip()) for found in C_ROUTINE.finditer(text)]
    parts = [part for own, part in functions if own == words]
    if not parts:
        raise _unknown(name, [own for own, _ in functions])
    return "\n\n".join(parts) + "\n"


def _unknown(name: str, known: Sequence[str]) -> Problems:
    return Problems(
        [Diagnostic("R0201", f'there is no procedure or value called "{name}"', None, did_you_mean(name, known))]
    )


def _show_tree(path: Path, name: str | None) -> str:
    folder = read_folder(path)
    reader = GameReader(folder, Reporter(), the_parser())
    nodes = [node for module in reader.modules(folder.rules) for node in module.declarations]
    reader.reporter.raise_if_errors()
    named = [node for node in nodes if name is None or _named(node) == name]
    if not named and name is not None:
        raise _unknown(name, [_named(node) for node in nodes])
    return "\n".join(outline(node) for node in named)


def _named(node: object) -> str:
    return str(getattr(getattr(node, "head", node), "name", ""))


def outline(node: Any, depth: int = 0) -> str:
    """Format a tree as indented lines.

    The class of each node with its plain fields, then its children."""
    said, inside = [], []
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or field.name.endswith("_span") or value is None or value is False or value == ():
            continue
        items = value if isinstance(value, tuple) else (value,)
        if any(is_dataclass(item) for item in items):
            inside.append((field.name, items))
        else:
            said.append(f"{field.name}={value!r}")
    lines = ["  " * depth + type(node).__name__ + ("  " + " ".join(said) if said else "")]
    for label, items in inside:
        for item in items:
            text = outline(item, depth + 1) if is_dataclass(item) else "  " * (depth + 1) + repr(item)
            lines.append(text.replace("  " * (depth + 1), "  " * (depth + 1) + f"{label}: ", 1))
    return "\n".join(lines)


def _show_program(rulebook: rb.Rulebook, name: str | None) -> str:
    program = program_of(rulebook)
    known = [*program.frames, *program.plain]
    if name is not None and name not in known:
        raise _unknown(name, known)
    lines = []
    for routine, frame in program.frames.items():
        if name in (None, routine):
            slots = ", ".join(f"{slot}={variable.name}" for variable, slot in frame.slots.items())
            lines.append(f"{routine}: enters at block {frame.entry}; slots {slots or 'none'}")
            for block in frame.blocks:
                acts = "; ".join(type(act).__name__ for act in block.acts) or "-"
                lines.append(f"  block {block.number}: {acts} => {_end(block.end)}")
    for routine in program.plain:
        if name in (None, routine):
            acts = "; ".join(type(act).__name__ for act in program.plain[routine].body)
            lines.append(f"{routine}: plain; {acts}")
    return "\n".join(lines)


def _end(end: Any) -> str:
    targets = [
        f"{field.name} {getattr(end, field.name)}"
        for field in fields(end)
        if isinstance(getattr(end, field.name), int | tuple)
    ]
    return " ".join([type(end).__name__, *targets])


def _part_of_python(text: str, name: str | None, program: Program) -> str:
    """Extract the Python functions of one procedure or value."""
    if name is None:
        return text
    functions = {found["name"]: found[0].rstrip() + "\n" for found in PYTHON_FUNCTION.finditer(text)}
    owners = {made: rule_of(made) for made in functions}
    owners.update({f"b{block.number}": routine for routine, frame in program.frames.items() for block in frame.blocks})
    parts = [part for made, part in functions.items() if owners[made] == name]
    if not parts:
        raise _unknown(name, [owner for owner in owners.values() if owner])
    return "\n".join(parts)

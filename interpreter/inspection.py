"""Looking into a game: what is wrong with it, how its rules travel, which clauses they implement, schemas for its cards.

In: a game's name or folder. Out: diagnostics, texts, plain dictionaries. Layer: with load; for tools and editors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from interpreter.check import rulebook as rb
from interpreter.check.types import ListOf, Maybe, Number, Of, Shape, Type, Words, YesNo
from interpreter.data import Folder, read_folder
from interpreter.load import find_game, find_variants, program_of, python_text, rulebook_of
from interpreter.reading import GameReader, read_game, shown, the_parser
from interpreter.scenarios import read_scenarios, scenario_files
from interpreter.scenarios import the_parser as scenario_parser
from interpreter.source import Diagnostic, Problems, Reporter, Source, did_you_mean
from interpreter.syntax.formatter import format_text as format_source

CLAUSE = re.compile(r"^\s*(?:[-*]\s*)?\**(?P<id>[A-Z]{2,4}-[A-Z]?[0-9]{2,3}(?:\.[0-9]+)?[a-z]?)\**[.:]?\s+(?P<text>.*)$")
NOTE = re.compile(r"\[note:\s*(?P<reason>[^\]]*)\]")


# ---------------------------------------------------------------- what is wrong


def problems(game: str | Path, variants: Sequence[str | Path] | None = None) -> list[Diagnostic]:
    """Everything that is wrong with a game: its rules, each variant by itself, its scenarios' texts."""
    reporter = Reporter()
    try:
        path = find_game(game)
        chosen = find_variants(path, variants) if variants is not None else None
        _check_with(path, chosen or [], reporter)
        if chosen is None and not reporter.has_errors:
            _check_variants(read_folder(path), reporter)
            _check_scenarios(path, reporter)
    except Problems as found:
        reporter.extend(found)
    return list(reporter.diagnostics)


def _check_with(path: Path, variants: Sequence[Path], reporter: Reporter) -> None:
    try:
        python_text(path, variants, {})
    except Problems as found:
        reporter.extend(found)


def _check_variants(folder: Folder, reporter: Reporter) -> None:
    """Each variant with what it requires and extends."""
    for name, file in folder.variants.items():
        try:
            needed = with_required(folder, name, file)
        except Problems as found:
            reporter.extend(found)
            continue
        _check_with(folder.path, needed, reporter)


def with_required(folder: Folder, name: str, file: Path) -> list[Path]:
    """A variant's file, behind the files of the variants that it cannot be played without."""
    reader = GameReader(folder, Reporter(), the_parser())
    order: list[Path] = []
    seen: set[str] = set()

    def visit(variant: str, path: Path) -> None:
        if variant in seen:
            return
        seen.add(variant)
        for node, _ in reader.variant(path):
            for relation in node.relations:
                for other in relation.names:
                    if relation.word != "excludes" and other.name in folder.variants:
                        visit(other.name, folder.variants[other.name])
        order.append(path)

    visit(name, file)
    return order


def _check_scenarios(path: Path, reporter: Reporter) -> None:
    for file in scenario_files(path):
        try:
            read_scenarios(file)
        except Problems as found:
            reporter.extend(found)


# ---------------------------------------------------------------- how a rule travels


def show(game: str | Path, what: str, name: str | None = None, variants: Sequence[str | Path] = ()) -> str:
    """The tree, the program or the Python of a game, or of one procedure or value of it."""
    path = find_game(game)
    files = find_variants(path, variants)
    if what == "tree":
        return _show_tree(path, name)
    if what == "python":
        return _part_of_python(python_text(path, files, {}), name)
    rulebook, _ = rulebook_of(path, files, {})
    return _show_program(rulebook, name)


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


def _named(node: Any) -> str:
    return str(getattr(getattr(node, "head", node), "name", ""))


def outline(node: Any, depth: int = 0) -> str:
    """A tree as indented lines: the class of each node with its plain fields, then what is inside."""
    plain, inside = [], []
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name == "span" or field.name.endswith("_span") or value is None or value == ():
            continue
        items = value if isinstance(value, tuple) else (value,)
        if any(is_dataclass(item) for item in items):
            inside.append((field.name, items))
        else:
            plain.append(f"{field.name}={value!r}")
    lines = ["  " * depth + type(node).__name__ + ("  " + " ".join(plain) if plain else "")]
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


def _part_of_python(text: str, name: str | None) -> str:
    if name is None:
        return text
    found = re.findall(
        rf"^def (?:value|run|can|why|reset)_{re.escape(name)}\(.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL
    )
    blocks = re.search(r"^BLOCK_ROUTINE = (.*)$", text, re.MULTILINE)
    numbers = [number for number, owner in enumerate(eval(blocks.group(1))) if owner == name] if blocks else []
    for number in numbers:
        block = re.search(rf"^def b{number}\(.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)
        if block:
            found.append(block.group(0))
    if not found:
        raise _unknown(name, re.findall(r"^def (?:value|run)_(\w+)\(", text, re.MULTILINE))
    return "\n".join(part.rstrip() + "\n" for part in found)


def format_text(text: str, path: str) -> str:
    """A file of rules or scenarios laid out in the one way; Problems if it cannot be read."""
    if path.endswith(".scenario"):
        return format_source(scenario_parser(), Source(path, text), "scenarios")
    return format_source(the_parser(), Source(path, text))


# ---------------------------------------------------------------- schemas for a game's own tables


def schema(game: str | Path) -> dict[str, Any]:
    """JSON Schemas for the data files of a game, from its own declarations: file name -> schema."""
    rulebook, _ = rulebook_of(find_game(game), [], {})
    found: dict[str, Any] = {}
    for kind in rulebook.kinds.values():
        if kind.file is None:
            continue
        row = _row_schema(kind, rulebook)
        if kind.word in ("places", "connections"):
            whole = found.setdefault(kind.file, _map_schema())
            whole["properties"][kind.word] = {"type": "array", "items": row}
        else:
            found[kind.file] = _table_schema(kind, row)
    return found


def _base(title: str) -> dict[str, Any]:
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": title}


def _map_schema() -> dict[str, Any]:
    about = {"source": {"enum": ["rulebook", "stand-in"]}, "about": {"type": "string"}}
    return {**_base("map"), "type": "object", "properties": about, "required": ["places"]}


def _table_schema(kind: rb.Kind, row: dict[str, Any]) -> dict[str, Any]:
    rows = {"type": "array", "items": row}
    about = {"source": {"enum": ["rulebook", "stand-in"]}, "about": {"type": "string"}, "rows": rows}
    return {
        **_base(kind.plural),
        "if": {"type": "array"},
        "then": rows,
        "else": {"type": "object", "properties": about},
    }


def _row_schema(kind: rb.Kind, rulebook: rb.Rulebook) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "id": {"type": "string", "pattern": "^[a-z][a-z0-9_]*$"}, "title": {"type": "string"}, "text": {"type": "string"},
        "source": {"enum": ["rulebook", "stand-in"]}, "cites": {"type": ["string", "array"]},
    }  # fmt: skip
    required = ["id"]
    if kind.word == "cards":
        properties["copies"] = {"type": "integer", "minimum": 1}
        properties["rules"] = {"type": "string", "description": "laws in the language"}
    if kind.word == "connections":
        properties |= {"from": {"type": "string"}, "to": {"type": "string"}, "one_way": {"type": "boolean"}}
        required = ["from", "to"]
    for column in kind.columns.values():
        properties[column.name] = _column_schema(column, rulebook)
        if column.type is not None and not column.parameters and isinstance(column.type, Number | Of | Shape):
            required.append(column.name)
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _column_schema(column: rb.Column, rulebook: rb.Rulebook) -> dict[str, Any]:
    if column.type is None:
        return {"type": "string", "description": "steps in the language"}
    if column.parameters:
        return {"type": ["string", "integer"], "description": "a formula in the language"}
    return _type_schema(column.type, rulebook)


def _type_schema(type_: Type, rulebook: rb.Rulebook) -> dict[str, Any]:
    match type_:
        case Number(low, high):
            limits = {"minimum": low, "maximum": high} if low is not None else {}
            return {"type": "integer", **limits}
        case YesNo():
            return {"enum": [True, False, "yes", "no"]}
        case Words():
            return {"type": "string"}
        case Of(kind):
            return {"enum": list(rulebook.kinds[kind].members)}
        case Maybe(inner):
            found = _type_schema(inner, rulebook)
            if "enum" in found:
                return {"enum": [*found["enum"], "none", None]}
            return {**found, "type": [found.get("type", "string"), "null"]}
        case ListOf(inner):
            return {"type": "array", "items": _type_schema(inner, rulebook)}
        case _:
            return {"type": ["array", "string"], "items": {"type": "string"}}


# ---------------------------------------------------------------- clauses


def trace(game: str | Path) -> dict[str, Any]:
    """Each clause of the game's rulebook.md with the rules and scenarios that cite it."""
    path = find_game(game)
    folder = read_folder(path)
    rules = _rule_citations(folder)
    scenarios = _scenario_citations(path)
    clauses = []
    for clause, text, note in _clauses(path / "rulebook.md"):
        clauses.append(
            {
                "id": clause,
                "text": text,
                "rules": rules.get(clause, []),
                "scenarios": scenarios.get(clause, []),
                "note": note,
            }
        )
    unknown = _unknown_clauses({str(clause["id"]) for clause in clauses}, rules, scenarios)
    return {"game": path.name, "summary": _summary(clauses, unknown), "clauses": clauses, "unknown": unknown}


def _unknown_clauses(known: set[str], *citations: dict[str, list[str]]) -> dict[str, list[str]]:
    """What is cited and does not stand in the rulebook, with the places; nothing as long as there is no rulebook."""
    found: dict[str, list[str]] = {}
    for cited in citations if known else ():
        for clause in cited.keys() - known:
            found.setdefault(clause, []).extend(cited[clause])
    return dict(sorted(found.items()))


def _summary(clauses: list[dict[str, Any]], unknown: dict[str, list[str]]) -> dict[str, Any]:
    notes = [clause for clause in clauses if clause["note"]]
    return {
        "clauses": len(clauses),
        "cited_by_rule": sum(bool(clause["rules"]) for clause in clauses),
        "cited_by_scenario": sum(bool(clause["scenarios"]) for clause in clauses),
        "notes": len(notes),
        "uncovered": [c["id"] for c in clauses if not c["note"] and not (c["rules"] and c["scenarios"])],
        "unknown": list(unknown),
    }


def _clauses(file: Path) -> list[tuple[str, str, str]]:
    if not file.exists():
        return []
    found = []
    for line in Source.read(file, shown(file)).lines:
        match = CLAUSE.match(line)
        if match:
            note = NOTE.search(match["text"])
            found.append((match["id"], match["text"].strip(), note["reason"] if note else ""))
    return found


def _rule_citations(folder: Folder) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    files = [[], *(with_required(folder, name, file) for name, file in folder.variants.items())]
    for variants in files:
        rulebook, _, _ = read_game(folder.path, variants, {})
        for clause, rule, place in rulebook.citations:
            entry = f"{rule} ({place})"
            if entry not in found.setdefault(clause, []):
                found[clause].append(entry)
    return found


def _scenario_citations(path: Path) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for file in scenario_files(path):
        for scenario in read_scenarios(file):
            for clause in scenario.clauses:
                found.setdefault(clause, []).append(f"{scenario.title} ({scenario.span})")
    return found


def as_json(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False)

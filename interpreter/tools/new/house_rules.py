"""House rules from a form: what can be changed without writing rules, and the variant that does it.

In: a game, and what is wanted: other values, new cards, more needs. Out: texts by their paths in the game's folder, to be
checked like any other. Layer: tools, above load.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.laws.targets import step_names, way_names
from interpreter.finding import find_game
from interpreter.load import load
from interpreter.reading import read_game
from interpreter.source import Diagnostic, Problems
from interpreter.syntax import nodes as n
from interpreter.tools.new.scaffolding import Texts, numbers
from interpreter.view.json_view import definition
from interpreter.view.json_view.forms import Json, KindJson

_NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")


@dataclass(frozen=True)
class CardTable:
    """A table that cards can be added to.

    Its required columns with their allowed values, and an example card."""

    kind: str
    columns: tuple[
        tuple[str, str, tuple[str, ...]], ...
    ]  # name; number, yes_no, thing, list, formula, steps; names of things
    example: Mapping[str, Json]


@dataclass(frozen=True)
class Changeable:
    """What a form offers.

    A value is named as `change` names it: `goal`, or `start of money`."""

    values: tuple[tuple[str, int], ...]
    cards: tuple[CardTable, ...]
    actions: tuple[str, ...]


@dataclass(frozen=True)
class HouseRule:
    """What the form asks for.

    A card is a row: `id`, `title`, `text`, `copies` and its columns."""

    name: str
    title: str
    values: Mapping[str, int] = field(default_factory=dict)
    cards: Sequence[tuple[str, Mapping[str, Json]]] = ()
    needs: Sequence[tuple[str, str, str]] = ()  # an action, a condition, the reason shown when it does not hold


def changeable(game: str | Path) -> Changeable:
    path = find_game(game)
    loaded = load(path)
    form = definition(loaded)
    members = {kind["name"]: tuple(member["name"] for member in kind["members"]) for kind in form["kinds"]}
    _, _, checker = read_game(path, (), {})
    cards = [_table(kind, members, checker) for kind in form["kinds"] if _has_rows(kind, checker)]
    values = (*numbers(path), *_starts(checker))
    return Changeable(values, tuple(cards), tuple(action_names(loaded.usable["actions"], checker)))


def _starts(checker: Checker) -> Iterator[tuple[str, int]]:
    """Yield the kept numbers that say what they start at.

    One inside a procedure starts there each time."""
    for name, keep in checker.woven.keeps.items():
        if keep.belongs_to is None and isinstance(keep.starts_at, n.Number):
            yield f"start of {name}", keep.starts_at.value


def action_names(names: Iterable[str], checker: Checker) -> Iterator[str]:
    """Those that `before` can name; of a way that several procedures have, each one.

    A way in a law has no such name."""
    routines = checker.woven.routines
    in_laws = {way for said in checker.weaving.laws for way in way_names(said.law)}
    for name in names:
        if name in routines:  # before a procedure there is nobody to refuse it to
            yield from [name] if isinstance(routines[name], n.Action) else []
        elif name not in in_laws:
            ways = sorted(holder for holder, routine in routines.items() if name in way_names(routine))
            steps = {holder for holder, routine in routines.items() if name in step_names(routine)}  # they go first
            alone = len(ways) == 1 and not steps
            yield from [name] if alone else [f"{name} in {holder}" for holder in ways if holder not in steps]


def _has_rows(kind: KindJson, checker: Checker) -> bool:
    """Whether its cards are the rows of a table, and so can be typed into a form.

    Those by a rule (`for each suit`) and those made in play have no rows, and a tile with a shape is drawn."""
    is_table = kind["word"] == "cards" and kind["name"] in checker.rows
    return is_table and bool(kind["members"]) and "shape" not in kind["members"][0]


def _table(kind: KindJson, members: Mapping[str, tuple[str, ...]], checker: Checker) -> CardTable:
    first = kind["members"][0]
    columns: list[tuple[str, str, tuple[str, ...]]] = []
    for column in kind["columns"]:
        type_ = column["type"]
        inner = type_.get("of", type_).get("kind", "")
        columns.append((column["name"], type_["type"], members.get(inner, ())))
    shown = {name for name, _, _ in columns}
    written = [column for column in checker.kinds[kind["name"]].columns.values() if column.name not in shown]
    columns += [(column.name, "steps" if column.type is None else "formula", ()) for column in written]
    row = checker.rows[kind["name"]].rows[0].cells
    example = {column.name: str(row[column.name].value) if column.name in row else "" for column in written}
    return CardTable(
        kind["name"], tuple(columns), {"title": first["title"], "text": first["text"], **first["cells"], **example}
    )


def house_rule(game: str | Path, wanted: HouseRule) -> Texts:
    """Generate the files of a variant. Raises Problems if a name is invalid."""
    path = find_game(game)
    _check(wanted)
    starts = any(name.startswith("start of ") for name in wanted.values)
    now = dict([*numbers(path), *(_starts(read_game(path, (), {})[2]) if starts else ())])
    lines = [f'variant {wanted.name} "{_words(wanted.title)}"']
    lines += [f"  change {name} to {value} was {now.get(name, value)}" for name, value in wanted.values.items()]
    texts: Texts = {}
    for kind, row in wanted.cards:
        file = f"cards/{wanted.name}_{kind}.yaml"
        lines.append(f'  add {kind} from "{file}"')
        texts[file] = f"# Cards of the house rule {wanted.name}.\nsource: stand-in\nrows:\n  - {_row(row)}\n"
    for action, condition, reason in wanted.needs:
        lines += [f"  before {action}", f'    needs {_line(condition)} because "{_words(reason)}"']
    return {f"variants/{wanted.name}.rules": "\n".join(lines) + "\n", **texts}


def _check(wanted: HouseRule) -> None:
    names = [wanted.name, *(kind for kind, _ in wanted.cards), *(str(row.get("id", "")) for _, row in wanted.cards)]
    wrong = next((name for name in names if not _NAME.fullmatch(name)), None)
    if wrong is not None:
        help = "names have lower-case letters, digits and underscores, such as quick_start"
        raise Problems([Diagnostic("R0901", f'"{wrong}" cannot be a name', None, help)])
    if not (wanted.values or wanted.cards or wanted.needs):
        raise Problems(
            [Diagnostic("R0901", "this house rule changes nothing", None, "change a value, add a card or a need")]
        )


def _row(row: Mapping[str, Json]) -> str:
    """Write a row as YAML on one line, or on several if it contains steps.

    Empty values are left out."""
    there = {key: value for key, value in row.items() if value is not None and value != ""}
    if not any(isinstance(value, str) and "\n" in value for value in there.values()):
        return "{" + ", ".join(f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in there.items()) + "}"
    return "\n    ".join(f"{key}: {_cell(value)}" for key, value in there.items())


def _cell(value: Json) -> str:
    if not isinstance(value, str) or "\n" not in value:
        return json.dumps(value, ensure_ascii=False)
    return "|" + "".join(f"\n      {line}" for line in value.strip("\n").split("\n"))


def _words(text: str) -> str:
    """Make a text safe between quotation marks."""
    return _line(text).replace('"', "'").replace("{", "(").replace("}", ")")


def _line(text: str) -> str:
    return " ".join(text.split())

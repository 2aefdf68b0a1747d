"""The look: hints for drawing a game, from its look.yaml.

In: a game's folder and its definition. Out: Look, or Problems at the cell for what the game does not have. Layer: view.
The file changes no rule and is not part of the fingerprint; without it everything is drawn from the definition.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from interpreter.data import Cell, check_schema, load_schema, read_yaml
from interpreter.data.folder import read_own
from interpreter.source import Reporter, did_you_mean
from interpreter.view.drawing.marks import SHAPES
from interpreter.view.drawing.print_look import PrintLook, check_print, read_print
from interpreter.view.json_view import DefinitionJson

FILE = "look.yaml"
BY_MEMBER = ("places", "colours", "short", "marks", "parts")
BY_COLUMN = ("groups", "faces", "corner", "titles", "owner")
BY_VALUE = ("pieces", "units", "abbr")
Point = tuple[float, float]


@dataclass(frozen=True)
class Look:
    board: str | None = None  # the kind that the board consists of
    shape: str | None = None  # map, ring, track, shared
    pattern: str | None = None  # of the board's cells: checkered, points, open
    places: Mapping[str, Mapping[str, Point]] = field(default_factory=dict)
    colours: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    groups: Mapping[str, str] = field(default_factory=dict)
    short: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    faces: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    pieces: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    marks: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # the shape of a member
    parts: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # how parts of tiles are drawn
    strip: tuple[str, ...] = ()  # the values in the players' strip
    corner: Mapping[str, str] = field(default_factory=dict)  # the column in a card's corner
    titles: Mapping[str, Mapping[str, str]] = field(default_factory=dict)  # of columns
    owner: Mapping[str, str] = field(default_factory=dict)  # the column that says by a seat's number whose a piece is
    abbr: Mapping[str, str] = field(default_factory=dict)  # short titles of values
    hidden: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    paper: PrintLook = field(default_factory=PrintLook)  # the part `print`
    seats: Mapping[str, str] = field(default_factory=dict)  # colours chosen by players; not in the file
    kept: dict[int, object] = field(
        default_factory=dict, compare=False, repr=False
    )  # cache of what is drawn once, by definition


def read_look(folder: Path, definition: DefinitionJson, strict: bool = False) -> Look:
    """Read the look of a game; an empty one without look.yaml. `strict`: names that the game does not have are errors;
    otherwise they are ignored, since a variant may have removed them."""
    if not (folder / FILE).is_file():
        return Look()
    root = read_yaml(read_own(folder, folder / FILE), allow_empty=True)
    if not isinstance(root.value, dict):
        root = Cell({}, root.span)
    reporter = Reporter()
    check_schema(root, load_schema("look"), reporter, "the look")
    reporter.raise_if_errors()
    if strict:
        _check_names(root, definition, reporter)
        reporter.raise_if_errors()
    return _look(root)


def _look(root: Cell) -> Look:
    board = _cells(root, "board")
    return Look(
        board=_words(board["kind"]) if "kind" in board else None,
        shape=_words(board["shape"]) if "shape" in board else None,
        pattern=_words(board["pattern"]) if "pattern" in board else None,
        places={
            kind: {name: _point(at) for name, at in _map(found).items()}
            for kind, found in _cells(root, "places").items()
        },
        colours=_texts_by_kind(root, "colours"),
        groups={kind: _words(found) for kind, found in _cells(root, "groups").items()},
        short=_texts_by_kind(root, "short"),
        faces={kind: tuple(_words(one) for one in _list(found)) for kind, found in _cells(root, "faces").items()},
        pieces={name: _words(found) for name, found in _cells(root, "pieces").items()},
        units={name: _words(found) for name, found in _cells(root, "units").items()},
        marks=_texts_by_kind(root, "marks"),
        parts=_texts_by_kind(root, "parts"),
        strip=tuple(_words(one) for one in _entries(root, "strip")),
        corner={kind: _words(found) for kind, found in _cells(root, "corner").items()},
        titles=_texts_by_kind(root, "titles"),
        owner={kind: _words(found) for kind, found in _cells(root, "owner").items()},
        abbr={name: _words(found) for name, found in _cells(root, "abbr").items()},
        hidden=tuple(_words(one) for one in _entries(root, "hidden")),
        order=tuple(_words(one) for one in _entries(root, "order")),
        paper=read_print(_map(root)["print"]) if "print" in _map(root) else PrintLook(),
    )


def _check_names(root: Cell, definition: DefinitionJson, reporter: Reporter) -> None:
    kinds = {kind["name"]: kind for kind in definition["kinds"]}
    values = [value["name"] for value in definition["values"]]
    board = _cells(root, "board")
    if "kind" in board:
        _known(board["kind"], kinds, "kind of thing", reporter)
    for part in (*BY_MEMBER, *BY_COLUMN):
        for name, found in _cells(root, part).items():
            if not _known(Cell(name, found.key_span or found.span), kinds, "kind of thing", reporter):
                continue
            if part in BY_MEMBER:
                _all_known(_map(found), [member["name"] for member in kinds[name]["members"]], name, reporter)
            else:
                columns = [column["name"] for column in kinds[name]["columns"]]
                if part in ("faces", "titles"):
                    columns += [column["name"] for column in kinds[name].get("amounts", ())]
                if part == "titles":
                    _all_known(_map(found), columns, f"column of {name}", reporter)
                    continue
                for one in _list(found) if part == "faces" else [found]:
                    _known(one, columns, f"column of {name}", reporter)
    for part in BY_VALUE:
        _all_known(_cells(root, part), values, "value", reporter)
    for part in ("hidden", "order", "strip"):
        for one in _entries(root, part):
            _known(one, values, "value", reporter)
    if "print" in _map(root):
        check_print(
            _map(root)["print"], kinds, values, SHAPES, lambda cell, names, what: _known(cell, names, what, reporter)
        )


def _all_known(cells: Mapping[str, Cell], known: Iterable[str], what: str, reporter: Reporter) -> None:
    names = list(known)
    for name, found in cells.items():
        _known(Cell(name, found.key_span or found.span), names, what, reporter)


def _known(cell: Cell, known: Iterable[str], what: str, reporter: Reporter) -> bool:
    names = list(known)
    if cell.value in names:
        return True
    help = did_you_mean(str(cell.value), names) or "the look can only use what the game has"
    reporter.error("R0440", cell.span, f'there is no {what} called "{cell.value}"', help)
    return False


def _cells(root: Cell, part: str) -> Mapping[str, Cell]:
    assert isinstance(root.value, dict)
    return _map(root.value[part]) if part in root.value else {}


def _entries(root: Cell, part: str) -> list[Cell]:
    assert isinstance(root.value, dict)
    return _list(root.value[part]) if part in root.value else []


def _map(cell: Cell) -> Mapping[str, Cell]:
    assert isinstance(cell.value, dict)
    return cell.value


def _list(cell: Cell) -> list[Cell]:
    assert isinstance(cell.value, list)
    return cell.value


def _texts_by_kind(root: Cell, part: str) -> Mapping[str, Mapping[str, str]]:
    return {
        kind: {name: _words(one) for name, one in _map(found).items()} for kind, found in _cells(root, part).items()
    }


def _words(cell: Cell) -> str:
    return str(cell.value)


def _point(cell: Cell) -> Point:
    right, down = (float(str(one.value)) for one in _list(cell))
    return right, down

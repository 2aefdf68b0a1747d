"""The game folder: game.yaml and the files that belong to the game.

In: the path of a folder. Out: a Folder with its Manifest and the paths of rules, variants and scenarios,
none of which leaves the folder. Layer: data. A folder is a game: nothing is registered anywhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from interpreter.source import Diagnostic, Help, Problems, Reporter, Source, Span, did_you_mean
from interpreter.source.fixes import sentence_instead
from interpreter.source.shared import lies_in

from .schema import check_schema, load_schema
from .within import inside
from .yaml_tree import Cell, read_yaml

MANIFEST = "game.yaml"
LEADS_OUT, COPY_IT = "this is a link to a file outside of the game folder", "copy the file into the folder"
TURN_LIMIT = 100_000  # decisions after which a simulation calls a game endless, unless the manifest says otherwise
EDITION = 3  # of the language, the latest that is understood here
UNSAID = 2  # the edition of a game that does not name one
UNREAD_PLAYERS = 1, 6, 2  # at least, at most and usually, as long as nobody can read what the manifest says


@dataclass(frozen=True)
class Manifest:
    """What game.yaml says about the game as a whole."""

    title: str
    players_min: int
    players_max: int
    default_players: int
    span: Span
    designers: tuple[str, ...] = ()
    about: str = ""
    goal: str = ""  # how a player wins
    group: str = ""  # the part of the gallery, empty if the manifest does not say
    published: str = ""
    source_note: str = ""  # "rulebook", "stand-in", or empty if the manifest does not say
    turn_limit: int = TURN_LIMIT
    language: int = UNSAID
    options: Mapping[str, Cell] = field(default_factory=dict)  # values for options that the rules declare
    rules: tuple[Cell, ...] | None = None  # paths in order, if the manifest lists them


@dataclass(frozen=True)
class Folder:
    """A game folder whose files have been found, but not yet read."""

    name: str
    path: Path
    manifest: Manifest
    rules: tuple[Path, ...]
    variants: Mapping[str, Path]
    scenarios: tuple[Path, ...]


def read_folder(path: Path, manifest_text: Source | None = None, reporter: Reporter | None = None) -> Folder:
    """Read a game folder. Raises Problems if it is not one or its manifest has errors.

    `manifest_text` is an editor's unsaved text. If a reporter is given, it collects the errors, and the folder is read
    as far as possible: an unreadable manifest is treated as empty."""
    if not (path / MANIFEST).is_file():
        raise _not_a_game(path)
    found = Reporter() if reporter is None else reporter
    try:
        manifest = _read_manifest(manifest_text or read_own(path, path / MANIFEST), found)
        if reporter is None:
            found.raise_if_errors()
    except Problems as problems:
        if reporter is None:
            raise
        reporter.extend(problems)
        manifest = Manifest(path.name, *UNREAD_PLAYERS, Source(str(path / MANIFEST), "").whole())
    rules = _rules(path, manifest, found)
    variants = {file.stem: file for file in _files(path, "variants", ".rules", found)}
    scenarios = _files(path, "scenarios", ".scenario", found)
    if reporter is None:
        found.raise_if_errors()
    return Folder(path.resolve().name, path, manifest, rules, variants, scenarios)


def read_own(folder: Path, path: Path, shown: str | None = None) -> Source:
    """Read a file of the folder.

    Raises Problems if it is a link that leads out, or not a regular file."""
    if not lies_in(folder, path):
        raise Problems([Diagnostic("R0004", LEADS_OUT, Source(shown or str(path), "").whole(), COPY_IT)])
    return Source.read(path, shown)


def _not_a_game(path: Path) -> Problems:
    if not path.is_dir():
        message, help = "there is no such folder", None
    else:
        message, help = (
            f"this is not a game folder: it has no {MANIFEST}",
            f"write a {MANIFEST} with title and players",
        )
    return Problems([Diagnostic("R0003", message, Source(str(path), "").whole(), help)])


def _read_manifest(source: Source, reporter: Reporter) -> Manifest:
    root = read_yaml(source)
    _check_edition(root)
    fitting = Reporter()
    check_schema(root, load_schema("manifest"), fitting, "the manifest")
    fitting.raise_if_errors()
    for warning in fitting.found:
        reporter.add(warning)
    assert isinstance(root.value, dict)  # checked by the schema
    _check_players(root.value, reporter)
    return _manifest(root.value, root.span)


def _check_edition(root: Cell) -> None:
    """R0431 and nothing else.

    What a later edition has besides, this one would only misjudge."""
    cell = root.value.get("language") if isinstance(root.value, dict) else None
    edition = None if cell is None else cell.value
    if cell is None or isinstance(edition, bool) or not isinstance(edition, int) or edition <= EDITION:
        return
    message = f"this game is written for edition {edition} of the language; this Rulewright understands up to {EDITION}"
    help = Help(
        f'update Rulewright, or write "language: {EDITION}" if the game uses nothing newer',
        partial(sentence_instead, f"language: {EDITION}"),
    )
    raise Problems([Diagnostic("R0431", message, cell.span, help)])


def _manifest(cells: Mapping[str, Cell], span: Span) -> Manifest:
    """Convert a manifest that fits its schema."""
    fewest, most = _player_range(cells)
    options = cells["options"].value if "options" in cells else None
    return Manifest(
        title=_text(cells, "title"),
        players_min=fewest,
        players_max=most,
        default_players=_whole(cells, "default_players", fewest),
        span=span,
        designers=tuple(str(cell.value) for cell in _list(cells, "designers") or ()),
        about=_text(cells, "about"),
        goal=_text(cells, "goal"),
        group=_text(cells, "group"),
        published=_text(cells, "published"),
        source_note=_text(cells, "source"),
        turn_limit=_whole(cells, "turn_limit", TURN_LIMIT),
        language=_whole(cells, "language", UNSAID),
        options=options if isinstance(options, dict) else {},
        rules=_list(cells, "rules"),
    )


def _player_range(cells: Mapping[str, Cell]) -> tuple[int, int]:
    players = cells["players"].value
    assert isinstance(players, dict)  # checked by the schema
    return _whole(players, "min", 1), _whole(players, "max", 1)


def _check_players(cells: Mapping[str, Cell], reporter: Reporter) -> None:
    fewest, most = _player_range(cells)
    if fewest > most:
        message = f"the smallest number of players, {fewest}, is above the largest, {most}"
        reporter.error("R0430", cells["players"].span, message)
    elif not fewest <= _whole(cells, "default_players", fewest) <= most:
        message = f'"default_players" must be between {fewest} and {most}'
        reporter.error("R0430", cells["default_players"].span, message)


def _rules(folder: Path, manifest: Manifest, reporter: Reporter) -> tuple[Path, ...]:
    """Return the files of rules in order.

    As the manifest lists them, or all of them by name."""
    found = _files(folder, "rules", ".rules", reporter)
    if manifest.rules is None:
        if not found and not reporter.has_errors:
            message = 'the game has no rules: the folder "rules" has no file that ends in .rules'
            reporter.error("R0005", Source(str(folder / MANIFEST), "").whole(), message)
        return found
    names = [file.relative_to(folder).as_posix() for file in found]
    listed = [_listed(folder, cell, names, reporter) for cell in manifest.rules]
    return tuple(path for path in listed if path is not None)


def _listed(folder: Path, cell: Cell, names: list[str], reporter: Reporter) -> Path | None:
    """Resolve a file that the manifest lists, if it is a file of this folder."""
    relative = str(cell.value)
    path = inside(folder, relative)
    if path is None:
        reporter.error("R0004", cell.span, f'"{relative}" leaves the game folder')
    elif not path.is_file():
        help = did_you_mean(relative, names) or "paths begin at the game folder: rules/turn.rules"
        reporter.error("R0006", cell.span, f'there is no file "{relative}" in the game folder', help)
        return None
    return path


def _files(folder: Path, part: str, ending: str, reporter: Reporter) -> tuple[Path, ...]:
    """Return the files of one kind, sorted by name."""
    paths = sorted(path for path in (folder / part).glob(f"*{ending}") if not path.name.startswith("."))
    return tuple(path for path in paths if _is_own(folder, path, ending, reporter))


def _is_own(folder: Path, path: Path, ending: str, reporter: Reporter) -> bool:
    whole = Source(str(path), "").whole()
    if not lies_in(folder, path):
        reporter.error("R0004", whole, LEADS_OUT, COPY_IT)
    elif not path.is_file():
        reporter.error("R0001", whole, "this is not a file", f"only files have names that end in {ending}")
    else:
        return True
    return False


def _text(cells: Mapping[str, Cell], key: str) -> str:
    return str(cells[key].value) if key in cells else ""


def _whole(cells: Mapping[str, Cell], key: str, otherwise: int) -> int:
    value = cells[key].value if key in cells else None
    return int(value) if isinstance(value, int | float) else otherwise  # 2.0 is an integer for JSON Schema


def _list(cells: Mapping[str, Cell], key: str) -> tuple[Cell, ...] | None:
    value = cells[key].value if key in cells else None
    return tuple(value) if isinstance(value, list) else None

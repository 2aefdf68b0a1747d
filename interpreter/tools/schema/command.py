"""The `schema` command: JSON Schemas for a game's data files, and editor settings that use them.

In: a game, a folder. Out: the schemas as JSON; with a folder, a file for each, the settings of VS Code (which other editors
with the same YAML server read as well), and on request a line at the top of each data file. Layer: tools.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

import interpreter
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.output import as_json, count, say, say_json, wrong
from interpreter.tools.cli.parameters import GameWord

SETTINGS = Path(".vscode") / "settings.json"
KEY = "yaml.schemas"
MODELINE = "# yaml-language-server: $schema="


def schema(
    game: GameWord,
    output: Annotated[
        Path | None, typer.Option("-o", metavar="DIR", help="Write them into the folder that the editor opens.")
    ] = None,
    modelines: Annotated[
        bool, typer.Option("--modelines", help="With -o: also name the schema in the first line of each data file.")
    ] = False,
) -> int:
    """Print the JSON Schemas for the game's data files, or write them with the settings that make editors use them.

    With -o DIR each schema becomes a file in DIR/schemas, and DIR/.vscode/settings.json names them for YAML files.
    """
    from interpreter.tools.schema.generate import schema

    if modelines and output is None:
        raise wrong("R0908", "--modelines needs -o DIR: it names the files that are written there")
    found = schema(game)
    if output is None:
        say_json(found)
        return 0
    home = interpreter.load(game).path.resolve()
    written = {home / data: _written(output, data, one) for data, one in found.items()}
    settings = _settings(output, {file: path.relative_to(output) for file, path in written.items()})
    say(f"{count(len(written), 'schema')} in {output / 'schemas'}; {settings} names them for YAML files.")
    for data, file in written.items() if modelines else ():
        _add_modeline(data, file)
    return 0


def _written(folder: Path, data: str, value: Mapping[str, Any]) -> Path:
    file = folder / "schemas" / Path(data).with_suffix(".schema.json")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        raise wrong("R0905", f'the folder "{file.parent}" cannot be created') from None
    check_writable(file)
    write_text(file, as_json(value))
    return file


def _settings(folder: Path, schemas: Mapping[Path, Path]) -> Path:
    """Add the schemas to the settings; existing entries stay."""
    file = folder / SETTINGS
    before = _read_settings(file)
    mine = {f"./{path.as_posix()}": [_seen_from(folder, data)] for data, path in schemas.items()}
    others = before.get(KEY, {})
    file.parent.mkdir(parents=True, exist_ok=True)
    write_text(file, as_json({**before, KEY: {**(others if isinstance(others, dict) else {}), **mine}}))
    return file


def _read_settings(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        help = f'remove its comments, or add "{KEY}" to it by hand'
        raise wrong("R0905", f'"{file}" cannot be read as plain JSON, so nothing is added to it', help)
    return found


def _seen_from(folder: Path, file: Path) -> str:
    """Return a path relative to the folder if inside it, otherwise in full."""
    inside = folder.resolve()
    return file.relative_to(inside).as_posix() if file.is_relative_to(inside) else file.as_posix()


def _add_modeline(data: Path, schema_file: Path) -> None:
    line = MODELINE + Path(os.path.relpath(schema_file.resolve(), data.parent)).as_posix()
    text = data.read_text(encoding="utf-8")
    first, _, rest = text.partition("\n")
    check_writable(data)
    write_text(data, f"{line}\n{rest if first.startswith(MODELINE) else text}")

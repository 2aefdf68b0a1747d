"""Stage what a web page needs: this program, its data and the libraries that playing, editing and checking use.

In: an empty folder and the games to ship. Out: `app/` and `site/` in it, as sources. Layer: tools.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path, PurePosixPath

import interpreter
from interpreter.fingerprint import PACKED_DIGEST, digest_of_program
from interpreter.source.bundled import cheat_sheet_file, codes_dir, games_dir, grammars_dir, schemas_dir
from interpreter.source.shared import bring_along

from .reachable import unreachable

PACKAGE = Path(interpreter.__file__).parent
LIBRARIES = (
    "lark", "interegular", "ruamel.yaml", "fastjsonschema", "segno", "starlette", "jsonschema", "networkx", "pygls",
)  # fmt: skip
# Native, or for terminals and servers only; rpds has a stand-in.
LEFT_OUT = frozenset({"rpds-py", "ruamel-yaml-clib", "exceptiongroup", "colorama"})
PAGES = re.compile(r"\.(js|woff2|txt)$")  # of the studio: they are files of the page, not of its archive
UNUSED = re.compile(
    r"(^|/)(tests?|testing|__pycache__|_trio\.py|pytest_plugin\.py|testclient\.py|standalone\.py)(/|$)|^lark/(tools|__pyinstaller)/"
)
_NAME = re.compile(r"[A-Za-z0-9._-]+")


def stage(folder: Path, games: Iterable[Path]) -> None:
    """Copy everything; `games` are folders, each under its own name."""
    _program(folder / "app" / "interpreter")
    data = folder / "app" / "interpreter" / "_data"
    shutil.copytree(grammars_dir(), data / "grammars", ignore=shutil.ignore_patterns("README.md"))
    shutil.copytree(schemas_dir(), data / "schemas", ignore=shutil.ignore_patterns("README.md"))
    shutil.copytree(codes_dir(), data / "docs" / "codes")
    (data / "docs" / "reference").mkdir()
    shutil.copyfile(cheat_sheet_file(), data / "docs" / "reference" / cheat_sheet_file().name)
    for game in games:
        shutil.copytree(game, data / "games" / game.name, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        bring_along(game, data / "games" / game.name)
    for library in libraries():
        _library(library, folder / "site")


def libraries() -> Iterator[Distribution]:
    """Everything installed that a page brings along."""
    seen: set[str] = set()
    for name in LIBRARIES:
        yield from _with_needs(name, seen)


def bundled(names: Iterable[str]) -> list[Path]:
    """The folders of bundled games by their names; all of them if none is named."""
    wanted = list(names)
    return [games_dir() / name for name in wanted] if wanted else [info.path for info in interpreter.games()]


def _program(target: Path) -> None:
    def ignored(folder: str, names: list[str]) -> list[str]:
        unwanted = {"__pycache__", "_data", "client", "README.md", "page"}
        static = Path(folder).name == "static"
        return [name for name in names if name in unwanted or (static and PAGES.search(name))]

    shutil.copytree(PACKAGE, target, ignore=ignored)
    for file in list(unreachable(target)):
        file.unlink()
    (target / PACKED_DIGEST).write_bytes(digest_of_program(PACKAGE))


def _with_needs(name: str, seen: set[str]) -> Iterator[Distribution]:
    """A library and everything it needs, without extras."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in seen or key in LEFT_OUT:
        return
    seen.add(key)
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return  # needed on other systems only
    yield found
    for need in found.requires or ():
        if "extra ==" not in need and (word := _NAME.match(need)):
            yield from _with_needs(word[0], seen)


def _library(found: Distribution, site: Path) -> None:
    for file in found.files or ():
        path = PurePosixPath(str(file))
        if (
            ".." in path.parts
            or UNUSED.search(path.as_posix())
            or path.suffix in (".pyc", ".so", ".pyd", ".typed", ".pyi")
        ):
            continue
        if any(part.endswith(".dist-info") for part in path.parts) and path.name != "METADATA":
            continue
        target = site / path
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)

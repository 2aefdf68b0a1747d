"""Write the studio as a folder of static files.

In: a folder, the games to ship, the folder of Pyodide. Out: the files and what they weigh. Layer: tools. The same sources, the
same libraries and the same Pyodide give the same bytes.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import shutil
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .packing import packed
from .portions import GAMES, Portions, module_name, portioned
from .staging import PACKAGE, stage
from .standard_library import without_ballast
from .wasm import has_compiler, with_wasm

PYODIDE = "314.0.7"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGE = Path(__file__).parent / "page"
STATIC = PACKAGE / "tools" / "studio" / "static"
AT_THE_TOP = ("index.html", "service.js", "manifest.webmanifest")
MODULES, DATA, LATE, PICTURES = "modules.bin", "data.bin", "editing.bin", "picture"
LIBRARY = "python_stdlib.zip"
LOCK = "pyodide-lock.json"
Sized = tuple[int, int]  # bytes as they are, and compressed


class ExportError(Exception):
    """The folder cannot be made; the message says why and what to do."""


@dataclass(frozen=True)
class Written:
    folder: Path
    files: int
    download: Sized  # of a first visit
    in_c: int = 0  # games that bots play in WebAssembly


def write_website(folder: Path, games: Sequence[Path], pyodide: Path) -> Written:
    """Write the files. Raises ExportError."""
    missing = [name for name in PYODIDE_FILES if not (pyodide / name).is_file()]
    if missing:
        raise ExportError(f"{pyodide} has no {missing[0]}: it is not the npm package pyodide")
    folder.mkdir(parents=True, exist_ok=True)
    for part in ("pyodide", GAMES, PICTURES, "static", "page"):
        shutil.rmtree(folder / part, ignore_errors=True)
    for file in folder.glob("*.bin"):
        file.unlink()
    with tempfile.TemporaryDirectory() as place:
        staging = Path(place)
        stage(staging, games)
        names = [game.name for game in games]
        _in_pyodide("compile", staging, pyodide, names)
        in_c = with_wasm(staging, games) if has_compiler() else 0
        _in_pyodide("play", staging, pyodide, names)
        portions = portioned(staging, names)
        shutil.copytree(staging / PICTURES, folder / PICTURES)
    late_library = _own_pyodide(pyodide, folder / "pyodide", portions.first_modules)
    _write_portions(folder, portions, late_library)
    shutil.copytree(STATIC, folder / "static")
    _write_page(folder, portions)
    return replace(_listed(folder), in_c=in_c)


def _in_pyodide(step: str, staging: Path, pyodide: Path, games: Sequence[str]) -> None:
    """Do one step with the Python that will run the page.

    Node runs the same Pyodide as a browser."""
    script = Path(__file__).parent / "build.mjs"
    words = ["node", str(script), step, str(pyodide.resolve()), str(staging.resolve()), *games]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ExportError("Node is needed to make the page; install it, then try again") from None
    if done.returncode:
        raise ExportError(f"the page could not be compiled: {done.stderr.strip()[-300:]}")


def _own_pyodide(pyodide: Path, target: Path, first_modules: frozenset[str]) -> dict[str, bytes]:
    """Copy Pyodide's files, with what the first tables need of the standard library; return the rest that a page may need."""
    target.mkdir()
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, target / name)
    library = target / LIBRARY
    first, late = without_ballast(library.read_bytes(), first_modules)
    library.write_bytes(first)
    lock = json.loads((target / LOCK).read_text("utf-8"))
    (target / LOCK).write_text(
        json.dumps({**lock, "packages": {}}), encoding="utf-8"
    )  # no package is loaded from elsewhere
    return late


def _write_portions(folder: Path, portions: Portions, late_library: Mapping[str, bytes]) -> None:
    late = {**portions.late, **{f"library/{name}": data for name, data in late_library.items()}}
    names = sorted(filter(None, (module_name(name) for name in late)))
    data = {**portions.data, "late.txt": "\n".join(names).encode()}
    for name, files in ((MODULES, portions.modules), (DATA, data), (LATE, late)):
        (folder / name).write_bytes(packed(files))
    (folder / GAMES).mkdir()
    for game, files in portions.games.items():
        (folder / GAMES / f"{game}.bin").write_bytes(packed(files))


def _write_page(folder: Path, portions: Portions) -> None:
    (folder / "page").mkdir()
    for file in PAGE.iterdir():
        shutil.copyfile(file, folder / file.name if file.name in AT_THE_TOP else folder / "page" / file.name)
    python = folder / "page" / "python.js"
    digest = hashlib.sha256()
    for file in (folder / MODULES, *sorted((folder / "pyodide").iterdir())):
        digest.update(file.read_bytes())
    text = python.read_text("utf-8").replace("{memory}", digest.hexdigest()[:16])
    python.write_text(text.replace("{games}", json.dumps(sorted(portions.games))), encoding="utf-8")


def _listed(folder: Path) -> Written:
    """Write the names and the version of all files into the service worker, and weigh them."""
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "service.js")
    names = [path.relative_to(folder).as_posix() for path in files if path.suffix not in (".txt", ".map")]
    digest = hashlib.sha256()
    sizes = [0, 0]
    for name in names:
        data = (folder / name).read_bytes()
        digest.update(name.encode() + b"\0" + hashlib.sha256(data).digest())
        if not is_late(name):
            sizes = [sizes[0] + len(data), sizes[1] + compressed(name, data)]
    service = (PAGE / "service.js").read_text("utf-8")
    service = service.replace("{version}", digest.hexdigest()[:16]).replace("{files}", json.dumps(names))
    service = service.replace("{late}", json.dumps([name for name in names if is_late(name)]))
    (folder / "service.js").write_text(service, encoding="utf-8")
    return Written(folder, len(names) + 1, (sizes[0], sizes[1]))


def is_late(name: str) -> bool:
    """Whether a file comes when it is first needed, or when there is time: not before the first table."""
    return name == LATE or name.startswith(
        (f"{GAMES}/", "page/icon-", "static/edit.", "static/balance.", "static/playtest.")
    )


def compressed(name: str, data: bytes) -> int:
    already = name.endswith((".bin", ".zip", ".woff2"))
    return len(data) if already else len(gzip.compress(data, 9))

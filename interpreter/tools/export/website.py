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
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from .staging import PACKAGE, stage
from .standard_library import without_ballast

PYODIDE = "314.0.7"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
PAGE = Path(__file__).parent / "page"
STATIC = PACKAGE / "tools" / "studio" / "static"
AT_THE_TOP = ("index.html", "service.js", "manifest.webmanifest")
ARCHIVE, LATE, CACHE, LIBRARY = "app.bin", "editing.bin", "cache", "python_stdlib.zip"
LOCK = "pyodide-lock.json"
SAME_TIME = (2026, 1, 1, 0, 0, 0)  # of every file in the archive
KEPT_AS_SOURCE = ("anyio/__init__.py",)  # reads its own source
Sized = tuple[int, int]  # bytes as they are, and compressed


class ExportError(Exception):
    """The folder cannot be made; the message says why and what to do."""


@dataclass(frozen=True)
class Written:
    folder: Path
    files: int
    download: Sized  # of a first visit


def write_website(folder: Path, games: Sequence[Path], pyodide: Path) -> Written:
    """Write the files. Raises ExportError."""
    missing = [name for name in PYODIDE_FILES if not (pyodide / name).is_file()]
    if missing:
        raise ExportError(f"{pyodide} has no {missing[0]}: it is not the npm package pyodide")
    folder.mkdir(parents=True, exist_ok=True)
    own = _own_pyodide(pyodide, folder / "pyodide")
    with tempfile.TemporaryDirectory() as place:
        staging = Path(place)
        stage(staging, games)
        _compile(staging, own, [game.name for game in games])
        late = _archive(staging, "late")
        archive = _archive(staging, "app", "site")
        _lay_out_cache(staging / "cache", folder / CACHE)
        packages = sorted(
            {path.name.removesuffix(".py") for path in (staging / "late").iterdir() if "." not in path.stem}
        )
    for name, data in ((ARCHIVE, archive), (LATE, late)):
        (folder / name).write_bytes(gzip.compress(data, 9, mtime=0))
    shutil.copytree(STATIC, folder / "static", dirs_exist_ok=True)
    (folder / "page").mkdir(exist_ok=True)
    for file in PAGE.iterdir():
        shutil.copyfile(file, folder / file.name if file.name in AT_THE_TOP else folder / "page" / file.name)
    python = folder / "page" / "python.js"
    text = python.read_text("utf-8").replace("{packages}", json.dumps(packages))
    kept = sorted(path.name.removesuffix(".bin") for path in (folder / CACHE).iterdir())
    python.write_text(text.replace("{kept}", json.dumps(kept)), encoding="utf-8")
    return _listed(folder)


def _compile(staging: Path, pyodide: Path, games: Sequence[str]) -> None:
    """Compile with the Python that will run it: Node runs the same Pyodide as a browser."""
    script = Path(__file__).parent / "build.mjs"
    words = ["node", str(script), str(pyodide.resolve()), str(staging.resolve()), *games]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise ExportError("Node is needed to make the page; install it, then try again") from None
    if done.returncode:
        raise ExportError(f"the page could not be compiled: {done.stderr.strip()[-300:]}")


def _own_pyodide(pyodide: Path, target: Path) -> Path:
    """Copy Pyodide's files, with what a page needs of the standard library."""
    target.mkdir(exist_ok=True)
    for name in PYODIDE_FILES:
        shutil.copyfile(pyodide / name, target / name)
    library = target / LIBRARY
    library.write_bytes(without_ballast(library.read_bytes()))
    lock = json.loads((target / LOCK).read_text("utf-8"))
    (target / LOCK).write_text(
        json.dumps({**lock, "packages": {}}), encoding="utf-8"
    )  # no package is loaded from elsewhere
    return target


def _lay_out_cache(cache: Path, target: Path) -> None:
    """Each compiled game is a file of its own, fetched when that game is first opened."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in sorted(cache.iterdir()):
        (target / f"{file.name}.bin").write_bytes(gzip.compress(file.read_bytes(), 9, mtime=0))


def _archive(staging: Path, *parts: str) -> bytes:
    """Pack compiled modules, data and caches without compression: the whole is compressed once."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        for file in sorted(path for part in parts for path in (staging / part).rglob("*") if path.is_file()):
            name = file.relative_to(staging).as_posix()
            has_code = file.suffix == ".py" and file.with_suffix(".pyc").is_file()
            if "__pycache__" in file.parts or (has_code and not name.endswith(KEPT_AS_SOURCE)):
                continue
            if file.suffix == ".pyc" and name.removesuffix("c").endswith(KEPT_AS_SOURCE):
                continue
            archive.writestr(zipfile.ZipInfo(name, SAME_TIME), file.read_bytes())
    return packed.getvalue()


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
    return (
        name == LATE
        or (name.startswith(f"{CACHE}/") and not name.endswith(".tables.bin"))
        or name.startswith("static/edit.")
    )


def compressed(name: str, data: bytes) -> int:
    already = name.endswith((".bin", ".zip", ".woff2"))
    return len(data) if already else len(gzip.compress(data, 9))

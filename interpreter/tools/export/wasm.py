"""Compile a game's C for a web page: a side module that Pyodide opens like a library.

In: C source. Out: WebAssembly, the same for the same source. Layer: tools. The compiler is Zig's, from the Python package
`ziglang`; Pyodide brings the C library, so that a few headers are all a game needs.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from interpreter.native import c_text_of, files_in_cache
from interpreter.source.user_cache import keep, kept

from .warm import Warmed

HEADERS = Path(__file__).parent / "headers"
TARGET = ("-target", "wasm32-emscripten", "-mcpu=generic-extended_const+exception_handling")
FLAGS = (
    "-c", "-fPIC", "-O2", "-std=gnu11", "-w", "-fno-strict-aliasing", "-ffp-contract=off", "-fvisibility=hidden",
    "-fno-sanitize=all", "-mllvm", "-wasm-enable-sjlj", "-nostdinc",
)  # fmt: skip
LINKED = (
    "-shared", "--experimental-pic", "--no-entry", "--import-memory", "--export-dynamic",
    "--unresolved-symbols=import-dynamic", "--strip-debug",
)  # fmt: skip
PATIENCE = 600  # seconds for a game


class CompilerError(Exception):
    """The compiler refuses a game's C; the message is its first line."""


def has_compiler() -> bool:
    return importlib.util.find_spec("ziglang") is not None


def with_wasm(staging: Path, games: Sequence[Path]) -> int:
    """Put the C of games where a page looks for it; return how many there are.

    A game that cannot be written in C, or whose C the compiler refuses, is played in Python, as everywhere."""
    listed = staging / "compiled.json"
    found: Warmed = json.loads(listed.read_text("utf-8"))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        modules = list(pool.map(_module_of, games))
    for game, module in zip(games, modules, strict=True):
        if module is None:
            continue
        files = files_in_cache(found["keys"][game.name], module, found["ending"])
        for name, body in files.items():
            (staging / "cache" / name).write_bytes(hashlib.sha256(body).digest() + body)
        found["files"][game.name] += sorted(files)
    listed.write_text(json.dumps(found), encoding="utf-8")
    return sum(module is not None for module in modules)


def _module_of(game: Path) -> bytes | None:
    text = c_text_of(game)
    if text is None:
        return None
    name = f"{hashlib.sha256(''.join((*FLAGS, *LINKED, text)).encode()).hexdigest()[:32]}.wasm"
    module = kept(name)  # compiling a game takes seconds
    if module is None:
        try:
            module = side_module(text)
        except CompilerError:
            return None
        keep(name, module)
    return module


def side_module(text: str) -> bytes:
    """Compile C. Raises CompilerError."""
    with tempfile.TemporaryDirectory(prefix="rulewright-") as place:
        source, made, module = (Path(place) / name for name in ("game.c", "game.o", "game.wasm"))
        source.write_text(text, encoding="utf-8")
        own = _zig_folder() / "lib" / "include"
        _zig("cc", *TARGET, *FLAGS, "-isystem", str(own), "-isystem", str(HEADERS), str(source), "-o", str(made))
        _zig("wasm-ld", *LINKED, str(made), "-o", str(module))
        return module.read_bytes()


def _zig_folder() -> Path:
    found = importlib.util.find_spec("ziglang")
    if found is None or found.origin is None:
        raise CompilerError("ziglang is not installed")
    return Path(found.origin).parent


def _zig(*words: str) -> None:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "ziglang", *words], capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise CompilerError(f"the compiler does not run ({type(error).__name__})") from None
    if done.returncode:
        raise CompilerError((done.stderr.strip().splitlines() or ["no reason given"])[0][:200])

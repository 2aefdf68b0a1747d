"""Compile C with the system's compiler and cache the library in the user's cache.

In: C source and a key. Out: the library, or the reason why there is none. Layer: backends. `source.user_cache` decides
whether a cached file can be trusted; a library is opened from a private copy that nobody else can write to. Modules needed
only to compile are imported there, because most runs find the library in the cache.
"""

from __future__ import annotations

import ctypes
import hashlib
import itertools
import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path

from interpreter.source.operating_system import file_in_memory, processor, processor_features
from interpreter.source.user_cache import keep, kept, made_once

FLAGS = (
    "-O2",
    "-shared",
    "-fPIC",
    "-std=gnu11",
    "-w",
    "-fno-strict-aliasing",
    "-fvisibility=hidden",
    "-fno-tree-vectorize",  # lists are short: several words at a time cost more than they save
    "-ffp-contract=off",
)  # judgements of bots are the same numbers as in Python
QUICK_FLAGS = ("-O0", *FLAGS[1:])  # the largest rules compile in a fifth of the time, and play a fifth as fast
GAME_ONLY = "-DGAME_ONLY"  # without what bots need: a small game is compiled in a quarter of the time
LONG = 150_000  # characters of C that are worth two compilers
PATIENCE = 300  # seconds for a compiler

OPENED = itertools.count(1)


@cache
def machine_flags() -> tuple[str, ...]:
    """Return flags for features of this processor: what is compiled here runs here."""
    return ("-mpopcnt",) if "popcnt" in processor_features() else ()


@cache
def tag() -> str:
    """Return what distinguishes libraries of the same rules."""
    return f"{sys.platform}-{processor()}{''.join(machine_flags())}-1.native"


class BuildError(Exception):
    """There is no library; the message says why, in one line."""


def compiler() -> list[str] | None:
    """Find the system's C compiler, or the one installed as a Python package."""
    import importlib.util
    import shutil

    for name in ("cc", "gcc", "clang"):
        found = shutil.which(name)
        if found is not None:
            return [found]
    return [sys.executable, "-m", "ziglang", "cc"] if importlib.util.find_spec("ziglang") is not None else None


def compiled(text: str, flags: tuple[str, ...] = FLAGS) -> bytes:
    """Compile C to a library; long sources in two parts, in parallel.

    Without optimization reading takes longest, so the source stays in one part."""
    import tempfile
    from concurrent.futures import ThreadPoolExecutor

    with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
        source, target = Path(folder) / "game.c", Path(folder) / "game.so"
        source.write_text(text, encoding="utf-8")
        flags = (*flags, *machine_flags())
        if len(text) < LONG or "-O0" in flags or "#if PART" not in text:
            _compile([*flags, "-o", str(target), str(source), "-lm"])
        else:
            parts = [target.with_name(f"{number}.o") for number in (0, 1)]
            with ThreadPoolExecutor(len(parts)) as pool:
                calls = [[*flags, "-c", f"-DPART={i}", "-o", str(part), str(source)] for i, part in enumerate(parts)]
                list(pool.map(_compile, calls))
            _compile([*flags, "-o", str(target), *map(str, parts), "-lm"])
        return target.read_bytes()


def _compile(words: list[str]) -> None:
    import subprocess

    command = compiler()
    if command is None:
        raise BuildError("no C compiler was found (cc, gcc, clang, or the extra [native])")
    try:
        found = subprocess.run([*command, *words], capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise BuildError(f"the C compiler does not run ({type(error).__name__})") from None
    if found.returncode:
        first = (found.stderr.strip().splitlines() or ["no reason given"])[0]
        raise BuildError(f"the C compiler gives up: {first[:200]}")


def cached_library(key: str) -> bytes | None:
    """Return the library of rules; those that come to the same C share one."""
    digest = kept(f"{key}.{tag()}.same")
    return kept(f"{digest.decode()}.{tag()}") if digest is not None else None


def made_library(key: str, text: str, flags: tuple[str, ...]) -> bytes:
    """Compile C, unless equal C is cached, and cache it for these rules."""
    digest = hashlib.sha256("\n".join((*flags, text)).encode()).hexdigest()[:32]
    with made_once(digest, PATIENCE):
        library = kept(f"{digest}.{tag()}")
        if library is None:
            library = compiled(text, flags)
            keep(f"{digest}.{tag()}", library)
    keep(f"{key}.{tag()}.same", digest.encode())
    return library


def opened(library: bytes) -> ctypes.CDLL:
    found = _opened_in_memory(library)
    return _opened_from_a_file(library) if found is None else found


def _opened_in_memory(library: bytes) -> ctypes.CDLL | None:
    """Open a library from an anonymous file, where the system has such files."""
    try:
        found = file_in_memory("rulewright")
        if found is None:
            return None
        handle, path = found
        with open(handle, "wb") as file:
            file.write(library)
            file.flush()
            return ctypes.CDLL(_never_seen(path))
    except OSError:
        return None


def _never_seen(path: str) -> str:
    """Spell a path in a new way.

    The loader takes a library with a known path for the one it has loaded."""
    folder, name = os.path.split(path)
    return f"{folder}/{''.join('./' if bit == '1' else '/' for bit in f'{next(OPENED):b}')}{name}"


def _opened_from_a_file(library: bytes) -> ctypes.CDLL:
    import tempfile

    handle, name = tempfile.mkstemp(prefix="rulewright-", suffix=".so")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(library)
        return ctypes.CDLL(name)
    except OSError as error:
        raise BuildError(f"the compiled rules cannot be opened ({error.strerror or error})") from None
    finally:
        with suppress(OSError):  # Windows keeps the file of a library that is in use
            os.unlink(name)

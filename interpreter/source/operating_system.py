"""What POSIX systems and Windows do in different ways: locks, signals, limits, waiting for a key.

In: handles, paths and numbers. Out: the same behaviour everywhere, or nothing where a system has no such thing. Layer: source, at
its very bottom. `tests/test_portable.py` keeps such calls out of every other module.
"""

from __future__ import annotations

import os
import signal
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread

HAS_THREADS = sys.platform not in ("emscripten", "wasi")  # a web page has neither threads nor processes
COPIES_PROCESSES = sys.platform == "linux"  # safely: on a Mac, parts of the system do not survive it

if sys.platform == "win32":
    NO_LINK = 0  # flags for os.open: a link is not followed,
    NO_WAIT = 0  # a pipe is not waited for,
    BINARY = os.O_BINARY  # bytes are left as they are
    ENDINGS = (signal.SIGTERM, signal.SIGBREAK)  # asked to end; the console was closed
    FAR = 1 << 30  # the byte that a lock holds: beyond the text of any lock file, which others may still read
else:
    NO_LINK = os.O_NOFOLLOW
    NO_WAIT = os.O_NONBLOCK
    BINARY = 0
    ENDINGS = (signal.SIGTERM, signal.SIGHUP)


def hold(handle: int) -> None:
    """Locks a file until the handle is closed or the process ends.

    OSError when another process holds it."""
    if sys.platform == "win32":
        import msvcrt

        here = os.lseek(handle, 0, os.SEEK_CUR)
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(handle, here, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def drop(handle: int, path: Path) -> None:
    """Removes a file that this process holds, and lets go of it."""
    if sys.platform == "win32":  # where no open file can be removed, and none that the next process has just opened
        os.close(handle)
        with suppress(OSError):
            os.unlink(path)
    else:  # removed while it is held: nobody else takes it for theirs in between
        with suppress(OSError):
            os.unlink(path)
        os.close(handle)


def ignore_interrupts() -> None:
    """For the workers of a command.

    Ctrl-C at a terminal reaches all processes, and the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def when_asked_to_end(act: Callable[[], None]) -> Iterator[None]:
    """Calls `act` when the process is asked to end or its terminal is closed.

    Once is enough."""

    def end(_number: int, _frame: object) -> None:
        for one in ENDINGS:
            signal.signal(one, signal.SIG_IGN)
        act()

    with _handled(end, ENDINGS):
        yield


@contextmanager
def undisturbed() -> Iterator[None]:
    """Neither Ctrl-C nor a request to end stops what is done meanwhile."""
    with _handled(signal.SIG_IGN, (signal.SIGINT, *ENDINGS)):
        yield


@contextmanager
def interrupts_deferred() -> Iterator[None]:
    """Hold Ctrl-C back until the block is done, then raise it.

    What is done in two steps is done in both or in neither."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler or current_thread() is not main_thread():
        yield  # ignored by the shell, or another thread's business
        return
    came = False

    def note(_number: int, _frame: object) -> None:
        nonlocal came
        came = True

    with _handled(note, (signal.SIGINT,)):
        yield
    if came:
        raise KeyboardInterrupt


@contextmanager
def _handled(
    handler: Callable[[int, object], None] | signal.Handlers, signals: tuple[signal.Signals, ...]
) -> Iterator[None]:
    before = {number: signal.signal(number, handler) for number in signals}
    try:
        yield
    finally:
        for number, earlier in before.items():
            signal.signal(number, earlier)


def typed_within(seconds: float) -> bool:
    """Whether something is typed at the terminal before the time is up."""
    if sys.platform == "win32":
        import msvcrt
        import time

        until = time.monotonic() + seconds
        while not msvcrt.kbhit():
            if time.monotonic() >= until:
                return False
            time.sleep(min(seconds, 0.02))
        return True
    else:
        import select

        return bool(select.select([sys.stdin], [], [], seconds)[0])


def wait_when_full(handle: int) -> None:
    """Writing to a pipe that was opened with NO_WAIT waits for its reader from now on."""
    if sys.platform != "win32":  # NO_WAIT is nothing there
        os.set_blocking(handle, True)


def open_files(wanted: int) -> int | None:
    """How many files this process may have open, `wanted` of them if they can be had.

    None where there is no such limit."""
    if sys.platform == "win32":
        return None
    else:
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        if soft == resource.RLIM_INFINITY:
            return most
        if soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        return min(soft, wanted)


def give_way(by: int) -> None:
    """Other processes go first."""
    if sys.platform != "win32":
        os.nice(by)


def is_ours_alone(found: os.stat_result) -> bool:
    """Does it belong to this user, and may nobody else write to it?

    Where files have no owners, the profile is private."""
    if sys.platform == "win32":
        return True
    else:
        if not HAS_THREADS:  # a web page has one user
            return True
        return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def processor() -> str:
    if sys.platform == "win32":
        return os.environ.get("PROCESSOR_ARCHITECTURE", "")
    else:
        return os.uname().machine


def processor_features() -> frozenset[str]:
    """What this processor can do beyond its kind, as Linux names it.

    Empty where the system does not say."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return frozenset()
    return frozenset(next((line.split() for line in text.splitlines() if line.startswith("flags")), ()))


def file_in_memory(name: str) -> tuple[int, str] | None:
    """A file that lies in no folder, with the path that leads to it.

    None where the system has no such files."""
    if sys.platform == "linux" and hasattr(os, "memfd_create"):
        handle = os.memfd_create(name)
        return handle, f"/proc/self/fd/{handle}"
    else:
        return None

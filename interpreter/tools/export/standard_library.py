"""Python's standard library as a page needs it: Pyodide's archive without what no page can use.

In: the archive. Out: the same without debuggers, servers, terminals, mail boxes and the encodings of old systems. Layer: tools.
"""

from __future__ import annotations

import sys
import zipfile
from collections.abc import Collection
from io import BytesIO

SAME_TIME = (2026, 1, 1, 0, 0, 0)
FOLDERS = frozenset({
    "_pyrepl", "unittest", "doctest", "pydoc_data", "xmlrpc", "wsgiref", "idlelib", "ensurepip", "venv",
    "lib2to3", "tkinter", "turtledemo", "curses", "dbm", "test", "profiling", "compression/zstd",
})  # fmt: skip
MODULES = frozenset({
    "pdb", "bdb", "cmd", "doctest", "pydoc", "imaplib", "mailbox", "optparse", "pickletools", "_pyio",
    "ftplib", "poplib", "smtplib", "nntplib", "telnetlib", "turtle", "cProfile", "profile", "pstats", "trace",
    "rlcompleter", "webbrowser", "netrc", "plistlib", "sched", "shelve", "socketserver", "tabnanny", "this", "antigravity",
    "timeit", "tty", "pty", "wave", "symtable", "modulefinder", "fileinput", "_aix_support", "_osx_support",
    "_android_support", "_ios_support", "zipapp", "pyclbr",
})  # fmt: skip
# Of Python's own modules, those that Pyodide does not have.
ELSEWHERE = frozenset({
    "_multiprocessing", "_posixshmem", "grp", "msvcrt", "pwd", "readline", "resource", "syslog", "winreg", "winsound",
})  # fmt: skip
ENCODINGS = frozenset({
    "__init__", "aliases", "ascii", "base64_codec", "cp437", "hex_codec", "idna", "latin_1", "punycode", "raw_unicode_escape",
    "undefined", "unicode_escape", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_8", "utf_8_sig", "zlib_codec",
})  # fmt: skip


def without_ballast(archive: bytes, first: Collection[str]) -> tuple[bytes, dict[str, bytes]]:
    """The archive with what is needed at once, compressed as well as a zip can; what may be needed later, by name. `first`: the
    names of modules."""
    packed, late = BytesIO(), dict[str, bytes]()
    with (
        zipfile.ZipFile(BytesIO(archive)) as old,
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as new,
    ):
        for name in sorted(old.namelist()):
            if name.endswith("/") or not needed(name):
                continue
            module = name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
            if not name.endswith(".pyc") or module in first or module.startswith("encodings."):
                new.writestr(_entry(name), old.read(name), zipfile.ZIP_DEFLATED, 9)
            else:
                late[name] = old.read(name)
    return packed.getvalue(), late


def needed(name: str) -> bool:
    """Whether a page may need a file of the library."""
    folder, _, rest = name.partition("/")
    stem = name.rsplit("/", 1)[-1].partition(".")[0]
    if not rest:
        return stem not in MODULES
    if folder == "encodings":
        return stem in ENCODINGS
    return not any(name.startswith(f"{left_out}/") for left_out in FOLDERS)


def is_there(module: str) -> bool:
    """Whether a page has a module, which may be a name in one, of the standard library."""
    top, path = module.partition(".")[0], module.replace(".", "/")
    if top not in sys.stdlib_module_names or top in ELSEWHERE:
        return False
    return needed(f"{path}.pyc") and needed(f"{path}/__init__.pyc")


def _entry(name: str) -> zipfile.ZipInfo:
    return zipfile.ZipInfo(name, SAME_TIME)

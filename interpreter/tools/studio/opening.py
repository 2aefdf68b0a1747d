"""Opening a store: the file in a studio's folder, or the address of a database.

In: a path or an address. Out: a Database. Layer: tools. PostgreSQL needs an extra, which is loaded only for its addresses.
"""

from __future__ import annotations

import os
from pathlib import Path

from .data_folder import FILE
from .database import Database, Trouble
from .sqlite_database import SqliteDatabase
from .store import Store

ADDRESS = "RULEWRIGHT_STORE"  # in the environment: an address with a password is not shown to everybody on the machine
BEGINNINGS = ("postgresql://", "postgres://")
NEEDS_EXTRA = 'A store in PostgreSQL needs psycopg: pip install "rulewright[postgres]".'


def is_address(words: str) -> bool:
    return words.startswith(BEGINNINGS)


def chosen(given: str | None) -> str:
    """The address that was given, or that of the environment; empty for a file."""
    return given if given is not None else os.environ.get(ADDRESS, "")


def opened_database(kept: Path | str) -> Database:
    if isinstance(kept, Path):
        return SqliteDatabase(kept)
    if not is_address(kept):
        raise Trouble(f"An address of a store begins with {BEGINNINGS[0]}, and this one does not.")
    try:
        from .postgres_database import PostgresDatabase
    except ImportError:
        raise Trouble(NEEDS_EXTRA) from None
    return PostgresDatabase(kept)


def opened_store(folder: Path, address: str) -> Store:
    return Store(opened_database(address or folder / FILE))

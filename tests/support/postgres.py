"""A PostgreSQL cluster for tests: private, on a socket in a temporary folder, run by a user without rights."""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import subprocess
import tempfile
from pathlib import Path

from tests.support.limits import PATIENCE

NOBODY = "nobody"
PLACES = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin")
SETTINGS = (
    "-c listen_addresses= -c max_connections=60 -c shared_buffers=32MB -c fsync=off -c autovacuum=off "
    "-c log_min_messages=fatal"
)


def programs() -> Path | None:
    """The folder of initdb and pg_ctl; Debian keeps it out of the search path."""
    if (there := shutil.which("initdb")) is not None:
        return Path(there).parent
    found = [path for place in PLACES for path in Path("/").glob(place.lstrip("/")) if (path / "initdb").is_file()]
    return sorted(found)[-1] if found else None


class Cluster:
    """A server of its own. It does not wait for the disk: tests kill programs, and cut no power."""

    def __init__(self) -> None:
        self._bin = programs()
        assert self._bin is not None, "PostgreSQL is not installed: apt-get install postgresql"
        self.folder = Path(tempfile.mkdtemp(prefix="rw-pg-", dir="/tmp"))  # a socket's path must be short
        os.chmod(self.folder, 0o755)
        if os.geteuid() == 0:
            os.chown(self.folder, *self._user())
        self._run("initdb", "-D", str(self.folder / "data"), "-U", "studio", "-A", "trust", "--no-sync", "-E", "UTF8")
        self.start()

    def _user(self) -> tuple[int, int]:
        found = pwd.getpwnam(NOBODY)
        return found.pw_uid, found.pw_gid

    def _run(self, program: str, *words: str) -> None:
        assert self._bin is not None
        user, group = self._user() if os.geteuid() == 0 else (None, None)
        subprocess.run(
            [str(self._bin / program), *words], check=True, user=user, group=group, extra_groups=[] if user else None,
            cwd=self.folder, stdout=subprocess.DEVNULL, timeout=PATIENCE,
        )  # fmt: skip

    def start(self) -> None:
        log = str(self.folder / "log")
        self._run(
            "pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", f"-k {self.folder} {SETTINGS}", "start"
        )

    def stop(self, how: str = "fast") -> None:
        """`immediate`: as if the power had been cut."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", how, "-w", "stop")

    def database(self) -> str:
        """Return the address of an empty store: a schema of its own, which is there at once."""
        import psycopg  # an extra: what else is in this file does not need it
        from psycopg import sql

        name = f"t{secrets.token_hex(6)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(sql.SQL("create schema {}").format(sql.Identifier(name)))
        return f"{self.address('postgres')}&options=-csearch_path%3D{name}"

    def address(self, name: str) -> str:
        return f"postgresql://studio@/{name}?host={self.folder}"

    def close(self) -> None:
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

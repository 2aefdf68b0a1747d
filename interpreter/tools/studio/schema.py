"""The tables of a store, and how data of an earlier format become those of the present one.

In: a Database. Out: a Database with all tables. Layer: tools. Each format is a step from the one before it: a store of any age is
brought up to date when it is opened, in one transaction; a store of a later format is refused.
"""

from __future__ import annotations

from collections.abc import Callable

from .database import Database, Dialect, Trouble, Work

FORMAT = 2
NEWER = (
    "The studio's data were written by a newer version of Rulewright (format {0}; this version reads format {1}). Update "
    "Rulewright, then try again."
)
# Every table, in an order in which rows can be copied.
TABLES = (
    "tables", "tokens", "answers", "rules", "secrets", "said", "taken", "chances", "playtests", "playtest_tables", "participants",
    "records", "addresses", "deadlines",
)  # fmt: skip


def prepare(database: Database) -> None:
    """Create the tables, or bring those of an earlier format up to date."""
    there = _format(database)
    if there == FORMAT:
        return
    with database.alone("format"):
        _brought_up_to_date(database, _format(database))  # another process may just have done it


def _brought_up_to_date(database: Database, there: int) -> None:
    if there > FORMAT:
        raise Trouble(NEWER.format(there, FORMAT))
    columns = database.columns("tables")
    with database.changing() as work:
        for number, step in enumerate(STEPS, 1):
            if number > there:
                step(work, database.dialect, columns)
        work.execute("delete from meta where name = 'format'")
        work.execute("insert into meta values ('format', ?)", (str(FORMAT),))


def _format(database: Database) -> int:
    if not database.columns("meta"):
        return 0
    found = database.found("select value from meta where name = 'format'")
    return int(found[0][0]) if found else 0


def _first(work: Work, words: Dialect, columns: set[str]) -> None:
    """Format 1, and what was kept before formats had a number."""
    for statement in FIRST.format(**vars(words)).split(";"):
        if statement.strip():
            work.execute(statement)
    for column in LATER if columns else ():
        if column.split()[0] not in columns:
            work.execute(f"alter table tables add column {column}")


def _second(work: Work, words: Dialect, _columns: set[str]) -> None:
    """Change to format 2: owners of tables, addresses for mail, deadlines."""
    for statement in SECOND.format(**vars(words)).split(";"):
        if statement.strip():
            work.execute(statement)


STEPS: tuple[Callable[[Work, Dialect, set[str]], None], ...] = (_first, _second)

FIRST = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists tables (
  id text primary key, game text not null, variants text not null, options text not null, names text not null,
  seats text not null, seed {whole} not null, fingerprint text not null, created text not null,
  rules text not null default '', colours text not null default '{{}}', keys text not null default '',
  pauses text not null default 'off', touched text not null default '', single text not null default '');
create table if not exists tokens (token text primary key, table_id text not null, role text not null, seat integer);
create table if not exists answers (
  table_id text not null, number integer not null, player integer not null, answer text not null, primary key (table_id, number));
create index if not exists tokens_of on tokens (table_id);
create table if not exists rules (digest text primary key, files {blob} not null);
create table if not exists secrets (name text primary key, value text not null);
create table if not exists said (
  table_id text not null, number {number}, who text not null, words text not null, after integer not null);
create table if not exists taken (table_id text not null, seat integer not null, primary key (table_id, seat));
create table if not exists chances (name text primary key, seed text not null unique);
create table if not exists playtests (
  id text primary key, name text not null unique, game text not null, plan text not null, link text not null unique,
  created text not null, closed text not null);
create table if not exists playtest_tables (
  table_id text primary key, playtest_id text not null, side integer not null, opened text not null);
create table if not exists participants (
  id text primary key, playtest_id text not null, name text not null, secret text not null unique, table_id text not null,
  seat integer, agreed text not null, last_seen {real} not null, asks_for_bots text not null);
create table if not exists records (
  number {number}, playtest_id text not null, table_id text not null, participant text not null,
  kind text not null, at {real} not null, answers integer not null, moment integer not null, seen integer not null,
  data text not null);
create index if not exists records_of on records (playtest_id);
create index if not exists records_by on records (participant);
create index if not exists said_at on said (table_id)
"""
LATER = (  # columns that a file without a format may lack
    "rules text not null default ''", "colours text not null default '{}'", "keys text not null default ''",
    "pauses text not null default 'off'", "touched text not null default ''", "single text not null default ''",
)  # fmt: skip
SECOND = """
create table if not exists owners (table_id text primary key, process text not null);
create table if not exists processes (id text primary key, address text not null, seen {real} not null);
create table if not exists addresses (
  table_id text not null, seat integer not null, mail text not null, told integer not null, primary key (table_id, seat));
create table if not exists deadlines (
  table_id text primary key, hours {real} not null, then_do text not null, answers integer not null, since {real} not null)
"""

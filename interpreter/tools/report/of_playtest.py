"""The report of a playtest with people: `report --playtest NAME`.

In: the name of a playtest in the studio's data, a time or a number of games for bots. Out: the page, its sentences, and files if
they are wanted. Layer: tools. People's games are read while they play; nothing is changed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import interpreter
from interpreter.source import did_you_mean
from interpreter.tools.bots import seated
from interpreter.tools.cli.files import write_text
from interpreter.tools.cli.output import count, say, wrong
from interpreter.tools.cli.progress import with_progress
from interpreter.tools.playtest.export import exported, needs_extra
from interpreter.tools.playtest.page import Playtested, page
from interpreter.tools.playtest.plan import Side
from interpreter.tools.playtest.topics import of_bots
from interpreter.tools.show.titles import Titles, titles_of
from interpreter.tools.simulate.plan import Plan
from interpreter.tools.studio.data_folder import FILE
from interpreter.tools.studio.playtest_reading import PlaytestReading
from interpreter.tools.studio.playtest_store import Playtest, PlaytestStore
from interpreter.tools.studio.tables import TableRegistry

from .panels import Panel, panels
from .playing import Wish, chosen_bot, evidence_of

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.tools.bots import Bot


@dataclass(frozen=True)
class PlaytestWish:
    """Which playtest, where it is kept, and how long bots play beside it."""

    name: str
    game: str | None  # a folder, if it is not a bundled game
    data: Path
    seconds: float
    games: int | None = None
    seed: int = 0
    workers: int = 1


def of_playtest(wish: PlaytestWish, output: Path, export: Path | None, format: str) -> int:
    """Write the page, print its sentences, and export the games and records."""
    if export is not None and needs_extra(format):
        raise wrong("R0913", "Parquet files need PyArrow", 'pip install "rulewright[parquet]"')
    with _registry(wish) as tables:
        playtest = _found(PlaytestStore(tables.store).all(), wish.name)
        played = PlaytestReading(tables, playtest).tables()
        game = played[0].game if played else None
        found = Playtested(
            playtest.name, playtest.plan, played, Titles(game=playtest.game) if game is None else titles_of(game)
        )
        bots = _bots(wish, playtest, tables) if played else []
        write_text(output, page(found, bots))
        _told(found, bots)
        if export is not None:
            for name, data in exported(played, playtest.plan, format).items():
                file = export / name
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            say(f"{export}: {count(len(played), 'game')} and everything recorded.")
    say(f"{output}: the whole page.")
    return 0


@contextmanager
def _registry(wish: PlaytestWish) -> Iterator[TableRegistry]:
    from interpreter.tools.studio.opening import chosen, opened_store
    from interpreter.tools.studio.store import Trouble

    if not chosen(None) and not (wish.data / FILE).is_file():
        help = "--data DIR names the folder in which the studio keeps its tables"
        raise wrong("R0914", f"no studio has kept a playtest in {wish.data}", help)
    games = {info.name: info.path for info in interpreter.games()}
    if wish.game is not None:
        loaded = interpreter.load(wish.game)
        games[loaded.path.resolve().name] = loaded.path.resolve()
    try:
        store = opened_store(wish.data, chosen(None))
    except Trouble as trouble:
        raise wrong("R0914", f"the playtests in {wish.data} cannot be read: {trouble}") from trouble
    try:
        with tempfile.TemporaryDirectory() as home:  # old rules are unpacked here
            yield TableRegistry(games, store, seated, Path(home), ())
    finally:
        store.close()


def _found(playtests: Sequence[Playtest], name: str) -> Playtest:
    found = next((one for one in playtests if name in (one.name, one.id)), None)
    if found is None:
        names = [one.name for one in playtests]
        help = did_you_mean(name, names) or (f"there are: {', '.join(names)}" if names else "the studio has none yet")
        raise wrong("R0914", f'there is no playtest called "{name}"', help)
    return found


def _bots(wish: PlaytestWish, playtest: Playtest, tables: TableRegistry) -> list[Mapping[str, Panel]]:
    """Let bots play each side, for its share of the time."""
    sides = playtest.plan.sides
    found: list[Mapping[str, Panel]] = []
    for side in sides:
        game = tables.offered.load(playtest.game, side.variants, dict(side.options)).game
        plan = _plan(wish, playtest, side, game)
        one = Wish(plan, game, wish.seconds / len(sides), wish.games)
        evidence, _ = evidence_of(one, chosen_bot(one).bot, lambda played: with_progress(played, None))
        found.append(of_bots(panels(evidence, titles_of(game), game.usable)))
    return found


def _plan(wish: PlaytestWish, playtest: Playtest, side: Side, game: Game) -> Plan:
    return Plan(
        game=game.path, players=playtest.plan.players or game.default_players, games=0, bots=_nobody, variants=side.variants,
        options=dict(side.options), seed=wish.seed, workers=wish.workers, engine="auto",
    )  # fmt: skip


def _nobody(_seed: int) -> list[Bot]:
    return []


def _told(found: Playtested, bots: Sequence[Mapping[str, Panel]]) -> None:
    say(found.headline())
    several = len(found.plan.sides) > 1
    for number, (side, told) in enumerate(zip(found.plan.sides, found.panels(), strict=True)):
        if several:
            say(f"{side.name}:")
        for panel in told:
            say(f"{panel.topic}, {panel.verdict}: {panel.sentence}")
            beside = bots[number].get(panel.topic) if number < len(bots) else None
            if beside is not None:
                say(f"  bots: {beside.sentence}")

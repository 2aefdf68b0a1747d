"""The games of a studio: bundled ones, folders that were opened, copies; loaded as they are on disk now.

In: folders by name. Out: games ready to render, descriptions of them for the lobby, folders for new ones. Layer: tools.
Thread-safe: its caches are dictionaries with a lock.
"""

from __future__ import annotations

import random
import shutil
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

import interpreter
from interpreter.source import Problems
from interpreter.tools.studio.game_forms import (
    COLOURS,
    bots_of,
    option_form,
    people_form,
    variant_forms,
    with_needed,
)
from interpreter.tools.studio.messages import Showing
from interpreter.tools.studio.rules_archive import Stamp, stamp_of
from interpreter.tools.studio.shared_cache import Remembered

if TYPE_CHECKING:
    from interpreter import GameInfo

MAX_SHOWN = 200  # cached games, ready to render
MAX_COPIES = 100
PLAYED_ON = 40  # decisions played before the lobby's picture is drawn
COPIES = "games"  # folder inside the studio's data folder


class UnfitError(Exception):
    """A table that cannot be created; the message says why."""


class OfferedGames:
    def __init__(self, games: Mapping[str, Path], home: Path, writable: Collection[str]) -> None:
        """Take the studio's data folder (`home`) and the editable games (`writable`)."""
        self._games, self._home, self._writable = dict(games), home, set(writable)
        self._shown: Remembered[tuple[Path, tuple[str, ...], str, int], Showing] = Remembered(MAX_SHOWN)
        self._stamped: Remembered[tuple[Path, tuple[str, ...], str], tuple[Stamp | None, Showing]] = Remembered(
            MAX_SHOWN
        )
        self._offering = RLock()  # guards the games, to which copies are added
        for manifest in sorted((home / COPIES).glob("*/game.yaml")):
            self._offer_copy(manifest.parent)

    def _offer_copy(self, folder: Path) -> None:
        with self._offering:
            if self._games.setdefault(folder.name, folder) == folder:  # not a bundled game of the same name
                self._writable.add(folder.name)

    # ---- games
    def games(self) -> list[dict[str, Any]]:
        """List the games for the lobby; bundled ones need not be loaded for it."""
        bundled = {info.path.resolve(): info for info in interpreter.games()}
        with self._offering:
            offered = list(self._games.items())
        return [self._listed(name, bundled.get(path.resolve())) for name, path in offered]

    def _listed(self, name: str, info: GameInfo | None) -> dict[str, Any]:
        if info is not None:
            people = [info.players_min, info.players_max]
            return {
                "name": name, "title": info.title, "about": info.about, "goal": info.goal, "people": people, "group": info.group,
            }  # fmt: skip
        try:
            game = self.load(name, (), {}).game
        except Problems as problems:
            return {"name": name, "title": name, "about": str(problems), "broken": True}
        about = {"about": game.about, "goal": game.goal}
        return {"name": name, "title": game.title, **about, "people": list(game.player_counts)}

    def form(self, name: str, variants: Sequence[str], options: Mapping[str, object] | None = None) -> dict[str, Any]:
        """Describe the choices for a new table: variants, options, player counts.

        With the reason where one is ruled out."""
        from interpreter.tools.variants.matrix import heads

        known = heads(self.path(name))
        chosen = with_needed(known, variants)
        usual = self.load(name, tuple(chosen), {}).game
        wanted = {one: value for one, value in (options or {}).items() if one in usual.option_values}
        game = self.load(name, tuple(chosen), wanted).game if wanted else usual
        most = max([*game.player_counts, *self.load(name, (), {}).game.player_counts, 1])
        return {
            "name": name,
            "variants": variant_forms(known, chosen),
            "options": [option_form(option, usual.option_values[option.name]) for option in game.options],
            **people_form(game, most),
            "bots": bots_of(game),
            "colours": COLOURS,
        }

    def variants_form(self, name: str, variants: Sequence[str]) -> dict[str, Any]:
        """Describe only which variants go together: at once, before the game is read."""
        from interpreter.tools.variants.matrix import heads

        known = heads(self.path(name))
        return {"variants": variant_forms(known, with_needed(known, variants))}

    def picture(self, name: str) -> str:
        """Draw the board of a game some moves in, or its cards if it has no board."""
        showing = self.load(name, (), {})
        state, chance = showing.game.start(seed=7), random.Random(7)
        while state.request is not None and state.decisions < PLAYED_ON:
            state.take(chance.randrange(len(state.request.choices)))
        view = interpreter.view_form(state, None)
        return interpreter.board_svg(showing.definition, view, None, showing.look, or_cards=True)

    def is_writable(self, name: str) -> bool:
        """May the rules of this game be edited?"""
        return name in self._writable

    def path(self, name: str) -> Path:
        """Return the folder of a game."""
        with self._offering:
            found = self._games.get(name)
        if found is None:
            raise UnfitError("There is no such game here.")
        return found

    def load(self, name: str, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        """Load a game as it is on disk now."""
        return self.showing(self.path(name), variants, options)

    def showing(self, path: Path, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        """Load a game through the cache.

        Nothing is read if no file has been written since."""
        words = (path, variants, repr(sorted(options.items())))
        stamp = stamp_now(path)
        before = self._stamped.get(words)
        if stamp is not None and before is not None and before[0] == stamp:
            return before[1]
        return self._stamped.put(words, (stamp, self._read(path, variants, options)))[1]

    def _read(self, path: Path, variants: tuple[str, ...], options: Mapping[str, object]) -> Showing:
        game = interpreter.load(path, list(variants), dict(options))
        look = path / "look.yaml"
        key = (path, variants, game.fingerprint, look.stat().st_mtime_ns if look.is_file() else 0)
        return self._shown.get(key) or self._shown.put(key, Showing.of(game))

    # ---- new folders
    def lay_out(self, name: str, texts: Mapping[str, str]) -> Path:
        """Write a new game into an unused folder and offer it.

        Nothing stays if it cannot be read."""
        folder = self._free(self._home / COPIES / name)
        try:
            for path, text in texts.items():
                file = folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            interpreter.load(folder)
        except (Problems, OSError):
            shutil.rmtree(folder, ignore_errors=True)
            raise
        self._offer_copy(folder)
        return folder

    def _free(self, folder: Path) -> Path:
        """Return an unused folder named like this one, numbered if necessary.

        Bundled games keep their names."""
        with self._offering:
            taken = {*self._games, *(info.name for info in interpreter.games())}
        for number in ("", *(f"-{number}" for number in range(2, MAX_COPIES))):
            found = folder.with_name(f"{folder.name}{number}")
            if found.name not in taken and not found.exists():
                return found
        raise UnfitError("There are too many games of this name. Choose another name.")


def stamp_now(path: Path) -> Stamp | None:
    """Return when the files of a game were last written.

    None while one is being deleted."""
    try:
        return stamp_of(path)
    except OSError:  # a file was deleted in the meantime
        return None

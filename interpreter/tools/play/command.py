"""The `play` command: one game in the terminal, with people, bots, or both.

In: a game, the occupants of the seats, a saved game to resume. Out: the match; its result, or where it is saved. Layer: tools.
Whatever ends a match early, the game is saved first.
"""

from __future__ import annotations

import shlex
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import interpreter
from interpreter.source import Problems
from interpreter.source.operating_system import undisturbed, when_asked_to_end
from interpreter.tools.cli.files import (
    add_scenario,
    check_save_target,
    read_save,
    rescue,
    scenario_file,
    typed_path,
    write_save,
)
from interpreter.tools.cli.opening import (
    all_seats,
    any_seed,
    changed_options,
    game_of_save,
    open_game,
    people_among,
    players_of,
)
from interpreter.tools.cli.output import clip, complain, count, say, visible, wrong
from interpreter.tools.cli.parameters import Engine, OptionWords, Players, Seed, VariantWords, path_word
from interpreter.tools.cli.seating import seat_words
from interpreter.tools.play.game_menu import game_from_menu
from interpreter.tools.play.native import play_in_c
from interpreter.tools.play.outcome import result_lines
from interpreter.tools.play.save_lock import Claim

if TYPE_CHECKING:
    from interpreter import Fault, Game, State
    from interpreter.tools.play.match import Match


@dataclass(frozen=True)
class Sitting:
    """A match ready to be played."""

    game: Game
    state: State
    seats: tuple[str, ...]
    seed: int


class Ended(KeyboardInterrupt):
    """The terminal was closed or the process was told to terminate: handled like Ctrl-C, so that nothing is lost."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", parser=path_word, help="A bundled game's name, or a game's folder; asked for if left out."
        ),
    ] = None,
    variant: VariantWords = None,
    option: OptionWords = None,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats", metavar="human,search,...", help="A word for each seat: human, or a bot such as search:1s."
        ),
    ] = None,
    seed: Seed = None,
    save: Annotated[Path | None, typer.Option("--save", metavar="F", help="Where to save the game.")] = None,
    resume: Annotated[Path | None, typer.Option("--resume", metavar="F", help="Resume a saved game.")] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="With --resume, if the rules have changed: replay the decisions.")
    ] = False,
    engine: Engine = "auto",
    watch: Annotated[
        bool, typer.Option("--watch", help="Reload the rules each time you save them, and replay your moves.")
    ] = False,
) -> int:
    """Play a game. In a terminal you play seat 1 against bots; otherwise bots play the whole game and every move is printed."""
    _check_together(resume, replay, players, seed)
    game = game or game_from_menu()
    if save:
        check_save_target(save)
    words = _seat_words(seats)
    try:
        if engine == "native":
            return play_in_c(game, variant, option, _bots_only(words, resume), players, seed, save)
        if resume:
            sitting = _resumed(game, variant, option, words, read_save(resume), replay)
        else:
            sitting = _started(game, variant, option, words, players, seed)
    except interpreter.Fault as fault:
        return _report_fault(fault)
    if watch and "human" not in sitting.seats:
        raise wrong("R0908", "--watch is for a game in which a person plays", "add --seats human,random")
    anew = partial(_loaded_again, game, sitting.game) if watch else None
    return _run(sitting, Saver(sitting.game.name, save, resume), _again(game, variant, option, seats), anew)


def _loaded_again(word: str, game: Game) -> Game:
    """Reload the game from its files."""
    return interpreter.load(word, game.chosen, changed_options(game))


def _bots_only(words: tuple[str, ...] | None, resume: Path | None) -> tuple[str, ...] | None:
    """Check that only bots play, from the beginning.

    C keeps no log, so it could not show a person what happens."""
    from interpreter.tools.bots import HUMAN

    if resume or HUMAN in (words or _default_seats(1)):
        who = "a saved game" if resume else "a person"
        raise wrong("R0908", f"--engine native is for bots alone, from the beginning: {who} needs a log, and C keeps none",
                    "leave --engine out, or give --seats random,random")  # fmt: skip
    return words


def _again(
    game: str, variant: Sequence[str] | None, option: Sequence[str] | None, seats: str | None
) -> tuple[str, ...]:
    """Return the command that resumes a saved game.

    The words typed that are not stored in the save."""
    variants = [word for name in variant or () for word in ("--variant", name)]
    options = [word for pair in option or () for word in ("--option", pair)]
    return ("rulewright", "play", game, *variants, *options, *(("--seats", seats) if seats else ()))


class Saver:
    """Where the match is saved: the file named last, else the one it was resumed from, else an unused name."""

    def __init__(self, name: str, chosen: Path | None, resumed: Path | None) -> None:
        self._name = name
        self.claim = Claim()
        self.path = chosen or resumed
        if self.path:
            self.claim.take(self.path)
        self.automatic = chosen is not None
        self.saved = False  # whether it has been saved in this match

    def save(self, state: State, name: str) -> str:
        """Save to a file that the person names, or to the last one; Problems if that fails. Without a name, fall back to another
        file rather than not saving at all."""
        if name:
            self._write(typed_path(name), state)
            return f"The game is saved in {self.path}."
        return self.rescue(state)

    def _write(self, path: Path, state: State) -> None:
        self.claim.take(path)
        write_save(path, state.save())
        self.path, self.saved = path, True

    def rescue(self, state: State) -> str:
        """Save somewhere, because the match may end now."""
        if self.path is None:
            return self.set_aside(state)
        try:
            self._write(self.path, state)
        except Problems as problems:
            return f"{problems.diagnostics[0].message}. {self.set_aside(state)}"
        return f"The game is saved in {self.path}."

    def set_aside(self, state: State) -> str:
        """Save under an unused name, without touching earlier saves."""
        self._rescue(state)
        self.saved = True
        return f"The game is saved in {self.path}."

    def _rescue(self, state: State) -> None:
        self.path = rescue(self._name, state.save())
        if self.path is None:
            raise wrong("R0905", "the game cannot be saved: neither here nor in the folder for temporary files")


# Before the match


def _check_together(resume: Path | None, replay: bool, players: int | None, seed: int | None) -> None:
    if resume and players is not None:
        raise wrong("R0908", "--players and --resume do not go together: a saved game has its players")
    if resume and seed is not None:
        raise wrong("R0908", "--seed and --resume do not go together: a saved game has its seed")
    if replay and not resume:
        raise wrong("R0908", "--replay is for a saved game: give it with --resume")


def _seat_words(seats: str | None) -> tuple[str, ...] | None:
    """Parse --seats. Raises R0902 for an unknown word."""
    from interpreter.tools.bots import HUMAN

    if seats is None:
        return None
    return seat_words(seats, (HUMAN,))


def _default_seats(players: int) -> tuple[str, ...]:
    """Seat a person first if at a terminal, bots on the other seats."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    return ("human" if at_terminal else "random", *("random",) * (players - 1))


def _started(
    game: str,
    variant: Sequence[str] | None,
    option: Sequence[str] | None,
    words: tuple[str, ...] | None,
    players: int | None,
    seed: int | None,
) -> Sitting:
    loaded = open_game(game, variant, option)
    number = players_of(loaded, players, words)
    chosen = seed if seed is not None else any_seed()
    seats = all_seats(loaded, number, words or _default_seats(number))
    state = loaded.start(number, chosen)
    state.engine.hold_always()
    return Sitting(loaded, state, seats, chosen)


def _resumed(
    game: str,
    variant: Sequence[str] | None,
    option: Sequence[str] | None,
    words: tuple[str, ...] | None,
    data: Mapping[str, Any],
    replay: bool,
) -> Sitting:
    """Resume a saved game with its own variants and options, unless others are named."""
    loaded = game_of_save(game, variant, option, data)
    if data.get("game", loaded.name) != loaded.name:
        raise wrong("R0907", f'the saved game is one of "{clip(str(data["game"]))}", not of "{loaded.name}"')
    state = _restored(loaded, data, replay)
    state.engine.hold_always(arranged=True)
    number = len(state.player_names) - len(state.automas)
    named = len(people_among(words or ()))
    if words and named != number:
        raise wrong("R0902", f"the saved game has {count(number, 'player')}, but --seats names {named}")
    seed = data.get("seed")
    seats = all_seats(loaded, number, words or _default_seats(number))
    return Sitting(loaded, state, seats, seed if isinstance(seed, int) else 0)


def _restored(game: Game, data: Mapping[str, Any], replay: bool) -> State:
    """Restore the state of a saved game; refuse a damaged one before anyone plays."""
    try:
        return game.resume(data, replay=replay)
    except interpreter.Fault as fault:
        raise wrong("R0811", f"a rule fails when its decisions are replayed: {fault.message}") from None


# The match


def _run(sitting: Sitting, saver: Saver, again: Sequence[str], anew: Callable[[], Game] | None = None) -> int:
    from interpreter.tools.bots import HUMAN, seated
    from interpreter.tools.play.match import Match
    from interpreter.tools.play.screen import Narrator, Terminal

    bots = seated(sitting.seats, sitting.seed)
    screen: Terminal | Narrator = Terminal() if HUMAN in sitting.seats else Narrator()
    keep, reload = saver.rescue if saver.automatic else None, None
    if anew is not None:
        from interpreter.tools.play.watching import Watcher, WatchingTerminal

        watcher = Watcher(sitting.game, anew)
        screen, reload = WatchingTerminal(watcher), watcher.reload
    record, most = partial(_record, sitting.game), sitting.game.turn_limit
    match = Match(sitting.state, bots, screen, saver.save, keep, record, reload, most)
    _introduce(sitting)
    try:
        with _ending_is_an_interruption():
            finished = _play(match, partial(_interrupted, match, saver))
    except BrokenPipeError:
        raise
    except Exception as error:  # even for a bug of our own: save the game before reporting it
        with suppress(OSError):
            _say_surely(saver.rescue(match.state) if saver.automatic else saver.set_aside(match.state))
            _say_surely(_go_on(saver, again))
        if isinstance(error, interpreter.Fault):
            return _report_fault(error)
        raise
    finally:
        saver.claim.release()
    for line in match.end_recording():
        say(line)
    if finished:
        _announce(match.state, saver)
    elif saver.saved:
        _say_surely(_go_on(saver, again))
    return 0


def _record(game: Game, state: State, name: str, first: int, last: int) -> str:
    """Write the decisions between two numbers as a scenario."""
    file = scenario_file(name)
    game = (
        state.inspect.game if isinstance(state.inspect.game, interpreter.Game) else game
    )  # the rules may have been reloaded since the start
    text = interpreter.record(game, state.save(), name.removesuffix(file.suffix), first, last, file.parent)
    return add_scenario(file, text)


def _play(match: Match, save: Callable[[], None]) -> bool:
    """Play the match; return whether it ended. Any interruption saves it."""
    try:
        try:
            return match.play()
        except (KeyboardInterrupt, EOFError, OSError) as interruption:
            save()
            if isinstance(interruption, BrokenPipeError):
                raise
    except Ended:  # the process was told to terminate while the closed terminal was being handled
        save()
    return False


@contextmanager
def _ending_is_an_interruption() -> Iterator[None]:
    """Treat a closed terminal and a termination request like Ctrl-C."""

    def end() -> None:
        raise Ended

    with when_asked_to_end(end):
        yield


def _introduce(sitting: Sitting) -> None:
    game, names, automas = sitting.game, sitting.state.player_names, len(sitting.state.automas)
    beside = f" and {'an automa' if automas == 1 else f'{automas} automas'}" if automas else ""
    say(f"{game.title}, {count(len(names) - automas, 'player')}{beside}, seed {sitting.seed}")
    for line in _what_it_is(game) if "human" in sitting.seats else ():
        say(line)
    if game.variants:
        say(f"Variants: {', '.join(str(variant) for variant in game.variants)}")
    changed = changed_options(game)
    if changed:
        say(f"Options: {', '.join(f'{name} = {value}' for name, value in changed.items())}")
    say(", ".join(f"{name}: {_sitting(seat)}" for name, seat in zip(names, sitting.seats, strict=True)))
    if "human" in sitting.seats:
        say('Type the number of a choice. "help" lists what else you can type.')
    say()


def _what_it_is(game: Game) -> list[str]:
    """Return what a first-time player needs to know.

    What the game is about and how to win it."""
    told = [game.about, f"Goal: {game.goal}" if game.goal else ""]
    if game.goal and game.variants:
        told.append("The variants below may change that.")
    width = min(100, shutil.get_terminal_size().columns)
    wrapped = [textwrap.wrap(text, width) if sys.stdout.isatty() else [text] for text in told if text]
    return ["", *(line for lines in wrapped for line in lines), ""] if wrapped else []


def _sitting(seat: str) -> str:
    return "played by the rules" if seat == "automa" else seat


def _interrupted(match: Match, saver: Saver) -> None:
    """The game is saved before anything is said: perhaps nobody hears it any more.

    A second Ctrl-C must not stop it."""
    with undisturbed():
        _say_surely(f"\n{saver.rescue(match.state)}")


def _say_surely(text: str) -> None:
    """Print where the game is saved, even if standard output fails.

    On standard error then; the disk may be full."""
    try:
        say(text)
        sys.stdout.flush()
    except BrokenPipeError:
        return  # the reader is gone
    except OSError:
        with suppress(OSError):
            print(text, file=sys.stderr)


def _go_on(saver: Saver, again: Sequence[str]) -> str:
    return f"Resume with: {shlex.join([*again, '--resume', str(saver.path)])}"


def _announce(state: State, saver: Saver) -> None:
    if saver.automatic:
        saver.rescue(state)
    if state.result:
        say()
        for line in result_lines(state.result, state.player_names):
            say(line)


def _report_fault(fault: Fault) -> int:
    complain([fault.diagnostic])
    for rule in fault.stack:
        print(visible(f"  in {rule}"), file=sys.stderr)
    if fault.decisions:
        print(visible(f"  the last decisions: {'; '.join(fault.decisions)}"), file=sys.stderr)
    return 1

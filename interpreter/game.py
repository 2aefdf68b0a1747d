"""Game: loaded rules, ready to be played.

In: linked code and the manifest's data. Out: states. Layer: above runtime; part of the public API.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.backends.c.building import BuildError, compiler
from interpreter.native import Source
from interpreter.runtime import Code, SaveError, State, restore
from interpreter.runtime import hidden_questions as silence
from interpreter.runtime.generator import is_keyed, seeded
from interpreter.runtime.imagined_tables import Imagined
from interpreter.runtime.labels import option_name
from interpreter.runtime.machine import at_once, do_at_once, run
from interpreter.runtime.native import BEYOND, FAULT, OVER, WAITING, Native, NoRoomError, Played
from interpreter.runtime.native_engine import NativeEngine, play_out_like_c
from interpreter.runtime.position import COLOURS, Position, Thinker
from interpreter.runtime.python_engine import PythonEngine
from interpreter.runtime.redeal_words import UnusualRulesError
from interpreter.runtime.resuming import people_and_seed
from interpreter.runtime.saved_fields import UnfitError
from interpreter.runtime.saving import FORMAT
from interpreter.runtime.tables import Option, Rule, Value
from interpreter.runtime.thinking import ThinkerInC
from interpreter.runtime.walking import Walker
from interpreter.source import Diagnostic, Note, Problems, did_you_mean

if TYPE_CHECKING:
    import ctypes

PAUSE = 0.5  # seconds between two checks for compiled rules


@dataclass(frozen=True, slots=True)
class OptionInfo:
    name: str
    title: str
    kind: str  # names, yes_no, range
    values: tuple[str, ...]
    low: int | None
    high: int | None
    default: Any
    value: Any


class Game:
    """Rules, variants and options, fixed.

    Every state of it comes from `start` or `resume`."""

    def __init__(
        self,
        code: Code,
        meta: Mapping[str, Any],
        rules: str,
        path: Path,
        chosen: Sequence[Path] = (),
        source: Source | None = None,
    ) -> None:
        self.code, self.path = code, path
        self._source = source
        self._native: Native | None = None
        self._looked = -PAUSE  # when compiled C was last looked for
        # the variants as `load` takes them: by name, and house rules from elsewhere by their path
        self.chosen = tuple(file.stem if file.parent == path / "variants" else str(file.resolve()) for file in chosen)
        self.usable: dict[str, list[str]] = {kind: list(names) for kind, names in code.USABLE._asdict().items()}
        self._tables: dict[int, PythonEngine] = {}  # a fresh table per number of players, copied for each game
        self._begun: dict[
            int | None, PythonEngine
        ] = {}  # the same at the first decision, if that is identical in every game
        self._play = self.frame("play", ())
        self._set_up_at_once = code.PLAIN.get("set_up")
        self._set_up = self.frame("set_up", ()) if "set_up" in code.ROUTINES else None
        self.name: str = meta["name"]
        self.title: str = meta["title"]
        self.about: str = meta["about"]
        self.goal: str = meta["goal"]
        self._people = range(meta["players_min"], meta["players_max"] + 1)
        self._usually: int = meta["default_players"]
        self._automas: tuple[int, ...] = tuple(seat - 1 for seat in meta["automas"])
        self._fill: int = meta["fill"]
        self._variant_people: Mapping[str, tuple[int, int]] = meta["variant_people"]
        self.turn_limit: int = meta["turn_limit"]
        self.variants: tuple[str, ...] = tuple(meta["variants"])
        self.available_variants: dict[str, str] = dict(meta["available_variants"])
        options = repr(sorted(self.option_values.items()))
        self.fingerprint = hashlib.sha256(f"{rules} {options}".encode()).hexdigest()[:32]
        self.variant_rules = _variant_rules(meta["variant_routines"], code.USABLE.rules)
        self.citations: tuple[tuple[str, str, str], ...] = tuple(meta["citations"])

    @cached_property
    def player_counts(self) -> tuple[int, ...]:
        """The numbers of people that can play.

        By the manifest, the variants and the rules' conditions on the set-up."""
        return tuple(count for count in self._people if not self.refusals(count))

    @property
    def players_min(self) -> int:
        return min(self.player_counts or self._people)

    @property
    def players_max(self) -> int:
        return max(self.player_counts or self._people)

    @property
    def default_players(self) -> int:
        counts = self.player_counts
        return self._usually if self._usually in counts or not counts else counts[0]

    def automas(self, players: int) -> tuple[int, ...]:
        """Return the seats, counted from 0, that the rules play with this many people."""
        return self._automas or tuple(range(players, self._fill))

    @property
    def options(self) -> tuple[OptionInfo, ...]:
        return tuple(
            OptionInfo(
                option.name, option.title, option.shape, option.values, option.low, option.high,
                _option_value(option, option.default), _option_value(option, option.value),
            )
            for option in self.code.OPTIONS
        )  # fmt: skip

    @property
    def always(self) -> tuple[str, ...]:
        """The names of the declared `always` rules."""
        return tuple(rule.name for rule in self.code.ALWAYS)

    @property
    def option_values(self) -> dict[str, Any]:
        return {option.name: option.value for option in self.options}

    def start(
        self,
        players: int | None = None,
        seed: int = 0,
        names: Sequence[str] | None = None,
        events: bool = True,
        seats: Sequence[str] | None = None,
        chance: Sequence[int] | None = None,
        engine: str = "python",
    ) -> State:
        """Start a new game, set up and waiting for its first decision.

        `events=False` plays without a log; `chance` scripts it.

        engine: python, native (C; a log is made when it is read), or auto: C if it is ready and no log is wanted."""
        if engine == "python" and not events and names is None and seats is None and chance is None:
            return State(self._begun_alike(players, seed))
        state = self.fresh_position(players, seed, names if names is not None else seats, events)
        native = self._chosen_engine(engine, events or chance is not None)
        if chance is not None:
            state.script_chance(chance)
        return State(self._begin(state) if native is None else self._begin_native(native, state))

    def _begun_alike(self, players: int | None, seed: int) -> PythonEngine:
        """Start a game without a log.

        If no chance is involved before the first decision, a cached state is cloned."""
        begun = self._begun.get(players)
        if begun is None:
            begun = self._begin(self.fresh_position(players, seed, None, events=False))
            if begun.chance_count or begun.over:
                return begun
            self._begun[players] = begun
        state = begun.clone()
        state.seed, state.random = seed, seeded(seed)
        return state

    def _begin(self, state: PythonEngine) -> PythonEngine:
        silence.remember(state)
        state.stack.append(self._play[:])
        if self._set_up_at_once is not None:
            do_at_once(state, self._set_up_at_once)
        elif self._set_up is not None:
            state.stack.append(self._set_up[:])
        if not state.over:
            run(state)
        return state

    def start_in_c(self, players: int | None = None, seed: int = 0, names: Sequence[str] | None = None) -> NativeEngine:
        """Start a game without a log in C, for tools that need more than a State.

        The rules are compiled now if necessary."""
        native = self._native if self._native is not None else self.native()
        return self._begin_native(native, self.fresh_position(players, seed, names, events=False))

    def _begin_native(self, native: Native, table: PythonEngine) -> NativeEngine:
        """Start in C.

        If the set-up fails, Python repeats it to explain why; what C does not support is played in Python."""
        with suppress(NoRoomError):
            memory = native.take(table)
            if memory.begin(table.random) in (WAITING, OVER):
                return NativeEngine(native, table, self._begin, memory, [])
        return NativeEngine.in_python(native, table, self._begin)

    def _chosen_engine(self, engine: str, events: bool) -> Native | None:
        if engine == "native":
            return self.native()
        if engine not in ("python", "auto"):
            raise ValueError(f"there is no engine {engine}: python, native or auto")
        if engine == "python" or events:
            return None
        if not self.native_ready():
            self.begin_native()
        return self._native

    def native_ready(self) -> bool:
        """Whether these rules can be played in C right now, without compiling anything.

        What was compiled in a hurry will do until there is better."""
        if self._in_a_hurry and self._source is not None and time.monotonic() > self._looked + PAUSE:
            self._looked = time.monotonic()
            with suppress(BuildError):
                self._look_for_library(self._source)
        return self._native is not None

    @property
    def _in_a_hurry(self) -> bool:
        return self._native is None or self._native.quick

    def _look_for_library(self, source: Source) -> None:
        library = source.library()
        if library is not None:
            self._plays_with(library)
        elif self._native is None and (quick := source.quick_library()) is not None:
            self._native = Native(quick, self.code, quick=True)
            source.begin()  # whoever made it may not have come to the better one

    def _plays_with(self, library: ctypes.CDLL, whole: Callable[[], ctypes.CDLL] | None = None) -> None:
        if self._native is None:
            self._native = Native(library, self.code, whole)
        else:
            self._native.replace(library, whole)

    @property
    def key_in_c(self) -> str:
        """Return the key of these rules in the cache; empty if they came from no folder."""
        return self._source.key if self._source is not None else ""

    def begin_native(self) -> None:
        """Compile in another process, if possible and not already under way."""
        if self._source is not None and not self.runs_in_python_because:
            self._source.begin()

    def native(self, bots: bool = False) -> Native:
        """Return these rules in C, compiling them now if necessary.

        `bots`: with what bots need, which comes later otherwise."""
        if self._in_a_hurry:
            try:
                if self._source is None:
                    raise BuildError("it was not loaded from a folder")
                self._plays_with(self._source.build(bots), self._source.build)
            except BuildError as error:
                raise Problems(
                    [Diagnostic("R0821", f"{self.title} runs in Python only: {error}", None, None)]
                ) from None
        assert self._native is not None
        return self._native

    def native_at_hand(self, engine: str = "auto") -> Native:
        """Return these rules in C as they are ready.

        For the engine `native`, compiled as well as can be."""
        return self._native if engine == "auto" and self._native is not None else self.native(bots=True)

    def imagined(self, state: Position, engine: str) -> Imagined | None:
        """Return the same position in C, for a searching bot.

        None if the engine is Python, or C is not ready or has no room."""
        if engine == "python" or (engine == "auto" and not self.native_ready()):
            return None
        try:
            return self.native_at_hand(engine).take(state, marks=False)
        except NoRoomError:
            return None

    def thinker(self, engine: str) -> Thinker | None:
        """Return what thinks for a bot in C.

        None if the engine is Python, C is not ready, or the rules are too unusual."""
        if engine == "python" or (engine == "auto" and not self.native_ready()):
            return None
        try:
            return ThinkerInC(self.native_at_hand(engine))
        except UnusualRulesError:
            return None

    def walker(self, luck: int) -> Walker:
        """Return a walker in C for exploring, compiling the rules now if necessary."""
        return Walker(self.native(bots=True), luck)

    @property
    def runs_in_python_because(self) -> str:
        """Why there is no C of these rules; empty if there is, or nobody has tried."""
        try:
            if self._source is not None:
                self._source.library()
        except BuildError as error:
            return str(error)
        return "" if compiler() is not None else "no C compiler was found (cc, gcc, clang, or the extra [native])"

    def play_many(self, seeds: Sequence[int], players: int | None = None, most: int = 1_000_000) -> list[Played]:
        """Play whole games at random, one per seed, in one call of C.

        Without Python's lock. What is too much for C is decided in Python; `Played.in_python` counts these decisions and
        `Played.why` says what was too much."""
        native = self.native()
        table = native.take(self.fresh_position(players, 0, None, False))
        picks = [seeded(~seed) for seed in seeds]
        played = native.play_many(table, [seeded(seed) for seed in seeds], picks, most)
        for i, one in enumerate(played):
            if one.how == BEYOND and not is_keyed(seeds[i]):  # Python makes the decisions that are too much for C
                engine = self._begin_native(native, self.fresh_position(players, seeds[i], None, False))
                played[i] = engine.play_at_random(picks[i], most)
            if played[i].how in (FAULT, BEYOND) or is_keyed(seeds[i]):  # Python replays it: it can explain a fault
                played[i] = self._played_again(players, seeds[i], picks[i], most)
        return played

    def _played_again(self, players: int | None, seed: int, picks: int, most: int) -> Played:
        state = self._begun_alike(players, seed)
        decisions = play_out_like_c(state, picks, most)
        return Played(OVER if state.over else WAITING, decisions, state.winners, dict(state.scores))

    def table(
        self, players: int | None = None, seed: int = 0, names: Sequence[str] | None = None, events: bool = True
    ) -> State:
        """Return the table before anything happens.

        Every stored value at its start, nothing running."""
        return State(self.fresh_position(players, seed, names, events))

    def fresh_position(
        self, players: int | None = None, seed: int = 0, names: Sequence[str] | None = None, events: bool = True
    ) -> PythonEngine:
        """The same as the Python engine has it."""
        count = players if players is not None else len(names) if names is not None else self.default_players
        if count not in self.player_counts:
            raise Problems(self.refusals(count))
        return self._table(count).fresh(seed, None if names is None else self._names(count, names), events)

    def _table(self, people: int) -> PythonEngine:
        if people not in self._tables:
            automas = self.automas(people)
            state = PythonEngine(self.code, self, people + len(automas), 0, self._names(people, None), False)
            state.automas = automas
            for reset in self.code.RESETS:
                at_once(state, reset, state)
            self._tables[people] = state
        return self._tables[people]

    def refusals(self, players: int) -> list[Diagnostic]:
        """Say why this many people cannot play, in the rules' words; empty if they can."""
        if players not in self._people:
            return [self._not_for(players)]
        table = self._table(players)
        unmet = [one for one in self.code.REQUIRED if not at_once(table, one.holds, table)]
        return [
            Diagnostic(
                "R0815", at_once(table, one.because, table, None, None), notes=(Note(f"the rule: {one.location}"),)
            )
            for one in unmet
        ]

    def _names(self, people: int, names: Sequence[str] | None) -> list[str]:
        """Name all seats: people by their names or colours, automas as such."""
        automas = self.automas(people)
        if names is not None and len(names) != people:
            raise Problems([Diagnostic("R0810", "each player needs a different name", None, None)])
        mine = iter(names if names is not None else COLOURS)
        numbered = [f"automa_{number}" for number in range(1, len(automas) + 1)]
        titles = iter(["automa"] if len(automas) == 1 else numbered)
        found = [next(titles) if seat in automas else next(mine) for seat in range(people + len(automas))]
        if len(set(found)) < len(found):
            raise Problems([Diagnostic("R0810", "each player needs a different name", None, None)])
        return found

    def _not_for(self, count: int) -> Diagnostic:
        least, most = self._people[0], self._people[-1]
        allowed = f"{least} to {most} players" if least < most else f"{least} player{'' if least == 1 else 's'}"
        fitting = [name for name, (low, high) in self._variant_people.items() if low <= count <= high]
        help = f"for {count}, choose the variant {' or '.join(fitting)}" if fitting else None
        return Diagnostic("R0810", f"{self.title} is for {allowed}, not {count}", None, help)

    def begin(self, state: State, routine: str, arguments: Sequence[Value] = ()) -> None:
        """Run one procedure on a table (from `table`) on which nothing is running."""
        self.begin_at(state.engine.position, routine, arguments)

    def begin_at(self, state: PythonEngine, routine: str, arguments: Sequence[Value] = ()) -> None:
        state.over = False
        silence.remember(state)
        if routine in self.code.PLAIN:
            do_at_once(state, self.code.PLAIN[routine], *arguments)
        else:
            state.stack.append(self.frame(routine, arguments))
            run(state)

    def frame(self, routine: str, arguments: Sequence[Value]) -> list[Any]:
        if routine not in self.code.ROUTINES:
            known = [*self.code.ROUTINES, *self.code.PLAIN]
            raise Problems(
                [Diagnostic("R0206", f'there is no procedure called "{routine}"', None, did_you_mean(routine, known))]
            )
        found = self.code.ROUTINES[routine]
        return [found.entry, *arguments, *[None] * (found.slots - len(arguments))]

    def resume(self, data: Mapping[str, Any], replay: bool = False) -> State:
        """Restore a saved game.

        One saved under other rules is refused; with `replay` its decisions are replayed under these."""
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise Problems([Diagnostic("R0811", "this is not a saved game", None, None)])
        if replay:
            return self._replay(data)
        if data.get("fingerprint") != self.fingerprint:
            raise Problems([Diagnostic(
                "R0812", "this game was saved under other rules, or by another version of Rulewright", None,
                "load the same variants and options, or replay its decisions under the current rules (--replay)",
            )])  # fmt: skip
        try:
            return State(restore(dict(data), self))
        except Problems as problems:  # the rules do not allow this number of players
            raise Problems([replace(problems.diagnostics[0], code="R0811")]) from None
        except SaveError as error:
            raise Problems([Diagnostic("R0811", str(error), None, None)]) from None

    def _replay(self, data: Mapping[str, Any]) -> State:
        *_, state = self.replayed(data)
        return state

    def replayed(self, data: Mapping[str, Any]) -> Iterator[State]:
        """Replay the decisions of a save.

        Yield the state at the beginning and after each of them. Raises Problems at the first decision that these rules do not
        offer."""
        try:
            people, seed = people_and_seed(data)
            decisions = [dict(one) for one in data["decisions"]]
            state = self.start(len(people), seed, people)
        except Problems as problems:  # the rules do not allow this number of players
            raise Problems([replace(problems.diagnostics[0], code="R0811")]) from None
        except (UnfitError, KeyError, TypeError, ValueError):
            raise Problems([Diagnostic("R0811", "this is not a complete save", None, None)]) from None
        yield state
        for number, decision in enumerate(decisions, 1):
            try:
                self._decide_again(state, decision)
            except ValueError:
                raise Problems([_diverged(state, number, decision)]) from None
            yield state

    def _decide_again(self, state: State, decision: Mapping[str, Any]) -> None:
        asked = state.request
        wanted = (decision.get("player"), decision.get("decision"), decision.get("rule"))
        if asked is None or (state.player_names[asked.player], asked.name, asked.rule) != wanted:
            raise ValueError("a different question is asked")
        free, name = bool(decision.get("free")), decision.get("choice")
        for choice in asked.choices if asked.kind != "amount" or free else ():
            true = choice.name if free else option_name(self.code, state.engine.position.site, choice.value)
            if choice.free == free and true == name:
                state.choose(choice)
                return
        state.choose(str(name))


def _diverged(state: State, number: int, decision: Mapping[str, Any]) -> Diagnostic:
    asked = state.request
    who = decision.get("player")
    was = f"{who} decided {decision.get('decision')} in {decision.get('rule')}: {decision.get('choice')}"
    now = (
        "the game is over"
        if asked is None
        else f"{state.player_names[asked.player]} decides {asked.name} in {asked.rule}"
    )
    message = f"decision {number} ({decision.get('choice')}) is not possible under these rules: {now}"
    return Diagnostic("R0813", message, None, f"in the save {was}; the rules have changed at or before this decision")


def _variant_rules(routines: Mapping[str, Sequence[str]], rules: Mapping[str, Rule]) -> dict[str, list[str]]:
    """List the reachable rules that each chosen variant has added.

    Its procedures, and its additions to others."""
    return {
        variant: [name for name, rule in rules.items() if rule.variant == variant or rule.routine in own]
        for variant, own in routines.items()
    }


def _option_value(option: Option, value: int | bool) -> int | str:
    if option.shape == "names":
        return option.values[value]
    return ("yes" if value else "no") if option.shape == "yes_no" else value

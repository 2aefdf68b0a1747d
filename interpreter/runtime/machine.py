"""The machine: runs blocks until a player must decide or the game is over.

In: a state. Out: the same state at its next decision. Layer: runtime. A frame is [block, slots...]; the innermost is the
last. A block returns True when the machine must stop.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from interpreter.runtime.event_log import tell_out
from interpreter.runtime.faults import Ended, EnoughSignal, Fault, RejectedSignal, unending
from interpreter.runtime.position import Position
from interpreter.runtime.rule_stack import explained
from interpreter.runtime.secret_turns import leave_secret_turns
from interpreter.runtime.tables import Arrivals, Frame, Tried, Value

Given = ParamSpec("Given")
Found = TypeVar("Found")
Entry = Callable[..., Value] | tuple[int, int] | None  # steps of a card: a function, or (block, slots)

PATIENCE = range(1_000_000)  # blocks between two decisions
# What rules can raise. Any other exception is a bug in the engine and is reported as one.
ROUGH = Fault, RejectedSignal, TypeError, ZeroDivisionError, RecursionError, OverflowError, MemoryError
MAX_TRIALS = 20_000


def run(s: Position) -> None:
    """Run to the next decision or to the end."""
    if not s.trial:
        s.work = 0
    try:
        _go_on(s)
    except Ended:
        s.over = True
    except ROUGH as error:
        raise _handled(s, error) from error
    if s.over or not s.stack:
        _end(s)


def _end(s: Position) -> None:
    """End the game: nobody is asked, and no `secretly each` hides anything."""
    s.over = True
    s.options = None
    s.site = -1
    s.secret_causes = ()
    leave_secret_turns(s, None)


def _go_on(s: Position) -> None:
    """Run block by block until one of them stops."""
    blocks, stack = s.code.BLOCKS, s.stack
    for _ in PATIENCE:
        f = stack[-1]
        if blocks[f[0]](s, f):
            return
    raise Fault("R0803", "the rules loop without anyone making a decision")


def at_once(s: Position, call: Callable[Given, Found], *arguments: Given.args, **named: Given.kwargs) -> Found:
    """Call something that cannot stop for a decision.

    Failures become faults as everywhere."""
    s.work = 0
    try:
        return call(*arguments, **named)
    except ROUGH as error:
        raise _handled(s, error) from error


def do_at_once(s: Position, call: Callable[..., object], *arguments: Value) -> None:
    """Run an effect that cannot stop for a decision; it may end the game."""
    try:
        at_once(s, call, s, *arguments)
    except Ended:
        s.stack.clear()
        _end(s)


def play_out(s: Position, pick: Callable[[], float], most: int, to_the_end: bool = True) -> int:
    """Play random decisions to the end; return their number.

    Same as choosing one by one, without building requests."""
    before, watched, s.watched = len(s.decided), s.watched, False
    s.moments = ()
    try:
        if s.options is not None:
            ended = _decide_carefully(s, pick, most) if s.code.CAREFUL else _decide_plainly(s, pick, most)
            if not ended and not to_the_end:
                return most
            if not ended:
                raise unending(most)
    except Ended:
        pass
    except ROUGH as error:
        s.options = None
        raise _handled(s, error) from error
    finally:
        s.watched = watched
    _end(s)
    return len(s.decided) - before


def _decide_plainly(s: Position, pick: Callable[[], float], most: int) -> bool:
    """Play at most `most` decisions; is the game over?

    For games whose questions need no second look."""
    blocks, stack, note = s.code.BLOCKS, s.stack, s.decided.append
    for _ in range(most):
        options = s.options
        assert options is not None
        option = s.answer = options[int(pick() * len(options))]
        note((s.site, option, False, s.actor))
        s.work = 0
        f = stack[-1]
        if not blocks[f[0]](s, f):
            _go_on(s)
        if s.over or not stack:
            return True
    return False


def _decide_carefully(s: Position, pick: Callable[[], float], most: int) -> bool:
    """The same for games with free actions or trials."""
    blocks, stack, note = s.code.BLOCKS, s.stack, s.decided.append
    for _ in range(most):
        options = s.options
        if options is None:
            return True
        number = int(pick() * (len(options) + len(s.free)))
        if s.free:
            if number >= len(options):
                number = s.free[number - len(options)]
                note((s.site, number, True, s.actor))
                decide_free(s, number)
                continue
            s.free = ()
        option = s.answer = options[number]
        note((s.site, option, False, s.actor))
        s.options = None
        s.work = 0
        s.tried = ()
        f = stack[-1]
        if not blocks[f[0]](s, f):
            _go_on(s)
        if s.over:
            return True
    return False


def _handled(s: Position, error: Exception) -> Exception:
    """Convert an exception raised by the rules: a fault with its rule stack.

    In a trial, a rejection."""
    if _our_own(s, error):
        return error
    if s.trial:
        return error if isinstance(error, Fault | RejectedSignal) else RejectedSignal("it leads nowhere")
    if isinstance(error, Fault) and error.stack:
        return error
    return explained(s, error)


def _our_own(s: Position, error: Exception) -> bool:
    """Is it a bug in the engine?

    Rules can only raise a TypeError by using none, in generated code."""
    if not isinstance(error, TypeError):
        return False
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    in_the_rules = trace is not None and trace.tb_frame.f_code.co_filename == s.code.filename
    return not in_the_rules or "NoneType" not in str(error)


def decide(s: Position, option: Value) -> None:
    """Continue with an answer that is known to be allowed."""
    s.answer = option
    s.options = None
    s.free = ()
    s.tried = ()
    run(s)


def decide_free(s: Position, number: int) -> None:
    """Take a free action; the question is asked again afterwards."""
    frame = s.stack[-1]
    frame[0] = s.asking
    routine = s.code.ROUTINES[s.code.FREE[number].name]
    s.stack.append([routine.entry, s.actor, *[None] * (routine.slots - 1)])
    s.options, s.free, s.tried = None, (), ()
    run(s)


def not_let_through(s: Position) -> tuple[tuple[Value, Tried], ...]:
    """List the options that trials have rejected.

    Ask the current question again on a copy."""
    if s.options is None or not (s.regions or s.tried):
        return ()
    copy = s.bare_clone()
    copy.stack[-1][0] = s.asking
    copy.options, copy.free, copy.tried = None, (), ()
    run(copy)
    return copy.rejected


def asked(s: Position) -> bool:
    """Complete a question: players who are out, trials, free actions, no options."""
    if s.actor in s.out and s.options:
        return _passed_over(s)
    while s.regions and s.regions[-1] > len(s.stack):
        s.regions = s.regions[:-1]
    if s.trial and not s.regions:
        return True  # the last `must leave` held: nothing after it matters
    if s.actor in s.automas:
        raise Fault("R0816", f"{s.player_names[s.actor]} must choose {s.code.SITES[s.site].name}, and no rule says how",
                    help="answer for it: instead of choosing ... where is_automa(player)")  # fmt: skip
    if s.regions or s.tried:
        _try_out(s)
    if s.code.FREE and not s.trial:
        detail = s.code.SITES[s.site].detail
        s.free = tuple(
            number
            for number, free in enumerate(s.code.FREE)
            if not (free.between and detail) and free.can(s, [0, s.actor])
        )
    if not s.options and not s.free:
        if s.trial:
            raise _best_try(s.rejected)
        site = s.code.SITES[s.site]
        raise Fault("R0805", f"{s.player_names[s.actor]} must choose {site.name}, but there is nothing to choose from",
                    help="add a `needs` before it, or write `may choose`")  # fmt: skip
    return True


def _passed_over(s: Position) -> bool:
    """Answer for a player who is out: pass, or else take the first option."""
    assert s.options is not None
    s.answer = None if None in s.options else s.options[0]
    s.options, s.free, s.tried = None, (), ()
    return False


def _best_try(rejected: tuple[tuple[Value, Tried], ...]) -> RejectedSignal:
    """Explain why nothing is left.

    The reason of the last option tried, which for amounts is the highest."""
    reasons = [reason for option, reason in rejected if option is not None] or [reason for _, reason in rejected]
    return RejectedSignal(*reasons[-1]) if reasons else RejectedSignal("there is nothing left to choose")


def arrived(s: Position, value: int, words: Tried) -> None:
    """Record the value that a trial reached at a `must leave the highest`."""
    s.arrived = {**s.arrived, len(s.regions): (value, words)}


def _try_out(s: Position) -> None:
    if s.code.RANKED:
        _try_for_the_best(s)
        return
    kept = []
    rejected = []
    for option in s.options or ():
        if not s.regions and option not in s.tried:
            kept.append(option)
            continue
        reason = _tried(s, option)
        if reason is None:
            kept.append(option)
            if s.trial:
                break  # one passing option is enough
        else:
            rejected.append((option, reason.words))
    s.options = kept
    s.rejected = tuple(rejected)


def _try_for_the_best(s: Position) -> None:
    """Try every option; keep the best of those that pass.

    The outermost `must leave` counts first."""
    if not s.trial or s.known_ways is None:
        s.known_ways = {}
    key = s.key() if s.trial else ()
    known = s.known_ways.get(key) if s.trial else None
    if known is not None:
        s.options, s.arrived = (s.options or ())[:1], known if isinstance(known, dict) else {}
        s.rejected = ((None, known),) if isinstance(known, Tried) else ()
        if isinstance(known, Tried):
            s.options = []
        return
    kept: list[tuple[Value, Arrivals]] = []
    rejected: list[tuple[Value, Tried]] = []
    for option in s.options or ():
        if not s.regions and option not in s.tried:
            kept.append((option, {}))
            continue
        came: list[Arrivals] = []
        reason = _tried(s, option, came)
        if reason is None:
            kept.append((option, came[0]))
        else:
            rejected.append((option, reason.words))
    for level in range(len(s.regions)):
        best = max((came[level][0] for _, came in kept if level in came), default=None)
        rejected += [(option, came[level][1]) for option, came in kept if level in came and came[level][0] != best]
        kept = [(option, came) for option, came in kept if level not in came or came[level][0] == best]
    s.options, s.rejected = [option for option, _ in kept], tuple(rejected)
    if s.trial:
        s.arrived = {**s.arrived, **kept[0][1]} if kept else {}
        s.known_ways[key] = s.arrived if kept else _best_try(s.rejected).words
    else:
        s.known_ways = None


def _tried(s: Position, option: Value, came: list[Arrivals] | None = None) -> RejectedSignal | None:
    """Try an option on a copy.

    None if some run from here succeeds, else why the last one did not."""
    s.trials += 1
    if s.trials > MAX_TRIALS:
        raise Fault("R0806", "there are too many combinations to try here", help="offer fewer choices before it")
    copy = s.clone()
    copy.trial, copy.log = True, None
    try:
        decide(copy, option)
    except EnoughSignal:
        pass
    except RejectedSignal as reason:
        return reason
    finally:  # the work of a trial counts for this decision
        s.work, s.trials = copy.work, copy.trials if s.trial else 0
    if came is not None:
        came.append(copy.arrived)
    return None


def possible(s: Position, name: str, frame: Frame) -> bool:
    """Would an action be offered?

    Its needs hold, and some run through it satisfies every `must leave`."""
    if not s.code.ACTIONS[name].can(s, frame):
        return False
    routine = s.code.ROUTINES[name]
    copy = s.bare_clone()
    copy.trial, copy.regions, copy.tried, copy.options = True, (), (), None
    copy.stack = [[routine.entry, *frame[1:], *[None] * (routine.slots + 1 - len(frame))]]
    try:
        run(copy)
    except EnoughSignal:
        return True
    except RejectedSignal:
        return False
    return True


def start_steps(s: Position, entry: Entry, arguments: tuple[Value, ...]) -> None:
    """Run the steps of a card: call them if they cannot stop, else push a frame."""
    if entry is None:
        return
    if callable(entry):
        entry(s, *arguments)
    else:
        block, slots = entry
        s.stack.append([block, *arguments, *[None] * (slots - len(arguments))])


def eliminate(s: Position, player: int) -> None:
    if player not in s.out:
        s.out = (*s.out, player)
        s.seats = tuple(seat for seat in s.seats if seat != player)  # `players` are those still in the game
        if s.log is not None:
            tell_out(s, player)

"""The `mutate` command: mutation testing of rules.

In: a game, variants if wanted, the number of mutants, a time budget. Out: the surviving mutants, a count, JSON on request.
Layer: tools.
Results are written to the JSON file as they come in: the same command resumes where it was stopped, as long as the game and
its scenarios are unchanged.
"""

from __future__ import annotations

import hashlib
import json as json_text
import multiprocessing
import re
import sys
import tempfile
import time
from collections.abc import Generator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

import interpreter
from interpreter.source import Problems, did_you_mean
from interpreter.source.operating_system import ignore_interrupts
from interpreter.tools.cli.files import check_writable, write_text
from interpreter.tools.cli.opening import chosen_variants
from interpreter.tools.cli.output import as_json, clip, count, say, say_json, wrong
from interpreter.tools.cli.parameters import GameWord, JsonFile, Seed, VariantWords, Workers, whole_number
from interpreter.tools.cli.progress import with_progress

if TYPE_CHECKING:
    from interpreter.tools.mutate.mutants import Mutant, Trials, Tried

UNITS = {"s": 1, "m": 60, "h": 3600}
SAMPLE = 50

_trials: Trials | Problems | None = None  # of this process; or the errors in the scenarios, if there are any


def seconds(text: str) -> int:
    """Parse `90`, `90s`, `5m` or `1h` into seconds."""
    found = re.fullmatch(r"([0-9]{1,6})([smh]?)", text.strip())
    if found is None:
        raise wrong("R0901", f'--budget takes a time such as 90s, 5m or 1h, not "{clip(text)}"')
    return int(found[1]) * UNITS[found[2] or "s"]


Budget = Annotated[int | None, typer.Option("--budget", metavar="T", parser=seconds, help="How long: 90s, 5m, 1h.")]


def mutate(
    game: GameWord,
    variant: VariantWords = None,
    rule: Annotated[str | None, typer.Option("--rule", metavar="NAME", help="Only changes inside this rule.")] = None,
    sample: Annotated[
        int,
        typer.Option(
            "--sample", metavar="N", parser=whole_number("--sample", 1, 10**6), help="How many changes to try."
        ),
    ] = SAMPLE,
    seed: Seed = None,
    budget: Budget = None,
    workers: Workers = 1,
    json: JsonFile = None,
) -> int:
    """Break rules on purpose, one small thing at a time, and list the breaks that no scenario catches (exit 1 if any).

    Numbers, comparisons, and/or, yes/no, signs, the order of two steps, and steps that are left out are changed. With
    --variant only the variant is changed, and the scenarios that `test` runs with it are asked. With --json FILE what has been
    tried is kept there, and the same command resumes from it.
    """
    from interpreter.tools.mutate.mutants import mutants, sampled
    from interpreter.tools.variants.chosen import files_behind

    only_json = json is not None and str(json) == "-"
    if json and not only_json:
        check_writable(json)
    interpreter.load(game)  # report a game that cannot be played before anything is changed
    variants = chosen_variants(game, variant)
    everything = mutants(game, rule, variants)
    if not everything:
        raise _nothing_to_change(game, rule, variants)
    chosen = seed if seed is not None else 1
    ordered = sampled(everything, chosen)
    head = {
        "game": game, "variants": list(map(str, variants)), "rule": rule, "seed": chosen, "changes": len(everything),
        "files": _digest(files_behind(game, variants)),
    }  # fmt: skip
    results = _kept(json, head) if json and not only_json else []
    trying = _tried(game, variants, ordered, results, sample, budget, workers)
    stopped = False
    try:
        for tried in with_progress(trying, sample, _count(results), "changes"):
            results.append(_as_value(game, tried))
            if json and not only_json:
                write_text(json, as_json(_report(head, results)))
    except KeyboardInterrupt:
        stopped = True
    finally:
        trying.close()
    report = _report(head, results)
    if only_json:
        say_json(report)
    else:
        _print(report)
    if stopped:
        print(_stopped(None if only_json else json, report), file=sys.stderr)
    return 1 if stopped or report["survivors"] else 0


def _stopped(file: Path | None, report: dict[str, Any]) -> str:
    """Say whether the results of an interrupted run are kept."""
    if not report["results"]:
        return "Stopped before the first change was tried."
    if file is None:
        return "Stopped. Add --json FILE to keep what has been tried; the same command then resumes from it."
    return f"Stopped. What was tried is kept in {file}: the same command resumes from it."


def _count(results: Sequence[dict[str, Any]]) -> int:
    return sum(one["is_rules"] for one in results)


def _nothing_to_change(game: str, rule: str | None, variants: Sequence[str | Path]) -> Problems:
    from interpreter.tools.mutate.mutants import mutants

    if rule is None:
        return wrong("R0901", "there is nothing to change")
    known = sorted({mutant.rule for mutant in mutants(game, variants=variants) if mutant.rule})
    help = did_you_mean(rule, known) or f"something can be changed in {', '.join(known)}"
    return wrong("R0901", f'there is nothing to change in "{clip(rule)}"', help)


def _digest(files: Sequence[Path]) -> str:
    """Hash the contents of the files."""
    digest = hashlib.sha256()
    for file in files:
        content = file.read_bytes()
        digest.update(f"{file.as_posix()} {len(content)} ".encode() + content)
    return digest.hexdigest()[:32]


def _kept(file: Path, head: dict[str, Any]) -> list[dict[str, Any]]:
    """Load earlier results of the same command, unless the game has changed."""
    try:
        found = {"variants": [], **json_text.loads(file.read_text(encoding="utf-8"))}
        other = {key for key, value in head.items() if found.get(key) != value}
        if not other:
            return list(found["results"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return []
    if other <= {"files", "changes"}:
        say(f"The game or its scenarios have changed since {file} was written: every change is tried again.")
    return []


def _tried(
    game: str, variants: Sequence[str | Path], ordered: Sequence[Mutant], done: Sequence[dict[str, Any]], sample: int,
    budget: int | None, workers: int,
) -> Generator[Tried]:  # fmt: skip
    """Yield the results of the sample.

    A mutant that does not even check is replaced by the next one."""
    end = time.monotonic() + budget if budget is not None else None
    left = sample - _count(done)
    with (
        tempfile.TemporaryDirectory(prefix="rulewright-") as folder,
        ProcessPoolExecutor(workers, initializer=_begin, initargs=(game, folder, variants)) as pool,
    ):
        try:
            for tried in pool.map(_try, ordered[len(done) :]) if left > 0 else ():
                left -= tried.is_rules
                yield tried
                if left <= 0 or (end is not None and time.monotonic() > end):
                    break
        except BaseException:  # do not wait for work that nobody wants any more
            for worker in multiprocessing.active_children():
                worker.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _begin(game: str, folder: str, variants: Sequence[str | Path]) -> None:
    from interpreter.tools.mutate.mutants import Trials

    global _trials  # noqa: PLW0603 - a pool hands nothing from its initializer to its tasks
    ignore_interrupts()
    own = tempfile.mkdtemp(dir=folder)
    try:
        _trials = Trials(game, Path(own), variants)
    except Problems as problems:
        _trials = Problems(problems.diagnostics)


def _try(mutant: Mutant) -> Tried:
    if isinstance(_trials, Problems):
        raise _trials
    assert _trials is not None
    return _trials.tried(mutant)


def _as_value(game: str, tried: Tried) -> dict[str, Any]:
    from interpreter.tools.mutate.mutants import mutant_location

    mutant = tried.mutant
    return {
        "place": mutant_location(game, mutant), "rule": mutant.rule, "change": mutant.words, "old": mutant.old,
        "new": mutant.new, "is_rules": tried.is_rules, "noticed_by": tried.noticed_by,
    }  # fmt: skip


def _report(head: dict[str, Any], results: Sequence[dict[str, Any]]) -> dict[str, Any]:
    real = [one for one in results if one["is_rules"]]
    survivors = [one for one in real if one["noticed_by"] is None]
    return {
        **head,
        "tried": len(real),
        "noticed": len(real) - len(survivors),
        "survivors": survivors,
        "results": results,
    }


def _print(report: dict[str, Any]) -> None:
    for one in report["survivors"]:
        say(f"{one['place']}: {one['change']}" + (f" in {one['rule']}" if one["rule"] else ""))
    tried, noticed = report["tried"], report["noticed"]
    share = f" ({100 * noticed / tried:.0f} %)" if tried else ""
    say(f"{count(tried, 'change')} of {report['changes']} tried: {noticed} noticed{share}, {tried - noticed} not.")

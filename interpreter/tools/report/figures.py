"""Calculate the numbers of a report.

In: rows of results. Out: plain values for charts and tables. Layer: tools.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import sqrt
from pathlib import PurePath
from shlex import quote
from statistics import median_low
from typing import Any

Row = Mapping[str, Any]
FEW = 30  # seats that made a choice; with fewer nothing is reported
LENGTHS = {"decisions": "length in decisions", "rounds": "length in rounds", "lead_changes": "changes of the lead"}
SURE = 1.959963984540054  # standard deviations of a 95 % interval


def interval(successes: int, tries: int, z: float = SURE) -> tuple[float, float]:
    """Return the confidence interval of a share (Wilson score interval), 95 % unless `z` says otherwise."""
    if not tries:
        return 0.0, 1.0
    share = successes / tries
    middle = (share + z * z / (2 * tries)) / (1 + z * z / tries)
    half = z / (1 + z * z / tries) * sqrt(share * (1 - share) / tries + z * z / (4 * tries * tries))
    return max(0.0, middle - half), min(1.0, middle + half)


def in_words(names: str) -> str:
    """Say names of variants and options as words; of a house rule, its file without the folder."""
    return ", ".join(PurePath(name).name.removesuffix(".rules").replace("_", " ") for name in names.split(", "))


def setting(row: Row) -> str:
    """Describe a set-up by its number of players, variants and options."""
    more = [in_words(part) for part in (row["variants"], row["options"]) if part]
    return ", ".join([f"{row['players']} players", *more])


def words(row: Row) -> str:
    """Build the command that replays this game; `replays` adds the seats."""
    parts = ["rulewright", "play", quote(row["game"])]
    for variant in filter(None, row["variants"].split(", ")):
        parts += ["--variant", quote(variant)]
    for option in filter(None, row["options"].split(", ")):
        parts += ["--option", quote(option)]
    return " ".join([*parts, "--seed", str(row["seed"])])


def replays(rows: Iterable[Row]) -> dict[tuple[str, int], str]:
    """Map each game of each set-up to the command that replays it."""
    seats: dict[tuple[str, int], list[Row]] = defaultdict(list)
    for row in rows:
        seats[setting(row), row["match"]].append(row)
    return {key: f"{words(some[0])} --seats {','.join(str(one['bot']) for one in some)}" for key, some in seats.items()}


def win_shares(rows: Iterable[Row]) -> list[dict[str, object]]:
    wins: Counter[tuple[str, int, str]] = Counter()
    games: Counter[tuple[str, int, str]] = Counter()
    example: dict[tuple[str, int, str], int] = {}
    for row in rows:
        if row["outcome"] == "finished":
            key = (setting(row), row["seat"], row["bot"])
            games[key] += 1
            wins[key] += bool(row["won"])
            if row["won"]:
                example.setdefault(key, row["seed"])
    return [
        {"setting": key[0], "seat": f"{key[1]} ({key[2]})", "wins": wins[key], "games": games[key],
         "share": wins[key] / games[key], "low": interval(wins[key], games[key])[0],
         "high": interval(wins[key], games[key])[1], "seed": example.get(key)}
        for key in sorted(games)
    ]  # fmt: skip


def per_game(rows: Iterable[Row], column: str) -> list[dict[str, object]]:
    """Count the games by a value, with the seed of one such game."""
    counts: Counter[tuple[str, int]] = Counter()
    example: dict[tuple[str, int], int] = {}
    for row in rows:
        if row["seat"] == 1 and row[column] is not None and row["outcome"] == "finished":
            key = (setting(row), row[column])
            counts[key] += 1
            example.setdefault(key, row["seed"])
    return [{"setting": key[0], "value": key[1], "games": counts[key], "seed": example[key]} for key in sorted(counts)]


def scores(rows: Iterable[Row]) -> list[dict[str, object]]:
    counts: Counter[tuple[str, int, int]] = Counter()
    example: dict[tuple[str, int, int], int] = {}
    for row in rows:
        if row["score"] is not None:
            key = (setting(row), row["seat"], row["score"])
            counts[key] += 1
            example.setdefault(key, row["seed"])
    return [
        {"setting": key[0], "seat": str(key[1]), "score": key[2], "games": counts[key], "seed": example[key]}
        for key in sorted(counts)
    ]


def spreads(rows: Sequence[Row]) -> list[dict[str, object]]:
    """Return the least, the middle and the most of lengths, leads and scores."""
    values: dict[tuple[str, str], list[int]] = defaultdict(list)
    for row in rows:
        if row["outcome"] != "finished":
            continue
        for column, name in LENGTHS.items():
            if row["seat"] == 1 and row[column] is not None:
                values[setting(row), name].append(row[column])
        if row["score"] is not None:
            values[setting(row), f"score of seat {row['seat']}"].append(row["score"])
    return [
        {"setting": key[0], "name": key[1], "least": min(found), "middle": median_low(found), "most": max(found)}
        for key, found in sorted(values.items(), key=lambda item: (item[0][0], item[0][1].startswith("score")))
    ]


def choices(rows: Iterable[Row]) -> list[dict[str, Any]]:
    """Count each choice, and test whether seats that made it won more often than the others: the clearest first."""
    chosen: Counter[str] = Counter()
    seats: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    example: dict[str, tuple[str, int]] = {}
    finished = [row for row in rows if row["outcome"] == "finished"]
    for row in finished:
        for name, number in json.loads(row["chosen"] or "{}").items():
            chosen[name] += number
            seats[name] += 1
            wins[name] += bool(row["won"])
            example.setdefault(name, (setting(row), row["match"]))
    all_wins = sum(bool(row["won"]) for row in finished)
    found = [
        _choice(name, chosen[name], seats[name], wins[name], len(finished), all_wins, example[name]) for name in chosen
    ]
    return sorted(found, key=lambda one: (-abs(one["clear"]), one["name"]))


def _choice(
    name: str, times: int, seats: int, wins: int, all_seats: int, all_wins: int, example: tuple[str, int]
) -> dict[str, Any]:
    with_it = wins / seats
    others = all_seats - seats
    without = (all_wins - wins) / others if others else None
    enough = seats >= FEW and others >= FEW
    clear = 0.0
    if enough and without is not None:
        together = all_wins / all_seats
        spread = sqrt(together * (1 - together) * (1 / seats + 1 / others))
        clear = (with_it - without) / spread if spread else 0.0
    return {"name": name, "times": times, "seats": seats, "others": others, "with": with_it, "without": without, "clear": clear,
            "enough": enough, "example": example}  # fmt: skip


def verdict(choice: Mapping[str, Any], looked_at: int) -> str:
    """Judge a choice in words, with Bonferroni's correction: among many choices some look clear by chance."""
    if not choice["enough"]:
        return "too few to tell"
    if abs(choice["clear"]) < clear_enough(looked_at):
        return "no clear difference"
    return "goes with winning" if choice["clear"] > 0 else "goes with losing"


def clear_enough(looked_at: int) -> float:
    """Return the threshold, in standard deviations, that chance exceeds in one of twenty reports with this many figures."""
    from statistics import NormalDist

    return NormalDist().inv_cdf(1 - 0.025 / max(1, looked_at))


def never_used(rows: Iterable[Row], usable: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    used: set[str] = set()
    for row in rows:
        used.update(json.loads(row["used"]) if row["used"] else ())
    return {kind: sorted(set(names) - used) for kind, names in usable.items()}


def single_share(rows: Iterable[Row]) -> tuple[int, int]:
    """Count the decisions with a single choice, and all decisions."""
    single = total = 0
    for row in rows:
        single += row["seat_single"]
        total += row["seat_decisions"]
    return single, total

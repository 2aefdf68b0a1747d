"""Sentences about a playtest: what people did, beside what bots do, topic by topic.

In: PlayedTables of one side, the plan's questions, titles; Panels of bots. Out: Panels. Layer: tools. A sentence says how many
games or people it rests on; what few games cannot tell is said to be unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import mean, median

from interpreter.tools.report import plots
from interpreter.tools.report.evidence import Evidence, Games
from interpreter.tools.report.figures import clear_enough, interval
from interpreter.tools.report.panels import (
    FINE,
    LOOK,
    NOTICEABLE,
    POWER,
    SECONDS,
    UNSURE,
    Panel,
    games_of,
    use,
)
from interpreter.tools.report.plots import Mark, percent
from interpreter.tools.show.titles import Titles

from .figures import answers_to, by_chance, done, hesitations, minutes, rows_of, tried
from .plan import STEPS, Question, Side
from .played import PlayedTable

ENOUGH_TRIES = 3  # of one thing by one person, or two people: then a rule is taken for misunderstood
SURE = 0.05  # a difference that chance alone brings about less often is called one
MAX_LISTED = 5
BESIDE = ("Length", "Fairness", "Use")  # the topics on which bots say something
NOBODY = "Nobody has played a game to its end yet."


def topics(tables: Sequence[PlayedTable], titles: Titles) -> list[Panel]:
    """Say what the tables of one side show."""
    found = [
        length(tables),
        fairness(tables),
        used(tables, titles),
        understood(tables),
        pace(tables, titles),
        left(tables),
    ]
    return [one for one in found if one is not None]


def people_of(number: int) -> str:
    return "1 person" if number == 1 else f"{number} people"


def _minutes(found: float) -> str:
    if found < 1:
        return "less than a minute"
    return "1 minute" if round(found) == 1 else f"{found:.0f} minutes"


# ---- how long
def length(tables: Sequence[PlayedTable]) -> Panel:
    over = [table for table in tables if table.over]
    if not over:
        return Panel("Length", UNSURE, NOBODY, "")
    took = minutes(tables)
    middle = median(table.state.decisions for table in over)
    if not took:
        sentence = f"A game has {middle:,.0f} decisions ({games_of(len(over))}); times were not recorded."
        return Panel("Length", UNSURE, sentence, "")
    least, most = _minutes(min(took)), _minutes(max(took))
    spread = f", from {least} to {most}" if least != most else ""
    sentence = f"A game took {_minutes(median(took))} ({games_of(len(took))}{spread})."
    times = [one.data["seconds"] for _, one in done(over, "time")]
    note = f"It has {middle:,.0f} decisions. Breaks of more than a quarter of an hour are left out."
    if times:
        note += f" A decision of a person took {mean(times):.0f} seconds; for bots we guess {SECONDS}."
    return Panel("Length", FINE, sentence, note)


# ---- who wins
def fairness(tables: Sequence[PlayedTable]) -> Panel:
    """Shares by seat with their intervals.

    A few games can only show a huge advantage, and this says how huge."""
    alone = [table for table in tables if table.over and table.of_people_alone]
    mixed = sum(table.over and not table.of_people_alone for table in tables)
    more = f" Left out: {games_of(mixed)} in which bots played too." if mixed else ""
    if not alone:
        return Panel("Fairness", UNSURE, NOBODY if not mixed else "Bots took part in every game.", more.strip())
    seats = max(len(table.seats) for table in alone)
    games = Games([row for table in alone if len(table.seats) == seats for row in rows_of(table)])
    tries, wins, fair = len(games.finished), games.wins_by_seat(), games.fair()
    if seats < 2:
        return Panel("Fairness", UNSURE, f"One seat, which won {wins[0]} of {games_of(tries)}.", more.strip())
    z = clear_enough(seats - 1)
    shares = [(won / tries, *interval(won, tries, z)) for won in wins]
    seat = max(range(seats), key=lambda one: abs(shares[one][0] - fair))
    _, low, high = shares[seat]
    noticeable = (z + POWER) * sqrt(max(fair * (1 - fair), 1e-9) / tries)
    told = f"seat {seat + 1} won {wins[seat]} of {games_of(tries)}, so its share is between {percent(low)} and {percent(high)}"
    figure = plots.intervals(
        [(f"Seat {number + 1}", [Mark(*interval_of)]) for number, interval_of in enumerate(shares)], fair
    )
    unseen = f"An advantage of less than {100 * noticeable:.0f} points would probably not show."
    if noticeable > 1 - fair:
        unseen = "In so few games no advantage would show for certain."
    note = f"Fair would be {percent(fair)}. {unseen}{more}"
    if not low <= fair <= high:
        return Panel("Fairness", LOOK, f"{told[:1].upper()}{told[1:]}.", note, figure)
    if noticeable > NOTICEABLE:
        return Panel("Fairness", UNSURE, f"Too few games to tell the seats apart: {told}.", note, figure)
    return Panel("Fairness", FINE, f"No seat is visibly better off: {told}.", note, figure)


# ---- what is used
def used(tables: Sequence[PlayedTable], titles: Titles) -> Panel:
    over = [table for table in tables if table.over]
    if not over:
        return Panel("Use", UNSURE, NOBODY, "")
    games = Games([row for table in over for row in rows_of(table)])
    found = use(Evidence(skill=games), titles, over[0].game.usable)
    return Panel("Use", found.verdict, found.sentence, f"In {games_of(len(over))} of people.")


# ---- what was misunderstood
def understood(tables: Sequence[PlayedTable]) -> Panel:
    found = tried(tables)
    people = len({person.number for table in tables for person in table.people})
    confusing = sum(one.data["mood"] == "confusing" for _, one in done(tables, "note"))
    notes = "" if not confusing else f" {confusing} {'note says' if confusing == 1 else 'notes say'} “confusing”."
    if not found:
        sentence = f"Nobody tried what the rules refuse.{notes}"
        return Panel(
            "Understanding", LOOK if confusing else FINE, sentence, f"{people_of(people).capitalize()} took part."
        )
    often = [one for one in found if one.people > 1 or one.times >= ENOUGH_TRIES]
    lines = [_tried(one.label, one.reason, one.people, one.times, people) for one in (often or found)[:MAX_LISTED]]
    rest = len(found) - len(lines)
    more = f"{rest} more {'thing was' if rest == 1 else 'things were'} tried." if rest else ""
    return Panel("Understanding", LOOK if often or confusing else FINE, " ".join(lines) + notes, more)


def _tried(label: str, reason: str, some: int, times: int, people: int) -> str:
    how_often = "" if times == 1 else f" ({times} times)"
    what = label or "something else"
    return f"{some} of {people_of(people)} tried {what}{how_often}: “{reason}”."


# ---- where people hesitate
def pace(tables: Sequence[PlayedTable], titles: Titles) -> Panel | None:
    if not done(tables, "time"):
        return None
    found = hesitations(tables)
    if not found:
        return Panel("Pace", FINE, "Nobody hesitated clearly longer than usual.", "")
    by_rule = Counter(one.did.data["rule"] for one in found)
    rule, times = by_rule.most_common(1)[0]
    longest = found[0]
    sentence = (
        f"People hesitated {len(found)} {'time' if len(found) == 1 else 'times'}, most often at {titles.rule(rule)} ({times})."
        if len(found) > 1 or times > 1
        else f"One person hesitated, at {titles.rule(rule)}."
    )
    note = (
        f"The longest: {longest.seconds:.0f} seconds at table {longest.table.number}, where {longest.usual:.0f} are usual. "
        "A hesitation takes three times as long as usual for its question, and eight seconds at least."
    )
    return Panel("Pace", LOOK, sentence, note)


# ---- who left
def left(tables: Sequence[PlayedTable]) -> Panel | None:
    """Games without an end, and who closed their page before it."""
    if not tables:
        return None
    open_ = [table for table in tables if not table.over]
    if not open_:
        all_ = {1: "The game", 2: "Both games"}.get(len(tables), f"All {games_of(len(tables))}")
        return Panel("Endings", FINE, f"{all_} came to an end.", "")
    gone = {(table.id, one.person.number) for table, one in done(open_, "left")}
    who = f" {people_of(len(gone)).capitalize()} closed their page before it." if gone else ""
    verb = "has" if len(open_) == 1 else "have"
    sentence = f"{len(open_)} of {games_of(len(tables))} {verb} no end yet.{who}"
    return Panel("Endings", LOOK if gone else UNSURE, sentence, "")


# ---- what people answered
@dataclass(frozen=True)
class Answers:
    """What the people of one side answered to a question.

    It is a sentence, counts by answer, or their words."""

    sentence: str
    counts: tuple[tuple[str, int], ...] = ()
    words: tuple[str, ...] = ()


def answered(tables: Sequence[PlayedTable], question: Question) -> Answers:
    found = answers_to(tables, question.name)
    if not found:
        return Answers("No answers yet.")
    if question.scale:
        counts = Counter(int(one) for one in found)
        ends = f"1 is {question.scale[0]}, {STEPS} is {question.scale[1]}"
        return Answers(
            f"{mean(found):.1f} on average, of {len(found)} ({ends}).",
            tuple((str(step), counts[step]) for step in range(1, STEPS + 1)),
        )
    if question.choice:
        chosen = Counter(map(str, found))
        return Answers(f"{len(found)} answered.", tuple((word, chosen[word]) for word in question.choice))
    return Answers(f"{len(found)} answered.", words=tuple(map(str, found)))


def compared(
    sides: Sequence[Side], by_side: Sequence[Sequence[PlayedTable]], questions: Sequence[Question]
) -> list[str]:
    """Say which sides differ in minutes and answers by more than chance."""
    found = []
    for second in range(1, len(sides)):
        names = f"{sides[0].name} and {sides[second].name}"
        pairs = [("minutes", minutes(by_side[0]), minutes(by_side[second]))]
        pairs += [
            (f"“{one.ask}”", answers_to(by_side[0], one.name), answers_to(by_side[second], one.name))
            for one in questions
            if one.scale
        ]
        found += [_differ(what, names, one, other, len(pairs)) for what, one, other in pairs if one and other]
    return found


def _differ(what: str, names: str, one: Sequence[float], other: Sequence[float], looked_at: int) -> str:
    """Ask more of each of several figures (Bonferroni).

    Among several, some differ by chance."""
    luck = by_chance(one, other)
    values = f"{mean(one):.1f} and {mean(other):.1f} on average, of {len(one)} and {len(other)}"
    if luck * looked_at < SURE:
        return f"{names} differ in {what}: {values}."
    return f"{names} do not differ in {what} by more than chance: {values}."


def of_bots(panels: Sequence[Panel]) -> dict[str, Panel]:
    return {one.topic: one for one in panels if one.topic in BESIDE}

"""Answer a designer's questions about a game in a sentence each, with how sure the answer is.

In: Evidence, Titles and what the game could use. Out: Panels, and a headline over them. Layer: tools. Every sentence says what
was seen; what goes with winning is never called its cause.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.tools.show.titles import Titles

from . import plots
from .evidence import BY_CHANCE, Contest, Evidence, Games, base
from .figures import FEW, SURE, choices, clear_enough, interval, verdict
from .plots import Mark, percent

if TYPE_CHECKING:
    from interpreter.tools.why.moments import Moments


FINE, LOOK, UNSURE = "fine", "look here", "not enough to tell"
SECONDS = 14  # for a decision of a person: our guess, and said to be one
ONE_ANSWER = 0.1  # a larger share of decisions with one answer is worth a look
CLOSE = 0.05  # of the winner's score: a game that ends within it is close
RARE = 0.03  # of games: used by strong bots less often than this is hardly used
OFTEN = 0.2  # of games: used by chance at least this often
POWER = 0.8416  # standard deviations for a chance of four in five to notice
NOTICEABLE = 0.15  # if an advantage must be larger than this to be seen, there are too few games
RUNAWAY = 0.9  # if the player ahead in the middle wins more, the rest of the game is for nothing
SOME_OUT = 8  # decisions of players out of the race, below which nothing is said
KINGS = 0.25  # of these decisions that decide about others
IDLE = 0.3  # of all decisions that make no difference
MAX_NAMED = 6
NO_SCORES = "The rules count no scores, so nobody can be seen to lead."


@dataclass(frozen=True)
class Panel:
    """One answer: the topic, the verdict, a sentence, how sure it is, a figure and the section that says more."""

    topic: str
    verdict: str
    sentence: str
    note: str
    figure: str = ""
    link: tuple[str, str] = ("", "")  # an anchor on the page, and its words


def panels(evidence: Evidence, titles: Titles, usable: Mapping[str, Sequence[str]] | None) -> list[Panel]:
    best = evidence.best
    if best is None or not best.finished:
        return []
    found = [fairness(evidence), skill(evidence), length(evidence), tension(best, evidence.moments)]
    if usable is not None:
        found.append(use(evidence, titles, usable))
    return [*found, strategies(best, titles)]


def headline(evidence: Evidence, found: Sequence[Panel]) -> tuple[str, str]:
    """Say whether anything is broken, and how many panels deserve a look."""
    games = [match for one in evidence.all for match in one.matches]
    faults = sum(match[0]["outcome"] == "fault" for match in games)
    endless = sum(match[0]["outcome"] == "endless" for match in games)
    if faults:
        return (
            "Something is broken.",
            f"A rule went wrong in {faults:,} of {games_of(len(games))}. The last section says where.",
        )
    if endless:
        return (
            "Some games do not end.",
            f"{endless:,} of {games_of(len(games))} were stopped at the limit of decisions.",
        )
    looks = sum(panel.verdict == LOOK for panel in found)
    more = {0: "Nothing asks for a closer look.", 1: "One thing to look at."}.get(
        looks, f"{_number(looks)} things to look at."
    )
    return "Nothing is broken.", f"All {games_of(len(games))} came to an end, and no rule went wrong. {more}"


def _too_few(evidence: Evidence) -> str:
    """Say why games of skilled bots are not what the figures rest on."""
    skill = evidence.skill
    if skill is None or skill is evidence.best:
        return ""
    return f" Only {games_of(len(skill.finished))} of {bots_of(skill.bot)} fitted the time: too few to go by."


def games_of(number: int) -> str:
    return "1 game" if number == 1 else f"{number:,} games"


def _number(number: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
    text = words[number] if number < len(words) else f"{number:,}"
    return text[:1].upper() + text[1:]


def bots_of(bot: str) -> str:
    return f"{base(bot)} bots"


# ---- who wins
def fairness(evidence: Evidence) -> Panel:
    best = evidence.best
    assert best is not None
    seats, fair, tries = best.seats, best.fair(), len(best.finished)
    if seats < 2:
        won = best.wins_by_seat()[0] if seats else 0
        sentence = f"{bots_of(best.bot).capitalize()} win {percent(won / tries)} of {games_of(tries)} alone."
        return Panel("Fairness", UNSURE, sentence, "With one seat there is nobody to be fair to.")
    wins = best.wins_by_seat()
    clear = clear_enough(seats - 1)
    styles = evidence.styles if best is evidence.skill else ()
    apart = [seat for seat in range(seats) if not _holds(seat, best, styles, clear, fair)]
    noticeable = (clear + POWER) * sqrt(max(fair * (1 - fair), 1e-9) / tries)
    note = _how_sure(best, noticeable) + _by_styles(styles) + _by_chance_too(evidence) + _too_few(evidence)
    link = ("who-wins", "Who wins, by seat")
    figure = _seat_plot(evidence, fair)
    if apart and tries >= FEW:
        return Panel("Fairness", LOOK, _unequal(apart, best, fair), note, figure, link)
    turned = _turned(styles, clear, fair)
    if turned is not None:
        return Panel("Fairness", FINE, turned, note, figure, link)
    if noticeable > NOTICEABLE:
        sentence = f"{games_of(tries).capitalize()} are too few to say whether the seats are equal."
        return Panel("Fairness", UNSURE, sentence, note, figure, link)
    low, high = percent(min(wins) / tries), percent(max(wins) / tries)
    range_ = f"each wins {low}" if low == high else f"they win {low} to {high}"
    sentence = f"No seat is visibly better off: {range_} of {games_of(tries)} (fair would be {percent(fair)})."
    return Panel("Fairness", FINE, sentence, note, figure, link)


def share_of_seat(seat: int, games: Games, styles: Sequence[Games], z: float) -> tuple[float, float, float]:
    """A seat's share of wins with its interval. If several bots learned apart from each other, what they differ by is in it."""
    won, tries = games.wins_by_seat()[seat], len(games.finished)
    low, high = interval(won, tries, z)
    shares = [one.wins_by_seat()[seat] / len(one.finished) for one in styles if one.finished]
    if len(shares) < 2:
        return won / tries, low, high
    middle = sum(shares) / len(shares)
    apart = sum((share - middle) ** 2 for share in shares) / (len(shares) - 1) / len(shares)
    half = z * sqrt(max(apart, middle * (1 - middle) / tries))
    return middle, max(0.0, min(low, middle - half)), min(1.0, max(high, middle + half))


def _holds(seat: int, games: Games, styles: Sequence[Games], z: float, fair: float) -> bool:
    """Whether a seat could be no better and no worse off than the others."""
    _, low, high = share_of_seat(seat, games, styles, z)
    return low <= fair <= high


def _turned(styles: Sequence[Games], z: float, fair: float) -> str | None:
    """Name a seat that is clearly better off with one learned bot and clearly worse off with another."""
    for seat in range(styles[0].seats if styles else 0):
        found = [share_of_seat(seat, one, (), z) for one in styles if len(one.finished) >= FEW]
        above, below = [one for one in found if one[1] > fair], [one for one in found if one[2] < fair]
        if above and below:
            best, worst = max(above)[0], min(below)[0]
            return (
                f"Which seat is better depends on how people play: seat {seat + 1} wins {percent(best)} with one learned bot and "
                f"{percent(worst)} with another (fair would be {percent(fair)}). That is style, not the game."
            )
    return None


def _by_styles(styles: Sequence[Games]) -> str:
    if not styles:
        return ""
    return f" {_number(len(styles))} bots learned this game apart from each other; what they differ by is in the intervals."


def _unequal(apart: Sequence[int], games: Games, fair: float) -> str:
    wins, tries = games.wins_by_seat(), len(games.finished)
    seat = max(apart, key=lambda one: abs(wins[one] / tries - fair))
    share = wins[seat] / tries
    what = "an advantage" if share > fair else "a disadvantage"
    who = f" among {bots_of(games.bot)}" if base(games.bot) in BY_CHANCE else ""
    return f"Seat {seat + 1} wins {percent(share)} of {games_of(tries)} (fair would be {percent(fair)}): {what}{who}."


def _how_sure(games: Games, noticeable: float) -> str:
    weak = f"{bots_of(games.bot).capitalize()} hardly plan. " if base(games.bot) in BY_CHANCE else ""
    points = noticeable * 100
    return f"{weak}In {games_of(len(games.finished))}, an advantage of {points:.0f} points would probably (4 in 5) have shown."


def _by_chance_too(evidence: Evidence) -> str:
    best, chance = evidence.best, evidence.chance
    if chance is None or chance is best or not chance.finished or best is None:
        return ""
    shares = " / ".join(percent(won / len(chance.finished)) for won in chance.wins_by_seat())
    return f" The dots are {bots_of(best.bot)}, the squares {bots_of(chance.bot)}, whose seats win {shares}."


def _seat_plot(evidence: Evidence, fair: float) -> str:
    sides = [one for one in (evidence.best, evidence.chance) if one is not None and one.finished]
    sides = sides[:1] if len(sides) == 2 and sides[0] is sides[1] else sides
    rows = []
    for seat in range(sides[0].seats):
        marks = [
            Mark(
                *share_of_seat(seat, side, evidence.styles if side is evidence.skill else (), SURE), strong=number == 0
            )
            for number, side in enumerate(sides)
            if seat < side.seats
        ]
        rows.append((f"Seat {seat + 1}", marks))
    return plots.intervals(rows, fair)


# ---- skill
def skill(evidence: Evidence) -> Panel:
    contest = evidence.contest()
    if contest is None:
        sentence = "These games say nothing about skill: every seat had the same bot."
        return Panel("Skill", UNSURE, sentence, "A report of a game, instead of a file, plays such games as well.")
    share, low, high = contest.share()
    fair = 1 / contest.games.seats
    tries = len(contest.games.finished)
    note = f"{games_of(tries).capitalize()}; 95 % interval {percent(low)} to {percent(high)}. {_where(contest)}"
    figure = plots.split(share, f"{base(contest.strong)} bot", f"{contest.games.seats - 1} × {base(contest.weak)}")
    link = ("who-wins", "Strength of bots")
    against = f"against {bots_of(contest.weak)} (alike would be {percent(fair)})"
    wins = f"one {base(contest.strong)} bot wins {percent(share)} {against}"
    if tries < FEW:
        return Panel("Skill", UNSURE, f"Too few games to judge skill: {wins}.", note, figure, link)
    if low > min(2 * fair, (1 + fair) / 2):
        return Panel("Skill", FINE, f"Skill matters a great deal: {wins}.", note, figure, link)
    if low > fair:
        return Panel("Skill", FINE, f"Skill matters: {wins}.", note, figure, link)
    if high < fair:
        sentence = f"This bot misjudges the game: {wins}."
        return Panel("Skill", UNSURE, sentence, note + " What it shows is not how people would play.", figure, link)
    sentence = f"No sign of skill: {wins}."
    return Panel(
        "Skill", UNSURE, sentence, note + " The game is mostly luck, or too hard for these bots.", figure, link
    )


def _where(contest: Contest) -> str:
    seats = contest.seats()
    if len(seats) == contest.games.seats:
        return "It sat in every seat in turn."
    return f"It sat only in seat {seats[0]}." if len(seats) == 1 else "It did not sit in every seat."


# ---- how long
def length(evidence: Evidence) -> Panel:
    best = evidence.best
    assert best is not None
    middle, low, high = best.middle("decisions")
    single = best.single_share()
    sentence = f"A game has {middle:,} decisions, about {_time(middle)} if each takes {SECONDS} seconds."
    note = f"Half of all games have between {low:,} and {high:,}; {SECONDS} seconds are our guess."
    if single > ONE_ANSWER:
        sentence += f" {percent(single)} of the decisions have only one answer."
        note += " The table can give the only answer by itself: it costs time and decides nothing."
    note += _lengths_by_style(evidence.styles if best is evidence.skill else ())
    chance = evidence.chance
    if chance is not None and chance is not best and chance.finished:
        note += f" With {bots_of(chance.bot)} it has {chance.middle('decisions')[0]:,}."
    figure = plots.histogram(best.numbers("decisions"), "decisions")
    found = LOOK if single > ONE_ANSWER else FINE
    return Panel("Length", found, sentence, note, figure, ("length", "Length of games"))


def _lengths_by_style(styles: Sequence[Games]) -> str:
    lengths = sorted(one.middle("decisions")[0] for one in styles if one.finished)
    if len(lengths) < 2 or lengths[-1] <= 1.1 * lengths[0]:
        return ""
    return f" It depends on style: {lengths[0]:,} with one learned bot, {lengths[-1]:,} with another."


def _time(decisions: int) -> str:
    minutes = decisions * SECONDS / 60
    if minutes < 1.5:
        return "a minute"
    return f"{minutes:.0f} minutes" if minutes < 100 else f"{minutes / 60:.1f} hours"


# ---- how close
def tension(games: Games, moments: Moments | None = None) -> Panel:
    found = _closeness(games)
    if moments is None:
        return found
    note = f"{found.note} {_seen_in(moments)}".strip()
    trouble = _trouble(moments)
    if trouble is None and found.sentence == NO_SCORES and moments.lead is not None:
        return replace(found, verdict=FINE, sentence=f"Games stay open. {_ahead(moments.lead)}", note=note)
    if trouble is None:
        return replace(found, note=note)
    return replace(found, verdict=LOOK, sentence=trouble, note=f"{found.sentence} {note}")


def _trouble(moments: Moments) -> str | None:
    """Say what takes the tension out of a game, the worst first; None if nothing does."""
    if moments.lead is not None and moments.lead >= RUNAWAY:
        ahead = _ahead(moments.lead)
        return f"Games are decided early: {ahead[:1].lower()}{ahead[1:]}"
    if moments.out >= SOME_OUT and moments.kings >= KINGS * moments.out:
        return (
            "Players who can no longer win often decide who does: they could move another player's chance by a quarter in "
            f"{moments.kings} of {moments.out} decisions."
        )
    if moments.idle >= IDLE * moments.looked:
        return f"{percent(moments.idle / moments.looked)} of the choices looked at made no difference, whatever was chosen."
    return None


def _ahead(lead: float) -> str:
    return f"The player ahead in the middle of a game goes on to win {percent(lead)} of the time."


def _seen_in(moments: Moments) -> str:
    parts = []
    if moments.lead is not None and moments.lead < RUNAWAY:
        parts.append(_ahead(moments.lead))
    if moments.out:
        kings = (
            f"could decide about others in {moments.kings} of them" if moments.kings else "decided about nobody else"
        )
        parts.append(
            f"In {moments.out} of {moments.looked} decisions looked at, a player who could no longer win {kings}."
        )
    if 0 < moments.idle < IDLE * moments.looked:
        parts.append(f"{percent(moments.idle / moments.looked)} of the choices made no difference.")
    return " ".join([*parts, f"Chances are those of {moments.bot} bots that play on."])


def _closeness(games: Games) -> Panel:
    margins, changes = games.margins(), games.numbers("lead_changes")
    if not margins and not changes:
        return Panel("Tension", UNSURE, NO_SCORES, "")
    if not margins:
        never = sum(change == 0 for change in changes) / len(changes)
        sentence = f"The lead never changes in {percent(never)} of the games."
        return Panel("Tension", LOOK if never > 0.5 else FINE, sentence, "", plots.histogram(changes, "changes"))
    near = [max(1.0, abs(score) * CLOSE) for _, score in margins]
    close = sum(margin <= limit for (margin, _), limit in zip(margins, near, strict=True)) / len(margins)
    middle = sorted(margin for margin, _ in margins)[len(margins) // 2]
    usual = max(1, round(sorted(near)[len(near) // 2]))
    points = "1 point" if usual == 1 else f"about {usual} points"
    how = "often close" if close >= 0.25 else "decided clearly" if close >= CLOSE else "hardly ever close"
    sentence = f"Games are {how}: {percent(close)} end within {points}."
    few = len(margins) < FEW
    led = f" The lead changes {_times(sorted(changes)[len(changes) // 2])} in a game." if changes else ""
    note = f"In a typical game the winner is {_points(middle)} away from the nearest other seat.{led}"
    figure = plots.histogram([margin for margin, _ in margins], "apart")
    found = UNSURE if few else LOOK if close < CLOSE else FINE
    return Panel("Tension", found, sentence, note, figure, ("scores", "Scores"))


def _points(number: int) -> str:
    return "1 point" if number == 1 else f"{number:,} points"


def _times(number: int) -> str:
    return {0: "at no time", 1: "once", 2: "twice"}.get(number, f"{number:,} times")


# ---- what is used
def use(evidence: Evidence, titles: Titles, usable: Mapping[str, Sequence[str]]) -> Panel:
    used = set().union(*(one.used_in() for one in evidence.all))
    things = _unused_things(used, usable, titles)
    rules = sorted(name for name in usable.get("rules", ()) if name not in used and " in " not in name)
    hardly = _hardly(evidence, [*usable.get("actions", ()), *usable.get("cards", ())])
    parts = []
    if not things:
        parts.append(_all_used(usable))
    else:
        verb = "is" if len(things) == 1 else "are"
        parts.append(f"{_listed([titles.thing(name) for name in things])} {verb} never used.")
    if hardly:
        parts.append(f"Strong bots hardly ever use {_listed([titles.thing(name) for name in hardly])}.")
    if rules:
        verb = "runs" if len(rules) == 1 else "run"
        parts.append(f"{_rules_of(len(rules))} never {verb}: {_listed([titles.rule(name) for name in rules])}.")
    elsewhere = [name for name in [*things, *rules] if evidence.only_with.get(name)]
    nowhere = [titles.rule(name) for name in [*things, *rules] if name not in elsewhere]
    note = _why_not(elsewhere, evidence, titles)
    if nowhere:
        note += f" {_listed(nowhere)}: in no game. Does anything lead there, or does an option or a variant?"
    found = LOOK if things or hardly or set(rules) - set(elsewhere) else FINE
    return Panel(
        "Use", found, " ".join(parts), note, _use_plot(evidence, titles, usable), ("use", "What is never used")
    )


def _unused_things(used: set[str], usable: Mapping[str, Sequence[str]], titles: Titles) -> list[str]:
    """List the actions and cards of which not even another copy was used."""
    names = [*usable.get("actions", ()), *usable.get("cards", ())]
    seen = {titles.thing(name) for name in names if name in used}
    return sorted({title: name for name in reversed(names) if (title := titles.thing(name)) not in seen}.values())


def _all_used(usable: Mapping[str, Sequence[str]]) -> str:
    kinds = [word for word, kind in (("card", "cards"), ("action", "actions")) if usable.get(kind)]
    if not kinds:
        return "The game has no cards or named actions to use."
    return f"Every {' and every '.join(kinds)} is used."


def _rules_of(number: int) -> str:
    return "One rule" if number == 1 else f"{_number(number)} rules"


def _listed(names: Sequence[str]) -> str:
    """List the first few names, each once."""
    names = list(dict.fromkeys(names))
    if len(names) > MAX_NAMED:
        return f"{', '.join(names[:MAX_NAMED])} and {len(names) - MAX_NAMED} more"
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _why_not(names: Sequence[str], evidence: Evidence, titles: Titles) -> str:
    by_counts: dict[tuple[int, ...], list[str]] = {}
    for name in names:
        by_counts.setdefault(tuple(evidence.only_with[name]), []).append(titles.rule(name))
    return " ".join(
        f"{_listed(some)}: only with {' or '.join(map(str, counts))} {'player' if counts == (1,) else 'players'}."
        for counts, some in by_counts.items()
    )


def _hardly(evidence: Evidence, names: Sequence[str]) -> list[str]:
    """List what is used by chance, and hardly ever by bots that look ahead."""
    if evidence.chance is None or evidence.skill is None or len(evidence.skill.finished) < 50:
        return []
    chance, strong = evidence.chance.used_in(), evidence.skill.used_in()
    games = len(evidence.chance.finished), len(evidence.skill.finished)
    return sorted(name for name in names if chance[name] >= OFTEN * games[0] and strong[name] <= RARE * games[1])


def _use_plot(evidence: Evidence, titles: Titles, usable: Mapping[str, Sequence[str]]) -> str:
    best = evidence.best
    assert best is not None
    chosen = best.chosen()
    counts = [
        (titles.thing(name), chosen[name] / len(best.finished)) for name in usable.get("actions", ()) if chosen[name]
    ]
    counts.sort(key=lambda one: -one[1])
    return plots.bars(counts[:5], "times in a game") if counts else ""


# ---- what goes with winning
def strategies(games: Games, titles: Titles) -> Panel:
    counted = choices([row for match in games.finished for row in match])
    found = [one for one in counted if one["enough"] and titles.has(one["name"])]
    link = ("choices", "What goes with winning")
    caution = "What goes with winning need not be its cause."
    if not found:
        sentence = "No choice can be compared: nearly every seat makes it, or hardly any does."
        return Panel("Strategies", UNSURE, sentence, caution, "", link)
    clear = [one for one in found if verdict(one, len(found)) in ("goes with winning", "goes with losing")]
    rows = [(plots.clipped(titles.choice(one["name"])), _marks(one)) for one in (clear or found)[:3]]
    figure = plots.intervals(rows, games.fair(), left=150)
    how_many = "1 choice" if len(found) == 1 else f"{len(found)} choices"
    note = f"{how_many} compared among {bots_of(games.bot)}; dots are seats with it, squares without. {caution}"
    if not clear:
        one = found[0]
        sentence = (
            f"No choice clearly goes with winning; the widest gap is {titles.choice(one['name'])}: "
            f"{percent(one['with'])} with it, {percent(one['without'])} without, within luck."
        )
        return Panel("Strategies", FINE, sentence, note, figure, link)
    one = clear[0]
    more = f" {_number(len(clear) - 1)} more differ." if len(clear) > 1 else ""
    sentence = (
        f"{titles.choice(one['name'])} {verdict(one, len(found))}: {percent(one['with'])} of the seats with it win, "
        f"{percent(one['without'])} without.{more}"
    )
    return Panel("Strategies", LOOK, sentence, note, figure, link)


def _marks(choice: Mapping[str, object]) -> list[Mark]:
    tries, others = int(str(choice["seats"])), int(str(choice["others"]))
    with_it, without = float(str(choice["with"])), float(str(choice["without"]))
    return [
        Mark(with_it, *interval(round(with_it * tries), tries)),
        Mark(without, *interval(round(without * others), others), strong=False),
    ]

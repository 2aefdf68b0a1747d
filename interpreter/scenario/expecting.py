"""Check expectations: values, changes, what is offered or refused, what players see and read, results.

In: a Rehearsal; the parts `then` and `cases` of a scenario. Out: a Diagnostic for every line that fails. Layer: scenario.
Every line is checked, even after a failure.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import assert_never

from interpreter.ir.types import ListOf, Number, Of, Unknown, Zone
from interpreter.runtime.requests import Request
from interpreter.runtime.visibility import sees
from interpreter.scenario.arranging import Rehearsal, wrong
from interpreter.scenario.table_lines import UnwritableError, word
from interpreter.source import Diagnostic, Help, Problems
from interpreter.source.fixes import instead, to_write
from interpreter.syntax import nodes as n
from interpreter.syntax.printer import write
from interpreter.syntax.scenario import Line, Part


class Expectations:
    def __init__(self, rehearsal: Rehearsal) -> None:
        self.on = rehearsal

    def check(self, part: Part) -> tuple[Diagnostic, ...]:
        """Return a diagnostic for everything that fails."""
        found: list[Diagnostic] = []
        for line in part.lines:
            self.on.line = line
            try:
                self._row(part, line) if part.word == "cases" else self._then(line)
            except Problems as problems:
                found += problems.diagnostics
        return tuple(found)

    def _then(self, line: Line) -> None:  # noqa: C901 - one case per form
        match line.word:
            case "holds":
                self._then_holds(line)
            case "differs":
                self._then_differs(line)
            case "offered":
                self._then_offered(line)
            case "not_offered":
                self._then_not_offered(line)
            case "offered_only":
                self._then_offered_only(line)
            case "cannot":
                self._then_cannot(line)
            case "sees":
                self._then_sees(line)
            case "sees_not":
                self._then_sees_not(line)
            case "decides":
                self._then_decides(line)
            case "nobody_decides":
                self._then_nobody_decides(line)
            case "asked":
                self._then_asked(line)
            case "told":
                self._then_told(line)
            case "told_not":
                self._then_told_not(line)
            case "over":
                self._then_over(line)
            case "not_over":
                self._then_not_over(line)
            case "wins":
                self._then_wins(line)
            case "scores":
                self._then_scores(line)
            case "arrange" | "stack_pile" | "dice" | "picks" | "statement" | "decision" | "passing" | "game_starts":
                raise AssertionError("what is arranged or decided is not expected")
            case "refused" | "row":
                raise AssertionError("a scenario that is refused has nothing else to expect; rows go under `cases`")
            case _:
                assert_never(line.word)

    def _then_holds(self, line: Line) -> None:
        question = self.on.askable.question(line.left, self.on.players)
        if isinstance(question.type, Number):
            text, now = write(line.left), question.answer_in_words(self.on.state)
            raise wrong(
                "R0701",
                line.span,
                f"{text} is a number, {now}: compare it with something",
                to_write(f"{text} is {now}"),
            )
        if question.of(self.on.state) is not True and not (question.of(self.on.state) and question.type == Unknown()):
            raise wrong("R0701", line.span, f"expected: {write(line.left)}", self._found_instead(line.left))

    def _found_instead(self, node: object) -> str | None:
        """Show what was found; of a plain `is`, as a fix that expects it."""
        sides = self._sides(node)
        if sides is None or not isinstance(node, n.Compare) or node.operator != "is" or node.right is None:
            return sides
        question = self.on.askable.question(node.left, self.on.players)
        value, type_ = question.of(self.on.state), question.type
        if isinstance(type_, Zone):
            value, type_ = [card for card in value if card is not None], ListOf(Of(type_.kind))
        try:
            now = "empty" if value == [] else word(self.on.state, type_, value)
        except UnwritableError:
            return sides
        return Help(sides, partial(instead, f"{write(node.left)} is {now}"))

    def _sides(self, node: object) -> str | None:
        """Show the sides of a comparison, inside `and`, `or` and `not` as well."""
        found = dict.fromkeys(text for side in _sides_of(node) if (text := self._told_side(side)))
        return "; ".join(found) or None

    def _told_side(self, side: n.Expression) -> str | None:
        try:
            now = self.on.askable.question(side, self.on.players).answer_in_words(self.on.state)
        except Problems:
            return None
        return f"{write(side)} is {now}" if now != write(side) else None

    def _then_differs(self, line: Line) -> None:
        question, change = (self.on.askable.question(side, self.on.players) for side in (line.left, line.right))
        now, then = question.of(self.on.state), question.of(self.on.before)
        wanted = then + line.number * change.of(self.on.state)
        if now != wanted:
            raise wrong(
                "R0701",
                line.span,
                f"{write(line.left)} should have become {wanted}, but is {now}",
                Help(f"before it was {then}", partial(instead, _changed(write(line.left), int(now - then)))),
            )

    def _names(self, line: Line) -> set[str]:
        asked = self.on.state.request
        if asked is None or asked.player != self.on.seat(line):
            raise wrong("R0703", line.span, f"{line.who} is not asked anything now", self.on.whose())
        if asked.kind == "amount":
            amounts = {"pass" if option is None else str(option) for option in asked.options}
            return amounts | {word for choice in self.on.free() for word in (choice.name, choice.label)}
        return {word for choice in asked.choices for word in self.on.words(choice)}

    def _then_offered(self, line: Line) -> None:
        names = self._names(line)
        for reply in line.replies:
            if self.on.written(reply) not in names:
                raise wrong(
                    "R0706",
                    line.span,
                    f"{reply} is not offered to {line.who}: {self.on.refusal(reply)}",
                    self.on.offer(),
                )

    def _then_not_offered(self, line: Line) -> None:
        names = self._names(line)
        for reply in line.replies:
            if self.on.written(reply) in names:
                raise wrong("R0706", line.span, f"{reply} is offered to {line.who}", self.on.offer())

    def _then_offered_only(self, line: Line) -> None:
        self._then_offered(line)
        asked = self.on.state.request
        assert asked is not None
        wanted = {self.on.written(reply) for reply in line.replies}
        extra = [self.on.choice_in_words(choice) for choice in asked.choices if not wanted & self.on.words(choice)]
        if extra:
            raise wrong("R0706", line.span, f"{line.who} is also offered {', '.join(extra[:10])}")

    def _then_cannot(self, line: Line) -> None:
        reply = line.replies[0]
        asked = self.on.state.request
        if asked is None or asked.player != self.on.seat(line):
            if line.text:
                raise wrong("R0703", line.span, f"{line.who} is not asked anything now", self.on.whose())
            return
        if self.on.matching(reply) is not None:
            raise wrong("R0705", line.span, f"{line.who} can choose {reply}", self.on.offer())
        if line.text:
            reason = self.on.refusal(reply)
            if line.text not in reason:
                raise wrong(
                    "R0705", line.span, f"{reply} is refused for another reason: {reason}", f'expected: "{line.text}"'
                )

    def _may_see(self, line: Line) -> tuple[bool, str]:
        stored, _ = self.on.askable.stored(line.left, self.on.players)
        keys = tuple(
            self.on.askable.question(node, self.on.players).of(self.on.state) for node in _key_nodes(line.left)
        )
        keep = self.on.askable.code.keep_by_name[stored.keep.name]
        return sees(self.on.state, keep, keys, self.on.seat(line)), write(line.left)

    def _then_sees(self, line: Line) -> None:
        visible, what = self._may_see(line)
        if not visible:
            raise wrong("R0707", line.span, f"{line.who} does not see {what}")

    def _then_sees_not(self, line: Line) -> None:
        visible, what = self._may_see(line)
        if visible:
            raise wrong(
                "R0707", line.span, f"{line.who} sees {what}", "say who sees it where it is declared: seen by ..."
            )

    def _then_decides(self, line: Line) -> None:
        asked = self.on.state.request
        if asked is None or asked.player != self.on.seat(line) or asked.name != line.text:
            raise wrong("R0703", line.span, f"{line.who} does not decide {line.text} now", self.on.whose())
        if line.replies and (found := how_many(asked)) != how_many_said(*line.replies):
            wanted = how_many_said(*line.replies)
            help = f"it is {found}" if found else "a single thing is chosen here: leave this out"
            raise wrong("R0703", line.span, f"{line.who} does not choose {wanted} of {line.text}", help)

    def _then_nobody_decides(self, line: Line) -> None:
        if self.on.state.request is not None:
            raise wrong("R0703", line.span, "somebody still has a decision to make", self.on.whose())

    def _then_asked(self, line: Line) -> None:
        asked = self.on.state.request
        if asked is None or asked.player != self.on.seat(line):
            raise wrong("R0703", line.span, f"{line.who} is not asked anything now", self.on.whose())
        if line.text not in asked.prompt:
            raise wrong("R0703", line.span, f'{line.who} is asked "{asked.prompt}"', f'expected: "{line.text}"')

    def _told(self, line: Line) -> bool:
        who = None if line.who == "everyone" else self.on.seat(line)
        return any(line.text in text for text in self.on.state.events_for(who, self.on.known.get(who, 0)))

    def _then_told(self, line: Line) -> None:
        if not self._told(line):
            raise wrong("R0708", line.span, f'{line.who} was not told "{line.text}"')

    def _then_told_not(self, line: Line) -> None:
        if self._told(line):
            raise wrong("R0708", line.span, f'{line.who} was told "{line.text}"')

    def _then_over(self, line: Line) -> None:
        if not self.on.state.over:
            raise wrong("R0709", line.span, "the game is not over", self.on.whose())

    def _then_not_over(self, line: Line) -> None:
        if self.on.state.over:
            raise wrong("R0709", line.span, "the game is over")

    def _then_wins(self, line: Line) -> None:
        winners = [self.on.players[winner] for winner in self.on.state.winners]
        if line.who != "nobody":
            self.on.seat(line)
        if bool(winners) if line.who == "nobody" else line.who not in winners:
            help = f"the winner is {', '.join(winners) or 'nobody'}"
            raise wrong("R0709", line.span, f"{line.who} does not win", help)

    def _then_scores(self, line: Line) -> None:
        scores = self.on.state.sheet.get(line.text, {}) if line.text else self.on.state.scores
        score = scores.get(self.on.seat(line))
        if score != line.number:
            has = "has no score" if score is None else f"scores {score}"
            has += f' as "{line.text}"' if line.text else ""
            help = None if score is None else _scoring(line, int(score))
            raise wrong("R0709", line.span, f"{line.who} {has}, not {line.number}", help)

    # ---- cases
    def _row(self, part: Part, row: Line) -> None:
        """Check a row of a table for a formula.

        Values for its names and the expected result."""
        if len(row.left) != len(part.names):
            raise wrong("R0712", row.span, f"this row has {len(row.left)} values for {len(part.names)} names")
        wants = self.on.askable.wanted(part.formula)
        given = [
            self.on.askable.question(node, self.on.players, want=wants.get(name))
            for name, node in zip(part.names, row.left, strict=True)
        ]
        variables = {name: question.type for name, question in zip(part.names, given, strict=True)}
        formula = self.on.askable.question(part.formula, self.on.players, variables)
        values = [question.of(self.on.state) for question in given]
        found = formula.of(self.on.state, *values)
        wanted = self.on.askable.question(row.right, self.on.players)
        if found != wanted.of(self.on.state):
            gives, expected = formula.answer_in_words(self.on.state, *values), wanted.answer_in_words(self.on.state)
            raise wrong("R0701", row.span, f"{write(part.formula)} gives {gives} here, not {expected}")


def _changed(what: str, by: int) -> str:
    return f"{what} is {abs(by)} {'less' if by < 0 else 'more'}"


def _scoring(line: Line, score: int) -> Help:
    said = f'scores {score} as "{line.text}"' if line.text else f"scores {score}"
    return Help(f"{line.who} {said}", partial(instead, f"{line.who} {said}"))


def _sides_of(node: object) -> Iterator[n.Expression]:
    match node:
        case n.Compare(left=left, right=right):
            yield from (side for side in (left, right) if not isinstance(side, n.Number | n.YesNo | n.NoneValue | None))
        case n.Both(parts=parts) | n.Either(parts=parts):
            yield from (side for part in parts for side in _sides_of(part))
        case n.Not(inner=inner) | n.Group(inner=inner):
            yield from _sides_of(inner)


def _key_nodes(node: object) -> tuple[n.Expression, ...]:
    match node:
        case n.Possessive(owner=owner, arguments=arguments):
            return (owner, *arguments)
        case n.Call(arguments=arguments):
            return tuple(arguments)
        case n.Group(inner=inner):
            return _key_nodes(inner)
        case _:
            return ()


def how_many(asked: Request) -> str:
    """How many things may be chosen, in the words of a scenario.

    Empty for other questions."""
    bounds = asked.bounds
    return (
        "" if bounds is None else how_many_said(str(bounds.least), "any" if bounds.most is None else str(bounds.most))
    )


def how_many_said(least: str, most: str) -> str:
    if least == most:
        return least
    if least == "0":
        return "any" if most == "any" else f"up to {most}"
    return f"{least} to {most}"

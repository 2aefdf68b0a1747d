"""Vocabulary: the words that `says` sentences give to things, and whether those things exist.

In: the declarations of a checked game. Out: a Vocabulary for reading and writing card texts; words for something that
does not exist, or with blanks that nothing fills, are reported. Layer: check.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.check.wording.vocabulary import Thing, Vocabulary, blanks_in, phrase_of, plain_phrase
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Grid, Number, Of, Type, Zone, type_in_words
from interpreter.source import Note, did_you_mean
from interpreter.syntax import nodes as n

if TYPE_CHECKING:
    from interpreter.check.check_state import Checker

Parameters = tuple[tuple[str, str], ...]
CARDS = "cards"  # the blank for what gets to a pile


def check_words(checker: Checker) -> None:
    """Check that all given words exist, are given once, and fill their blanks."""
    first: dict[str, n.Called] = {}
    known = _things(checker)
    for node in _sentences(checker):
        for called in node.things:
            found = known.get(called.whole)
            if found is None:
                _unknown(checker, called, known)
                continue
            if called.whole in first:
                note = (Note("the first ones are here", first[called.whole].span),)
                message = f'"{called.whole}" is given words twice'
                checker.reporter.error(
                    "R0214", called.span, message, 'write them in one sentence: says "..." or "..."', note
                )
            first.setdefault(called.whole, called)
            for phrase in node.phrases:
                _check_blanks(checker, phrase, found)
            if called.whole in checker.kinds:
                _name_members(checker, checker.kinds[called.whole], node.phrases)
            if node.phrases and called.whole in checker.keeps:
                _name_amounts(checker.keeps[called.whole], node.phrases)
                _name_place(checker.keeps[called.whole], node.phrases)


def _name_members(checker: Checker, kind: rb.Kind, phrases: tuple[n.Text, ...]) -> None:
    """Title members made by a rule after their parts: `{rank} of {suit}`."""
    pattern = next((phrase for phrase in phrases if _is_title(phrase, kind)), None)
    if pattern is not None:
        for number in range(len(kind.members)):
            kind.titles[number] = "".join(_part_in_words(checker, kind, part, number) for part in pattern.parts)


def _part_in_words(checker: Checker, kind: rb.Kind, part: str | n.Expression, number: int) -> str:
    if not isinstance(part, n.Name) or part.name not in kind.columns:
        return part if isinstance(part, str) else ""  # another blank is reported
    column = kind.columns[part.name]
    value = column.cells[number]
    return checker.kinds[column.type.kind].titles[value] if isinstance(column.type, Of) else str(value)


def _is_title(phrase: n.Text, kind: rb.Kind | None) -> bool:
    return kind is not None and any(name in kind.parts for name, _ in blanks_in(phrase))


def _name_amounts(keep: rb.Keep, phrases: tuple[n.Text, ...]) -> None:
    """Use `{n} coin(s)` and `Rs {n}` as words for an amount in log and table.

    A unit right after the number, as in `{n}k`, is no title for a column; nor is one that names a key: `{n} {good}`."""
    if not isinstance(keep.type, Number) or keep.title:
        return
    words = phrase_of(phrases[0]).amount_words()
    if words is None:
        keep.counted = next((found for text in phrases if (found := _amount_with_keys(keep, text))), None)
    elif _is_glued(phrases[0]):
        keep.counted = _glued(words[0]), _glued(words[1])
    else:
        keep.counted = words[0].replace("{}", "{n}", 1), words[1].replace("{}", "{n}", 1)
        keep.title = words[1].replace("{}", "").strip()


def _glued(words: str) -> str:
    return re.sub(r" ?\{\} ?", "{n}", words, count=1)


def _amount_with_keys(keep: rb.Keep, text: n.Text) -> tuple[str, str] | None:
    """Return words for an amount of something, in singular and plural: `{n} {good}`."""
    names = [parameter.name for parameter in keep.parameters]
    blanks = [name for name, _ in blanks_in(text)]
    if blanks.count("n") != 1 or len(blanks) == 1 or not set(blanks) <= {"n", *names[1:]}:
        return None
    pattern = _pattern(text, [*names, "n"]).replace(f"{{{len(names)}}}", "{n}")
    return pattern.replace("(s)", ""), pattern.replace("(s)", "s")


def _name_place(keep: rb.Keep, phrases: tuple[n.Text, ...]) -> None:
    """Use `the {size} stack` as the name of a pile in the log.

    And `{player} takes {cards}` as the line for cards that arrive there."""
    if not isinstance(keep.type, Zone | Grid):
        return
    names = [parameter.name for parameter in keep.parameters]
    for phrase in phrases:
        blanks = [name for name, _ in blanks_in(phrase)]
        if CARDS in blanks and not keep.arrival:
            keep.arrival = _pattern(phrase, names)
        elif "n" not in blanks and (blanks or str(phrase.parts[0]).startswith("the ")) and not keep.place:
            keep.place = _pattern(phrase, names)


def _pattern(text: n.Text, names: list[str]) -> str:
    """Write a text for `str.format`.

    The keys of the pile are numbers in it, its cards are names."""
    written = []
    for part in text.parts:
        if isinstance(part, str):
            written.append(part.replace("{", "{{").replace("}", "}}"))
        elif isinstance(part, n.Name):
            written.append(f"{{{names.index(part.name) if part.name in names else CARDS}}}")
    return "".join(written)


def _is_glued(text: n.Text) -> bool:
    """Is the unit written right after the number, or right before it?"""
    first, *behind = text.parts
    if isinstance(first, str):
        return bool(behind) and not first.endswith(" ")
    return all(isinstance(part, str) and part[:1].isalpha() for part in behind[:1])


def _unknown(checker: Checker, called: n.Called, known: dict[str, Thing]) -> None:
    help = (
        did_you_mean(called.whole, known)
        or "words are for what is kept, a let, a procedure, a kind, a member or a column"
    )
    columns = [name for name, thing in known.items() if thing.column == called.name]
    if called.of is None and columns:
        help = f"write a column after its kind: {columns[0]}"
    checker.reporter.error("R0214", called.span, f'there is nothing called "{called.whole}" to give words to', help)


def _check_blanks(checker: Checker, phrase: n.Text, thing: Thing) -> None:
    names = ["n", *(name for name, _ in thing.parameters), *([CARDS] if thing.is_place else ())]
    for name, node in blanks_in(phrase):
        if name not in names:
            listed = did_you_mean(name or "", names) or "a blank is " + " or ".join(f"{{{known}}}" for known in names)
            what = f'"{name}" is not a blank that {thing.name} fills' if name else "only a name fills a blank here"
            checker.reporter.error("R0214", node.span, what, listed)


def said(checker: Checker) -> Iterator[tuple[Thing, str]]:
    """Yield each thing that has words, with the place where they are given."""
    things = words_of(checker).things
    for node in _sentences(checker):
        for called in node.things if node.phrases else ():
            yield things[called.whole], str(called.span)


def words_of(checker: Checker) -> Vocabulary:
    """Return everything that a game's rules name, with the words for it."""
    things = _things(checker)
    shadowed = _shadowed(checker, things)
    for node in _sentences(checker):
        for called in node.things:
            kind = checker.kinds.get(called.whole)
            phrases = [one for one in node.phrases if not _is_for_the_log(one) and not _is_title(one, kind)]
            if phrases or not any(_is_title(one, kind) for one in node.phrases):
                _give_words(things, (called.whole, shadowed.get(called.whole, "")), phrases)
    for thing in list(things.values()):  # a column under its own name, as rules read it
        if thing.column:
            other = things.get(thing.column)
            if other is None or (other.column and not other.phrases):
                things[thing.column] = thing
    return Vocabulary(things, shadowed)


def _give_words(things: dict[str, Thing], names: Sequence[str], phrases: Sequence[n.Text]) -> None:
    for name in names:
        old = things.get(name)
        if old is not None:
            read = tuple(phrase_of(phrase) for phrase in phrases)
            things[name] = replace(old, phrases=read, silent=not read, declared=True)


def _is_for_the_log(phrase: n.Text) -> bool:
    return any(name == CARDS for name, _ in blanks_in(phrase))


def _shadowed(checker: Checker, things: dict[str, Thing]) -> dict[str, str]:
    """Find members that share their name with a procedure or value.

    They are stored under a name with their kind as well."""
    found: dict[str, str] = {}
    for kind in checker.kinds.values():
        for thing in _of_kind(kind):
            if thing.sort == "member" and things[thing.name].sort != "member":
                name = f"{kind.name} {thing.name}"
                things[name] = Thing(name, "member", thing.phrases, kind=kind.name, declared=False)
                found[thing.name] = name
    return found


def _sentences(checker: Checker) -> list[n.Says]:
    return [node for node, _ in checker.declared if isinstance(node, n.Says)]


def _things(checker: Checker) -> dict[str, Thing]:
    return {thing.name: thing for thing in _named(checker)}


def _named(checker: Checker) -> Iterator[Thing]:
    for kind in checker.kinds.values():
        yield from _of_kind(kind)
    for name, option in checker.options.items():
        yield Thing(name, "option", kind=_chosen(option))
    for name, keep in checker.keeps.items():
        place = isinstance(keep.type, Zone | Grid)
        yield Thing(
            name, "keep", kind=type_in_words(keep.type), parameters=_parameters(keep.parameters), is_place=place
        )
    for name, value in checker.values.items():
        yield Thing(name, "let", kind=type_in_words(value.type), parameters=_parameters(value.parameters))
    for name, routine in checker.routines.items():
        yield Thing(name, "routine", parameters=_parameters(routine.parameters))
        yield from _steps(routine)


def _chosen(option: rb.Option) -> str:
    """Return the value of an option as written in the rules."""
    if option.shape == "names":
        return option.values[option.value]
    return {True: "yes", False: "no"}[bool(option.value)] if option.shape == "yes_no" else str(option.value)


def _steps(routine: rb.Routine) -> Iterator[Thing]:
    for act in rb.walk_acts(routine.body):
        if isinstance(act, rb.NamedStep):
            yield Thing(act.name, "routine")


def _of_kind(kind: rb.Kind) -> Iterator[Thing]:
    yield Thing(kind.name, "kind", parameters=tuple((part, _part_kind(kind.columns[part])) for part in kind.parts))
    firsts = {print_: number for number, print_ in reversed(list(enumerate(kind.prints)))}
    numbers = firsts.values() if kind.prints else range(len(kind.members))
    for number in numbers:
        if kind.word != "option":
            words = (plain_phrase(kind.titles[number]),) if kind.titles[number].strip() else ()
            yield Thing(kind.members[number], "member", words, kind=kind.name, declared=False)
    for column in kind.columns.values():
        name, parameters = f"{kind.name}'s {column.name}", _parameters(column.parameters)
        yield Thing(name, "column", kind=kind.name, parameters=parameters, column=column.name)


def _parameters(parameters: tuple[rb.Variable, ...]) -> Parameters:
    return tuple((parameter.name, _kind(parameter.type)) for parameter in parameters)


def _part_kind(column: rb.Column) -> str:
    return "" if column.type is None else _kind(column.type)


def _kind(type_: Type) -> str:
    match type_:
        case Number():
            return "number"
        case Of(kind):
            return str(kind)
        case _:
            return ""

"""Put the rules of a game in plain English, with what calls what.

In: a game, optionally with variants. Out: a RuleInWords for each procedure and action. Layer: tools, above load.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from interpreter.check import Checker
from interpreter.check.wording.prose import Line, lines, refusals, said, text_words, words
from interpreter.data import read_folder
from interpreter.finding import find_game, find_variants
from interpreter.reading import read_game, read_source, the_parser
from interpreter.syntax import nodes as n
from interpreter.tools.show.as_played import unwrapped


@dataclass(frozen=True, slots=True)
class RuleInWords:
    """A rule in words: `needs` are its conditions, `lines` what it does."""

    name: str
    word: str  # procedure, phase, action, free action
    title: str
    needs: tuple[str, ...]
    lines: tuple[Line, ...]


def rules_in_words(game: str | Path, variants: Sequence[str | Path] = ()) -> list[RuleInWords]:
    """Describe rules as people wrote them, with hooks listed beside them.

    With variants, as these change them."""
    path = find_game(game)
    chosen = find_variants(path, variants)
    return in_words(path, chosen, read_game(path, chosen, {})[2])


def in_words(path: Path, variants: Sequence[Path], checker: Checker) -> list[RuleInWords]:
    """Describe the rules of a game that was checked with these variants."""
    woven = checker.woven.routines
    routines = {name: unwrapped(node, woven) for name, node in woven.items() if " " not in name}
    hooks: list[n.Hook] = []
    if not variants:
        written = [
            one for file in read_folder(path).rules for one in the_parser().module(read_source(file)).declarations
        ]
        ours = [one for one in written if isinstance(one, n.Procedure | n.Action)]
        routines |= {one.head.name: one for one in ours if one.head.name in routines}
        hooks = [one for one in written if isinstance(one, n.Hook)]

    def title_of(name: str) -> str:
        node = routines.get(name)
        return text_words(node.title) if isinstance(node, n.Action) and node.title is not None else words(name)

    found = []
    for name, node in routines.items():
        told = lines(_deeds(node), title_of)
        for hook in hooks:
            if name in (hook.target.name, hook.target.inside):
                told += [Line(0, "if", _head(hook, name)), *lines(hook.body, title_of, 1)]
        found.append(_rule(name, node, title_of(name), tuple(told)))
    return found


def _head(hook: n.Hook, rule: str) -> str:
    """Say when the steps of a law run.

    Before, after or instead of the rule or one of its steps."""
    what = "this" if hook.target.name == rule else words(hook.target.name)
    where = f", if {said(hook.where)}" if hook.where is not None else ""
    return f"{hook.word.capitalize()} {what}{where}:"


def _rule(name: str, node: n.Procedure | n.Action, title: str, told: tuple[Line, ...]) -> RuleInWords:
    word = node.word if isinstance(node, n.Procedure) else "free action" if node.free else "action"
    needs = [one for one in node.body if isinstance(one, n.Needs)]
    return RuleInWords(name, word, title, tuple(refusals(needs)), told)


def _deeds(node: n.Procedure | n.Action) -> tuple[n.Statement, ...]:
    """Return the statements without `needs`, which are listed separately."""
    return tuple(one for one in node.body if not isinstance(one, n.Needs))

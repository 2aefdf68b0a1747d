"""Time line of a table: each decision with what people noted, looked up, tried and how long they took.

In: a PlayedTable and the others of its playtest. Out: steps as plain values, for a page. Layer: tools. What was done at a
position that was taken back later is marked: the position shown is that of the game as it went on.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from interpreter.tools.show.titles import Titles

from .figures import hesitations
from .plan import Question
from .played import Did, PlayedTable

MARKED = ("note", "refused", "take_back", "lookup", "answer", "came", "left")


def timeline(
    table: PlayedTable, tables: Sequence[PlayedTable], titles: Titles, questions: Sequence[Question]
) -> list[dict[str, Any]]:
    """Return a step for each answer, and one for the table as it is.

    Of a hidden table there is only what people wrote."""
    undone = _undone(table)
    asks = {one.name: one.ask for one in questions}
    slow = {id(one.did): one for one in hesitations(tables) if one.table is table}
    seconds: dict[int, Did] = {}
    marks: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for one in table.did:
        at = min(one.answers, len(table.asked))
        if one.kind == "time" and id(one) not in undone:
            seconds[at] = one
        elif one.kind in MARKED:
            marks[at].append({
                "kind": one.kind, "mood": one.data.get("mood", ""), "who": one.person.name, "seat": one.person.seat,
                "at": one.at, "words": told(one, asks), "undone": id(one) in undone,
            })  # fmt: skip
    if table.hidden:
        end = len(table.asked)
        return [
            *(_step(number, found) for number, found in sorted(marks.items()) if number < end),
            _step(end, marks[end]),
        ]
    names = table.state.player_names
    steps = []
    for number, asked in enumerate(table.asked):
        time = seconds.get(number)
        steps.append({
            **_step(number, marks[number]), "who": names[asked.player], "seat": asked.player,
            "prompt": asked.prompt,
            "rule": titles.rule(asked.rule), "choice": titles.thing(asked.choice),
            "seconds": time.data["seconds"] if time is not None else None,
            "usual": slow[id(time)].usual if time is not None and id(time) in slow else None,
        })  # fmt: skip
    return [*steps, _step(len(table.asked), marks[len(table.asked)])]


def _step(answers: int, marks: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "answers": answers, "who": "", "seat": None, "rule": "", "choice": "", "prompt": "", "seconds": None, "usual": None,
        "marks": marks,
    }  # fmt: skip


def _undone(table: PlayedTable) -> set[int]:
    """What was recorded at positions that a later take-back removed."""
    found: set[int] = set()
    earlier: list[Did] = []
    for one in table.did:
        if one.kind == "take_back":
            found |= {id(other) for other in earlier if other.answers > one.answers}
            found |= {id(other) for other in earlier if other.kind == "time" and other.answers >= one.answers}
        earlier.append(one)
    return found


def told(one: Did, asks: dict[str, str]) -> str:
    """Say what somebody did, without their name."""
    data = one.data
    match one.kind:
        case "note":
            return str(data["words"] or data["mood"])
        case "answer":
            said = "would rather not say" if data["answer"] is None else str(data["answer"])
            return f"{asks.get(data['question'], data['question'])} {said}"
        case "refused":
            return f"tried {data['label'] or 'something else'}: “{data['reason']}”"
        case "lookup":
            thing = str(data["thing"])
            return f"looked up {thing.partition(':')[2].replace('_', ' ') or thing}"
        case "take_back":
            return "took back an answer" if data["answers"] == 1 else f"took back {data['answers']} answers"
        case "time":
            return f"took {data['seconds']:g} seconds"
        case "came":
            return "opened the table"
        case _:
            return "left the table"

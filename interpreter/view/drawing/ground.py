"""Static part of a drawing: what looks the same at every moment and for every seat.

In: a definition and the look. Out: Ground, made once for both: kinds and members by name, colours, the geometry of the map,
and a cache of rendered texts. Layer: view. A cached text is keyed by everything it was made from, so the order in which
seats look makes no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from functools import cached_property
from typing import Generic, TypeVar

from interpreter.view.drawing.colours import FEW, Colours
from interpreter.view.drawing.look import Look
from interpreter.view.drawing.marks import initials, ranks_of
from interpreter.view.json_view import DefinitionJson, KindJson, MapJson, MemberJson, ValueJson
from interpreter.view.json_view.forms import Json

MOST = 20_000  # cached texts per game
PLAYER = "player"
Found = TypeVar("Found")


class Lazy(Generic[Found]):
    """A cache keyed by inputs."""

    def __init__(self) -> None:
        self._found: dict[Hashable, Found] = {}

    def of(self, made_from: Hashable, make: Callable[[], Found]) -> Found:
        found = self._found.get(made_from)
        if found is None:
            if len(self._found) >= MOST:
                self._found.clear()
            found = self._found[made_from] = make()
        return found


class Ground:
    def __init__(self, definition: DefinitionJson, look: Look) -> None:
        self.definition, self.look = definition, look
        self.kinds: dict[str, KindJson] = {kind["name"]: kind for kind in definition["kinds"]}
        self.members: dict[str, dict[str, MemberJson]] = {
            name: {member["name"]: member for member in kind["members"]} for name, kind in self.kinds.items()
        }
        self.values: dict[str, ValueJson] = {value["name"]: value for value in definition["values"]}
        self.maps: dict[str, MapJson] = {}
        for found in definition["maps"]:
            self.maps.setdefault(found["joins"], found)
        self.colours = Colours(self.kinds, look)
        self.texts: Lazy[str] = Lazy()
        self.points: Lazy[dict[str, tuple[float, float]]] = Lazy()
        self._short: dict[str, dict[str, str]] = {}
        self._indices: dict[str, dict[str, str]] = {}
        self._linked: Lazy[dict[str, dict[str, str]]] = Lazy()

    def short(self, kind: str) -> dict[str, str]:
        """The shortest beginnings that tell the members of a kind apart."""
        if kind not in self._short:
            members = self.kinds[kind]["members"]
            titles = initials([member["title"] for member in members]) if len(members) <= FEW else {}
            found = {m["name"]: titles.get(m["title"], m["title"][:1].upper()) for m in members}
            said = {name: short for name, short in self.look.short.get(kind, {}).items() if len(short) <= len("abc")}
            self._short[kind] = found | said
        return self._short[kind]

    def parts_of(self, kind: str) -> list[str]:
        """The kinds of the parts of these tiles."""
        return [name for name, form in self.kinds.items() if form["word"] == "parts" and self._tiles_of(form) == kind]

    def parts_on(self, form: str, tile: str) -> list[MemberJson]:
        return [
            member
            for member in self.kinds[form]["members"]
            if member["cells"][self._tiles_of(self.kinds[form])] == tile
        ]

    def _tiles_of(self, form: KindJson) -> str:
        """The tiles that parts are on: the last column, which bears the name of their kind."""
        return form["columns"][-1]["name"]

    def printed_as(self, kind: str, name: str) -> tuple[str, str]:
        """The thing whose columns and text are printed on a card: its design, of which it is a copy; else itself."""
        member = self.members[kind][name]
        if self.kinds[kind]["word"] != "cards" or member["text"]:
            return kind, name
        for column in self.kinds[kind]["columns"]:
            inner, led = column["type"].get("kind", ""), member["cells"][column["name"]]
            if column["type"]["type"] == "thing" and isinstance(led, str) and self.kinds[inner]["word"] == "table":
                design = self.members[inner][led]
                read = inner in self.look.faces or any(one["text"] for one in self.kinds[inner]["members"])
                if read and design["title"] == member["title"] and not self.own_columns(kind, column["name"]):
                    return inner, led
        return kind, name

    def own_columns(self, kind: str, design: str) -> list[str]:
        """The columns of a card beside the one that names its design."""
        return [column["name"] for column in self.kinds[kind]["columns"] if column["name"] != design]

    def index(self, kind: str, name: str) -> str:
        """The rank of a card that is known by its colour and its rank, as on playing cards: 7, K. Empty for others."""
        if kind not in self._indices:
            self._indices[kind] = indices(self, kind)
        return self._indices[kind].get(name, "")

    @cached_property
    def sorts(self) -> set[str]:
        """Return the kinds that classify others through a column, or are only names: none of them is a track."""
        named = {kind["name"] for kind in self.kinds.values() if kind["word"] != "table"}
        columns = [column["type"] for kind in self.kinds.values() for column in kind["columns"]]
        return named | {PLAYER} | {type_.get("of", type_).get("kind", "") for type_ in columns}

    def linked(self, board_kind: str, least: int) -> dict[str, dict[str, str]]:
        """Find kinds of which more than `least` things each belong to one part of the board: by kind, thing -> part."""
        return self._linked.of((board_kind, least), lambda: self._find_linked(board_kind, least))

    def _find_linked(self, board_kind: str, least: int) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        kind = self.kinds.get(board_kind)
        for column in kind["columns"] if kind else ():
            inner = column["type"].get("kind", "")
            if column["type"]["type"] != "thing" or inner in ("", board_kind):
                continue
            assert kind is not None
            pairs = [(member["cells"][column["name"]], member["name"]) for member in kind["members"]]
            named = [(str(thing), part) for thing, part in pairs if thing is not None]
            if len(dict(named)) == len(named) and len(named) > least:
                found[inner] = dict(named)
        return found


def indices(ground: Ground, kind: str) -> dict[str, str]:
    """The rank of each card of a kind whose titles say nothing but its colour and its rank; nothing for other kinds."""
    form, owner = ground.kinds[kind], ground.look.owner.get(kind)
    columns = [column for column in form["columns"] if column["name"] != owner]
    if form["word"] != "cards" or len(columns) not in (1, 2) or any(member["text"] for member in form["members"]):
        return {}
    group = ground.colours.group(kind)
    ranks = [column for column in columns if group is None or column["name"] != group[0]]
    if len(ranks) != 1 or (len(columns) == 2 and group is None):
        return {}
    rank, inner = ranks[0], ranks[0]["type"].get("kind", "")
    named = ground.kinds.get(inner)
    if rank["type"]["type"] != "number" and (named is None or named["word"] != "names"):
        return {}
    titles = {member["name"]: member["title"] for member in named["members"]} if named else {}
    said_short = ground.look.short.get(inner, {})
    short = ranks_of(list(titles.values())) | {titles[one]: words for one, words in said_short.items() if one in titles}
    found = {}
    for member in form["members"]:
        said = {word for column in form["columns"] for word in words_of(member["cells"][column["name"]])}
        if not set(words_of(member["title"])) - {"of"} <= said:
            return {}
        value = member["cells"][rank["name"]]
        found[member["name"]] = short.get(titles.get(str(value), ""), str(value))
    return found


def words_of(value: Json) -> list[str]:
    return re.findall(r"[a-z0-9]+", str(value).casefold())


def ground_of(definition: DefinitionJson, look: Look) -> Ground:
    """Return the Ground for a definition and look, cached in the look."""
    kept = look.kept.get(id(definition))
    if isinstance(kept, Ground) and kept.definition is definition:
        return kept
    found = look.kept[id(definition)] = Ground(definition, look)
    return found

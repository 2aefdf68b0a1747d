"""Scaffolding: create a game, a house rule, a scenario or a table of cards.

In: a name, and the game that it is for. Out: texts by path, which check, play and pass as they are. Layer:
tools, above load. The games are small complete ones in `grammars/templates/`; the rest is generated from the game itself.
"""

from __future__ import annotations

import re
import shlex
import unicodedata
from pathlib import Path
from tempfile import TemporaryDirectory

from interpreter.check.names.plurals import plural_of
from interpreter.data.folder import read_folder
from interpreter.finding import find_game
from interpreter.game import Game
from interpreter.ir import rulebook as rb
from interpreter.ir.types import Number
from interpreter.load import load, rulebook_of
from interpreter.source import Diagnostic, Problems, did_you_mean
from interpreter.source.bundled import grammars_dir
from interpreter.source.shared import texts_of_used

Texts = dict[str, str]  # by path below the folder that they are written to
MAX_NUMBERS = 12  # mentioned in a new house rule
LINE = 100
COPIED = frozenset({".rules", ".scenario", ".yaml", ".md"})  # of a game that another one begins with
TITLE_LINE = re.compile(r"^title:.*$", re.MULTILINE)


def likes() -> list[str]:
    """List the kinds of games that have a template."""
    return sorted(folder.name for folder in _templates().iterdir() if folder.is_dir())


def like_infos() -> list[tuple[str, str]]:
    """List these kinds, each with the words about its template."""
    return [(name, read_folder(_templates() / name).manifest.about) for name in likes()]


def as_name(text: str) -> str:
    """Turn typed text into a valid name."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", plain).strip("_")


def _templates() -> Path:
    return grammars_dir() / "templates"


def new_game(name: str, like: str) -> Texts:
    """Return the files of a small game of this kind."""
    if like not in likes():
        help = did_you_mean(like, likes()) or "the templates are " + ", ".join(likes())
        raise Problems([Diagnostic("R0901", f'there is no template "{like}"', None, help)])
    folder = _templates() / like
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8").replace("TITLE", titled(name))
        for path in files
    }


def copied_game(name: str, original: str) -> Texts:
    """Return the files of another game under a new title, without its README."""
    folder = find_game(original)
    files = sorted(path for path in folder.rglob("*") if path.suffix in COPIED and path.is_file())
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}
    texts |= texts_of_used(folder, texts)
    texts.pop("README.md", None)
    texts["game.yaml"] = TITLE_LINE.sub(f'title: "{titled(name)}"', texts["game.yaml"], count=1)
    return texts


def new_variant(game: str | Path, name: str, said: str, inside: bool = False) -> Texts:
    """Create a house rule with a scenario.

    `said`: the game as typed; `inside`: it becomes one of the game's own variants."""
    loaded = load(find_game(game))
    words = shlex.join([said, "--variant", name if inside else f"{name}.rules"])
    announcement = f"House rule: {titled(name)}."
    lines = [
        f"# A house rule for {loaded.title}. Try it:",
        f"#   rulewright play {words}",
        f"#   rulewright test {words}",
        "",
        f'variant {name} "{titled(name)}"',
        "  # Something that happens before or after a rule. Rules that can be named here: " + _some(_rules(loaded)),
        "  before set_up" if "set_up" in loaded.usable["rules"] else "  before play",
        f'    announce "{announcement}"',
        "",
        "  # Change numbers by name; `was` is the value expected now. Remove the # from one of these lines:",
        *(f"  # change {number} to {value} was {value}" for number, value in numbers(game)[:MAX_NUMBERS]),
        "",
        'scenario "the house rule is announced"',
        *_players(loaded),
        "  when",
        "    game starts",
        "  then",
        f'    {_asked_first(loaded)} is told "{announcement}"',
    ]
    return {f"{name}.rules": "\n".join(lines) + "\n"}


def _asked_first(game: Game) -> str:
    """Return the first player to decide.

    This one knows of the question, even if others may not notice it yet."""
    request = game.start(seed=1).request
    return _names(game)[request.player if request is not None else 0]


def new_scenario(game: str | Path, name: str, said: str, inside: bool = False) -> Texts:
    """Create a scenario of a game's first decision.

    `inside`: it goes in the game's folder."""
    file = f"{name}.scenario"
    words = shlex.join([(Path(said) / "scenarios" / file).as_posix()] if inside else [said, file])
    loaded = load(find_game(game))
    request = loaded.start(seed=1).request
    expected = "game is over" if request is None else f"{_names(loaded)[request.player]} decides {request.name}"
    lines = [
        f"# Scenarios of {loaded.title}. Run them: rulewright test {words}",
        "# given: what is on the table. when: what is run and decided. then: what must be true.",
        "",
        f'scenario "{titled(name)}"',
        *_players(loaded),
        "  when",
        "    game starts",
        "  then",
        f"    {expected}",
    ]
    return {file: "\n".join(lines) + "\n"}


def new_cards(game: str | Path, name: str, said: str, inside: bool) -> Texts:
    """Create a table of cards with the rules that read it.

    In a game's folder, or as a house rule with its data beside it."""
    loaded = load(find_game(game))
    texts = _cards(loaded, name, said, inside=False)
    _check_name(loaded, name, texts)
    return _cards(loaded, name, said, inside=True) if inside else texts


def _check_name(game: Game, name: str, house: Texts) -> None:
    """Refuse a name that the game uses or the language reserves.

    Before anything is written."""
    with TemporaryDirectory() as folder:
        for file, text in house.items():
            (Path(folder) / file).write_text(text, encoding="utf-8")
        try:
            load(game.path, [Path(folder) / f"{name}.rules"])
        except Problems as problems:
            first = problems.diagnostics[0]
            message = f'cards cannot be called "{name}" here: {first.message}'
            raise Problems([Diagnostic("R0901", message, None, first.help)]) from None


def _cards(loaded: Game, name: str, said: str, inside: bool) -> Texts:
    table = [
        f"# Cards for {loaded.title}. One line for each sort; `worth` is a column of our own, declared in {name}.rules.",
        "source: stand-in",
        "rows:",
        f"  - {{id: first_{name}, title: First {titled(name).lower()}, worth: 1, copies: 2, text: Worth one.}}",
        f"  - {{id: second_{name}, title: Second {titled(name).lower()}, worth: 2, text: Worth two.}}",
    ]
    file = f"cards/{name}.yaml" if inside else f"{name}.yaml"
    words = shlex.join([said] if inside else [said, "--variant", f"{name}.rules"])
    rules = [
        f'cards {name} from "{file}"',
        "  worth: number",
        f"# The words on the cards, so that texts can be compared with columns. Try it: rulewright cards {words}",
        f'{name}\'s worth says "worth {{n}}"',
        f"keep {name}_deck: pile of {name}, seen by nobody",
        "",
        "before play",
        f"  move {plural_of(name)} to {name}_deck",
        f"  shuffle {name}_deck",
    ]
    if inside:
        head = [f"# The {name} cards and where they are.", ""]
        return {file: "\n".join(table) + "\n", f"rules/{name}.rules": "\n".join([*head, *rules]) + "\n"}
    head = [f"# More cards for {loaded.title}: rulewright play {words}", ""]
    head += [f'variant {name}_cards "{titled(name)} cards"']
    body = [f"  {line}" if line else "" for line in rules]
    return {file: "\n".join(table) + "\n", f"{name}.rules": "\n".join([*head, *body]) + "\n"}


def numbers(game: str | Path) -> list[tuple[str, int]]:
    """List a game's named numbers, which a house rule can change."""
    rulebook, _ = rulebook_of(find_game(game), [], {})
    return [
        (value.name, case.value.value)
        for value in rulebook.values.values()
        for case in value.cases[:1]
        if len(value.cases) == 1
        and isinstance(value.type, Number)
        and isinstance(case.value, rb.Constant)
        and type(case.value.value) is int
    ]


def titled(name: str) -> str:
    return name.replace("_", " ").replace("-", " ").capitalize()


def _rules(game: Game) -> list[str]:
    return [rule for rule in game.usable["rules"] if " in " not in rule and rule != "play"]


def _some(names: list[str]) -> str:
    text = ""
    for name in names:
        if len(text) + len(name) > LINE:
            return text + " …"
        text += (", " if text else "") + name
    return text or "play"


def _names(game: Game) -> tuple[str, ...]:
    return game.table().player_names


def _players(game: Game) -> list[str]:
    """Return the line that names the players, unless the game has automas.

    They would need seats of their own."""
    return [] if game.automas(game.default_players) else ["  players " + ", ".join(_names(game))]

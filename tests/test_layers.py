"""The layers of `interpreter/`, enforced by reading every import statement in it.

Imports inside functions and under TYPE_CHECKING count as well: a layer is what a module may know about, not
what it happens to load first.
"""

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import interpreter
from interpreter.ir import blocks, questions

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "interpreter"

# Each layer with the layers that it may import. `pipeline` is the modules directly in interpreter/; `front` is the
# package itself, the public API. Only the pipeline brings `check` and the back ends together: no back end, no part of
# the runtime and no view knows how a game was checked.
BELOW = {"source", "syntax", "data", "ir", "check", "lower", "runtime", "backends"}
LAYERS: dict[str, set[str]] = {
    "source": set(),
    "syntax": {"source"},
    "data": {"source"},
    "ir": {"source"},
    "check": {"source", "syntax", "data", "ir"},
    "lower": {"source", "ir"},
    "runtime": {"source", "ir"},
    "backends": {"source", "ir", "lower", "runtime"},
    "view": {"source", "data", "ir", "runtime"},
    "pipeline": BELOW,
    "scenario": BELOW | {"pipeline"},
    "language": BELOW | {"pipeline"},
    "front": {"runtime", "view", "pipeline", "scenario"},
    "tools": {"source", "front"},  # and what TOOLS says of single ones; see may_import
}
# Tools that read or rewrite rules know how they are checked; the others play, measure and show what the public API gives.
ON_RULES = BELOW | {"pipeline", "scenario", "view"}
TOOLS: dict[str, set[str]] = {
    **dict.fromkeys(
        (
            "cards",
            "check",
            "cover",
            "diff",
            "docs",
            "fmt",
            "mutate",
            "new",
            "rulebook",
            "schema",
            "sheet",
            "show",
            "trace",
            "variants",
        ),
        ON_RULES,
    ),
    **{
        tool: {"runtime"} for tool in ("bots", "explore", "ladder", "simulate", "why")
    },  # thousands of games: they speak to the engine in C
    **{tool: {"runtime", "ir"} for tool in ("learn", "worth")},  # they go by the types of what the rules keep
    "lsp": {"language"},
    "playtest": {"data", "runtime"},  # reads playtest.yaml at its cells; chance that cannot be predicted
    "studio": {"language", "runtime"},  # chance that cannot be predicted
    "cli": {"pipeline"},
    "export": {"pipeline"},  # the digest of the program that it packs
}
PIPELINE = ("load", "finding", "fingerprint", "game", "native", "reading", "catalogue")
PIPELINE_MODULES = {f"{PACKAGE}.{name}" for name in PIPELINE}

# Each layer, or single tool, with the third-party packages that it may import.
LIBRARIES: dict[str, set[str]] = {
    "syntax": {"lark"},
    "data": {"ruamel", "fastjsonschema", "jsonschema"},
    "check": {"networkx"},
    "view": {"vl_convert"},
    "tools": {"typer"},  # every tool has a command
    "tools.cli": {"rich"},
    "tools.play": {"rich"},
    "tools.simulate": {"distributed", "pyarrow"},
    "tools.compare": {"optuna"},
    "tools.playtest": {"pyarrow"},
    "tools.report": {"altair", "vl_convert"},
    "tools.rulebook": {"weasyprint"},
    "tools.sheet": {"jsonschema", "pypdf", "vl_convert"},
    "tools.lsp": {"lsprotocol", "pygls"},
    "tools.export": {"rpds", "starlette", "vl_convert"},
    "tools.studio": {"h11", "prometheus_client", "psycopg", "psycopg_pool", "segno", "starlette", "uvicorn"},
    "tools.env": {"gymnasium", "numpy", "pettingzoo", "pyspiel"},
}
# Tools use each other's libraries and what commands share; only the app knows the commands of all.
APP = "interpreter.tools.cli.app"
COMMAND = "command"


@dataclass(frozen=True)
class Module:
    name: str
    path: Path
    tree: ast.Module

    @property
    def is_package(self) -> bool:
        return self.path.name == "__init__.py"

    @property
    def bound_names(self) -> set[str]:
        """The names that the module's own top-level statements define."""
        names: set[str] = set()
        for statement in self.tree.body:
            match statement:
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    names |= {alias.asname or alias.name for alias in aliases}
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    names.add(name)
                case ast.Assign(targets=targets):
                    names |= {target.id for target in targets if isinstance(target, ast.Name)}
                case ast.AnnAssign(target=ast.Name(id=name)):
                    names.add(name)
        return names


@dataclass(frozen=True)
class Import:
    importer: Module
    target: str  # a module's dotted name
    line: int

    def __str__(self) -> str:
        return f"{self.importer.path}:{self.line}: {self.importer.name} imports {self.target}"


Modules = dict[str, Module]


def read_modules(root: Path) -> Modules:
    modules = {}
    for path in sorted((root / PACKAGE).rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        modules[name] = Module(name, path, ast.parse(path.read_text(encoding="utf-8")))
    return modules


def imports_of(module: Module, modules: Modules) -> Iterator[Import]:
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield Import(module, alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            origin = absolute_origin(module, node)
            for alias in node.names:
                yield Import(module, imported_module(module, origin, alias.name, modules), node.lineno)


def absolute_origin(module: Module, node: ast.ImportFrom) -> str:
    if not node.level:
        return node.module or ""
    steps_up = node.level - 1 if module.is_package else node.level
    parts = module.name.split(".")
    return ".".join([*parts[: len(parts) - steps_up], *([node.module] if node.module else [])])


def imported_module(importer: Module, origin: str, name: str, modules: Modules) -> str:
    """The module that `from origin import name` reaches: a submodule unless the package binds that name."""
    submodule = f"{origin}.{name}"
    if submodule not in modules:
        return origin
    package = modules.get(origin)
    if package is None or package is importer or name not in package.bound_names:
        return submodule
    return origin


def all_imports(modules: Modules) -> list[Import]:
    return [found for module in modules.values() for found in imports_of(module, modules)]


def is_ours(name: str) -> bool:
    return name.partition(".")[0] == PACKAGE


def layer_of(name: str) -> str | None:
    if name == PACKAGE:
        return "front"
    if name in PIPELINE_MODULES:
        return "pipeline"
    layer = name.split(".")[1]
    return layer if layer in LAYERS and layer not in ("front", "pipeline") else None


def tool_of(name: str) -> str:
    """`tools.cli` for interpreter.tools.cli and everything below it, `tools` for the package itself."""
    return ".".join(name.split(".")[1:3])


def may_import(importer: str, target: str) -> bool:
    layer, target_layer = layer_of(importer), layer_of(target)
    if layer is None or target_layer is None:
        return False
    if layer == "tools" and target_layer == "tools":
        return importer == APP or tool_of(importer) == tool_of(target) or target.split(".")[-1] not in (COMMAND, "app")
    if layer == "tools" and target_layer in TOOLS.get(tool_of(importer).removeprefix("tools."), set()):
        return True
    return layer == target_layer or target_layer in LAYERS[layer]


def may_use_library(importer: str, library: str) -> bool:
    layer = layer_of(importer)
    if library in sys.stdlib_module_names or layer is None:
        return True
    if layer == "tools" and library in LIBRARIES.get(tool_of(importer), set()):
        return True
    return library in LIBRARIES.get(layer, set())


def modules_without_layer(modules: Modules) -> list[str]:
    return [str(module.path) for name, module in modules.items() if layer_of(name) is None]


def forbidden_imports(modules: Modules) -> list[str]:
    return [
        str(found)
        for found in all_imports(modules)
        if is_ours(found.target) and not may_import(found.importer.name, found.target)
    ]


def forbidden_libraries(modules: Modules) -> list[str]:
    return [
        str(found)
        for found in all_imports(modules)
        if not is_ours(found.target) and not may_use_library(found.importer.name, found.target.partition(".")[0])
    ]


def import_cycle(modules: Modules) -> list[str]:
    graph: dict[str, set[str]] = {name: set() for name in modules}
    for found in all_imports(modules):
        if is_ours(found.target):
            graph[found.importer.name].add(found.target)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def game_names(root: Path) -> list[str]:
    shared = root / "games" / "mechanics"  # what games share is no game
    return sorted(
        path.name for path in root.glob("games/*") if path.is_dir() and path != shared and path.name[0] not in "._"
    )


def mentions_of_games(root: Path) -> list[str]:
    """Every line of the engine that names a game in any spelling: tic-tac-toe, TicTacToe, tic_tac_toe."""
    spellings = [re.sub(r"[-_ ]+", "[-_ ]?", name) for name in game_names(root)]
    if not spellings:
        return []
    pattern = re.compile(rf"(?<![a-z0-9])({'|'.join(spellings)})(?![a-z0-9])", re.IGNORECASE)
    return [
        f"{path}:{number}: {line.strip()}"
        for path in [*root.glob(f"{PACKAGE}/**/*.py"), *root.glob("grammars/*.lark")]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if pattern.search(line)
    ]


@pytest.fixture(scope="module")
def modules() -> Modules:
    return read_modules(ROOT)


def test_every_module_belongs_to_a_layer(modules: Modules) -> None:
    found = modules_without_layer(modules)
    assert not found, "\n".join(found)


def test_a_layer_imports_only_what_it_may(modules: Modules) -> None:
    found = forbidden_imports(modules)
    assert not found, "\n".join(found)


def test_a_layer_uses_only_its_own_libraries(modules: Modules) -> None:
    found = forbidden_libraries(modules)
    assert not found, "\n".join(found)


def test_no_import_cycle(modules: Modules) -> None:
    cycle = import_cycle(modules)
    assert not cycle, " imports ".join(reversed(cycle))


def test_the_engine_names_no_game() -> None:
    found = mentions_of_games(ROOT)
    assert not found, "\n".join(found)


def asks_the_rulebook(path: Path) -> list[str]:
    """Where a printer looks into a question of the rulebook. That there are such acts it may say: `case rb.AskThing():`."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    plain = {
        id(case.cls) for case in ast.walk(tree)
        if isinstance(case, ast.MatchClass) and not case.patterns and not case.kwd_patterns
    }  # fmt: skip
    asked = [
        node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and ast.unparse(node).startswith("rb.Ask")
    ]
    return [f"{path.name}:{node.lineno}" for node in asked if id(node) not in plain]


def test_printers_print_the_questions_of_the_program() -> None:
    """What is offered is decided in the Program. A printer that asked the rulebook instead would leave out what was decided."""
    assert [one for path in (ROOT / PACKAGE / "backends").rglob("*.py") for one in asks_the_rulebook(path)] == []
    held = [
        f"{thing.__name__}.{field.name}"
        for module in (blocks, questions)
        for thing in vars(module).values()
        if isinstance(thing, type) and thing.__module__ == module.__name__ and is_dataclass(thing)
        for field in fields(thing)
        if re.search(r"\brb\.(Ask|MenuEntry)", str(field.type))
    ]
    assert held == [], "a printer could reach the rulebook's question through these"


def test_no_python_in_a_game_folder() -> None:
    assert [str(path) for path in ROOT.glob("games/**/*.py*")] == []


# The rules above would also pass if they saw nothing: these cases show that they see.


def write_package(root: Path, files: dict[str, str]) -> Modules:
    for name, text in {"__init__.py": "", **files}.items():
        path = root / PACKAGE / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return read_modules(root)


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("source/span.py", "from interpreter.syntax import parse"),
        ("syntax/tree.py", "from ..data import folder"),
        ("runtime/state.py", "import interpreter.lower.passes"),
        ("backends/emit.py", "def late():\n    from interpreter.load import load"),
        ("backends/c/acts.py", "from interpreter.check import names"),
        ("view/table.py", "from interpreter.check import names"),
        ("tools/play/match.py", "from interpreter.check import names"),
        ("tools/play/match.py", "from interpreter.load import load"),
        ("tools/play/match.py", "from interpreter.tools.simulate.command import simulate"),
    ],
)
def test_a_forbidden_import_is_seen(tmp_path: Path, path: str, text: str) -> None:
    packages = {f"{name}/__init__.py": "" for name in LAYERS if name not in ("front", "pipeline")}
    known = dict.fromkeys(("tools/simulate/command.py", "load.py", "lower/passes.py", "check/names.py"), "")
    modules = write_package(tmp_path, {**packages, **known, path: text})
    assert len(forbidden_imports(modules)) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tools/play/match.py", "from interpreter import load\nfrom interpreter.source import Span"),
        ("tools/cards/report.py", "from interpreter.load import load"),
        ("tools/play/command.py", "from interpreter.tools.simulate.plan import Plan\nimport typer, json"),
        ("tools/cli/app.py", "from interpreter.tools.simulate.command import simulate"),
        ("data/folder.py", "from ruamel.yaml import YAML\nfrom ..source import Span"),
        ("load.py", "from interpreter.backends import link"),
    ],
)
def test_an_allowed_import_is_left_alone(tmp_path: Path, path: str, text: str) -> None:
    files = dict.fromkeys(("load.py", "tools/simulate/command.py", "tools/simulate/plan.py"), "")
    files["__init__.py"] = "from interpreter.load import load"
    modules = write_package(tmp_path, {**files, path: text})
    assert forbidden_imports(modules) + forbidden_libraries(modules) + import_cycle(modules) == []


def test_a_forbidden_library_is_seen(tmp_path: Path) -> None:
    modules = write_package(tmp_path, {"runtime/state.py": "import os, numpy", "tools/lsp.py": "import rich"})
    assert len(forbidden_libraries(modules)) == 2


def test_a_cycle_inside_a_package_is_seen(tmp_path: Path) -> None:
    modules = write_package(
        tmp_path,
        {
            "source/__init__.py": "from .span import Span",
            "source/span.py": "from interpreter.source import Source",
        },
    )
    assert import_cycle(modules)


def test_a_game_name_is_seen_in_any_spelling(tmp_path: Path) -> None:
    (tmp_path / "games" / "tic-tac-toe").mkdir(parents=True)
    write_package(tmp_path, {"load.py": "class TicTacToe: ...\n# tic_tac_toe\nstatic_attack = 1\n"})
    assert len(mentions_of_games(tmp_path)) == 2


JSON_OBJECTS = ("dict[str, Any]", "Mapping[str, Any]")  # what is in them is checked where they enter


def parameters(path: Path) -> Iterator[ast.arg]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            given = node.args
            every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            yield from (one for one in every if one is not None and one.annotation is not None)


def is_untyped(parameter: ast.arg) -> bool:
    """Is it Any, or a list or function of Any? JSON objects are not counted."""
    assert parameter.annotation is not None
    text = ast.unparse(parameter.annotation)
    for known in JSON_OBJECTS:
        text = text.replace(known, "")
    return re.search(r"\bAny\b", text) is not None


def test_hardly_any_parameter_is_untyped() -> None:
    """At most one parameter in a hundred of each folder is Any, mostly answers of foreign libraries."""
    counted: dict[str, list[ast.arg]] = {}
    for path in (ROOT / PACKAGE).rglob("*.py"):
        home, *inside = path.relative_to(ROOT / PACKAGE).parts
        counted.setdefault(home if inside else PACKAGE, []).extend(parameters(path))
    found = {home: sum(map(is_untyped, every)) for home, every in counted.items()}
    assert {home: number for home, number in found.items() if number > len(counted[home]) / 100} == {}


def test_only_public_names_are_taken_from_the_package() -> None:
    """`interpreter.X` is looked up when it is used, so no type checker notices a name that is not there."""
    modules = {path.stem for path in (ROOT / PACKAGE).iterdir()}
    known = {*interpreter.__all__, *modules, "__all__", "__file__"}
    found = []
    for path in [*ROOT.glob(f"{PACKAGE}/**/*.py"), *ROOT.glob("tests/**/*.py"), *ROOT.glob("benchmarks/**/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="interpreter"), attr=name) if name not in known:
                    found.append(f"{path}:{node.lineno}: interpreter.{name}")
                case ast.ImportFrom(module="interpreter", level=0, names=names):
                    found += [f"{path}:{node.lineno}: {one.name}" for one in names if one.name not in known]
    assert found == []


# Machines of their own that other tests may drive, beside the helpers in tests/support.
MACHINES = ("support", "reference", "random_games")


def test_tests_share_through_support_alone() -> None:
    """Nothing is imported from a test, and across folders only helpers and machines."""
    found = []
    for path in sorted((ROOT / "tests").rglob("*.py")):
        folder = path.relative_to(ROOT / "tests").parts[0]
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.ImportFrom):
                continue
            words = (node.module or "").split(".")
            if words[:1] == ["tests"] and (
                words[-1].startswith("test_") or (words[1:] and words[1] not in (folder, *MACHINES))
            ):
                found.append(f"{path.relative_to(ROOT)}:{node.lineno} imports {'.'.join(words)}")
    assert found == []

// Run by the export under Node, with the very Python that will run the page. Step "compile": compiles the staged program and fills its
// caches. Step "play": opens a table of each game to see which modules that takes, and draws the games. Arguments: the step, the
// folder of Pyodide, the staging folder, the names of the games.
import { pathToFileURL } from "node:url";

// An uncaught error would print Pyodide's own source first.
process.on("uncaughtException", (problem) => { console.error(String(problem.message).trim().split("\n").slice(-9).join("\n")); process.exitCode = 1; });

const [step, pyodide, staging, ...games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = async () => {
  const begun = await loadPyodide({ indexURL: `${pyodide}/`, env: { RULEWRIGHT_CACHE: "/rulewright/cache", HOME: "/home/pyodide" } });
  begun.FS.mkdirTree("/rulewright"); // as in the page: where a game lies is part of the name under which it is cached
  begun.FS.mount(begun.FS.filesystems.NODEFS, { root: staging }, "/rulewright");
  begun.globals.set("games", begun.toPy(games));
  begun.runPython(`
import os, sys
sys.path[:0] = ["/rulewright/app", "/rulewright/site"]
os.makedirs("/rulewright/cache", mode=0o700, exist_ok=True)
os.chmod("/rulewright/cache", 0o700)
from interpreter.tools.export.stand_in_rpds import install
import interpreter.tools.export.late_archive
install()
`);
  return begun;
};
const steps = {};
steps.compile = `
import json, pathlib, py_compile
import interpreter
from interpreter.catalogue import PACKED_LIST, packed_list
from interpreter.source.bundled import games_dir
(games_dir() / PACKED_LIST).write_text(packed_list(interpreter.games()))
from interpreter.tools.export.warm import warm
pathlib.Path("/rulewright/compiled.json").write_text(json.dumps(warm(list(games), "/rulewright/cache")))
import importlib, pkgutil
for module in pkgutil.walk_packages(interpreter.__path__, "interpreter."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)  # whatever the standard library lacks is noticed here
for folder in ("app", "site"):
    for file in sorted(pathlib.Path("/rulewright", folder).rglob("*.py")):
        try:
            py_compile.compile(str(file), f"{file}c", str(file), doraise=True)
        except py_compile.PyCompileError:
            continue  # a library's file for other versions of Python
        if not str(file).endswith("anyio/__init__.py"):  # reads its own source
            file.unlink()
`;
steps.play = `
from interpreter.tools.export.first_tables import played, written
written("/rulewright", await played(list(games)))
`;
await (await python()).runPythonAsync(steps[step]);

// Run by the export under Node: compiles the staged program with the very Python that will run it, fills its caches, opens a table
// of each game to see which modules that takes, and draws the games. Arguments: the folder of Pyodide, the staging folder, the
// names of the games.
import { pathToFileURL } from "node:url";

// An uncaught error would print Pyodide's own source first.
process.on("uncaughtException", (problem) => { console.error(String(problem.message).trim().split("\n").slice(-9).join("\n")); process.exitCode = 1; });

const [pyodide, staging, ...games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = async () => {
  const begun = await loadPyodide({ indexURL: `${pyodide}/`, env: { RULEWRIGHT_CACHE: "/staging/cache", HOME: "/home/pyodide" } });
  begun.FS.mkdirTree("/staging");
  begun.FS.mount(begun.FS.filesystems.NODEFS, { root: staging }, "/staging");
  begun.globals.set("games", begun.toPy(games));
  begun.runPython(`
import os, sys
sys.path[:0] = ["/staging/app", "/staging/site"]
os.makedirs("/staging/cache", mode=0o700, exist_ok=True)
os.chmod("/staging/cache", 0o700)
from interpreter.tools.export.stand_in_rpds import install
import interpreter.tools.export.late_archive
install()
`);
  return begun;
};
await (await python()).runPythonAsync(`
import json, pathlib, py_compile
import interpreter
from interpreter.catalogue import PACKED_LIST, packed_list
from interpreter.source.bundled import games_dir
(games_dir() / PACKED_LIST).write_text(packed_list(interpreter.games()))
from interpreter.tools.export.warm import warm
pathlib.Path("/staging/compiled.json").write_text(json.dumps(warm(list(games), "/staging/cache")))
import importlib, pkgutil
for module in pkgutil.walk_packages(interpreter.__path__, "interpreter."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)  # whatever the standard library lacks is noticed here
for folder in ("app", "site"):
    for file in sorted(pathlib.Path("/staging", folder).rglob("*.py")):
        try:
            py_compile.compile(str(file), f"{file}c", "/rulewright" + str(file).removeprefix("/staging"), doraise=True)
        except py_compile.PyCompileError:
            continue  # a library's file for other versions of Python
        if not str(file).endswith("anyio/__init__.py"):  # reads its own source
            file.unlink()
`);
await (await python()).runPythonAsync(`
from interpreter.tools.export.first_tables import played, written
written("/staging", await played(list(games)))
`);

// Run by the export under Node: compiles the staged program with the very Python that will run it, fills its caches, and
// says which version that was. Arguments: the folder of Pyodide, the staging folder, the names of the games.
import { pathToFileURL } from "node:url";

// An uncaught error would print Pyodide's own source first.
process.on("uncaughtException", (problem) => { console.error(String(problem.message).trim().split("\n").slice(-9).join("\n")); process.exitCode = 1; });

const [pyodide, staging, ...games] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { RULEWRIGHT_CACHE: "/staging/cache", HOME: "/home/pyodide" } });
python.FS.mkdirTree("/staging");
python.FS.mount(python.FS.filesystems.NODEFS, { root: staging }, "/staging");
python.globals.set("games", python.toPy(games));
await python.runPythonAsync(`
import os, pathlib, py_compile, sys
os.makedirs("/staging/cache", mode=0o700, exist_ok=True)
os.chmod("/staging/cache", 0o700)
sys.path[:0] = ["/staging/app", "/staging/site", "/staging/late"]
from interpreter.tools.export.stand_in_rpds import install
install()
import interpreter
from interpreter.tools.export.warm import warm
warm(list(games))
import importlib, pkgutil
for module in pkgutil.walk_packages(interpreter.__path__, "interpreter."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)  # whatever the standard library lacks is noticed here
for folder in ("app", "site", "late"):
    for file in sorted(pathlib.Path("/staging", folder).rglob("*.py")):
        try:
            py_compile.compile(str(file), f"{file}c", "/rulewright" + str(file).removeprefix("/staging"), doraise=True)
        except py_compile.PyCompileError:
            continue  # a library's file for other versions of Python
`);
console.log(JSON.stringify({ python: python.runPython("import sys; sys.version.split()[0]"), pyodide: python.version }));

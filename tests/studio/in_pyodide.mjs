// Runs Python from standard input in the Pyodide of an exported page, under Node. Arguments: the exported folder, the folder in
// which its archives were laid out.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [exported, laidOut] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${exported}/pyodide/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${exported}/pyodide/`, env: { RULEWRIGHT_CACHE: "/rulewright/cache", HOME: "/home/pyodide" } });
python.FS.mkdirTree("/rulewright");
python.FS.mount(python.FS.filesystems.NODEFS, { root: laidOut }, "/rulewright");
python.runPython(`
import os, sys
sys.path[:0] = ["/rulewright/app", "/rulewright/site", "/rulewright/library"]
os.chmod("/rulewright/cache", 0o700)
from interpreter.tools.export import stand_in_rpds
stand_in_rpds.install()
`);
python.runPython(readFileSync(0, "utf8"));

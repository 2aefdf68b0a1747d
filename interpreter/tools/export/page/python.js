// @ts-check
/// <reference lib="webworker" />
// What both workers begin with: Pyodide, the packed program, and the ways to fetch what is only needed later.
import { loadPyodide } from "../pyodide/pyodide.mjs";

const unpacked = async () => {
  const answer = await fetch(new URL("../app.bin", import.meta.url));
  if (!answer.ok || !answer.body) throw new Error("its files are incomplete.");
  return new Response(answer.body.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")))).arrayBuffer();
};
// An import cannot wait for a promise, so this fetches in one go; only a worker may do that.
const fetchedAtOnce = (/** @type {string} */ path) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(path, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
};

export const pythonIsHere = async (/** @type {(words: string) => void} */ stage) => {
  const archive = unpacked();
  const python = await loadPyodide({
    indexURL: new URL("../pyodide/", import.meta.url).href,
    env: { RULEWRIGHT_CACHE: "/rulewright/cache", HOME: "/home/pyodide" },
  });
  stage("Python is here.");
  python.FS.mkdirTree("/rulewright/cache");
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/rulewright" });
  stage("The rules are unpacked.");
  python.globals.set("packages", python.toPy(JSON.parse('{packages}')));
  python.globals.set("fetch_late", () => {
    python.FS.writeFile("/rulewright/late.gz", fetchedAtOnce("../editing.bin"));
    python.runPython(`
import gzip, io, zipfile
with gzip.open("/rulewright/late.gz") as packed:
    zipfile.ZipFile(io.BytesIO(packed.read())).extractall("/rulewright")
`);
    python.FS.unlink("/rulewright/late.gz");
  });
  const kept = new Set(JSON.parse('{kept}')); // compiled games, each a file of its own
  python.globals.set("fetch_kept", (/** @type {string} */ name, /** @type {any} */ path) => {
    if (!kept.has(name)) return false;
    python.FS.writeFile(`${path}.gz`, fetchedAtOnce(`../cache/${name}.bin`));
    return true;
  });
  python.runPython(`
import os, sys
sys.path[:0] = ["/rulewright/app", "/rulewright/site"]
os.chmod("/rulewright/cache", 0o700)
from interpreter.tools.export import late_archive, stand_in_rpds
stand_in_rpds.install()
late_archive.install(packages, "/rulewright/late", fetch_late)
late_archive.install_cache(fetch_kept)
`);
  return python;
};

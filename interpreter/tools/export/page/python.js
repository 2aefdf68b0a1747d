// @ts-check
/// <reference lib="webworker" />
// What both workers begin with: Python with the program loaded, and the ways to fetch what is only needed later.
// The first visit imports the program and keeps the memory that this makes; later visits begin with that memory.
import { loadPyodide } from "../pyodide/pyodide.mjs";
import { arriving, layOut, layOutLate, layOutNow } from "./files.js";

const MEMORY = "rulewright-memory-{memory}"; // of the modules and of Pyodide, written by the export
const KEPT = new URL("../memory", import.meta.url).href;
const GAMES = JSON.parse('{games}');
const INDEX = new URL("../pyodide/", import.meta.url).href;
const env = { RULEWRIGHT_CACHE: "/rulewright/cache", HOME: "/home/pyodide" };

const keptMemory = async () => {
  try {
    const found = await (await caches.open(MEMORY)).match(KEPT);
    return found ? new Uint8Array(await found.arrayBuffer()) : undefined;
  } catch { return undefined; } // a browser that keeps nothing here
};

const keepMemory = async (/** @type {any} */ python) => {
  try {
    const memory = python.makeMemorySnapshot();
    for (const name of await caches.keys()) if (name.startsWith("rulewright-memory-") && name !== MEMORY) await caches.delete(name);
    await (await caches.open(MEMORY)).put(KEPT, new Response(memory));
  } catch (problem) { console.info("The next visit starts as slowly as this one:", problem); }
};

/** Python as it was after its first start here. */
const remembered = async (/** @type {Uint8Array} */ memory) => {
  const size = memory.length - new DataView(memory.buffer).getUint32(4, true); // without the head
  const createPyodideModule = async (/** @type {any} */ settings) => {
    const module = await (await import("../pyodide/pyodide.asm.mjs")).default(settings);
    if (module.HEAP8.length < size) module.growMemory(size);
    return module;
  };
  const python = await loadPyodide(/** @type {any} */ ({ indexURL: INDEX, env, _loadSnapshot: memory, createPyodideModule }));
  python.runPython("import random; random.seed()"); // else every visit would draw the same cards
  return python;
};

const begun = async (/** @type {Promise<Uint8Array>} */ data) => {
  const modules = arriving("../modules.bin");
  const python = await loadPyodide(/** @type {any} */ ({ indexURL: INDEX, env, _makeSnapshot: true }));
  layOut(python, await modules);
  layOut(python, await data);
  python.runPython(`
import sys
sys.path[:0] = ["/rulewright/app", "/rulewright/site"]
from interpreter.tools.export import late_archive, stand_in_rpds
stand_in_rpds.install()
with open("/rulewright/first.txt") as file:
    late_archive.begin(file.read().split())
import gc
gc.collect()
`);
  void keepMemory(python);
  return python;
};

export const pythonIsHere = async (/** @type {(words: string) => void} */ stage) => {
  const data = arriving("../data.bin"), memory = await keptMemory();
  let python;
  if (memory) {
    try {
      python = await remembered(memory);
      layOut(python, await data);
    } catch (problem) {
      console.warn("Starting anew:", problem);
      await caches.delete(MEMORY);
    }
  }
  python ??= await begun(data);
  stage("Python is here.");
  python.FS.mkdirTree("/rulewright/cache");
  python.FS.chmod("/rulewright/cache", 0o700);
  for (const game of GAMES) layOutLate(python, `/rulewright/app/interpreter/_data/games/${game}`, `../games/${game}.bin`);
  python.globals.set("fetch_late", () => layOutNow(python, "../editing.bin"));
  python.runPython(`
from interpreter.tools.export import late_archive
with open("/rulewright/late.txt") as file:
    late_archive.install(file.read().split(), ["/rulewright/app", "/rulewright/site", "/rulewright/library"], fetch_late)
`);
  stage("The rules are here.");
  return python;
};

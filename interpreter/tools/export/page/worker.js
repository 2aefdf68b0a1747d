// @ts-check
/// <reference lib="webworker" />
// The worker in which the studio runs: Pyodide, the packed program, and one Page object that answers requests.
import { loadPyodide } from "../pyodide/pyodide.mjs";

const began = performance.now();
/** @type {Record<string, number>} */
const times = {};
const stage = (/** @type {string} */ words) => { times[words] = Math.round(performance.now() - began); postMessage({ stage: words }); };
/** @type {any[]} */
const early = [];
/** @type {(message: any) => void} */
let take = (message) => { early.push(message); };
self.onmessage = ({ data }) => take(data);

const inflated = (/** @type {ReadableStream<Uint8Array>} */ stream) => new Response(stream.pipeThrough(/** @type {any} */ (new DecompressionStream("gzip")))).arrayBuffer();
const unpacked = async () => {
  const answer = await fetch(new URL("../app.bin", import.meta.url));
  if (!answer.ok || !answer.body) throw new Error("its files are incomplete.");
  return inflated(answer.body);
};
// An import cannot wait for a promise, so this fetches in one go; only a worker may do that.
const fetchedAtOnce = (/** @type {string} */ path) => {
  const request = new XMLHttpRequest();
  request.open("GET", new URL(path, import.meta.url), false);
  request.responseType = "arraybuffer";
  request.send();
  return new Uint8Array(request.response);
};

try {
  const archive = unpacked();
  const python = await loadPyodide({
    indexURL: new URL("../pyodide/", import.meta.url).href,
    env: { RULEWRIGHT_CACHE: "/rulewright/cache", HOME: "/home/pyodide" },
  });
  stage("Python is here.");
  python.FS.mkdirTree("/rulewright");
  python.unpackArchive(new Uint8Array(await archive), "zip", { extractDir: "/rulewright" });
  stage("The rules are unpacked.");
  const data = self.location.search === "?apart" ? "/apart" : "/data"; // each is a database of the browser of its own
  python.FS.mkdirTree(data);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, data);
  const exchange = (/** @type {boolean} */ read) => new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    python.FS.syncfs(read, (/** @type {unknown} */ problem) => { if (problem) console.warn("Saving failed:", problem); resolve(); });
  });
  await exchange(true);
  stage("Your tables are here.");
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
  python.FS.mkdirTree("/rulewright/cache");
  python.runPython(`
import os, sys
sys.path[:0] = ["/rulewright/app", "/rulewright/site"]
os.chmod("/rulewright/cache", 0o700)
from interpreter.tools.export import late_archive, stand_in_rpds
stand_in_rpds.install()
late_archive.install(packages, "/rulewright/late", fetch_late)
late_archive.install_cache(fetch_kept)
from interpreter.tools.export.boot import Page
`);
  stage("The studio is loaded.");
  const page = python.runPython(`Page("${data}")`);
  stage("Ready.");
  const asyncio = python.pyimport("asyncio");

  // One exchange with the browser's storage at a time; what changes meanwhile is written by the next.
  let saving = Promise.resolve(), wanted = false;
  const save = () => {
    if (wanted) return;
    wanted = true;
    saving = saving.then(() => new Promise((resolve) => setTimeout(resolve, 300))).then(async () => { wanted = false; await exchange(false); });
  };

  const request = async (/** @type {any} */ message) => {
    const { port } = message, gone = asyncio.Event();
    port.onmessage = () => gone.set();
    const start = (/** @type {number} */ status, /** @type {any} */ headers) => port.postMessage({ status, headers: headers.toJs() });
    const piece = (/** @type {any} */ data) => {
      if (!data) { port.postMessage({ end: true }); return; }
      const copy = new Uint8Array(data.toJs()); // what Python gives is a view into its memory
      port.postMessage({ body: copy }, [copy.buffer]);
    };
    try {
      const body = python.toPy(message.body ?? new Uint8Array());
      await page.request(message.method, message.path, message.query, python.toPy(message.headers), body.tobytes(), start, piece, gone);
    } catch (problem) {
      console.error(problem);
      port.postMessage({ status: 500, headers: [["content-type", "application/json"]] });
      port.postMessage({ body: new TextEncoder().encode(JSON.stringify({ message: "Something went wrong in this page; nothing was changed." })) });
      port.postMessage({ end: true });
    }
    if (message.method !== "GET") save();
  };

  const connect = async (/** @type {any} */ message) => {
    const arriving = asyncio.Queue();
    arriving.put_nowait(python.toPy({ type: "websocket.connect" }));
    message.port.onmessage = (/** @type {any} */ { data: [kind, text] }) => arriving.put_nowait(python.toPy(
      kind === "message" ? { type: "websocket.receive", text } : { type: "websocket.disconnect", code: 1001 }));
    try {
      await page.connect(message.path, arriving.get, (/** @type {string} */ kind, /** @type {string} */ text) => message.port.postMessage([kind, text]));
    } catch (problem) {
      console.error(problem);
      message.port.postMessage(["close", "1011"]);
    }
  };

  take = (message) => { void (message.type === "socket" ? connect(message) : request(message)); };
  for (const message of early) take(message);
  postMessage({ ready: true, times });
} catch (problem) {
  console.error(problem);
  postMessage({ failed: problem instanceof Error ? problem.message.trim().split("\n").at(-1) : String(problem) });
}

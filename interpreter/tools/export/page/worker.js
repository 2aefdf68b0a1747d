// @ts-check
/// <reference lib="webworker" />
// The worker in which the studio runs: one Page object that answers requests, and the browser's storage.
import { pythonIsHere } from "./python.js";

const began = performance.now();
/** @type {Record<string, number>} */
const times = {};
const stage = (/** @type {string} */ words) => { times[words] = Math.round(performance.now() - began); postMessage({ stage: words }); };
/** @type {any[]} */
const early = [];
/** @type {(message: any) => void} */
let take = (message) => { early.push(message); };
self.onmessage = ({ data }) => take(data);

try {
  const python = await pythonIsHere(stage);
  const data = self.location.search === "?apart" ? "/apart" : "/data"; // each is a database of the browser of its own
  python.FS.mkdirTree(data);
  python.FS.mount(python.FS.filesystems.IDBFS, {}, data);
  const exchange = (/** @type {boolean} */ read) => new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    python.FS.syncfs(read, (/** @type {unknown} */ problem) => { if (problem) console.warn("Saving failed:", problem); resolve(); });
  });
  await exchange(true);
  stage("Your tables are here.");
  python.runPython("from interpreter.tools.export.boot import Page");
  stage("The studio is loaded.");
  /** @type {MessagePort | undefined} */
  let second;
  const toSecond = (/** @type {string} */ message) => {
    if (!second) {
      const { port1, port2 } = new MessageChannel();
      second = port1;
      port1.onmessage = ({ data }) => { if (data === null) other.failed(); else other.arrived(data); };
      postMessage({ second: port2 }, [port2]); // the shell starts it
    }
    second.postMessage(message);
  };
  const page = python.globals.get("Page")(data, toSecond), other = page.second;
  stage("Ready.");
  const asyncio = python.pyimport("asyncio");

  // One exchange with the browser's storage at a time; what changes meanwhile is written by the next.
  let saving = Promise.resolve(), wanted = false, changing = 0; // requests that may change something
  const save = () => {
    if (wanted) return;
    wanted = true;
    saving = saving.then(() => new Promise((resolve) => setTimeout(resolve, 300))).then(async () => {
      wanted = false;
      await exchange(false);
      if (!wanted && !changing) postMessage({ kept: "yes" });
    });
  };

  const request = async (/** @type {any} */ message) => {
    const { port } = message, gone = asyncio.Event(), changes = message.method !== "GET";
    if (changes) { changing += 1; postMessage({ kept: "no" }); }
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
    if (changes) { changing -= 1; save(); }
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

// @ts-check
/// <reference lib="webworker" />
// The service worker: keeps the files of this edition for use offline, and hands requests of the studio's pages to the shell.
"use strict";
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = "{version}"; // of the files, written by the export
const FILES = JSON.parse('{files}');
const home = new URL(".", location.href).pathname;

/** @type {string[]} */
const LATER = JSON.parse('{late}'); // kept when they are needed or when there is time for them: a first table needs none of them

scope.addEventListener("install", (event) => event.waitUntil((async () => {
  const kept = await caches.open(VERSION);
  await kept.addAll(FILES.filter((/** @type {string} */ name) => !LATER.includes(name)));
})()));
scope.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== VERSION && !name.startsWith("rulewright-memory-")) await caches.delete(name);
  await scope.clients.claim();
})()));
scope.addEventListener("message", (event) => { 
  if (event.data === "take over") void scope.skipWaiting();
  if (event.data === "keep the rest") event.waitUntil(keepTheRest());
});

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const path = url.pathname.startsWith(home) ? url.pathname.slice(home.length) : url.pathname.slice(1);
  if (event.request.mode === "navigate" && event.request.destination === "document") event.respondWith(shellPage());
  else if (FILES.includes(`${path}.svg`)) event.respondWith(kept(`${path}.svg`)); // the picture of a bundled game
  else if (FILES.includes(path)) event.respondWith(kept(path));
  else event.respondWith(ask(event.request, `/${path}`, url.search.slice(1)));
});

// The address of a table is not a folder: the shell's own files are found from where this edition is.
const shellPage = async () => {
  const text = await (await kept("index.html")).text();
  return new Response(text.replace("<head>", `<head><base href="${home}">`), { headers: { "content-type": "text/html; charset=utf-8" } });
};

const kept = async (/** @type {string} */ path) => {
  const cache = await caches.open(VERSION), found = await cache.match(home + path);
  if (found) return found;
  const answer = await fetch(home + path); // pages name their files from the top, wherever this edition lies
  if (answer.ok && LATER.includes(path)) await cache.put(home + path, answer.clone());
  return answer;
};

// One after the other, so that whatever is wanted meanwhile comes first.
const keepTheRest = async () => {
  const cache = await caches.open(VERSION);
  for (const name of LATER) if (!await cache.match(home + name)) await cache.add(home + name).catch(() => undefined);
};

const shell = async () => {
  const pages = await scope.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.find((one) => one.frameType === "top-level");
};

async function ask(/** @type {Request} */ request, /** @type {string} */ path, /** @type {string} */ query) {
  const page = await shell();
  if (!page) return new Response("The page in which Rulewright runs has been closed.", { status: 503 });
  const body = request.method === "GET" ? null : new Uint8Array(await request.arrayBuffer());
  const { port1, port2 } = new MessageChannel();
  return new Promise((/** @type {(answer: Response) => void} */ resolve) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let out;
    const stream = new ReadableStream({
      start(controller) { out = controller; },
      cancel() { port1.postMessage("gone"); port1.close(); },
    });
    port1.onmessage = ({ data }) => {
      if (data.status) resolve(new Response([204, 304].includes(data.status) ? null : stream, { status: data.status, headers: data.headers }));
      else if (data.body) out.enqueue(data.body);
      else if (data.end) { out.close(); port1.close(); }
    };
    const headers = [...request.headers];
    page.postMessage({ type: "request", method: request.method, path: decodeURIComponent(path), query, headers, body, port: port2 }, [port2]);
  });
}

// @ts-check
/// <reference lib="webworker" />
// The service worker: keeps the files of this edition for use offline, and hands requests of the studio's pages to the shell.
"use strict";
const scope = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const VERSION = "{version}"; // of the files, written by the export
const FILES = JSON.parse('{files}');
const home = new URL(".", location.href).pathname;

const LATER = "editing.bin"; // kept when there is time for it: a table does not need it

scope.addEventListener("install", (event) => event.waitUntil((async () => {
  const kept = await caches.open(VERSION);
  await kept.addAll(FILES.filter((/** @type {string} */ name) => name !== LATER));
})()));
scope.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
  await scope.clients.claim();
  void caches.open(VERSION).then((kept) => kept.add(LATER));
})()));
scope.addEventListener("message", (event) => { if (event.data === "take over") void scope.skipWaiting(); });

scope.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (url.origin !== location.origin) return;
  const path = url.pathname.startsWith(home) ? url.pathname.slice(home.length) : url.pathname.slice(1);
  if (event.request.mode === "navigate" && event.request.destination === "document") event.respondWith(shellPage(event.request));
  else if (FILES.includes(path)) event.respondWith(kept(path, event.request));
  else event.respondWith(ask(event.request, `/${path}`, url.search.slice(1)));
});

// The address of a table is not a folder: the shell's own files are found from where this edition is.
const shellPage = async (/** @type {Request} */ request) => {
  const text = await (await kept("index.html", request)).text();
  return new Response(text.replace("<head>", `<head><base href="${home}">`), { headers: { "content-type": "text/html; charset=utf-8" } });
};

const kept = async (/** @type {string} */ path, /** @type {Request} */ request) =>
  await (await caches.open(VERSION)).match(home + path) ?? fetch(request);

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

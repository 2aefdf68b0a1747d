// @ts-check
// Event streams and sockets of the studio's pages: they end in the worker of the shell, not at a server. A service worker may be
// stopped by the browser at any time, so they do not go through it.
"use strict";
(() => {
  const shell = /** @type {any} */ (window.top).rulewright;
  if (!shell) return; // a page that was opened outside of the shell
  document.documentElement.dataset.home = shell.home.slice(0, -1);
  if (shell.apart) document.documentElement.dataset.apart = "yes";
  document.addEventListener("DOMContentLoaded", () => {
    for (const link of document.querySelectorAll('a[href="/"]')) link.setAttribute("href", shell.home);
  });
  const inside = (/** @type {string} */ address) => {
    const path = new URL(address, location.href).pathname;
    return path.startsWith(shell.home) ? `/${path.slice(shell.home.length)}` : path;
  };

  class PortSocket extends EventTarget {
    static CONNECTING = 0; static OPEN = 1; static CLOSING = 2; static CLOSED = 3;
    readyState = 0;
    #port;
    constructor(/** @type {string} */ address) {
      super();
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      port1.onmessage = ({ data: [kind, text] }) => {
        if (kind === "open") { this.readyState = 1; this.dispatchEvent(new Event("open")); }
        else if (kind === "message") this.dispatchEvent(new MessageEvent("message", { data: text }));
        else if (this.readyState !== 3) { this.readyState = 3; this.dispatchEvent(new CloseEvent("close", { code: Number(text) })); }
      };
      shell.passOn({ type: "socket", path: inside(address) }, port2);
      window.addEventListener("pagehide", () => this.close());
    }
    send(/** @type {string} */ text) { this.#port.postMessage(["message", text]); }
    close() { this.#port.postMessage(["close", ""]); this.readyState = 3; }
  }

  class PortSource extends EventTarget {
    static CONNECTING = 0; static OPEN = 1; static CLOSED = 2;
    readyState = 0;
    #port; #rest = "";
    constructor(/** @type {string} */ address) {
      super();
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      const text = new TextDecoder();
      port1.onmessage = ({ data }) => {
        if (data.status) this.#began(data.status);
        else if (data.body) this.#read(text.decode(data.body, { stream: true }));
        else if (data.end) { this.readyState = 2; this.dispatchEvent(new Event("error")); }
      };
      const query = new URL(address, location.href).search.slice(1);
      shell.passOn({ type: "request", method: "GET", path: inside(address), query, headers: [["accept", "text/event-stream"]], body: null }, port2);
      window.addEventListener("pagehide", () => this.close());
    }
    #began(/** @type {number} */ status) {
      this.readyState = status === 200 ? 1 : 2;
      this.dispatchEvent(new Event(status === 200 ? "open" : "error"));
    }
    #read(/** @type {string} */ piece) {
      const messages = (this.#rest + piece).split("\n\n");
      this.#rest = messages.pop() ?? "";
      for (const message of messages) {
        const lines = message.split("\n");
        const kind = lines.find((line) => line.startsWith("event:"))?.slice(6).trim() ?? "message";
        const data = lines.filter((line) => line.startsWith("data:")).map((line) => line.slice(5).replace(/^ /, "")).join("\n");
        if (lines.some((line) => line.startsWith("data:"))) this.dispatchEvent(new MessageEvent(kind, { data }));
      }
    }
    set onmessage(/** @type {(event: any) => void} */ handle) { this.addEventListener("message", handle); }
    set onerror(/** @type {(event: any) => void} */ handle) { this.addEventListener("error", handle); }
    set onopen(/** @type {(event: any) => void} */ handle) { this.addEventListener("open", handle); }
    close() { this.#port.postMessage("gone"); this.readyState = 2; }
  }
  Object.assign(window, { WebSocket: PortSocket, EventSource: PortSource });
})();

// @ts-check
// The shell keeps the worker in which the studio runs, and shows the studio's pages in a frame. Requests of the frame come
// from the service worker; streams and sockets come from the frame itself, by a port.
"use strict";
(() => {
  const home = new URL(".", document.baseURI).pathname; // where the files are; the address changes as the frame's does
  const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
  // What comes in a link is a stranger's: it is opened in a store of its own, which cannot reach the visitor's games.
  const APART = "rulewright-apart";
  if (/^#share=/.test(location.hash) || /[?&]game=[^&]*\.zip(&|$)/.test(location.search)) sessionStorage.setItem(APART, "yes");
  const apart = sessionStorage.getItem(APART) !== null;
  const worker = new Worker(`${home}page/worker.js${apart ? "?apart" : ""}`, { type: "module" });
  /** @type {() => void} */
  let begin = () => undefined;
  const ready = new Promise((/** @type {(value?: undefined) => void} */ resolve) => { begin = resolve; });

  worker.addEventListener("message", ({ data }) => {
    if (data.stage) {
      element("what").textContent = data.stage;
      /** @type {HTMLProgressElement} */ (element("progress")).value += 1;
    }
    if (data.ready) { Object.assign(window, { rulewrightTimes: data.times }); begin(); }
    if (data.kept) document.body.dataset.kept = data.kept; // whether the browser's storage has everything
    if (data.second) new Worker(`${home}page/second.js`, { type: "module" }).postMessage(data.second, [data.second]);
    if (data.failed) {
      element("progress").hidden = true;
      element("what").textContent = `This browser cannot run Rulewright: ${data.failed} Try a current Chrome, Edge, Firefox or Safari, or install Rulewright.`;
    }
  });

  const passOn = async (/** @type {Record<string, unknown>} */ message, /** @type {MessagePort} */ port) => {
    await ready;
    worker.postMessage({ ...message, port }, [port]);
  };
  Object.assign(window, { rulewright: { home, passOn, apart } });
  element("apart").hidden = !apart;
  element("back").addEventListener("click", () => { sessionStorage.removeItem(APART); location.assign(home); });

  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if (data?.type === "request") void passOn(data, data.port);
  });

  const offerNewVersion = (/** @type {ServiceWorkerRegistration} */ registration) => {
    const tell = () => { if (registration.waiting && navigator.serviceWorker.controller) element("news").hidden = false; };
    registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", tell));
    tell(); // it may have come during an earlier visit
    element("renew").addEventListener("click", () => {
      registration.waiting?.postMessage("take over");
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    });
  };

  const controlled = async () => {
    if (!("serviceWorker" in navigator)) throw new Error("it has no service workers here. The page needs https, or localhost.");
    const registration = await navigator.serviceWorker.register(new URL("service.js", document.baseURI));
    offerNewVersion(registration);
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
  };

  const open = async () => {
    try {
      await controlled();
    } catch (problem) {
      element("what").textContent = `Rulewright could not start: ${problem instanceof Error ? problem.message : String(problem)}`;
      return;
    }
    await ready;
    window.setTimeout(() => navigator.serviceWorker.controller?.postMessage("keep the rest"), 15000);
    const frame = /** @type {HTMLIFrameElement} */ (element("page"));
    frame.addEventListener("load", () => {
      element("boot").hidden = true;
      const inside = frame.contentWindow;
      if (!inside) return;
      history.replaceState(null, "", inside.location.pathname + inside.location.search + inside.location.hash);
      document.title = frame.contentDocument?.title || "Rulewright";
    });
    const here = location.pathname.endsWith("/index.html") ? home : location.pathname;
    frame.src = here + location.search + location.hash;
  };
  void open();
})();

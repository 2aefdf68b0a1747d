// @ts-check
/// <reference lib="webworker" />
// The second worker: tasks, language servers and simulations, so that no table waits for them. It starts when it is first needed.
import { pythonIsHere } from "./python.js";

self.onmessage = async ({ data: port }) => {
  try {
    const python = await pythonIsHere(() => undefined);
    const bench = python.runPython("from interpreter.tools.export.workbench import Workbench; Workbench")(
      (/** @type {string} */ message) => port.postMessage(message));
    port.onmessage = (/** @type {MessageEvent} */ { data }) => bench.arrived(data);
  } catch (problem) {
    console.error(problem);
    port.onmessage = () => port.postMessage(null); // whoever waits is told
  }
};

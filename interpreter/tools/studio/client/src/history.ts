// The history of a game's files: each save with what it changed, one file or the whole game restored, and the bin.

import { agreed } from "./asking";
import { byId, make, tell } from "./dom";
import { type Work, api } from "./edit_link";
import { fetched, wordsOf } from "./transport";

interface Step { step: number; at: number; words: string; files: { number: number; name: string; gone: boolean }[] }
interface Steps { steps: Step[]; bin: { number: number; name: string; at: number }[] }
type Line = [string, number, string];

export class HistoryPanel {
  constructor(private readonly work: Work) {}

  async show(): Promise<void> {
    const place = byId("tab-history");
    try {
      const { steps, bin } = await fetched<Steps>(api("/history"));
      place.replaceChildren(
        ...bin.length ? [make("h2", {}, "Bin"), make("ul", { class: "bin" }, ...bin.map((one) => make("li", {}, one.name, " ", this.button("Put back", "/restore", { number: one.number }))))] : [],
        make("h2", {}, "Saves"), ...steps.length ? steps.map((step) => this.step(step)) : [make("p", { class: "hint" }, "Nothing has been saved yet. Every save is kept here, with what it changed.")]);
    } catch (error) { tell(wordsOf(error)); }
  }

  private step(step: Step): HTMLElement {
    const when = new Date(step.at * 1000);
    const body = make("div", { class: "step-files" });
    const box = make("details", { class: "step" }, make("summary", {}, step.words, make("small", { title: when.toLocaleString() }, ago(when))), body);
    box.addEventListener("toggle", () => { if (box.open && !body.childNodes.length) void this.open(step, body); });
    return box;
  }

  private async open(step: Step, body: HTMLElement): Promise<void> {
    try {
      for (const file of step.files) {
        const { lines } = await fetched<{ lines: Line[] }>(api(`/history/${file.number}`));
        body.append(make("div", { class: "heading" }, make("h3", {}, file.name),
          this.button(file.gone ? "Put back" : "This file as it was then", "/restore", { number: file.number })), diff(lines));
      }
      if (!this.work.readOnly) body.append(make("button", { type: "button", class: "pass", click: () => void this.whole(step) }, "The whole game as it was then"));
    } catch (error) { tell(wordsOf(error)); }
  }

  private button(words: string, what: string, body: object): HTMLElement | string {
    if (this.work.readOnly) return "";
    return make("button", { type: "button", class: "pass", click: () => void this.work.change(what, body).then((done) => { if (done) void this.show(); }) }, words);
  }

  private async whole(step: Step): Promise<void> {
    const words = `Every file becomes what it was after “${step.words}”. What you have now stays in the history.`;
    if (await agreed("The whole game as it was then", [words], "Restore") && await this.work.change("/restore", { step: step.step })) await this.show();
  }
}

export function diff(lines: Line[]): HTMLElement {
  const sorts: Record<string, string> = { "+": "added", "-": "removed", "…": "left-out" };
  return make("pre", { class: "diff", tabindex: 0, "aria-label": "what was changed" }, ...lines.map(([sort, number, text]) => make("span", { class: sorts[sort] ?? "" }, make("small", {}, number ? String(number) : ""), `${sort} ${text}\n`)));
}

export function ago(then: Date, now = new Date()): string {
  const minutes = Math.round((now.getTime() - then.getTime()) / 60000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 24 * 60) return `${Math.round(minutes / 60)} h ago`;
  return then.toLocaleDateString();
}

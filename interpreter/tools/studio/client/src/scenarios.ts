// The strip of scenarios below the editor: red first, a click goes to the line; what was found can become what is expected, and
// what was played at the table can become a scenario.

import { agreed, askedWith } from "./asking";
import { byId, make, tell } from "./dom";
import { type Problem, type Work, api } from "./edit_link";
import { lines } from "./transport";

interface Edit { file: string; line: number; column: number; end_line: number; end_column: number; text: string }
export interface Result { name: string; file: string; line: number; passed: boolean; report: string; expected?: Edit[]; problems?: Problem[] }
const SHOWN = 200; // scenarios in the strip

/** A text with some places of it written differently; lines and columns are counted from 1. */
export function edited(text: string, edits: Edit[]): string {
  const found = text.split("\n");
  for (const edit of [...edits].sort((one, other) => other.line - one.line || other.column - one.column)) {
    const before = [...found[edit.line - 1] ?? ""].slice(0, edit.column - 1).join("");
    const after = [...found[edit.end_line - 1] ?? ""].slice(edit.end_column - 1).join("");
    found.splice(edit.line - 1, edit.end_line - edit.line + 1, before + edit.text + after);
  }
  return found.join("\n");
}

export class Scenarios {
  results: Result[] = [];
  private running: AbortController | null = null;
  private shown: Result | null = null;

  constructor(private readonly work: Work, private readonly listed: () => void, private readonly made: () => number) {
    byId("run").addEventListener("click", () => void this.run());
    byId("record").addEventListener("click", () => void this.record());
    byId("record").hidden = work.readOnly;
  }

  get failing(): Set<string> { return new Set(this.results.filter((one) => one.name && !one.passed).map((one) => one.file)); }

  async run(): Promise<void> {
    this.running?.abort();
    const mine = this.running = new AbortController();
    this.results = [];
    byId("scenario-count").textContent = "running…";
    try {
      for await (const found of lines<Result>(api("/scenarios"), {}, mine.signal)) {
        this.results.push(found);
        if (this.results.length % 10 === 0) this.draw(true);
      }
      this.draw(false);
      this.forget();
      this.listed();
    } catch { if (!mine.signal.aborted) byId("scenario-count").textContent = "could not be run"; }
  }

  private draw(running: boolean): void {
    const told = this.results.filter((one) => one.name);
    const failed = told.filter((one) => !one.passed);
    const broken = this.results.some((one) => one.problems);
    byId("scenario-count").textContent = broken ? "not while there is a mistake" : `${told.length - failed.length} ✓  ${failed.length} ✗${running ? " …" : ""}`;
    byId("scenario-count").className = broken || failed.length ? "red" : "green";
    const inOrder = [...failed, ...told.filter((one) => one.passed)].slice(0, SHOWN);
    byId("failures").replaceChildren(...inOrder.map((one) => make("li", {},
      make("button", { type: "button", class: one.passed ? "chip green" : "chip red", title: one.report, click: () => void this.goTo(one) }, `${one.passed ? "✓" : "✗"} ${one.name}`))));
  }

  private async goTo(one: Result): Promise<void> {
    await this.work.go(one.file, one.line);
    this.report(one.passed ? null : one);
  }

  /** What a red scenario found, for as long as it is red. */
  private report(one: Result | null): void {
    this.shown = one;
    byId("report").hidden = one === null;
    if (!one) return;
    const edits = this.work.readOnly ? [] : one.expected ?? [];
    byId("report").replaceChildren(make("div", { class: "heading" },
      edits.length ? make("button", { type: "button", class: "pass", click: () => void this.expect(one, edits) }, edits.length === 1 ? "Make this the expected value" : "Make these the expected values") : null,
      make("button", { type: "button", class: "more", "aria-label": "close", click: () => this.report(null) }, "✕")), one.report);
  }

  private forget(): void {
    const now = this.shown && this.results.find((one) => one.name === this.shown?.name && one.file === this.shown.file);
    if (this.shown && !this.results.some((one) => one.problems)) this.report(now && !now.passed ? now : null);
  }

  private async expect(one: Result, edits: Edit[]): Promise<void> {
    const words = edits.map((edit) => make("pre", {}, `${edit.file}:${edit.line}\n  ${edit.text}`));
    if (!await agreed("Make this the expected value?", ["This says that the rules are right and the scenario was wrong.", ...words], "Write it")) return;
    await this.work.go(one.file, one.line);
    this.work.write(edited(this.work.text, edits));
    await this.work.save();
  }

  private async record(): Promise<void> {
    const most = this.made();
    const title = make("input", { type: "text", required: true, maxlength: 80, value: "what we just played" });
    const first = make("input", { type: "number", min: 0, max: most, value: 0 });
    const asked = askedWith("Record from here", "Record", [
      make("p", { class: "hint" }, `The table has ${most} answer${most === 1 ? "" : "s"} so far. The position at the beginning, the decisions after it and what they led to become a scenario.`),
      make("label", {}, "Its name", title), make("label", {}, "Begin after how many answers?", first)],
    () => ({ title: title.value.trim(), first: Math.max(0, Math.trunc(Number(first.value) || 0)) }));
    const wanted = await asked;
    if (!wanted) return;
    const done = await this.work.change("/record", wanted);
    if (done?.show) { await this.work.go(done.show, done.line); tell("The scenario is written. Keep only what matters in its last part."); }
  }
}

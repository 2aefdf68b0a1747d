// Numbers, ranges, starting values and options of a game as a form. Each field writes the line that a person would write, in the
// editor beside it; saving is left to the person.

import { byId, make, tell } from "./dom";
import { type Work, api } from "./edit_link";
import { fetched, wordsOf } from "./transport";

interface Adjustable { group: string; name: string; title: string; value: string; choices: string[]; low: number | null; high: number | null; file: string; line: number; column: number; end_column: number }
const GROUPS: [string, string][] = [["players", "Players"], ["options", "Options, as usual"], ["numbers", "Numbers"], ["starts", "At the start"], ["ranges", "Ranges"]];

export class Numbers {
  constructor(private readonly work: Work) {}

  async show(): Promise<void> {
    try {
      const { found } = await fetched<{ found: Adjustable[] }>(api("/adjustable"), { name: this.work.open, text: this.work.text });
      const groups = GROUPS.map(([group, title]) => [title, found.filter((one) => one.group === group)] as const).filter(([, inside]) => inside.length);
      byId("tab-numbers").replaceChildren(
        make("p", { class: "hint" }, found.length ? "A change is written into its line, beside this; Save plays the table under it." : "This game has no numbers on lines of their own."),
        ...groups.map(([title, inside]) => make("section", { class: "numbers-of" }, make("h2", {}, title), ...inside.map((one) => this.field(one)))));
    } catch (error) { tell(wordsOf(error)); }
  }

  private field(one: Adjustable): HTMLElement {
    const field = one.choices.length
      ? make("select", {}, ...one.choices.map((name) => make("option", { value: name, selected: name === one.value }, name.replaceAll("_", " "))))
      : make("input", { type: "number", step: 1, value: one.value.replaceAll("_", ""), min: one.low ?? null, max: one.high ?? null });
    field.disabled = this.work.readOnly;
    field.addEventListener("change", () => { if (field.checkValidity()) void this.write(one, field.value); else field.reportValidity(); });
    return make("div", { class: "field number-field" }, make("label", {}, make("span", {}, one.name.replaceAll("_", " "), one.title ? make("small", {}, one.title) : null), field),
      make("button", { type: "button", class: "file", title: "show the line", click: () => void this.work.go(one.file, one.line) }, `${one.file}:${one.line}`));
  }

  private async write(one: Adjustable, value: string): Promise<void> {
    if (this.work.open !== one.file) await this.work.save();
    await this.work.go(one.file, one.line);
    if (this.work.open !== one.file) return;
    const lines = this.work.text.split("\n"), line = lines[one.line - 1] ?? "";
    if (line.slice(one.column - 1, one.end_column - 1) !== one.value) { await this.show(); return; } // written meanwhile
    lines[one.line - 1] = line.slice(0, one.column - 1) + value + line.slice(one.end_column - 1);
    this.work.write(lines.join("\n"));
    await this.work.go(one.file, one.line);
    await this.show();
  }
}

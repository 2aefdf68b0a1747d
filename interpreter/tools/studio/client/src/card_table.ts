// A card table as a spreadsheet in the place of its text: cells by type, rows added, moved and deleted. Every change is written into
// the text by the server, line by line, so that comments and order stay, and is shown below; Save and Undo are those of the text.

import { byId, make, tell } from "./dom";
import { type Problem, type Work, api } from "./edit_link";
import { type Suggested, suggesting } from "./suggesting";
import { fetched, wordsOf } from "./transport";

export interface Column { name: string; type: string; choices: string[]; required: boolean }
interface Row { line: number; cells: Record<string, string> }
interface Sheet { text: string; rows: Row[] }
interface Wrong extends Problem { cell?: [number, string] | null }
const PAUSE = 700; // milliseconds until the cells are checked
const HINTS: Record<string, string> = { yes_no: "yes or no", thing: "one of", list: "a list, with commas", formula: "a formula", steps: "steps, line by line", number: "a whole number", name: "small letters, digits, _" };

/** The columns: those that are declared, then what the rows have besides. */
export function columnsOf(declared: Column[], rows: Row[]): Column[] {
  const known = new Set(declared.map((one) => one.name));
  const more = new Set(rows.flatMap((row) => Object.keys(row.cells)).filter((name) => !known.has(name)));
  const used = (one: Column): boolean => one.required || !["text", "copies"].includes(one.name) || rows.some((row) => one.name in row.cells);
  return [...declared.filter(used), ...[...more].map((name) => ({ name, type: "text", choices: [], required: false }))];
}

export class CardTable {
  private declared: Column[] = [];
  private columns: Column[] = [];
  private rows: Row[] = [];
  private wrong: Wrong[] = [];
  private at: [number, number] = [0, 1];
  private shownText = "";
  private timer = 0;
  private readonly place = byId("grid");
  private readonly lines = make("pre", { class: "grid-lines", "aria-label": "the lines of this card in the file" });
  private readonly told = make("ul", { class: "found" });
  private readonly table = make("table", { role: "grid" });
  visible = false;

  constructor(private readonly work: Work, private readonly chosen: (title: string) => void, private readonly words: () => Promise<Suggested[]>) {
    const act = (label: string, what: () => void): HTMLElement => make("button", { type: "button", class: "pass", click: what }, label);
    const tools = work.readOnly ? [] : [act("+ Card", () => void this.change({ what: "add", row: this.at[0] }, [1, 0])), act("↑", () => this.move(-1)), act("↓", () => this.move(1)),
      act("Delete", () => void this.change({ what: "delete", row: this.at[0] }, [0, 0])), make("span", { class: "hint" }, "Enter or a letter writes in a cell; Alt with ↑ or ↓ moves its card")];
    this.place.replaceChildren(make("div", { class: "grid-tools" }, ...tools), make("div", { class: "grid-scroll" }, this.table), make("div", { role: "status" }, this.told), this.lines);
    this.table.addEventListener("keydown", (event) => this.key(event));
  }

  /** Whether a file can be shown as a table at all. */
  static fits(name: string): boolean { return /\.ya?ml$/.test(name) && !["game.yaml", "look.yaml", "texts.yaml"].includes(name); }

  async show(): Promise<boolean> {
    try {
      const found = await fetched<Sheet>(api("/sheet"), { text: this.work.text });
      this.declared = [];
      this.take(found);
      this.visible = true;
      await this.check();
      return true;
    } catch (error) { tell(wordsOf(error)); return false; }
  }

  /** After the text has changed elsewhere: by Undo, by a restored file. */
  async follow(): Promise<void> {
    if (!this.visible || this.work.text === this.shownText) return;
    try { this.take(await fetched<Sheet>(api("/sheet"), { text: this.work.text })); this.later(); } catch { /* not a table just now */ }
  }

  private take(found: Sheet): void {
    this.shownText = found.text;
    this.rows = found.rows;
    this.columns = columnsOf(this.declared.length ? this.declared : [{ name: "id", type: "name", choices: [], required: true }], found.rows);
    this.draw();
  }

  private later(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.check(), PAUSE);
  }

  /** The types of the columns and what is wrong in the cells, from the rules as they are. */
  private async check(): Promise<void> {
    const text = this.work.text;
    try {
      const found = await fetched<{ columns?: Column[]; problems: Wrong[] }>(api("/columns"), { name: this.work.open, text });
      if (text !== this.work.text) return;
      if (found.columns) this.declared = found.columns;
      this.wrong = found.problems;
      this.columns = columnsOf(this.declared.length ? this.declared : this.columns, this.rows);
      if (!this.place.querySelector("td input, td textarea, td select")) this.draw();
      this.told.replaceChildren(...this.wrong.map((one) => make("li", { class: "red" }, `${one.cell ? `${this.rows[one.cell[0]]?.cells["id"] ?? ""} ${one.cell[1]}: ` : `${one.path ?? ""} `}${one.message}${one.help ? ` — ${one.help}` : ""}`)));
    } catch (error) { tell(wordsOf(error)); }
  }

  private draw(): void {
    const had = this.table.contains(document.activeElement);
    const head = make("tr", {}, make("th", { scope: "col" }, ""), ...this.columns.map((column) => make("th", { scope: "col", title: HINTS[column.type] ?? "" }, column.name.replaceAll("_", " "))));
    this.table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...this.rows.map((row, number) => this.row(row, number))));
    this.at = [Math.min(this.at[0], Math.max(this.rows.length - 1, 0)), Math.min(Math.max(this.at[1], 0), this.columns.length - 1)];
    this.select(this.at, had);
  }

  private row(row: Row, number: number): HTMLElement {
    const handle = make("th", { scope: "row", class: "handle", draggable: this.work.readOnly ? null : "true", title: "drag to move this card" }, String(number + 1));
    handle.addEventListener("dragstart", (event) => event.dataTransfer?.setData("text/x-row", String(number)));
    const line = make("tr", {}, handle, ...this.columns.map((column, place) => this.cell(row, number, column, place)));
    line.addEventListener("dragover", (event) => event.preventDefault());
    line.addEventListener("drop", (event) => {
      event.preventDefault();
      const from = Number(event.dataTransfer?.getData("text/x-row"));
      if (Number.isInteger(from) && from !== number) void this.change({ what: "move", row: from, to: number }, [number - this.at[0], 0]);
    });
    return line;
  }

  private cell(row: Row, number: number, column: Column, place: number): HTMLElement {
    const wrong = this.wrong.find((one) => one.cell && one.cell[0] === number && one.cell[1] === column.name);
    const cell = make("td", { role: "gridcell", tabindex: -1, class: `of-${column.type}${wrong ? " wrong" : ""}`, title: wrong ? wrong.message : null, "aria-invalid": wrong ? "true" : null, "data-row": number, "data-column": column.name,
      "aria-label": `${column.name} of ${row.cells["id"] ?? ""}` }, row.cells[column.name] ?? "");
    cell.addEventListener("mousedown", (event) => { if (event.target === cell) this.select([number, place], false); });
    cell.addEventListener("dblclick", () => this.edit());
    cell.addEventListener("click", () => { this.select([number, place], true); });
    return cell;
  }

  private get current(): HTMLTableCellElement | null { return this.table.tBodies[0]?.rows[this.at[0]]?.cells[this.at[1] + 1] ?? null; }

  private select(at: [number, number], focus: boolean): void {
    this.table.querySelector("td[tabindex='0']")?.setAttribute("tabindex", "-1");
    this.table.querySelector("tr.chosen")?.classList.remove("chosen");
    this.at = at;
    const cell = this.current;
    cell?.setAttribute("tabindex", "0");
    cell?.parentElement?.classList.add("chosen");
    if (focus && cell && !cell.contains(document.activeElement)) cell.focus();
    const row = this.rows[at[0]];
    if (!row) { this.lines.textContent = ""; return; }
    const next = this.rows[at[0] + 1]?.line ?? Infinity;
    const lines = this.shownText.split("\n").slice(row.line - 1, Math.min(next - 1, row.line + 30));
    this.lines.textContent = lines.map((line, number) => `${String(row.line + number).padStart(4)}  ${line}`).join("\n").trimEnd();
    this.chosen(row.cells["title"] ?? row.cells["id"] ?? "");
  }

  private key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLSelectElement) return;
    const steps: Record<string, [number, number]> = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Tab: [0, event.shiftKey ? -1 : 1] };
    const step = steps[event.key];
    if (event.altKey && step && step[0]) { event.preventDefault(); this.move(step[0]); return; }
    if (step) {
      const to: [number, number] = [this.at[0] + step[0], this.at[1] + step[1]];
      if (to[0] < 0 || to[0] >= this.rows.length || to[1] < 0 || to[1] >= this.columns.length) return;
      event.preventDefault();
      this.select(to, true);
    } else if (event.key === "Enter" || event.key === "F2") { event.preventDefault(); this.edit(); }
    else if (event.key === "Delete" || event.key === "Backspace") { event.preventDefault(); void this.set(""); }
    else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) { event.preventDefault(); this.edit(event.key); }
  }

  private move(by: number): void {
    const to = this.at[0] + by;
    if (to >= 0 && to < this.rows.length) void this.change({ what: "move", row: this.at[0], to }, [by, 0]);
  }

  // ---- writing in a cell
  private edit(begin = ""): void {
    const column = this.columns[this.at[1]], cell = this.current, value = this.rows[this.at[0]]?.cells[column?.name ?? ""] ?? "";
    if (!column || !cell || this.work.readOnly) return;
    if (column.type === "yes_no") { void this.set(value === "yes" ? "no" : "yes"); return; }
    const field = column.type === "thing" ? this.choosing(column, value) : this.typing(column, begin || value);
    let done = false;
    const finish = (keep: boolean, step: [number, number] = [0, 0]): void => {
      if (done) return;
      done = true;
      const typed = field.value;
      cell.textContent = value;
      if (keep && typed !== value) void this.set(typed, step);
      else this.select([this.at[0] + step[0], Math.min(this.at[1] + step[1], this.columns.length - 1)], true);
    };
    field.addEventListener("blur", () => finish(true));
    field.addEventListener("change", () => { if (field instanceof HTMLSelectElement) finish(true); });
    field.addEventListener("keydown", (event: Event) => {
      const { key, shiftKey } = event as KeyboardEvent;
      if (event.defaultPrevented) return;
      const several = column.type === "steps" || column.type === "text" ? shiftKey || column.type === "steps" : false;
      if (key === "Escape") { event.preventDefault(); finish(false); }
      else if (key === "Tab") { event.preventDefault(); finish(true, [0, shiftKey ? -1 : 1]); }
      else if (key === "Enter" && (!several || (event as KeyboardEvent).ctrlKey)) { event.preventDefault(); finish(true); }
    });
    cell.replaceChildren(field);
    field.focus();
    if (!(field instanceof HTMLSelectElement)) {
      if (!begin) field.select();
      if (["formula", "steps", "list"].includes(column.type)) void this.suggest(field, column);
    }
  }

  private choosing(column: Column, value: string): HTMLSelectElement {
    return make("select", { "aria-label": column.name }, ...column.required ? [] : [make("option", { value: "" }, "–")], ...[...new Set([...column.choices, ...value ? [value] : []])].map((one) => make("option", { value: one, selected: one === value }, one)));
  }

  private typing(column: Column, value: string): HTMLInputElement | HTMLTextAreaElement {
    if (["text", "steps", "formula", "other"].includes(column.type)) return make("textarea", { rows: column.type === "steps" ? 5 : 3, "aria-label": column.name, spellcheck: column.type === "text" ? "true" : "false" }, value);
    const field = make("input", { type: "text", "aria-label": column.name, inputmode: column.type === "number" ? "numeric" : null, autocomplete: "off" });
    field.value = value;
    return field;
  }

  private async suggest(field: HTMLInputElement | HTMLTextAreaElement, column: Column): Promise<void> {
    const words = column.type === "list" ? column.choices.map((name) => ({ name, sort: "" })) : await this.words();
    if (words.length && field.isConnected) suggesting(field, words);
  }

  private async set(typed: string, step: [number, number] = [0, 0]): Promise<void> {
    const column = this.columns[this.at[1]];
    if (column) await this.change({ what: "set", row: this.at[0], column: column.name, typed, type: column.type, order: this.columns.map((one) => one.name) }, step);
  }

  private async change(change: object, step: [number, number]): Promise<void> {
    if (this.work.readOnly) return;
    try {
      const found = await fetched<Sheet>(api("/sheet"), { text: this.work.text, change });
      this.at = [Math.max(this.at[0] + step[0], 0), Math.max(this.at[1] + step[1], 0)];
      this.shownText = found.text;
      this.work.write(found.text);
      this.take(found);
      this.current?.focus();
      this.later();
    } catch (error) { tell(wordsOf(error)); this.current?.focus(); }
  }
}

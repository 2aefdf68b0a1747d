// A house rule from a form: another value, one more card, one more need. The text that it becomes is shown.

import { byId, make, tell } from "./dom";
import { api } from "./edit_link";
import { fetched } from "./transport";

type Cell = string | number | boolean | null | Cell[];
interface Table { kind: string; columns: [string, string, string[]][]; example: Record<string, Cell> }
interface Changeable { values: [string, number][]; cards: Table[]; actions: string[]; problems?: { message: string }[] }
interface House { texts?: Record<string, string>; problems?: { message: string; help?: string | null }[]; written: boolean; files?: string[] }
const spoken = (name: string): string => name.replaceAll("_", " ");

export class HouseForm {
  private known: Changeable | null = null;
  private body = make("div", { class: "house-fields" });
  private what: "value" | "card" | "need" = "value";
  private timer = 0;

  constructor(private readonly readOnly: string, private readonly wrote: (files: string[], name: string) => void, private readonly play: (name: string) => void) {
    document.querySelector('[data-tab="house"]')?.addEventListener("click", () => void this.open());
  }

  private async open(): Promise<void> {
    if (this.known) return;
    byId("house").replaceChildren(make("p", { class: "hint" }, "Looking for what you can change…"));
    try {
      this.known = await fetched<Changeable>(api("/changeable"));
      if (this.known.problems?.length) { byId("house").textContent = this.known.problems[0]?.message ?? ""; this.known = null; return; }
      this.draw();
    } catch (error) { tell(error instanceof Error ? error.message : String(error)); }
  }

  private draw(): void {
    const sorts: [typeof this.what, string, boolean][] = [
      ["value", "Change a value", Boolean(this.known?.values.length)], ["card", "Add a card", Boolean(this.known?.cards.length)],
      ["need", "Another need", Boolean(this.known?.actions.length)]];
    const first = sorts.find((sort) => sort[2]);
    this.what = first ? first[0] : "value";
    const radios = sorts.map(([name, words, there]) => make("label", { class: there ? null : "grey" },
      make("input", { type: "radio", name: "sort", value: name, checked: name === this.what, disabled: !there, change: () => { this.what = name; this.fields(); } }), ` ${words}`));
    byId("house").replaceChildren(make("form", { id: "house-form", submit: (event) => { event.preventDefault(); void this.ask(true); }, input: () => this.later() },
      make("fieldset", { class: "sorts" }, make("legend", {}, "What should change?"), ...radios),
      this.field("What is it called?", make("input", { name: "title", value: "Our house rule", maxlength: 60, required: true })),
      this.body,
      make("div", { class: "foot" }, make("button", { type: "submit", class: "confirm", disabled: this.readOnly !== "" }, "Write the house rule")),
      this.readOnly ? make("p", { class: "hint" }, this.readOnly) : null),
    make("div", { role: "status" }, make("ul", { id: "house-problems", class: "found" })), make("pre", { id: "house-text", tabindex: 0, "aria-label": "the text of the house rule" }), make("div", { id: "house-done" }));
    this.fields();
  }

  private field(words: string, field: HTMLElement): HTMLElement { return make("label", { class: "field" }, make("span", {}, words), field); }

  private fields(): void {
    const known = this.known;
    if (!known) return;
    if (this.what === "value") {
      const number = make("input", { name: "number", type: "number", required: true, value: known.values[0]?.[1] ?? 0 });
      const value = make("select", { name: "value", change: () => { number.value = String(known.values.find(([name]) => name === value.value)?.[1] ?? 0); } },
        ...known.values.map(([name, now]) => make("option", { value: name }, `${spoken(name)} (now ${now})`)));
      this.body.replaceChildren(this.field("Which value?", value), this.field("What should it be?", number));
    } else if (this.what === "need") {
      this.body.replaceChildren(this.field("Which action needs more?", make("select", { name: "action" }, ...known.actions.map((name) => make("option", { value: name }, spoken(name))))),
        this.field("What must be true? (as in the rules)", make("input", { name: "condition", required: true, placeholder: "your money is at least 5" })),
        this.field("What should players read if it is not?", make("input", { name: "reason", required: true, placeholder: "you need five at least" })));
    } else {
      const table = make("select", { name: "table", change: () => this.card(known.cards.find((one) => one.kind === table.value)) },
        ...known.cards.map((one) => make("option", { value: one.kind }, spoken(one.kind))));
      this.body.replaceChildren(this.field("Which cards?", table), make("div", { id: "card-fields" }));
      this.card(known.cards[0]);
    }
    this.later();
  }

  private card(table: Table | undefined): void {
    if (!table) return;
    const rows = table.columns.map(([name, type, names]) => {
      const now = table.example[name];
      const field = type === "yes_no" ? make("input", { type: "checkbox", "data-column": name, "data-type": type, checked: now === true })
        : type === "thing" ? make("select", { "data-column": name, "data-type": type }, make("option", { value: "", selected: now === null }, "–"),
          ...names.map((one) => make("option", { value: one, selected: one === now }, spoken(one))))
          : type === "steps" ? make("textarea", { "data-column": name, "data-type": type, rows: 3, placeholder: "player gains 2 money" }, String(now ?? "").trimEnd())
          : make("input", { type: type === "number" ? "number" : "text", "data-column": name, "data-type": type, value: Array.isArray(now) ? now.join(", ") : String(now ?? "") });
      return this.field(spoken(name), field);
    });
    const place = document.getElementById("card-fields") ?? this.body.querySelector("#card-fields");
    place?.replaceChildren(this.field("Its title", make("input", { name: "card-title", required: true, value: "A new card" })),
      this.field("What is printed on it", make("textarea", { name: "card-text", rows: 3 }, String(table.example["text"] ?? ""))),
      this.field("How many copies?", make("input", { name: "copies", type: "number", min: 1, value: 1 })), ...rows);
    this.later();
  }

  private value(name: string): string {
    return document.querySelector<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>(`#house-form [name="${name}"]`)?.value ?? "";
  }

  private wanted(): Record<string, unknown> {
    const title = this.value("title"), name = identifier(title);
    if (this.what === "value") return { name, title, values: { [this.value("value")]: Math.trunc(Number(this.value("number"))) } };
    if (this.what === "need") return { name, title, needs: [[this.value("action"), this.value("condition"), this.value("reason")]] };
    const row: Record<string, unknown> = { id: identifier(this.value("card-title")), title: this.value("card-title"), copies: Math.max(1, Math.trunc(Number(this.value("copies")))) };
    if (this.value("card-text")) row["text"] = this.value("card-text");
    for (const field of document.querySelectorAll<HTMLInputElement>("#card-fields [data-column]")) row[field.dataset["column"] ?? ""] = cell(field);
    return { name, title, cards: [[this.value("table"), row]] };
  }

  private later(): void {
    window.clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(false), 600);
  }

  private async ask(write: boolean): Promise<void> {
    window.clearTimeout(this.timer);
    const wanted = this.wanted();
    try {
      const found = await fetched<House>(api("/house"), { ...wanted, write });
      const texts = Object.entries(found.texts ?? {});
      byId("house-text").textContent = texts.map(([name, text]) => (texts.length > 1 ? `# ${name}\n` : "") + text).join("\n");
      byId("house-problems").replaceChildren(...(found.problems ?? []).map((one) => make("li", { class: "red" }, one.message + (one.help ? ` — ${one.help}` : ""))));
      if (!found.written || !found.files) return;
      const name = String(wanted["name"]);
      byId("house-done").replaceChildren(make("p", { class: "green" }, `variants/${name}.rules is written.`),
        make("button", { type: "button", class: "confirm", click: () => this.play(name) }, "Play a table with it"));
      this.wrote(found.files, `variants/${name}.rules`);
    } catch (error) { byId("house-problems").replaceChildren(make("li", { class: "red" }, error instanceof Error ? error.message : String(error))); }
  }
}

function cell(field: HTMLInputElement): Cell {
  const type = field.dataset["type"];
  if (type === "yes_no") return field.checked;
  if (type === "number") return field.value === "" ? null : Math.trunc(Number(field.value));
  if (type === "steps") return field.value.trim() ? `${field.value.trimEnd()}\n` : null;
  if (type === "list") return field.value.split(",").map((one) => one.trim()).filter(Boolean).map((one) => /^-?\d+$/.test(one) ? Number(one) : one);
  return field.value || null;
}

const identifier = (title: string): string => title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 40) || "house_rule";

// The list of a game's files, and what can be done with each: rename, duplicate, delete, add, upload.

import { askedFor } from "./asking";
import { byId, make, tell } from "./dom";
import type { Work } from "./edit_link";

interface Beginning { kind: string; words: string; label: string; hint: string; value: string }
const BEGINNINGS: Beginning[] = [
  { kind: "cards", words: "Cards", label: "What are the cards called, one of them?", hint: "A table with two cards, and the rules that shuffle them.", value: "spell" },
  { kind: "variant", words: "Variant", label: "What is the house rule called?", hint: "A house rule with a test of its own.", value: "short game" },
  { kind: "scenario", words: "Scenario", label: "What is tested?", hint: "A test of the first decision, to be continued.", value: "first turn" },
  { kind: "rules", words: "Rules", label: "What are the rules about?", hint: "An empty file in the folder rules.", value: "scoring" },
];
const SHEETS = /\.(csv|tsv|xlsx|ods)$/, WORKBOOKS = /\.(xlsx|ods)$/; // a workbook is no text
const TAKEN = ".csv,.tsv,.xlsx,.ods,.yaml,.yml,.rules,.scenario,.md";
const LARGEST = 2 ** 20;

/** Where an uploaded file belongs. */
export function placeOf(name: string): string {
  const plain = (name.split(/[\\/]/).pop() ?? "").replace(/[^A-Za-z0-9_.-]+/g, "_").replace(/^[^A-Za-z0-9_]+/, "");
  if (SHEETS.test(plain) || plain === "game.yaml" || plain === "look.yaml" || plain.endsWith(".md")) return plain;
  const folder = plain.endsWith(".rules") ? "rules" : plain.endsWith(".scenario") ? "scenarios" : "cards";
  return `${folder}/${plain}`;
}

/** A file that is no text, as letters that JSON can carry. */
const inLetters = (file: File): Promise<string> => new Promise((done, failed) => {
  const reader = new FileReader();
  reader.addEventListener("load", () => done(String(reader.result).replace(/^[^,]*,/, "")));
  reader.addEventListener("error", () => failed(reader.error));
  reader.readAsDataURL(file);
});

export class FileList {
  private menu = ""; // the file whose actions are shown

  constructor(private readonly work: Work) {
    if (work.readOnly) return;
    byId("add").replaceChildren(make("h2", {}, "Add"),
      ...BEGINNINGS.map((one) => make("button", { type: "button", class: "file", click: () => void this.begin(one) }, `+ ${one.words}`)),
      this.upload());
  }

  private upload(): HTMLElement {
    const input = make("input", { type: "file", accept: TAKEN, multiple: true, "aria-label": "upload files" });
    input.addEventListener("change", () => { void this.send([...(input.files ?? [])]).then(() => { input.value = ""; }); });
    return make("label", { class: "file", title: "Texts of a game, or a spreadsheet (Excel, OpenDocument, CSV), which becomes a card table" }, "↑ Upload", input);
  }

  private async send(chosen: File[]): Promise<void> {
    for (const file of chosen) {
      if (file.size > LARGEST) { tell(`${file.name} is too large: at most one megabyte.`); continue; }
      const name = placeOf(file.name);
      await this.work.change("/upload", WORKBOOKS.test(name) ? { name, workbook: await inLetters(file) } : { name, text: await file.text() });
    }
  }

  private async begin(one: Beginning): Promise<void> {
    const name = await askedFor(`Add: ${one.words.toLowerCase()}`, one.label, one.value, "Add", one.hint);
    if (name) await this.work.change("/begin", { kind: one.kind, name });
  }

  draw(failing: ReadonlySet<string>, dirty: boolean): void {
    const rows: Node[] = [];
    let folder = "";
    for (const name of this.work.files) {
      const cut = name.lastIndexOf("/");
      const [inside, base] = [name.slice(0, Math.max(cut, 0)), name.slice(cut + 1)];
      if (inside !== folder) rows.push(make("li", { class: "folder" }, inside));
      folder = inside;
      rows.push(this.row(name, base, failing.has(name), dirty, () => this.draw(failing, dirty)));
    }
    byId("files").replaceChildren(...rows);
  }

  private row(name: string, base: string, red: boolean, dirty: boolean, again: () => void): HTMLElement {
    const open = name === this.work.open;
    const file = make("button", { type: "button", class: red ? "file red" : "file", "aria-current": open ? "true" : null, click: () => void this.work.go(name) },
      base, open && dirty ? make("span", { title: "not saved" }, " ●") : null);
    if (this.work.readOnly) return make("li", {}, file);
    const more = make("button", { type: "button", class: "more", "aria-label": `more for ${name}`, "aria-expanded": this.menu === name ? "true" : "false",
      click: () => { this.menu = this.menu === name ? "" : name; again(); } }, "⋯");
    return make("li", { class: "with-menu" }, file, more, this.menu === name ? this.actions(name) : null);
  }

  private actions(name: string): HTMLElement {
    const act = (words: string, what: () => Promise<unknown>): HTMLElement =>
      make("button", { type: "button", class: "pass", click: () => { this.menu = ""; void what(); } }, words);
    return make("div", { class: "file-menu" },
      act("Rename", async () => {
        const to = await askedFor("Rename", "Its new name, including its folder", name, "Rename", "Where other files name it in quotation marks, they follow.");
        if (to && to !== name) await this.work.change("/rename", { name, to });
      }),
      act("Duplicate", () => this.work.change("/duplicate", { name })),
      act("Delete", () => this.work.change("/delete", { name }).then((done) => { if (done) tell(`${name} is in the bin: see History.`); })));
  }
}

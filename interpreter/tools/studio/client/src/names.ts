// Words beside the editor: everything in this game that a house rule can change, with a line that does it, and the language's
// sentences on one page.

import { askedFor } from "./asking";
import { byId, make, tell } from "./dom";
import { type Work, api } from "./edit_link";
import type { Suggested } from "./suggesting";
import { fetched, wordsOf } from "./transport";

interface Name { sort: string; name: string; file: string; line: number; text: string; example: string[] }
interface Names { headings?: Record<string, string>; names?: Name[]; problems: { message: string }[] }
interface Sentence { chapter: string; forms: string[]; means: string }
const plain = (text: string): string => text.replaceAll("`", "").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");

export class NamesPanel {
  private known: Promise<Names> | null = null;
  private sentences: Promise<{ sentences: Sentence[] }> | null = null;
  private readonly filter = make("input", { type: "search", "aria-label": "filter words", placeholder: "A name of this game, or a word of the language" });
  private readonly list = make("div", {});

  constructor(private readonly work: Work) {
    this.filter.addEventListener("input", () => void this.draw());
    byId("tab-names").replaceChildren(this.filter, this.list);
  }

  /** Read again when the rules have been saved. */
  forget(): void { this.known = null; }

  async words(): Promise<Suggested[]> {
    try { return ((await this.names()).names ?? []).map((one) => ({ name: one.name.split(" ")[0] ?? "", sort: one.sort })); } catch { return []; }
  }

  private names(): Promise<Names> { return this.known ??= fetched<Names>(api("/names")); }

  async show(): Promise<void> {
    if (!this.list.childNodes.length) this.list.replaceChildren(make("p", { class: "hint" }, "Reading the rules…"));
    await this.draw();
  }

  private async draw(): Promise<void> {
    try {
      const [names, sheet] = await Promise.all([this.names(), this.sentences ??= fetched<{ sentences: Sentence[] }>(api("/language-sheet"))]);
      const word = this.filter.value.toLowerCase();
      const told = (names.names ?? []).filter((one) => !word || `${one.name} ${one.name.replaceAll("_", " ")} ${one.text}`.toLowerCase().includes(word));
      const said = sheet.sentences.filter((one) => !word || `${one.forms.join(" ")} ${one.means}`.toLowerCase().includes(word));
      this.list.replaceChildren(
        ...names.problems.length ? [make("p", { class: "red" }, "The names appear again once the mistakes are fixed.")] : [],
        ...Object.entries(names.headings ?? {}).flatMap(([sort, heading]) => this.group(heading, told.filter((one) => one.sort === sort), word !== "")),
        ...[...new Set(said.map((one) => one.chapter))].map((chapter) => this.chapter(chapter, said.filter((one) => one.chapter === chapter), word !== "")));
    } catch (error) { tell(wordsOf(error)); this.known = this.sentences = null; }
  }

  private group(heading: string, names: Name[], open: boolean): HTMLElement[] {
    if (!names.length) return [];
    return [make("details", { class: "step", open }, make("summary", {}, heading, make("small", {}, String(names.length))), make("ul", { class: "names" }, ...names.map((one) => make("li", {},
      make("button", { type: "button", class: "file", click: () => void this.work.go(one.file, one.line) }, make("b", {}, one.name), make("small", {}, ` ${one.file}:${one.line}`)),
      make("pre", {}, one.example.join("\n")),
      this.work.readOnly ? null : make("button", { type: "button", class: "pass", click: () => void this.houseRule(one) }, "Write a house rule")))))];
  }

  private chapter(chapter: string, sentences: Sentence[], open: boolean): HTMLElement {
    return make("details", { class: "step", open }, make("summary", {}, chapter, make("small", {}, "the language")),
      make("dl", { class: "sentences" }, ...sentences.flatMap((one) => [make("dt", {}, ...one.forms.map((form) => make("code", {}, form))), make("dd", {}, plain(one.means))])));
  }

  private async houseRule(one: Name): Promise<void> {
    const title = await askedFor("Write a house rule", `A house rule about ${one.name}: what is it called?`, `other ${one.name.split(" ")[0]?.replaceAll("_", " ") ?? ""}`, "Write it");
    if (!title) return;
    const name = title.toLowerCase().replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 40) || "house_rule";
    const text = `variant ${name} "${title.replace(/["{}]/g, "'")}"\n${one.example.join("\n")}\n`;
    await this.work.change("/make", { name: `variants/${name}.rules`, text });
  }
}

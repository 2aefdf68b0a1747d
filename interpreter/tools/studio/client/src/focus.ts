// In focus: everything about the thing that is pointed at, and the rules at hand.

import { byId, drawn, make, tell } from "./dom";
import type { Looked, RuleText } from "./forms";
import { type TableLink, wordsOf } from "./transport";

export class Focus {
  private readonly kept = new Map<string, Looked>();
  private shown = "";
  private rules: RuleText | null = null;

  constructor(private readonly link: TableLink, private readonly hasRules: boolean) {}

  /** The table has changed: what was said of things may no longer be so. */
  forget(): void { this.kept.clear(); this.rules = null; }

  close(): void { this.shown = ""; byId("focus").hidden = true; }

  async show(thing: string): Promise<void> {
    if (this.shown === thing && !byId("focus").hidden) return;
    this.shown = thing;
    try {
      const found = this.kept.get(thing) ?? await this.link.look(thing);
      this.kept.set(thing, found);
      if (this.shown === thing) this.draw(found);
    } catch (error) { tell(wordsOf(error)); }
  }

  private draw(found: Looked): void {
    const place = byId("focus");
    place.replaceChildren(
      make("div", { class: "focus-head" }, make("h2", {}, found.title), make("button", { type: "button", "aria-label": "close", click: () => this.close() }, "✕")),
      found.face ? drawn(found.face, "div") : "",
      found.lines.length ? make("ul", { class: "lines-told" }, ...found.lines.map((line) => make("li", {}, line))) : "",
      ...found.clauses.slice(0, 3).map((clause) => make("p", { class: "clause" }, `${clause.text} `,
        make("button", { type: "button", click: () => void this.read([clause.id]) }, `Rules: ${clause.section} ›`))));
    place.hidden = false;
    place.scrollTop = 0;
  }

  /** The rules of the game, opened where they matter now. */
  async read(at?: string[]): Promise<void> {
    const dialog = byId("rules") as HTMLDialogElement;
    try {
      this.rules ??= await this.link.rules();
      const now = new Set(at ?? this.rules.now);
      const sections = this.rules.sections.map((section, number) => make("section", { id: `section-${number}` }, make("h3", {}, section.title),
        ...section.clauses.map((clause) => make("p", { class: now.has(clause.id) ? "now" : null, "data-clause": clause.id }, clause.text))));
      const contents = make("ul", { class: "contents" }, ...this.rules.sections.map((section, number) => make("li", {},
        make("button", { type: "button", click: () => byId(`section-${number}`).scrollIntoView() }, section.title))));
      dialog.replaceChildren(make("div", { class: "focus-head" }, make("h2", {}, "Rules"), make("button", { type: "button", "aria-label": "close the rules", click: () => dialog.close() }, "✕")),
        this.hasRules ? "" : make("p", { class: "hint" }, "This game has no rulebook for people yet: these are its rules as they are played."),
        contents, make("div", { class: "rules-text" }, ...sections));
      if (!dialog.open) dialog.showModal();
      dialog.scrollTop = 0;
      dialog.querySelector(".now")?.scrollIntoView({ block: "center" });
    } catch (error) { tell(wordsOf(error)); }
  }
}

// In focus: everything about the thing that is pointed at, and the rules at hand.

import { byId, capital, drawn, make, tell } from "./dom";
import type { BookText, Looked, RuleText } from "./forms";
import { type TableLink, wordsOf } from "./transport";

const MOST_NOW = 6; // clauses above the rules

export class Focus {
  private readonly kept = new Map<string, Looked>();
  private shown = "";
  private rules: RuleText | null = null;
  private book: BookText | null = null;

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
      make("div", { class: "focus-head" }, make("h2", {}, capital(found.title)), make("button", { type: "button", "aria-label": "close", click: () => this.close() }, "✕")),
      found.face ? drawn(found.face, "div") : "",
      found.lines.length ? make("ul", { class: "lines-told" }, ...found.lines.map((line) => make("li", {}, line))) : "",
      ...found.clauses.slice(0, 3).map((clause) => make("p", { class: "clause" }, `${clause.text} `,
        make("button", { type: "button", click: () => void this.read([clause.id]) }, `Rules: ${clause.section} ›`))));
    place.hidden = false;
    place.scrollTop = 0;
  }

  /** The rules of the game, opened where they matter now: at once its clauses, then the pages of its rulebook. */
  async read(at?: string[]): Promise<void> {
    const dialog = byId("rules") as HTMLDialogElement;
    const close = (): HTMLElement => make("div", { class: "focus-head" }, make("h2", {}, "Rules"), make("button", { type: "button", "aria-label": "close the rules", click: () => dialog.close() }, "✕"));
    if (!dialog.open) {
      dialog.replaceChildren(close(), make("p", { class: "working", role: "status" }, "Opening the rules."));
      dialog.showModal();
    }
    try {
      this.rules ??= await this.link.rules();
      const now = new Set(at ?? this.rules.now);
      const clauses = this.rules.sections.flatMap((section) => section.clauses).filter((clause) => now.has(clause.id));
      const sections = this.rules.sections.map((section, number) => make("section", { id: `section-${number}` }, make("h3", {}, section.title),
        ...section.clauses.map((clause) => make("p", { class: now.has(clause.id) ? "now" : null, "data-clause": clause.id }, clause.text))));
      const contents = contentsOf(this.rules.sections.map((section, number) => [section.title, () => byId(`section-${number}`)]));
      dialog.replaceChildren(close(),
        this.hasRules || this.book?.html ? "" : make("p", { class: "hint no-book" }, "This game has no rulebook for people yet: these are its rules as they are played."),
        this.hasRules && clauses.length ? make("section", { class: "matters", "aria-label": "what matters now" }, make("h3", {}, at ? "The rule" : "What matters now"), ...clauses.slice(0, MOST_NOW).map((clause) => make("p", {}, clause.text))) : "",
        contents, make("div", { class: "rules-text" }, ...sections));
      if (!dialog.open) return;
      dialog.scrollTop = 0;
      await this.bind(dialog, now);
    } catch (error) { dialog.close(); tell(wordsOf(error)); }
  }

  /** Puts the pages of the rulebook in the place of the bare clauses, once they are made. */
  private async bind(dialog: HTMLDialogElement, now: Set<string>): Promise<void> {
    this.book ??= await this.link.book();
    const text = dialog.querySelector(".rules-text");
    if (!this.book.html || !text || !dialog.open) return;
    const pages = pagesOf(this.book);
    for (const id of now) {
      const [rule] = id.split(" ");
      const clause = pages.getElementById(`clause-${id}`);
      (clause?.closest(".part") ?? clause ?? pages.querySelector(`[data-rule="${CSS.escape(rule ?? "")}"] > h3`))?.classList.add("now");
    }
    const chapters = [...pages.querySelectorAll("section[id] > h2")].map((one): [string, () => Element] => [one.textContent ?? "", () => one]);
    dialog.querySelector(".contents")?.replaceWith(contentsOf(chapters));
    text.replaceWith(pages.host);
    dialog.querySelector(".no-book")?.remove();
    const first = pages.querySelector(".now");
    if (first && dialog.scrollTop < 8 && !dialog.querySelector(".matters")) first.scrollIntoView({ block: "center" });
  }
}

function contentsOf(chapters: [string, () => Element][]): HTMLElement {
  return make("ul", { class: "contents" }, ...chapters.map(([title, find]) => make("li", {}, make("button", { type: "button", click: () => find().scrollIntoView() }, title))));
}

/** Pages with a style of their own, apart from the page around them. Their links lead to other places among them. */
function pagesOf(book: BookText): ShadowRoot {
  const pages = make("div", { class: "book-pages" }).attachShadow({ mode: "open" }), style = new CSSStyleSheet();
  style.replaceSync(`${book.style.replaceAll(/\bbody\b/g, ".page")}\n.cover, .index a.at { display: none; } .page { background: none; color: #201e1a; } section { margin-inline: 0; } .now { background: #e2efec; border-radius: 4px; }`);
  pages.adoptedStyleSheets = [style];
  pages.innerHTML = `<div class="page ${book.kind}">${book.html}</div>`;
  pages.addEventListener("click", (event) => {
    const link = (event.target as Element).closest("a[href^='#']");
    if (!link) return;
    event.preventDefault();
    pages.getElementById(link.getAttribute("href")?.slice(1) ?? "")?.scrollIntoView();
  });
  return pages;
}

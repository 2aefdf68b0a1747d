// Search and replace over all files of a game.

import { agreed } from "./asking";
import { byId, make, tell } from "./dom";
import { type Work, api } from "./edit_link";
import { fetched, wordsOf } from "./transport";

interface Found { name: string; line: number; column: number; text: string }
const PAUSE = 250; // milliseconds without a key

export class Search {
  private readonly words = make("input", { type: "search", "aria-label": "find in all files", placeholder: "Find in all files" });
  private readonly other = make("input", { type: "text", "aria-label": "replace by", placeholder: "Replace with" });
  private readonly exact = make("input", { type: "checkbox" });
  private readonly list = make("ul", { class: "search-found" });
  private readonly count = make("p", { class: "hint", role: "status" });
  private timer = 0;
  private asked = 0;

  constructor(private readonly work: Work) {
    const later = (): void => { window.clearTimeout(this.timer); this.timer = window.setTimeout(() => void this.find(), PAUSE); };
    this.words.addEventListener("input", later);
    this.exact.addEventListener("change", later);
    const form = make("form", { class: "search", submit: (event) => { event.preventDefault(); void this.find(); } },
      this.words, make("label", { class: "check" }, this.exact, " Case counts"),
      work.readOnly ? null : make("div", { class: "replace" }, this.other, make("button", { type: "button", class: "pass", click: () => void this.replace() }, "Replace all")));
    byId("tab-search").replaceChildren(form, this.count, this.list);
  }

  begin(): void { this.words.focus(); this.words.select(); }

  async find(): Promise<void> {
    const mine = ++this.asked, words = this.words.value;
    try {
      const { found } = await fetched<{ found: Found[] }>(api(`/search?words=${encodeURIComponent(words)}${this.exact.checked ? "&exact=yes" : ""}`));
      if (mine === this.asked) this.show(found, words);
    } catch (error) { tell(wordsOf(error)); }
  }

  private show(found: Found[], words: string): void {
    const files = new Set(found.map((one) => one.name));
    this.count.textContent = !words ? "" : found.length ? `${found.length} line${found.length === 1 ? "" : "s"} in ${files.size} file${files.size === 1 ? "" : "s"}` : "Nothing found.";
    let name = "";
    this.list.replaceChildren(...found.flatMap((one) => {
      const head = one.name === name ? [] : [make("li", { class: "folder" }, one.name)];
      name = one.name;
      const start = one.column - 1;
      return [...head, make("li", {}, make("button", { type: "button", class: "file", click: () => void this.work.go(one.name, one.line) },
        make("small", {}, String(one.line)), " ", one.text.slice(0, start).trimStart(), make("mark", {}, one.text.slice(start, start + words.length)), one.text.slice(start + words.length)))];
    }));
  }

  private async replace(): Promise<void> {
    const [words, other] = [this.words.value, this.other.value];
    if (!words) return;
    if (!await agreed("Replace in all files", [`Every “${words}” becomes “${other}”. This is one step of the history and can be undone there.`], "Replace")) return;
    const done = await this.work.change("/replace", { words, other, exact: this.exact.checked }) as { count?: number } | null;
    if (done) tell(`${done.count ?? 0} replaced.`);
    await this.find();
  }
}

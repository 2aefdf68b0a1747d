// Words that could be meant, below a field: arrow keys choose, Tab or Enter writes, Escape closes.

import { make } from "./dom";

export interface Suggested { name: string; sort: string }
type Field = HTMLInputElement | HTMLTextAreaElement;
const MOST = 8;

/** The word before the caret, as far as it is typed. */
export function wordBefore(text: string, caret: number): string { return /[A-Za-z_][A-Za-z0-9_]*$/.exec(text.slice(0, caret))?.[0] ?? ""; }

export function matching(words: Suggested[], begun: string): Suggested[] {
  if (!begun) return [];
  const starts = words.filter((one) => one.name.startsWith(begun) && one.name !== begun);
  const within = words.filter((one) => !one.name.startsWith(begun) && one.name.includes(begun));
  return [...starts, ...within].slice(0, MOST);
}

export function suggesting(field: Field, words: Suggested[]): void {
  const list = make("ul", { class: "suggested", role: "listbox", hidden: true });
  field.after(list);
  let found: Suggested[] = [], chosen = 0;
  const draw = (): void => {
    list.hidden = !found.length;
    list.replaceChildren(...found.map((one, number) => make("li", { role: "option", "aria-selected": String(number === chosen), mousedown: (event) => { event.preventDefault(); chosen = number; take(); } }, one.name, make("small", {}, one.sort))));
  };
  const look = (): void => { found = matching(words, wordBefore(field.value, field.selectionStart ?? 0)); chosen = 0; draw(); };
  const take = (): void => {
    const one = found[chosen], caret = field.selectionStart ?? 0, begun = wordBefore(field.value, caret);
    if (one) field.setRangeText(one.name, caret - begun.length, caret, "end");
    found = [];
    draw();
  };
  field.addEventListener("input", look);
  field.addEventListener("keydown", (event: Event) => {
    const { key } = event as KeyboardEvent;
    if (!found.length || !["ArrowDown", "ArrowUp", "Tab", "Enter", "Escape"].includes(key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (key === "Escape") { found = []; draw(); }
    else if (key === "ArrowDown" || key === "ArrowUp") { chosen = (chosen + (key === "ArrowDown" ? 1 : -1) + found.length) % found.length; draw(); }
    else take();
  }, { capture: true });
}

// Small helpers for the page: elements from code, never from texts of others.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | null | undefined>;

export function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, String(value));
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child) || child === ""));
  return element;
}

export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/** The page's buttons work from now on: until its script has taken hold of them nothing can be clicked. */
export function ready(): void {
  document.body.inert = false;
}

/** Markup that the server drew from the definition: texts in it are escaped there. */
export function drawn(markup: string, name: "span" | "div" = "span", attributes: Attributes = {}): HTMLElement {
  const box = make(name, attributes);
  box.innerHTML = markup;
  return box;
}

/** As it stands by itself: with a capital, unless it begins with a coordinate such as e4. */
export const capital = (words: string): string => /^[a-z]{1,2}\d+\b/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);

/** A sentence with a capital, unless it begins with somebody's name, which is written as they wrote it. */
export const sentence = (words: string, names: Iterable<string>): string => [...names].some((name) => words.startsWith(`${name} `) || words.startsWith(`${name},`) || words.startsWith(`${name}'`)) ? words : capital(words);

/** A short message that goes away by itself. */
export function tell(words: string): void {
  const note = byId("note");
  note.textContent = words;
  note.hidden = false;
  window.clearTimeout(Number(note.dataset["timer"]));
  note.dataset["timer"] = String(window.setTimeout(() => { note.hidden = true; }, 6000));
}

/** To the clipboard; pages over plain HTTP may not use its own way, so an older one is tried. */
export async function copy(words: string): Promise<void> {
  try {
    if (!navigator.clipboard) throw new Error();
    await navigator.clipboard.writeText(words);
  } catch {
    const field = make("textarea", { readonly: true, "aria-hidden": "true", style: "position:fixed;left:-999px" }, words);
    (document.querySelector("dialog[open]") ?? document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (!done) { window.prompt("Copy this:", words); return; }
  }
  tell("Copied.");
}

// Whether this page is shown beside the editor. The shell of the web page shows every page in a frame and says so.
export const besideEditor = (): boolean => window.parent !== window && !("rulewright" in window.parent);

// The address of one of the studio's pages. Where the studio is not at the top of its host, the page says where it is.
export const at = (path: string): string => `${document.documentElement.dataset["home"] ?? ""}${path}`;

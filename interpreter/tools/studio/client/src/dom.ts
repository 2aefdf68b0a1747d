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

export async function fetched<Answer>(address: string, body?: unknown): Promise<Answer> {
  return body === undefined ? answered<Answer>(await fetch(address)) : sent<Answer>(address, JSON.stringify(body));
}

/** With a body that is JSON already. */
export async function sent<Answer>(address: string, body: string): Promise<Answer> {
  return answered<Answer>(await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body }));
}

async function answered<Answer>(response: Response): Promise<Answer> {
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error((answer as { message?: string }).message ?? "That did not work.");
  return answer as Answer;
}

/** What the server finds, as it finds it: a line of JSON each. */
export async function* lines<Found>(address: string, body: unknown, signal?: AbortSignal): AsyncGenerator<Found> {
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null });
  if (!response.ok || !response.body) throw new Error(((await response.json()) as { message?: string }).message ?? "That did not work.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const found = (rest + value).split("\n");
    rest = found.pop() ?? "";
    for (const line of found) if (line) yield JSON.parse(line) as Found;
  }
}

/** A short message that goes away by itself. */
export function tell(words: string): void {
  const note = byId("note");
  note.textContent = words;
  note.hidden = false;
  window.clearTimeout(Number(note.dataset["timer"]));
  note.dataset["timer"] = String(window.setTimeout(() => { note.hidden = true; }, 6000));
}

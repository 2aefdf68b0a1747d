// Small questions in a dialog: a name, a yes. Promises of what was answered.

import { make } from "./dom";

function shown<Answer>(title: string, go: string, body: (Node | string)[], answer: () => Answer | null): Promise<Answer | null> {
  return new Promise((resolve) => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = make("dialog", { class: "ask", "aria-label": title });
    const close = (found: Answer | null): void => { dialog.remove(); before?.focus(); resolve(found); };
    const form = make("form", { method: "dialog", submit: (event) => { event.preventDefault(); close(answer()); } },
      make("h2", {}, title), ...body,
      make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => close(null) }, "Cancel"), make("button", { type: "submit", class: "confirm" }, go)));
    dialog.append(form);
    dialog.addEventListener("cancel", () => close(null));
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** A text that somebody types; null if they would rather not. */
export function askedFor(title: string, label: string, value: string, go: string, hint = ""): Promise<string | null> {
  const field = make("input", { type: "text", value, required: true, autocomplete: "off", spellcheck: "false", maxlength: 200 });
  const found = shown(title, go, [make("label", {}, label, field), make("p", { class: "hint" }, hint)], () => field.value.trim());
  const dot = value.lastIndexOf(".");
  field.setSelectionRange(value.lastIndexOf("/") + 1, dot > 0 ? dot : value.length);
  field.focus();
  return found;
}

export async function agreed(title: string, words: (Node | string)[], go: string): Promise<boolean> {
  return await shown(title, go, [make("div", { class: "asked-words" }, ...words)], () => true) === true;
}

export { shown as askedWith };

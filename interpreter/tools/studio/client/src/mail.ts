// A page on which a player says where to be told by mail that it is their turn, and stops it.

import { at, byId, make, tell } from "./dom";
import { TableLink, fetched, wordsOf } from "./transport";

interface Mailed { mails: boolean; mail: string; confirmed: boolean; hours: number | null; then: string | null }

/** What happens when nobody answers in time; empty without a deadline. */
export const deadlineWords = (hours: number | null, then: string | null): string => hours === null ? "" : `If somebody does not answer for ${hours} ${hours === 1 ? "hour" : "hours"}, ${then === "vote" ? "the others vote whether a bot decides once" : "a bot decides once"}.`;

export async function mailed(token: string): Promise<void> {
  const link = new TableLink(token), found = await fetched<Mailed>(`/api/t/${token}/mail`);
  document.title = "Mail when it is your turn";
  const act = async (what: string, body: object, words: string): Promise<void> => {
    try { await link.act(what, body); tell(words); await mailed(token); } catch (error) { tell(wordsOf(error)); }
  };
  const address = make("input", { type: "email", autocomplete: "email", maxlength: 250, required: true, value: found.mail, placeholder: "ann@example.org" });
  const code = make("input", { type: "text", inputmode: "numeric", maxlength: 6, autocomplete: "one-time-code", placeholder: "six digits" });
  const form = (label: string, field: HTMLElement, go: string, send: () => Promise<void>): HTMLElement => make("form", { submit: (event) => { event.preventDefault(); void send(); } },
    make("section", { class: "sheet-card" }, make("label", {}, label, field), make("div", { class: "foot" }, make("button", { type: "submit", class: "confirm" }, go))));
  const stop = make("button", { type: "button", class: "pass", click: () => void act("mail/stop", {}, "You get no more mails about this table.") }, "No more mails");
  const parts = !found.mails ? [make("p", {}, "This studio sends no mail. Keep the link of your seat and come back to it.")]
    : found.confirmed ? [make("p", {}, `${found.mail} gets a mail when the table waits for you and you have no page of it open. It says what happened since your last turn.`), make("div", { class: "foot" }, stop)]
    : [form("Your address", address, "Send me a code", () => act("mail", { mail: address.value }, "A code is on its way.")),
      ...(found.mail ? [form(`The code that was sent to ${found.mail}`, code, "Confirm", () => act("mail/confirm", { code: code.value }, "Done."))] : []),
      make("p", { class: "hint" }, "The address is kept with the table and deleted with it. It is used for nothing else.")];
  const deadline = deadlineWords(found.hours, found.then);
  byId("page").replaceChildren(make("h1", {}, "Mail when it is your turn"), ...parts, ...(deadline ? [make("p", { class: "hint" }, deadline)] : []), make("p", {}, make("a", { class: "pass", href: at(`/t/${token}`) }, "To the table")));
}

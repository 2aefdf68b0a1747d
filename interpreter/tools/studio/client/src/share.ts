// Share a game, a house rule or a position as a link that holds it: what is behind the # never reaches a server. Or as a zip file.

import { at, byId, make, tell } from "./dom";
import { api } from "./edit_link";
import { fetched, wordsOf } from "./transport";

const KEPT = "share-at"; // the address of the page that links lead to
const LONG = 30000; // letters that some messengers cut off

/** Where links lead: to this page, or to another one with Rulewright that somebody has put on the web. */
const homeOf = (): string => localStorage.getItem(KEPT) ?? `${location.origin}${at("/")}`;

export const linkTo = (home: string, packed: string): string => `${home.replace(/#.*$/, "")}#share=${packed}`;

export function share(): void {
  const dialog = make("dialog", { class: "ask share", "aria-label": "Share" });
  const what = make("select", { "aria-label": "what to share", change: () => void pack() }, make("option", { value: "game" }, "The game, with its house rules"), make("option", { value: "position" }, "The game and the position on the table"));
  const home = make("input", { type: "url", value: homeOf(), "aria-label": "address of a page with Rulewright", change: () => { localStorage.setItem(KEPT, home.value); show(); } });
  const link = make("textarea", { rows: 4, readonly: true, "aria-label": "the link" });
  const size = make("p", { class: "hint", role: "status" });
  const copy = make("button", { type: "button", class: "confirm", click: () => { void navigator.clipboard.writeText(link.value).then(() => tell("The link is copied."), () => { link.select(); }); } }, "Copy the link");
  let packed = "";
  const show = (): void => {
    link.value = packed ? linkTo(home.value, packed) : "";
    size.textContent = !packed ? "" : link.value.length < LONG ? `${link.value.length} letters` : `${link.value.length} letters: some messengers cut that off. Send the zip file instead.`;
    copy.disabled = !packed;
  };
  const pack = async (): Promise<void> => {
    packed = "";
    show();
    try { packed = (await fetched<{ packed: string }>(api(`/share?what=${what.value}`))).packed; show(); }
    catch (error) { size.textContent = wordsOf(error); }
  };
  dialog.append(make("h2", {}, "Share"), make("p", { class: "hint" }, "The link holds the texts themselves. Anyone who opens it gets a copy of their own, separate from their other games."),
    make("label", {}, "What", what), make("label", {}, "Links lead to", home), link, size,
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Close"), make("a", { class: "pass", href: at(api("/zip")), download: "" }, "Download as zip"), copy));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  void pack();
}

export const wireShare = (): void => { byId("share").addEventListener("click", share); };

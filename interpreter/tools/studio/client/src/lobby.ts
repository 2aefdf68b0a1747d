// The lobby: the games, and a new table made from what the rules declare.

import { at, byId, capital, make, ready, tell } from "./dom";
import type { Links } from "./forms";
import { join } from "./join";
import { arrive, wireZip } from "./arriving";
import { type Kept, forget, kept } from "./mine";
import { newGame } from "./newgame";
import { fetched, sent, wordsOf } from "./transport";

interface GameInfo { name: string; title: string; about: string; people?: number[]; broken?: boolean; group?: string }
interface Variant { name: string; title: string; chosen: boolean; why_not: string }
interface Option { name: string; title: string; kind: "names" | "yes_no" | "range"; values: string[]; low: number | null; high: number | null; default?: string | number | boolean; value: string | number | boolean }
interface Form { name: string; title: string; variants: Variant[]; options: Option[]; people: number[]; not_for: Record<string, string>; usual: number; names: Record<string, string[]>; bots: string[]; colours: Record<string, string>; asks_in_secret: boolean }
interface Listed { id: string; game: string; names: string[]; answers: number; opened: string; touched: string; archived: boolean }

const range = (people: number[]): string => {
  const low = Math.min(...people), high = Math.max(...people);
  return low === high ? `${low} players` : `${low} to ${high} players`;
};

interface Standing { token: string; gone: boolean; archived?: boolean; game?: string; title?: string; your_turn?: boolean; waiting_for?: string | null; over?: boolean; moments?: number; players?: string[] }

async function show(): Promise<void> {
  const { games, host } = await fetched<{ games: GameInfo[]; host: boolean }>("/api/games");
  byId("tables").hidden = byId("begin").hidden = byId("playtests").hidden = !host;
  byId("playtests").setAttribute("href", at("/playtests"));
  byId("begin").onclick = () => void newGame(games);
  byId("load-zip-label").hidden = !host;
  if (host) wireZip();
  void arrive((name) => { const game = games.find((one) => one.name === name); if (game) begin(game); else tell(`There is no game called ${name} here.`); });
  const groups = [...new Set(games.map((game) => game.group ?? ""))].sort((one, other) => order(one) - order(other));
  byId("games").replaceChildren(...groups.map((group) => make("section", { class: "group" }, make("h3", {}, GROUPS[group] ?? capital(group)),
    make("ul", { class: "games", "aria-label": GROUPS[group] ?? group }, ...games.filter((game) => (game.group ?? "") === group).map(offered)))));
  byId("find").addEventListener("input", find);
}

const GROUPS: Record<string, string> = { "": "Yours", rulebooks: "From printed rulebooks", modern: "Modern kinds of games", board: "On a board", cards: "With a pack of cards", dice: "With dice" };
const order = (group: string): number => { const at = Object.keys(GROUPS).indexOf(group); return at < 0 ? 99 : at; };

function offered(game: GameInfo): HTMLElement {
  return make("li", { "data-words": `${game.title} ${game.about}`.toLowerCase() },
    make("button", { type: "button", class: "game", disabled: game.broken === true, click: () => begin(game) },
      game.broken ? null : make("img", { src: `/picture/${encodeURIComponent(game.name)}`, alt: "", loading: "lazy" }),
      make("span", { class: "game-words" }, make("span", {}, make("b", {}, game.title), game.people?.length ? make("small", {}, range(game.people)) : null),
        make("span", { class: "about" }, game.about))));
}

/** Games by a word of their title or of what they are about. */
function find(): void {
  const words = (byId("find") as HTMLInputElement).value.trim().toLowerCase();
  for (const one of document.querySelectorAll<HTMLElement>("#games li")) one.hidden = !one.dataset["words"]?.includes(words);
  for (const group of document.querySelectorAll<HTMLElement>("#games .group")) group.hidden = !group.querySelector("li:not([hidden])");
  byId("none-found").hidden = document.querySelector("#games .group:not([hidden])") !== null;
}

/** The tables that this browser has a link to: those that wait for its people first. */
async function mine(): Promise<void> {
  const tables = kept();
  if (!tables.length) return;
  const found = await fetched<{ tables: Standing[] }>("/api/mine", { tokens: tables.map((one) => one.token) });
  const standing = new Map(found.tables.map((one) => [one.token, one]));
  for (const one of tables) if (standing.get(one.token)?.gone) forget(one.token);
  const shown = tables.filter((one) => standing.has(one.token) && !standing.get(one.token)?.gone);
  const group = (one: Kept): number => { const now = standing.get(one.token); return now?.archived ? 3 : now?.over ? 2 : now?.your_turn ? 0 : 1; };
  const those = (...groups: number[]): HTMLElement[] => shown.filter((one) => groups.includes(group(one)))
    .sort((one, other) => group(one) - group(other) || other.seen - one.seen).map((one) => myTable(one, standing.get(one.token)));
  byId("my-tables").replaceChildren(...those(0, 1));
  const folded = ([["Finished", 2], ["Archived: a table comes back when you open it", 3]] as const).map(([title, number]): HTMLElement | null => {
    const found = those(number);
    return found.length ? make("details", { class: "other-tables", open: number === 2 && !those(0, 1).length }, make("summary", {}, `${title} (${found.length})`), make("ul", { class: "my-tables" }, ...found)) : null;
  });
  byId("mine").querySelectorAll(".other-tables").forEach((one) => one.remove());
  byId("mine").append(...folded.filter((one): one is HTMLElement => one !== null));
  byId("mine").hidden = shown.length === 0;
}

function myTable(one: Kept, now: Standing | undefined): HTMLElement {
  const state = now?.archived ? "archived" : now?.over ? "finished" : now?.your_turn ? "Your turn" : now?.waiting_for ? `waiting for ${now.waiting_for}` : "continue";
  return make("li", {}, make("a", { class: now?.your_turn ? "mine-table now" : "mine-table", href: at(`/t/${one.token}`) },
    now?.game ? make("img", { src: `/picture/${encodeURIComponent(now.game)}`, alt: "", loading: "lazy" }) : null,
    make("span", { class: "mine-words" }, make("b", {}, one.title),
      make("small", {}, [one.you ? `you are ${one.you}` : "you watch", now?.moments ? `decision ${now.moments}` : now?.moments === 0 ? "not begun" : ""].filter(Boolean).join(" · ")),
      now?.players ? make("small", {}, now.players.join(", ")) : null,
      make("span", { class: "state" }, make("span", { class: now?.your_turn ? "turn-now" : null }, capital(state)), make("small", {}, ago(one.seen))))));
}

function ago(when: number): string {
  const minutes = Math.round((Date.now() - when) / 60000);
  return minutes < 1 ? "just now" : minutes < 60 ? `${minutes} min ago` : minutes < 2880 ? `${Math.round(minutes / 60)} h ago` : `${Math.round(minutes / 1440)} days ago`;
}

/** At once what is known already; the rest when the rules have been read. */
function begin(game: GameInfo): void {
  const dialog = byId("new") as HTMLDialogElement;
  dialog.replaceChildren(make("h2", {}, game.title), make("p", {}, game.about), game.people?.length ? make("p", { class: "hint" }, range(game.people)) : "",
    make("p", { class: "working", role: "status" }, "Reading the rules. The first time can take a while."),
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Cancel")));
  dialog.showModal();
  void choose(game.name, []);
}

let asked = 0; // a later question makes the answers to earlier ones useless

async function choose(name: string, variants: string[], people?: number): Promise<void> {
  const number = ++asked;
  const options = people === undefined ? {} : chosenOptions();
  const wanted = [...variants.map((one) => `variant=${encodeURIComponent(one)}`), `options=${encodeURIComponent(JSON.stringify(options))}`].join("&");
  const address = `/api/games/${encodeURIComponent(name)}?${wanted}`;
  try {
    if (people !== undefined && last) {
      const quick = await fetched<Pick<Form, "variants">>(`${address}&quick`);
      if (number === asked && (byId("new") as HTMLDialogElement).open) draw({ ...last, variants: quick.variants }, people, true, true);
    }
    const form = await fetched<Form>(address);
    if (number === asked && (byId("new") as HTMLDialogElement).open) draw(form, people !== undefined && form.people.includes(people) ? people : form.usual, people !== undefined);
  } catch (error) { tell(wordsOf(error)); }
}

let last: Form | null = null; // the form as it was drawn last

/** Draws the form; with `again` what was filled in already stays, as far as it is still there. */
function draw(form: Form, people: number, again: boolean, working = false): void {
  last = form;
  const filled = again ? filledIn() : new Map<string, string>();
  const opened = again && document.querySelector("#new details")?.hasAttribute("open") === true;
  const chosen = form.variants.filter((one) => one.chosen).map((one) => one.name);
  const variants = form.variants.map((one) => make("label", { class: one.why_not ? "grey" : null },
    make("input", { type: "checkbox", checked: one.chosen, disabled: one.why_not !== "", change: () => {
      const next = one.chosen ? chosen.filter((name) => name !== one.name) : [...chosen, one.name];
      void choose(form.name, next, people);
    } }), ` ${one.title}`, one.why_not ? make("small", {}, ` ${one.why_not}`) : null));
  const count = make("select", { id: "people", "aria-label": "number of people", change: () => draw(form, Number(count.value), true) },
    ...[...form.people, ...Object.keys(form.not_for).map(Number)].sort((one, other) => one - other).map((number) =>
      make("option", { value: number, selected: number === people, disabled: String(number) in form.not_for, title: form.not_for[String(number)] ?? null }, String(number))));
  const reasons = [...new Set(Object.values(form.not_for))].map((reason) => {
    const numbers = Object.keys(form.not_for).filter((number) => form.not_for[number] === reason);
    return make("small", { class: "not-for" }, `${numbers.join(", ")}: ${reason}`);
  });
  const seats = (form.names[String(people)] ?? []).map((name, number) => seat(form, name, number));
  const options = form.options.map((one) => option(one, () => void choose(form.name, chosen, Number(count.value))));
  const seed = make("input", { type: "number", min: 0, placeholder: "by chance", id: "seed" });
  const dialog = byId("new") as HTMLDialogElement;
  dialog.replaceChildren(make("form", { method: "dialog", submit: (event) => { event.preventDefault(); void open(form, chosen); } },
    make("h2", {}, form.title),
    make("fieldset", {}, make("legend", {}, "People"), count, ...reasons, make("div", { id: "seats" }, ...seats)),
    variants.length ? make("fieldset", {}, make("legend", {}, "Variants"), ...variants) : null,
    options.length ? make("details", { open: opened }, make("summary", {}, `Options (${options.length})`), ...options) : null,
    form.asks_in_secret ? pauses() : null,
    make("p", {}, make("label", {}, make("input", { type: "checkbox", id: "single", checked: !form.asks_in_secret, style: "width:auto" }), " Where there is only one answer, the table gives it")),
    make("label", {}, "Seed ", seed),
    working ? make("p", { class: "working", role: "status" }, "Reading the rules with this choice.") : null,
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Cancel"),
      make("button", { type: "submit", class: "confirm", disabled: working }, "Open the table"))));
  for (const field of fields()) {
    const before = filled.get(field.getAttribute("name") ?? field.getAttribute("aria-label") ?? field.id);
    if (before === undefined || (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === before && !one.disabled))) continue;
    field.value = before;
    if (field.matches("select.colour")) field.dispatchEvent(new Event("change"));
  }
  if (!dialog.open) dialog.showModal();
}

/** The rules sometimes ask a player in secret: how the table hides how long that takes. */
function pauses(): HTMLElement {
  return make("fieldset", {}, make("legend", {}, "Pauses"), make("select", { id: "pauses", "aria-label": "pauses" },
    make("option", { value: "" }, "short, if two or more people play"), make("option", { value: "off" }, "off"), make("option", { value: "short" }, "short"),
    make("option", { value: "real" }, "like a real table")),
    make("small", { class: "not-for" }, "These rules sometimes ask a player something in secret. With pauses, the time others wait does not give that away."));
}

/** Every table that is kept, for whoever runs the studio. */
async function tables(): Promise<void> {
  const dialog = byId("all-tables") as HTMLDialogElement;
  try {
    const found = (await fetched<{ tables: Listed[] }>("/api/host/tables")).tables;
    const old = found.filter((one) => one.archived).length;
    const remove = async (address: string, words: string): Promise<void> => {
      if (!window.confirm(words)) return;
      try { await fetched(address, {}); await tables(); } catch (error) { tell(wordsOf(error)); }
    };
    dialog.replaceChildren(make("h2", {}, "Tables"),
      make("p", {}, found.length ? "Tables that nobody has used for 30 days are archived. They come back when somebody opens their link." : "No tables are kept."),
      make("table", { class: "numbers" }, ...found.map((one) => make("tr", { class: one.archived ? "grey" : null },
        make("td", {}, one.game), make("td", {}, one.names.join(", ")), make("td", {}, `${one.answers} answer(s)`), make("td", {}, `last used ${one.touched.slice(0, 16)}`),
        make("td", {}, one.archived ? "archived" : ""),
        make("td", {}, make("button", { type: "button", class: "pass", "aria-label": `delete the table of ${one.names.join(", ")}`, click: () => void remove(`/api/host/tables/${one.id}/delete`, "Delete this table for everybody?") }, "Delete"))))),
      make("div", { class: "foot" },
        old ? make("button", { type: "button", class: "pass", click: () => void remove("/api/host/clear", `Delete ${old} archived table(s)?`) }, "Clear archived tables") : null,
        make("button", { type: "button", class: "confirm", click: () => dialog.close() }, "Close")));
    if (!dialog.open) dialog.showModal();
  } catch (error) { tell(wordsOf(error)); }
}

type Field = HTMLInputElement | HTMLSelectElement;

/** What is filled in by hand, of seats, options and the seed. */
function fields(): Field[] {
  return [...document.querySelectorAll<Field>("#new #seats input, #new #seats select, #new [name^='option '], #new #pauses, #new #seed")];
}

function filledIn(): Map<string, string> {
  return new Map(fields().map((field) => [field.getAttribute("name") ?? field.getAttribute("aria-label") ?? field.id, field.value]));
}

function chosenOptions(): Record<string, string | number> {
  const options: Record<string, string | number> = {};
  for (const field of document.querySelectorAll<Field>("#new [name^='option ']")) {
    if (field.value !== field.dataset["usual"]) options[field.name.slice(7)] = field instanceof HTMLInputElement ? Number(field.value) : field.value;
  }
  return options;
}

function seat(form: Form, name: string, number: number): HTMLElement {
  return make("div", { class: "seat-row" },
    make("input", { value: name, maxlength: 24, required: true, "aria-label": `name of seat ${number + 1}` }),
    colour(form, number),
    make("select", { class: "who-sits", "aria-label": `who sits at seat ${number + 1}` },
      make("option", { value: "person", selected: number === 0 }, "a person"),
      ...form.bots.map((bot) => make("option", { value: bot, selected: number > 0 && bot === "greedy" }, `bot: ${bot}`))));
}

function colour(form: Form, number: number): HTMLElement {
  const dot = make("i", { class: "dot", style: "--seat:transparent" });
  const choose = make("select", { class: "colour", "aria-label": `colour of seat ${number + 1}`, change: () => dot.style.setProperty("--seat", form.colours[choose.value] ?? "transparent") },
    make("option", { value: "" }, "any colour"), ...Object.keys(form.colours).map((one) => make("option", { value: one }, one)));
  return make("span", { class: "coloured" }, dot, choose);
}

/** A saved game becomes a table. */
async function load(field: HTMLInputElement): Promise<void> {
  const file = field.files?.[0];
  field.value = "";
  if (!file) return;
  try {
    const text = await file.text();
    JSON.parse(text); // sent as it is: a page would round its longest numbers
    const links = await sent<Links>("/api/saved", text);
    localStorage.setItem(`owner:${links.table}`, links.owner);
    location.href = at(`/t/${links.seats[0]?.token ?? links.watch}`);
  } catch (error) { tell(error instanceof SyntaxError ? "This is not a saved game." : wordsOf(error)); }
}

function option(one: Option, changed: () => void): HTMLElement {
  const name = `option ${one.name}`;
  const field = one.kind === "range"
    ? make("input", { type: "number", min: one.low, max: one.high, value: String(one.value), name, change: changed })
    : make("select", { name, change: changed }, ...(one.kind === "yes_no" ? ["yes", "no"] : one.values).map((value) =>
      make("option", { value, selected: value === (typeof one.value === "boolean" ? (one.value ? "yes" : "no") : one.value) }, value.replaceAll("_", " "))));
  const usual = one.default ?? one.value;
  field.dataset["usual"] = typeof usual === "boolean" ? (usual ? "yes" : "no") : String(usual);
  return make("label", { class: "option" }, make("span", {}, one.title || one.name), field);
}

async function open(form: Form, variants: string[]): Promise<void> {
  const options = chosenOptions();
  const seats = [...document.querySelectorAll("#seats .seat-row")].map((row) => ({
    name: row.querySelector("input")?.value ?? "", who: row.querySelector<HTMLSelectElement>("select.who-sits")?.value ?? "person",
    colour: row.querySelector<HTMLSelectElement>("select.colour")?.value ?? "",
  }));
  const seed = (byId("seed") as HTMLInputElement).value;
  const paused = document.querySelector<HTMLSelectElement>("#pauses")?.value;
  try {
    const links = await fetched<Links>("/api/tables", { game: form.name, variants, options, seats, seed: seed ? Number(seed) : null, single: (byId("single") as HTMLInputElement).checked, ...(paused ? { pauses: paused } : {}) });
    localStorage.setItem(`owner:${links.table}`, links.owner);
    location.href = at(`/t/${links.seats[0]?.token ?? links.watch}`);
  } catch (error) { tell(wordsOf(error)); }
}

const invitation = /^\/join\/([\w-]+)$/.exec(location.pathname)?.[1];
if (invitation) void join(invitation);
byId("tables").addEventListener("click", () => void tables());
byId("load").addEventListener("change", (event) => void load(event.target as HTMLInputElement));
ready();
mine().catch((error: unknown) => tell(wordsOf(error)));
show().catch((error: unknown) => tell(wordsOf(error)));

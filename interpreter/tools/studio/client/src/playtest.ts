// The pages of a playtest: the invitation with what is recorded, waiting for a table, one's own data; for the host, the list.

import { at, byId, copy, drawn, make, ready, tell } from "./dom";
import { mailed } from "./mail";
import { results, walk } from "./playtest_results";
import { type Asked, field } from "./questions";
import { fetched, wordsOf } from "./transport";

interface Invited { title: string; game_about: string; about: string; consent: string; told: string[]; players: number; closed: string; questions: Asked[] }
interface Waiting { link: string; here: string[]; people: number; bots: boolean; asked_for_bots: boolean }
interface Mine { playtest: string; name: string; agreed: string; waiting: boolean; told: string[]; records: { at: number; kind: string; words: string }[] }
interface Listed { id: string; name: string; game: string; link: string; created: string; closed: boolean; people: number; tables: number; notes: number; sides: { name: string; tables: number }[] }
interface Planned { told: string[]; about: string; consent: string; sides: string[]; questions: { ask: string; when: string }[] }
const EVERY = 2000; // milliseconds between two questions whether there is a table

const show = (...children: (HTMLElement | string | null)[]): void => { byId("page").replaceChildren(...children.filter((one): one is HTMLElement | string => one !== null)); };
const card = (...children: (HTMLElement | string | null)[]): HTMLElement => make("section", { class: "sheet-card" }, ...children);
const wrong = (words: string): void => show(make("h1", {}, words), make("p", {}, make("a", { class: "pass", href: at("/") }, "All games")));

// ---- coming
async function invitation(link: string): Promise<void> {
  const before = localStorage.getItem(`playtest:${link}`);
  if (before) {
    try { await fetched(`/api/my-data/${before}`); await wait(link, before); return; } catch { localStorage.removeItem(`playtest:${link}`); }
  }
  const found = await fetched<Invited>(`/api/playtest/${link}`);
  document.title = `Playtest of ${found.title}`;
  if (found.closed) { wrong(found.closed); return; }
  const name = make("input", { type: "text", maxlength: 24, autocomplete: "off", placeholder: "any name you like", value: localStorage.getItem("my-name") ?? "" });
  const fields = found.questions.map((question) => ({ question, ...field(question) }));
  const go = make("button", { type: "submit", class: "confirm" }, "I agree: take part");
  const join = async (): Promise<void> => {
    go.disabled = true;
    const answers = Object.fromEntries(fields.map((one) => [one.question.name, one.value()] as const).filter(([, answer]) => answer !== null));
    try {
      const { mine } = await fetched<{ mine: string }>(`/api/playtest/${link}/join`, { agreed: true, name: name.value, answers });
      localStorage.setItem(`playtest:${link}`, mine);
      await wait(link, mine);
    } catch (error) { go.disabled = false; tell(wordsOf(error)); }
  };
  const people = found.players === 1 ? "You play alone." : `${found.players} people play at a table.`;
  show(make("h1", {}, `A playtest of ${found.title}`), make("p", {}, found.about || found.game_about), make("p", { class: "hint" }, people),
    card(make("h2", {}, "What is recorded"), make("ul", {}, ...found.told.map((line) => make("li", {}, line))),
      found.consent ? make("p", { class: "own-words" }, found.consent) : null,
      make("p", { class: "hint" }, "Nothing is recorded before you agree. You need no account, and any name will do. While you play, “What is recorded of you” shows everything that is kept, and deletes it if you wish.")),
    make("form", { submit: (event) => { event.preventDefault(); void join(); } }, card(make("label", {}, "Your name at the table", name), ...fields.map((one) => one.element),
      make("div", { class: "foot" }, go, make("a", { class: "pass", href: at("/") }, "I would rather not")))));
}

async function wait(link: string, mine: string, bots = false): Promise<void> {
  let found: Waiting;
  try { found = await fetched<Waiting>(`/api/my-data/${mine}/wait`, { bots }); } catch (error) { tell(wordsOf(error)); window.setTimeout(() => void wait(link, mine), EVERY); return; }
  if (found.link) { location.href = at(`/t/${found.link}`); return; }
  const missing = found.people - 1 - found.here.length;
  const seats = ["you", ...found.here].map((one) => make("span", {}, one)).concat(Array.from({ length: Math.max(0, missing) }, () => make("span", { class: "empty" }, "free")));
  const others = found.here.length ? "The others are asked as well." : "";
  show(make("h1", {}, missing === 1 ? "Waiting for one more player" : `Waiting for ${missing} more players`),
    make("p", {}, "The game begins by itself as soon as enough people are here. Keep this page open."), make("div", { class: "waits" }, ...seats),
    found.bots ? card(found.asked_for_bots ? make("p", {}, `Bots will take the empty seats as soon as everybody here agrees. ${others}`)
      : make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => void wait(link, mine, true) }, "Do not wait: let bots take the empty seats"))) : null,
    make("p", { class: "hint" }, make("a", { href: at(`/my-data/${mine}`) }, "What is recorded of you")));
  window.setTimeout(() => void wait(link, mine), EVERY);
}

// ---- one's own data
const clock = (seconds: number): string => new Date(seconds * 1000).toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" });

async function myData(secret: string): Promise<void> {
  const found = await fetched<Mine>(`/api/my-data/${secret}`);
  document.title = "What is recorded of you";
  const forget = async (): Promise<void> => {
    if (!window.confirm("Delete everything that is recorded of you? This cannot be undone.")) return;
    try {
      await fetched(`/api/my-data/${secret}/forget`, {});
      for (const key of Object.keys(localStorage)) if (localStorage.getItem(key) === secret) localStorage.removeItem(key);
      show(make("h1", {}, "Everything about you is deleted"), make("p", {}, "Your name, notes, answers and times are gone. If others played with you, your moves stay in their game, as those of a player without a name."));
    } catch (error) { tell(wordsOf(error)); }
  };
  const lines = found.records.map((one) => make("li", {}, make("time", {}, clock(one.at)), make("span", {}, one.words)));
  show(make("h1", {}, "What is recorded of you"), make("p", {}, `You take part in the playtest “${found.playtest}”${found.name ? ` as ${found.name}` : ""}. You agreed on ${found.agreed.slice(0, 16)} (UTC).`),
    card(make("h2", {}, "In general"), make("ul", {}, ...found.told.map((line) => make("li", {}, line)))),
    card(make("h2", {}, lines.length ? `So far (${lines.length})` : "Nothing so far"), lines.length ? make("ul", { class: "data-lines" }, ...lines) : null),
    card(make("h2", {}, "Delete it"), make("p", {}, "This deletes your name, notes, answers and times for good. Keep the address of this page to do it later."),
      make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => void forget() }, "Delete everything about me"))));
}

// ---- for the host
async function list(): Promise<void> {
  document.title = "Playtests";
  const { playtests, addresses } = await fetched<{ playtests: Listed[]; addresses: string[] }>("/api/host/playtests");
  const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const origin = here ? addresses[0] ?? location.origin : location.origin;
  byId("page").className = "wide";
  show(make("div", { class: "lobby-head" }, make("h1", {}, "Playtests"), make("span", {}, make("button", { type: "button", class: "confirm", click: () => void begin() }, "New playtest"), " ", make("a", { class: "pass", href: at("/") }, "All games"))),
    playtests.length ? make("ul", { class: "playtest-list" }, ...playtests.map((one) => listed(one, `${origin}/playtest/${one.link}`)))
      : card(make("h2", {}, "Let people try out a game"), make("p", {}, "A playtest has one link to hand out. Tables fill as people come; what they do, note and answer is recorded, and shown along the time line of each table."),
        make("p", { class: "hint" }, "What people are asked is in playtest.yaml in the game’s folder; without it there are four usual questions.")));
  for (const one of playtests) void code(one, `${origin}/playtest/${one.link}`);
}

function listed(one: Listed, address: string): HTMLElement {
  const act = async (what: string, body: object, words = ""): Promise<void> => {
    if (words && !window.confirm(words)) return;
    try { await fetched(`/api/host/playtests/${one.id}/${what}`, body); await list(); } catch (error) { tell(wordsOf(error)); }
  };
  const counts = [`${one.people} ${one.people === 1 ? "person" : "people"}`, `${one.tables} ${one.tables === 1 ? "table" : "tables"}`, `${one.notes} ${one.notes === 1 ? "note" : "notes"}`];
  return make("li", { class: "sheet-card" }, make("h2", {}, one.name), make("p", { class: "counts" }, make("span", {}, one.game), ...counts.map((words) => make("span", {}, words)), one.closed ? make("b", {}, "closed") : null),
    one.sides.length > 1 ? make("p", { class: "hint" }, one.sides.map((side) => `${side.name}: ${side.tables}`).join(" · ")) : null,
    one.closed ? null : make("div", { class: "link-row" }, make("div", { class: "code", id: `code-${one.id}` }), make("div", {}, make("p", {}, "One link for everybody:"), make("p", { class: "address" }, address), make("button", { type: "button", class: "pass", click: () => void copy(address) }, "Copy the link"))),
    make("div", { class: "foot" }, one.tables ? make("a", { class: "confirm", href: at(`/playtests/${one.id}`) }, "Look at it") : null, make("button", { type: "button", class: "pass", click: () => void act("close", { closed: !one.closed }) }, one.closed ? "Open it again" : "Close it"),
      make("button", { type: "button", class: "pass", click: () => void act("delete", {}, `Delete the playtest ${one.name} with its tables and everything recorded?`) }, "Delete")));
}

async function code(one: Listed, address: string): Promise<void> {
  try {
    const { svg } = await fetched<{ svg: string }>(`/api/host/code?words=${encodeURIComponent(address)}`);
    document.getElementById(`code-${one.id}`)?.replaceChildren(drawn(svg, "div"));
  } catch { /* the link is there in words */ }
}

async function begin(): Promise<void> {
  const { games } = await fetched<{ games: { name: string; title: string; broken?: boolean }[] }>("/api/games");
  const name = make("input", { type: "text", maxlength: 80, required: true, autocomplete: "off", placeholder: "such as: Tuesday group" });
  const game = make("select", { change: () => void look() }, ...games.filter((one) => !one.broken).map((one) => make("option", { value: one.name }, one.title)));
  const plan = make("div", { "aria-live": "polite" });
  const look = async (): Promise<void> => {
    plan.replaceChildren(make("p", { class: "hint" }, "Reading the rules."));
    const asked = game.value;
    try {
      const found = await fetched<Planned>(`/api/host/playtest-plan?game=${encodeURIComponent(asked)}`);
      if (asked !== game.value) return;
      plan.replaceChildren(make("h3", {}, "What people are asked"), make("ul", {}, ...found.questions.map((one) => make("li", {}, `${one.ask} `, make("small", {}, `(${one.when})`)))),
        found.sides.length > 1 ? make("p", {}, `Compared: ${found.sides.join(", ")}.`) : "", make("p", { class: "hint" }, "Change it in playtest.yaml in the game’s folder."));
    } catch (error) { plan.replaceChildren(make("p", { class: "trouble" }, wordsOf(error))); }
  };
  const dialog = make("dialog", { "aria-label": "a new playtest" }, make("form", { method: "dialog", submit: (event) => { event.preventDefault(); void go(); } }, make("h2", {}, "New playtest"),
    make("label", {}, "Game", game), make("label", {}, "Name", name), plan,
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Cancel"), make("button", { type: "submit", class: "confirm" }, "Begin"))));
  const go = async (): Promise<void> => {
    try { await fetched("/api/host/playtests", { game: game.value, name: name.value }); dialog.close(); await list(); } catch (error) { tell(wordsOf(error)); }
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  name.focus();
  void look();
}

const [, what, word, third] = location.pathname.slice((document.documentElement.dataset["home"] ?? "").length).split("/");
const page = what === "mail" && word ? mailed(word) : what === "playtest" && word ? invitation(word) : what === "my-data" && word ? myData(word) : word && third ? walk(word, third) : word ? results(word) : list();
page.catch((error: unknown) => wrong(wordsOf(error))).finally(ready);

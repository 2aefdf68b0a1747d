// A game that comes from elsewhere: in a link, as a zip file, or by its name. It is told what it is before it is opened.

import { at, byId, make, tell } from "./dom";
import type { Links } from "./forms";
import { fetched, wordsOf } from "./transport";

interface About { title: string; base: string; files: string[]; position: boolean }

/** What the address asks for: a game that it holds, a bundled game by name, or a zip file by its address. */
export function wanted(address: URL): { packed?: string; game?: string; zip?: string } {
  const packed = /^#share=([\w-]+)$/.exec(address.hash)?.[1];
  if (packed) return { packed };
  const game = address.searchParams.get("game") ?? "";
  return /^[a-z0-9-]+$/.test(game) ? { game } : game ? { zip: game } : {};
}

export async function sendZip(data: Blob): Promise<void> {
  const response = await fetch("/api/host/zip", { method: "POST", headers: { "content-type": "application/zip" }, body: data });
  const answer = await response.json() as Links & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? "That did not work.");
  goTo(answer);
}

function goTo(links: Links): void {
  localStorage.setItem(`owner:${links.table}`, links.owner);
  location.href = at(`/edit/${links.owner}`);
}

/** Carries out what the address asks for; true if somebody is asked something. */
export async function arrive(open: (game: string) => void): Promise<void> {
  const { packed, game, zip } = wanted(new URL(location.href));
  if (game) open(game);
  if (!packed && !zip) return;
  history.replaceState(null, "", location.pathname);
  try {
    if (packed) await offer(packed);
    else if (zip) await offerZip(zip);
  } catch (error) { tell(wordsOf(error)); }
}

async function offer(packed: string): Promise<void> {
  const about = await fetched<About>("/api/host/shared/about", { packed });
  const what = about.base ? `a change of ${about.base}: ${about.files.length} file${about.files.length === 1 ? "" : "s"} of it` : `a game of ${about.files.length} files`;
  ask(about.title, `Somebody has shared ${what}${about.position ? ", and a position in it," : ""} with you. It opens as a copy of your own.`, about.files, async () => goTo(await fetched<Links>("/api/host/shared", { packed })));
}

async function offerZip(address: string): Promise<void> {
  const from = new URL(address, location.href);
  ask(from.pathname.split("/").pop() ?? "a game", `Somebody has shared a game at ${from.host} with you. It opens as a copy of your own.`, [], async () => {
    const response = await fetch(from).catch(() => null);
    if (!response?.ok) throw new Error(`The game could not be fetched from ${from.host}. Download it there, then load the zip file here.`);
    await sendZip(await response.blob());
  });
}

function ask(title: string, words: string, files: string[], go: () => Promise<void>): void {
  const dialog = make("dialog", { class: "ask", "aria-label": "a game from a link" });
  const wrong = make("p", { class: "refused", role: "alert" });
  const open = make("button", { type: "button", class: "confirm", click: () => {
    open.disabled = true;
    open.textContent = "Reading the rules…";
    go().catch((error: unknown) => { wrong.textContent = wordsOf(error); open.disabled = false; open.textContent = "Open it"; });
  } }, "Open it");
  dialog.append(make("h2", {}, title), make("p", {}, words),
    files.length ? make("details", {}, make("summary", {}, "What is in it"), make("ul", {}, ...files.map((name) => make("li", {}, name)))) : "", wrong,
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "No, thank you"), open));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

/** The lobby's field for a zip file. */
export function wireZip(): void {
  const field = byId("load-zip") as HTMLInputElement;
  field.addEventListener("change", () => {
    const file = field.files?.[0];
    if (file) sendZip(file).catch((error: unknown) => tell(wordsOf(error))).finally(() => { field.value = ""; });
  });
}

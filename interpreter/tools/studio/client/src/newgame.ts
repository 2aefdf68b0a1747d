// A game from nothing: a kind to begin with or a game to copy, a name; then its files and a table with bots.

import { at, byId, make, tell } from "./dom";
import type { Links } from "./forms";
import { fetched, wordsOf } from "./transport";

interface Kind { name: string; about: string }
interface Copied { name: string; title: string; broken?: boolean }

export async function newGame(games: Copied[]): Promise<void> {
  const dialog = byId("new-game") as HTMLDialogElement;
  try {
    const { kinds } = await fetched<{ kinds: Kind[] }>("/api/host/kinds");
    draw(dialog, kinds, games.filter((game) => !game.broken));
    dialog.showModal();
  } catch (error) { tell(wordsOf(error)); }
}

function draw(dialog: HTMLDialogElement, kinds: Kind[], games: Copied[]): void {
  const title = make("input", { name: "title", required: true, maxlength: 60, placeholder: "My game", autocomplete: "off", "aria-label": "name of the game" });
  const copy = make("input", { type: "radio", name: "kind", value: "" });
  const which = make("select", { "aria-label": "the game to copy", change: () => { copy.checked = true; } }, ...games.map((game) => make("option", { value: game.name }, game.title)));
  const wrong = make("p", { class: "refused", role: "alert" });
  const go = make("button", { type: "submit", class: "confirm" }, "Begin");
  const submit = async (): Promise<void> => {
    const kind = dialog.querySelector<HTMLInputElement>("input[name=kind]:checked")?.value ?? "";
    go.disabled = true;
    wrong.textContent = "";
    go.textContent = "Reading the rules…";
    try {
      const links = await fetched<Links>("/api/host/new-game", { title: title.value, ...(kind ? { like: kind } : { game: which.value }) });
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/edit/${links.owner}#new`);
    } catch (error) {
      wrong.textContent = wordsOf(error);
      go.disabled = false;
      go.textContent = "Begin";
    }
  };
  dialog.replaceChildren(make("form", { method: "dialog", submit: (event) => { event.preventDefault(); void submit(); } },
    make("h2", {}, "New game"),
    make("p", {}, "A small game that runs is made for you. Its files open beside a table with bots: change them, save, and play on."),
    make("label", {}, "Name ", title),
    make("fieldset", { class: "kinds" }, make("legend", {}, "Begin with"),
      ...kinds.map((kind, number) => make("label", {}, make("input", { type: "radio", name: "kind", value: kind.name, checked: number === 0 }),
        make("span", {}, make("b", {}, kind.name.replaceAll("_", " ")), make("small", {}, kind.about)))),
      games.length ? make("label", {}, copy, make("span", {}, make("b", {}, "a copy of"), which)) : null),
    wrong,
    make("div", { class: "foot" }, make("button", { type: "button", class: "pass", click: () => dialog.close() }, "Cancel"), go)));
}

// An invitation: a guest takes a free seat, gives a name, and gets a link of their own.

import { at, byId, make, tell } from "./dom";
import { fetched, wordsOf } from "./transport";

interface Invited { title: string; about: string; players: string[]; free: { seat: number; name: string }[]; watch: string; begun: boolean }

export async function join(token: string): Promise<void> {
  const dialog = byId("new") as HTMLDialogElement;
  try {
    const found = await fetched<Invited>(`/api/join/${token}`);
    const name = make("input", { id: "my-name", maxlength: 24, "aria-label": "your name", placeholder: "your name", value: localStorage.getItem("my-name") ?? "" });
    const sit = async (seat: number): Promise<void> => {
      try {
        if (name.value) localStorage.setItem("my-name", name.value);
        const { link } = await fetched<{ link: string }>(`/api/join/${token}`, { seat, name: found.begun ? "" : name.value });
        location.href = at(`/t/${link}`);
      } catch (error) { tell(wordsOf(error)); await join(token); }
    };
    dialog.replaceChildren(make("h2", {}, `You are invited to ${found.title}`), make("p", {}, found.about),
      found.begun ? make("p", { class: "hint" }, "The game has begun: you take over a player with their name.") : make("label", {}, "Your name ", name),
      make("div", { class: "answers" }, ...found.free.map((one) => make("button", { type: "button", class: "choice", click: () => void sit(one.seat) }, `Sit down as ${one.name}`))),
      found.free.length ? "" : make("p", { class: "trouble" }, "All seats are taken."),
      make("div", { class: "foot" }, make("a", { class: "pass", href: at(`/t/${found.watch}`) }, "Watch"), make("a", { class: "pass", href: at("/") }, "All games")));
    if (!dialog.open) dialog.showModal();
  } catch (error) { tell(wordsOf(error)); }
}

// The table's menu: inviting people, links, saving, sounds, playing again.

import { at, byId, copy, drawn, make, tell } from "./dom";
import type { About, Links } from "./forms";
import type { Notice } from "./notice";
import { TableLink, fetched, wordsOf } from "./transport";

export class TableMenu {
  constructor(private readonly link: TableLink, private readonly about: About, private readonly notice: Notice) {}

  get owner(): TableLink | null {
    const token = localStorage.getItem(`owner:${this.about.table}`);
    return token === null ? null : new TableLink(token);
  }

  private get dialog(): HTMLDialogElement { return byId("table-dialog") as HTMLDialogElement; }

  async open(): Promise<void> {
    try {
      const links = this.owner ? await this.owner.links() : null;
      const sound = make("input", { type: "checkbox", id: "sound", checked: this.notice.wanted, change: () => void this.notice.want((byId("sound") as HTMLInputElement).checked) });
      this.dialog.replaceChildren(make("h2", {}, this.about.title),
        ...(links ? await this.forOwner(links) : [make("p", { class: "hint" }, "Only the person who opened the table can invite people, save or delete it.")]),
        make("label", {}, sound, " Sound and message when it is my turn"),
        ...(this.about.you ? [make("p", {}, make("a", { href: at(`/mail/${this.link.token}`), target: "_blank" }, "Mail when it is my turn"))] : []),
        make("div", { class: "foot" }, links ? make("a", { id: "save", class: "pass", download: true, href: this.owner?.saved ?? "#" }, "Save the game") : null,
          make("a", { class: "pass", href: at("/") }, "All games"),
          make("button", { type: "button", id: "close-dialog", class: "confirm", click: () => this.dialog.close() }, "Close")));
      if (!this.dialog.open) this.dialog.showModal();
    } catch (error) { tell(wordsOf(error)); }
  }

  /** The address of this machine that others can open. */
  origin(links: Links): string {
    const here = /^(localhost|127\.|\[::1\])/.test(location.hostname);
    return here ? links.addresses?.[0] ?? location.origin : location.origin;
  }

  private async forOwner(links: Links): Promise<(HTMLElement | string)[]> {
    const origin = this.origin(links);
    const address = (one: string): string => `${origin}/t/${one}`;
    const rows = [...links.seats.map((seat) => [seat.name, seat.token] as const), ["spectators", links.watch] as const];
    const list = make("ul", { id: "links" }, ...rows.map(([name, one]) => make("li", {}, make("b", {}, name),
      make("a", { href: address(one), target: "_blank", rel: "noreferrer" }, address(one)),
      make("button", { type: "button", "aria-label": `copy the link of ${name}`, click: () => void copy(address(one)) }, "Copy"),
      make("button", { type: "button", "aria-label": `new link for ${name}`, click: () => void this.newLink(name, one) }, "New link"))),
      make("li", {}, make("b", {}, "hand over to"), ...links.seats.map((seat) =>
        make("button", { type: "button", click: () => void this.handOver(seat.name, address(seat.token)) }, seat.name))));
    if (links.divergence) list.prepend(make("li", { class: "trouble" }, links.divergence));
    if (links.old) {
      list.prepend(make("li", {}, make("span", {}, "The rules of this game have changed. This table is played under the old ones. "),
        make("button", { type: "button", click: () => void this.newRules(false) }, "Play under the new rules")));
    }
    return [...(links.invite ? await this.invitation(`${origin}/join/${links.invite}`) : []),
      make("h3", {}, "A link for each seat"), make("p", { class: "hint" }, "Anyone with a link can sit there."), list];
  }

  /** What whoever opened the table can do when the game is over. */
  afterwards(): HTMLElement[] {
    const owner = this.owner;
    if (!owner) return [];
    const share = async (): Promise<void> => {
      try { const links = await owner.links(); await copy(`${this.origin(links)}/t/${links.watch}#at=0`); } catch (error) { tell(wordsOf(error)); }
    };
    return [make("button", { type: "button", class: "confirm", click: () => void this.again() }, "Again with the same people"),
      make("button", { type: "button", class: "pass", click: () => void this.again(true) }, "Again, with changed sides"),
      make("button", { type: "button", class: "pass", click: () => void share() }, "Copy a link to this game"),
      make("a", { class: "pass", download: true, href: owner.saved }, "Save the game")];
  }

  private async invitation(address: string): Promise<HTMLElement[]> {
    const { svg } = await fetched<{ svg: string }>(`/api/t/${this.owner?.token ?? ""}/code?words=${encodeURIComponent(address)}`);
    return [make("div", { class: "invite" }, drawn(svg, "div"), make("div", {}, make("h3", {}, "Invite people"),
      make("p", {}, "Send this one link, or let them point a phone at the code. Each guest takes a free seat."), make("p", { class: "address" }, address),
      make("button", { type: "button", class: "tool", click: () => void copy(address) }, "Copy the invitation")))];
  }

  /** Another link for a seat: whoever holds the old one is out. */
  private async newLink(name: string, link: string): Promise<void> {
    if (!window.confirm(`Replace the link of ${name}? The old link stops working at once.`)) return;
    try {
      const { link: other } = await this.owner!.act<{ link: string }>("new-link", { link });
      if (link === this.link.token) location.href = at(`/t/${other}`);
      else await this.open();
    } catch (error) { tell(wordsOf(error)); }
  }

  /** Somebody else gets the right to take back, save and delete; this browser loses it. */
  private async handOver(name: string, address: string): Promise<void> {
    if (!window.confirm(`Hand this table over to ${name}? You can no longer take back, save or delete it.`)) return;
    try {
      const { owner } = await this.owner!.act<{ owner: string }>("hand-over", {});
      localStorage.removeItem(`owner:${this.about.table}`);
      byId("edit-link").hidden = true;
      const link = `${address}#owner=${owner}`;
      byId("links").replaceChildren(make("li", {}, make("b", {}, `Send this link to ${name}`), make("a", { href: link, target: "_blank", rel: "noreferrer" }, link),
        make("button", { type: "button", click: () => void copy(link) }, "Copy")));
    } catch (error) { tell(wordsOf(error)); }
  }

  /** The rules as they are now; what does not fit them is shown before it is taken back. */
  private async newRules(accept: boolean): Promise<void> {
    try {
      const found = await this.owner!.act<{ taken: boolean; divergence: string }>("renew", { accept });
      if (found.taken) { this.dialog.close(); tell("The table is played under the new rules."); }
      else if (window.confirm(`${found.divergence} Take back this answer and all that follow?`)) await this.newRules(true);
    } catch (error) { tell(wordsOf(error)); }
  }

  /** The same game with the same people, from the beginning: everyone is led there. `turned`: each in the seat of the next. */
  async again(turned = false): Promise<void> {
    try {
      const links = await this.owner!.act<Links>("again", { turned });
      localStorage.setItem(`owner:${links.table}`, links.owner);
      location.href = at(`/t/${links.seats.find((seat) => seat.name === this.about.you)?.token ?? links.seats[0]?.token ?? links.watch}`);
    } catch (error) { tell(wordsOf(error)); }
  }
}

// The shelf in tabs, where all of it is too much for its place: each tab holds as many of its zones as fit.

import { byId, capital, make } from "./dom";

const LINE = 28; // pixels: labels in one line
const LEGAL = ".legal", ABOUT = ".asked-about";

interface Tab { zones: HTMLElement[]; button: HTMLButtonElement }

const titleOf = (zone: HTMLElement): string => capital(zone.querySelector("h2")?.textContent ?? "More");

function packed(zones: HTMLElement[], full: () => boolean): HTMLElement[][] {
  const groups: HTMLElement[][] = [];
  const show = (...shown: HTMLElement[]): void => { for (const zone of zones) zone.hidden = !shown.includes(zone); };
  for (const zone of zones) {
    const room = groups.find((group) => { show(...group, zone); return !full(); });
    if (room) room.push(zone); else groups.push([zone]);
  }
  show(...zones);
  return groups;
}

class ShelfTabs {
  private tabs: Tab[] = [];
  private open = ""; // a zone of the open tab, by its title
  private followed = true; // whether the tab that the waiting question is about was opened
  private opened = (): void => {};
  private held = false; // whether the keyboard was on a tab when the shelf was last put together

  /** Another question waits: its tab opens when the table is next laid out. */
  asked(): void { this.followed = false; }

  /** The keyboard is where it was. */
  settle(): void {
    if (this.held && document.activeElement === document.body) byId("shelf").querySelector<HTMLElement>(".shelf-tabs [aria-selected='true']")?.focus({ preventScroll: true });
    this.held = false;
    this.followed = true;
  }

  /** All zones stand below one another again. */
  clear(): void {
    this.held ||= document.activeElement?.getAttribute("role") === "tab";
    byId("shelf").querySelector(":scope > .shelf-tabs")?.remove();
    for (const zone of this.tabs.flatMap((tab) => tab.zones)) {
      zone.hidden = false;
      for (const name of ["role", "aria-label"]) zone.removeAttribute(name);
    }
    this.tabs = [];
  }

  /** Puts each zone into the first tab with room for it. How many tabs there are then: none where one is enough or would not help. */
  lay(overflows: (one: HTMLElement) => boolean, opened: () => void): number {
    const shelf = byId("shelf"), zones = [...shelf.children] as HTMLElement[];
    const bar = make("div", { class: "shelf-tabs", role: "tablist", "aria-label": "cards and piles", keydown: (event) => this.key(event as KeyboardEvent) });
    shelf.prepend(bar);
    this.opened = opened;
    for (let line = -1; bar.offsetHeight > line;) { // labels in two lines leave less room
      line = bar.childElementCount ? bar.offsetHeight : LINE;
      bar.replaceChildren();
      bar.style.minHeight = `${line}px`;
      this.tabs = packed(zones, () => overflows(shelf)).map((group, number) => ({ zones: group, button: this.button(group, number) }));
      bar.replaceChildren(...this.tabs.map((tab) => tab.button));
    }
    if (this.tabs.length < 2) { this.clear(); return 0; }
    this.choose(this.wanted());
    return this.tabs.length;
  }

  /** What was chosen elsewhere comes into sight; which tabs have something to choose is marked. */
  reveal(): void {
    const tab = this.tabs.find((one) => one.zones.some((zone) => zone.querySelector(".selected")));
    if (tab) this.choose(tab);
    this.mark();
  }

  private button(zones: HTMLElement[], number: number): HTMLButtonElement {
    const titles = zones.map(titleOf);
    zones.forEach((zone, place) => {
      zone.id ||= `shelf-${number}-${place}`;
      zone.setAttribute("role", "tabpanel");
      zone.setAttribute("aria-label", titleOf(zone));
    });
    const button = make("button", { type: "button", role: "tab", id: `shelf-tab-${number}`, "aria-controls": zones.map((zone) => zone.id).join(" "), title: titles.join(", "),
      click: () => { const tab = this.tabs[number]; if (tab) this.choose(tab); } }, titles[0] ?? "");
    if (titles.length > 1) button.append(make("small", { "aria-hidden": "true" }, ` +${titles.length - 1}`));
    return button;
  }

  /** The tab that the question is about, once for each question; else the one that was open. */
  private wanted(): Tab {
    const zones = this.tabs.flatMap((tab) => tab.zones);
    const asked = (selector: string): HTMLElement | undefined => this.followed ? undefined : zones.find((zone) => zone.querySelector(selector));
    const zone = asked(LEGAL) ?? asked(ABOUT);
    if (zone) this.open = titleOf(zone);
    return this.tabs.find((tab) => this.has(tab)) ?? this.tabs[0]!;
  }

  private has(tab: Tab): boolean { return tab.zones.some((zone) => titleOf(zone) === this.open); }

  private choose(tab: Tab): void {
    if (!this.has(tab)) this.open = titleOf(tab.zones[0]!);
    for (const one of this.tabs) {
      const is = one === tab;
      for (const zone of one.zones) zone.hidden = !is;
      one.button.setAttribute("aria-selected", String(is));
      one.button.tabIndex = is ? 0 : -1;
    }
    byId("shelf").scrollTop = 0;
    this.mark();
    this.opened();
  }

  private mark(): void {
    for (const { zones, button } of this.tabs) {
      const choices = zones.reduce((sum, zone) => sum + zone.querySelectorAll(LEGAL).length, 0);
      button.classList.toggle("can-choose", choices > 0);
      button.setAttribute("aria-label", `${zones.map(titleOf).join(", ")}${choices ? `: ${choices} to choose` : ""}`);
    }
  }

  private key(event: KeyboardEvent): void {
    const last = this.tabs.length - 1, now = this.tabs.findIndex((tab) => tab.button === event.target);
    const next = { ArrowRight: now === last ? 0 : now + 1, ArrowLeft: now === 0 ? last : now - 1, Home: 0, End: last }[event.key];
    const tab = next === undefined ? undefined : this.tabs[next];
    if (!tab || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.choose(tab);
    tab.button.focus();
  }
}

export const shelfTabs = new ShelfTabs();

// Whose turn it is, told where the page is not looked at: the tab's title and icon, and if wanted a sound and a message.

import { byId } from "./dom";

const WANTED = "tell-my-turn";
const ICON = (colour: string): string => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="${colour}"/><path d="M9 8h9a6 6 0 0 1 1 12l5 5h-5l-4-5h-2v5H9zm4 4v4h5a2 2 0 0 0 0-4z" fill="#fff"/></svg>`)}`;

export class Notice {
  private mine = false;

  get wanted(): boolean { return localStorage.getItem(WANTED) === "yes"; }

  async want(is: boolean): Promise<void> {
    localStorage.setItem(WANTED, is ? "yes" : "no");
    if (is && "Notification" in window && window.isSecureContext && Notification.permission === "default") await Notification.requestPermission();
    if (is) this.sound();
  }

  say(title: string, you: string | null, mine: boolean, over: boolean): void {
    document.title = mine ? `● Your turn · ${title}` : over ? `Over · ${title}` : you ? `${title} · ${you}` : title;
    byId("icon").setAttribute("href", ICON(mine ? "#0b6357" : "#8a8577"));
    if (mine && !this.mine && this.wanted && document.hidden) {
      this.sound();
      if ("Notification" in window && window.isSecureContext && Notification.permission === "granted") new Notification("Your turn", { body: title });
    }
    this.mine = mine;
  }

  private sound(): void {
    const context = new AudioContext(), tone = context.createOscillator(), volume = context.createGain();
    volume.gain.setValueAtTime(0.12, context.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + 0.5);
    tone.frequency.value = 660;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + 0.5);
  }
}

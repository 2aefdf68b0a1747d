// The only place where pages speak with the server: requests, the stream of a table, lines that come one by one.

import type { BookText, Chances, Hint, Links, Looked, RuleText } from "./forms";

const NO_ANSWER = "The server does not answer. Try again.";

export class Refused extends Error {
  constructor(message: string, readonly status: number) { super(message); }
}

/** What went wrong, in words for a person. */
export const wordsOf = (error: unknown): string => error instanceof Refused ? error.message : error instanceof TypeError ? NO_ANSWER : error instanceof Error ? error.message : NO_ANSWER;

export async function fetched<Answer>(address: string, body?: unknown): Promise<Answer> {
  return body === undefined ? answered<Answer>(await fetch(address)) : sent<Answer>(address, JSON.stringify(body));
}

/** With a body that is JSON already. */
export async function sent<Answer>(address: string, body: string): Promise<Answer> {
  return answered<Answer>(await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body }));
}

async function answered<Answer>(response: Response): Promise<Answer> {
  const answer: unknown = await response.json();
  if (!response.ok) throw new Refused((answer as { message?: string }).message ?? "That did not work.", response.status);
  return answer as Answer;
}

/** What the server finds, as it finds it: a line of JSON each. */
export async function* lines<Found>(address: string, body: unknown, signal?: AbortSignal): AsyncGenerator<Found> {
  const response = await fetch(address, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body), signal: signal ?? null });
  if (!response.ok || !response.body) throw new Error(((await response.json()) as { message?: string }).message ?? "That did not work.");
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const found = (rest + value).split("\n");
    rest = found.pop() ?? "";
    for (const line of found) if (line) yield JSON.parse(line) as Found;
  }
}

export interface Listening { message(found: unknown): void; open(): void; lost(): void; refused(words: string): void }

/** One table, as whoever holds this link may see it. */
export class TableLink {
  constructor(readonly token: string) {}

  private at(what: string): string { return `/api/t/${this.token}${what}`; }

  about(): Promise<unknown> { return fetched(this.at("")); }
  moment(number: number, eyes = ""): Promise<unknown> { return fetched(this.at(`/moment/${number}${eyes ? `?eyes=${encodeURIComponent(eyes)}` : ""}`)); }
  decide(question: string, given: object): Promise<unknown> { return fetched(this.at("/decide"), { question, ...given }); }
  look(thing: string): Promise<Looked> { return fetched(this.at(`/look?thing=${encodeURIComponent(thing)}`)); }
  rules(): Promise<RuleText> { return fetched(this.at("/rules")); }
  book(): Promise<BookText> { return fetched(this.at("/book")); }
  hint(): Promise<Hint> { return fetched(this.at("/hint")); }
  chances(): Promise<Chances> { return fetched(this.at("/chances")); }
  say(words: string): Promise<unknown> { return fetched(this.at("/say"), { words }); }
  takeBack(answer: "ask" | "agree" | "refuse"): Promise<unknown> { return fetched(this.at("/take-back"), { answer }); }
  links(): Promise<Links> { return fetched(this.at("/links")); }
  act<Answer>(what: string, body: object): Promise<Answer> { return fetched(this.at(`/${what}`), body); }
  get saved(): string { return this.at("/save"); }

  /** The stream of this table; it reconnects by itself until the server refuses. */
  listen(to: Listening): void {
    const source = new EventSource(this.at("/stream"));
    source.addEventListener("message", (event) => {
      try { to.message(JSON.parse(event.data as string)); } catch (error) { source.close(); to.refused(wordsOf(error)); }
    });
    source.addEventListener("ended", () => source.close());
    source.addEventListener("open", () => to.open());
    source.addEventListener("error", () => { to.lost(); if (source.readyState === EventSource.CLOSED) void this.why(to); });
    this.close = () => source.close();
  }

  close: () => void = () => undefined;

  private async why(to: Listening): Promise<void> {
    try {
      const response = await fetch(this.at("/stream"));
      if (response.ok) { await response.body?.cancel(); location.reload(); return; }
      to.refused(((await response.json()) as { message?: string }).message ?? NO_ANSWER);
    } catch { /* it does not answer: the page says so already */ }
  }
}

// What the parts of the edit page have in common: its address, what a change makes of the table, the page itself as they see it.

export interface Problem { message: string; path?: string | null; line?: number | null; column?: number | null; help?: string | null; severity?: string }
export interface Renewed { changed: boolean; taken: boolean; divergence: string; answers: number; problems: Problem[]; can_return?: boolean }
export interface Changed extends Renewed { files: string[]; show: string | null; step: number; line?: number }

export const api = (what: string): string => `/api/e/${location.pathname.split("/").pop() ?? ""}${what}`;

/** The edit page, as its panels use it. */
export interface Work {
  readonly readOnly: boolean;
  readonly files: string[];
  readonly open: string;
  readonly text: string;
  /** Opens a file, at a line if one is given. */
  go(name: string, line?: number): Promise<void>;
  /** Sends a change of files, once what is open has been saved; then shows what came of it. */
  change(what: string, body: object): Promise<Changed | null>;
  /** Replaces the text of the open file; it is not saved yet. */
  write(text: string): void;
  save(): Promise<void>;
}

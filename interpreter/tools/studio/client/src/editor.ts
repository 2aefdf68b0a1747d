// An editor for a game's texts: CodeMirror, with the language server behind it. The folder is called file:///game here.

import { closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, StreamLanguage, type StringStream, bracketMatching, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import {
  LSPClient, LSPPlugin, type Transport, Workspace, type WorkspaceFile, findReferencesKeymap, formatKeymap, hoverTooltips,
  jumpToDefinitionKeymap, renameKeymap, serverCompletion, serverDiagnostics, signatureHelp,
} from "@codemirror/lsp-client";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type ChangeSet, EditorState, type Extension, RangeSet, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, GutterMarker, ViewPlugin, type ViewUpdate, drawSelection, gutter, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

export const GAME = "file:///game/";
export type Words = [string, string][];

// ---- colours
function language(words: Words): StreamLanguage<{ text: boolean }> {
  const rules = words.map(([name, pattern]) => [name, new RegExp(pattern, "y")] as const);
  const token = (stream: StringStream, state: { text: boolean }): string | null => {
    if (state.text || stream.peek() === '"') {
      if (!state.text) stream.next();
      state.text = true;
      if (!stream.skipTo('"')) { stream.skipToEnd(); state.text = false; return "string"; }
      stream.next();
      state.text = false;
      return "string";
    }
    if (stream.eatSpace()) return null;
    for (const [name, pattern] of rules) {
      pattern.lastIndex = stream.pos;
      const found = pattern.exec(stream.string);
      if (found && found[0]) { stream.pos += found[0].length; return name; }
    }
    if (!stream.eatWhile(/[\w]/)) stream.next();
    return null;
  };
  return StreamLanguage.define({ name: "rulewright", startState: () => ({ text: false }), token });
}

const YAML: Words = [
  ["comment", "#.*"], ["string", "'[^']*'"], ["propertyName", "[\\w .-]+(?=:(\\s|$))"], ["number", "-?\\d+(\\.\\d+)?\\b"],
  ["keyword", "\\b(true|false|yes|no|null)\\b"], ["operator", "[-:,\\[\\]{}|>]"],
];

const colours = HighlightStyle.define([
  { tag: tags.comment, color: "#6a6558", fontStyle: "italic" }, { tag: tags.string, color: "#7d3c05" },
  { tag: tags.number, color: "#553077" }, { tag: tags.keyword, color: "#0c6b62" }, { tag: tags.definitionKeyword, color: "#0c6b62", fontWeight: "700" },
  { tag: tags.typeName, color: "#17457b" }, { tag: tags.operatorKeyword, color: "#17457b" }, { tag: tags.operator, color: "#6a6558" },
  { tag: tags.propertyName, color: "#17457b" }, { tag: tags.atom, color: "#553077" }, { tag: tags.function(tags.variableName), color: "#8c1f16" },
]);

// ---- long lines: what does not fit goes on below its beginning, so that no line seems to stand farther left than it does
const HANG = 4, DEEPEST_HANG = 12; // letters
const hanging = Array.from({ length: DEEPEST_HANG / 2 + 1 }, (_, half) => Decoration.line({ class: `cm-hang-${2 * half}` }));
const hangs = Object.fromEntries(hanging.map((_, half) => [`.cm-line.cm-hang-${2 * half}`, { textIndent: `-${2 * half + HANG}ch`, paddingLeft: `calc(${2 * half + HANG}ch + 6px)` }]));

/** How far a line is indented, as far as there is a class for it. */
export const indentOf = (text: string): number => Math.min(DEEPEST_HANG, 2 * Math.floor((/^ */.exec(text)?.[0].length ?? 0) / 2));

const indented = ViewPlugin.fromClass(class {
  decorations: DecorationSet;
  constructor(view: EditorView) { this.decorations = this.drawn(view); }
  update(change: ViewUpdate): void { if (change.docChanged || change.viewportChanged) this.decorations = this.drawn(change.view); }
  private drawn(view: EditorView): DecorationSet {
    const found = [];
    for (const { from, to } of view.visibleRanges) {
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        const hang = hanging[indentOf(line.text) / 2];
        if (hang) found.push(hang.range(line.from));
        at = line.to + 1;
      }
    }
    return Decoration.set(found);
  }
}, { decorations: (plugin) => plugin.decorations });

// ---- how it looks
const theme = EditorView.theme({
  "&": { height: "100%", fontSize: "13.5px", backgroundColor: "#fff" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "DejaVu Sans Mono", "Liberation Mono", monospace', lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "#fbfaf5", color: "#6a6558", border: "none", borderRight: "1px solid #d9d3c3" },
  ".cm-activeLine": { backgroundColor: "#f3f0e455" }, ".cm-activeLineGutter": { backgroundColor: "#efeadb" },
  ...hangs,
  "&.cm-focused": { outline: "none" }, ".cm-tooltip": { backgroundColor: "#fbfaf5", border: "1px solid #b9b3a2", borderRadius: "7px", maxWidth: "560px" },
  ".cm-diagnostic": { fontFamily: "Inter, sans-serif", padding: "5px 9px" }, ".cm-result": { width: "12px" },
  ".cm-result .green": { color: "#2c6a2c" }, ".cm-result .red": { color: "#a3261b", fontWeight: "700" },
});

// ---- scenarios in red and green
class Mark extends GutterMarker {
  constructor(private readonly passed: boolean, private readonly words: string) { super(); }
  override toDOM(): Node {
    const mark = document.createElement("span");
    mark.className = this.passed ? "green" : "red";
    mark.textContent = this.passed ? "✓" : "✗";
    mark.title = this.words;
    return mark;
  }
}
const setResults = StateEffect.define<{ line: number; passed: boolean; words: string }[]>();
const results = StateField.define<RangeSet<GutterMarker>>({
  create: () => RangeSet.empty,
  update(marks, change) {
    marks = marks.map(change.changes);
    for (const effect of change.effects) {
      if (!effect.is(setResults)) continue;
      const doc = change.state.doc;
      const found = effect.value.filter((one) => one.line >= 1 && one.line <= doc.lines).sort((one, other) => one.line - other.line);
      marks = RangeSet.of(found.map((one) => new Mark(one.passed, one.words).range(doc.line(one.line).from)));
    }
    return marks;
  },
});

// ---- the language server
interface Open extends WorkspaceFile { view: EditorView }

class OneFile extends Workspace {
  files: Open[] = [];
  private versions = new Map<string, number>();

  constructor(client: LSPClient, private readonly show: (name: string) => Promise<EditorView | null>) { super(client); }

  syncFiles(): { file: WorkspaceFile; prevDoc: Text; changes: ChangeSet }[] {
    const found = [];
    for (const file of this.files) {
      const plugin = LSPPlugin.get(file.view);
      if (!plugin || plugin.unsyncedChanges.empty) continue;
      found.push({ file, prevDoc: file.doc, changes: plugin.unsyncedChanges });
      file.doc = file.view.state.doc;
      file.version = this.next(file.uri);
      plugin.clear();
    }
    return found;
  }

  private next(uri: string): number {
    const version = (this.versions.get(uri) ?? 0) + 1;
    this.versions.set(uri, version);
    return version;
  }

  openFile(uri: string, languageId: string, view: EditorView): void {
    const file: Open = { uri, languageId, version: this.next(uri), doc: view.state.doc, view, getView: () => view };
    this.files.push(file);
    this.client.didOpen(file);
  }

  closeFile(uri: string, view: EditorView): void {
    if (!this.files.some((file) => file.view === view)) return;
    this.files = this.files.filter((file) => file.view !== view);
    this.client.didClose(uri);
  }

  /** Whoever goes to a definition in another file goes on writing there. */
  override async displayFile(uri: string): Promise<EditorView | null> {
    const view = uri.startsWith(GAME) ? await this.show(uri.slice(GAME.length)) : null;
    view?.focus();
    return view;
  }
}

const KEPT = new Set("P BR CODE PRE EM STRONG UL OL LI H1 H2 H3 H4 HR BLOCKQUOTE SPAN TABLE TR TD TH TBODY THEAD".split(" "));

/** What the server writes as Markdown, with nothing in it but words and their shape. */
function plain(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const element of [...page.body.querySelectorAll("*")].reverse()) {
    if (!KEPT.has(element.tagName)) element.replaceWith(document.createTextNode(element.textContent ?? ""));
    else for (const one of [...element.attributes]) if (one.name !== "class") element.removeAttribute(one.name);
  }
  return page.body.innerHTML;
}

export class Editor {
  view: EditorView | null = null;
  name = "";
  private saved = "";
  private readonly client: LSPClient;
  private readonly rules: Extension;
  private readonly yaml = language(YAML);

  constructor(
    private readonly place: HTMLElement, words: Words, address: string, private readonly nonce: string, private readonly readOnly: boolean,
    show: (name: string) => Promise<EditorView | null>, private readonly changed: () => void, private readonly save: () => void,
  ) {
    this.rules = language(words);
    this.client = new LSPClient({
      rootUri: GAME.slice(0, -1), timeout: 20000, sanitizeHTML: plain, workspace: (client) => new OneFile(client, show),
      extensions: [serverDiagnostics(), serverCompletion(), hoverTooltips(), signatureHelp(),
        keymap.of([...jumpToDefinitionKeymap, ...findReferencesKeymap, ...renameKeymap, ...formatKeymap])],
    });
    this.connect(address);
  }

  /** One socket; when the server comes back, so does it. */
  private connect(address: string): void {
    const socket = new WebSocket(address);
    const handlers = new Set<(text: string) => void>();
    socket.addEventListener("message", (event) => { for (const handler of handlers) handler(event.data as string); });
    const transport: Transport = {
      send: (text) => { if (socket.readyState === WebSocket.OPEN) socket.send(text); },
      subscribe: (handler) => void handlers.add(handler), unsubscribe: (handler) => void handlers.delete(handler),
    };
    socket.addEventListener("open", () => { this.client.connect(transport); void this.client.initializing.then(() => { this.place.dataset["language"] = "ready"; }); });
    socket.addEventListener("close", (event) => {
      delete this.place.dataset["language"];
      this.client.disconnect();
      if (event.code !== 1008) window.setTimeout(() => this.connect(address), 3000);
    });
  }

  get text(): string { return this.view?.state.doc.toString() ?? ""; }
  get dirty(): boolean { return this.view !== null && this.text !== this.saved; }

  open(name: string, text: string): EditorView {
    this.view?.destroy();
    this.name = name;
    this.saved = text;
    const isYaml = /\.ya?ml$/.test(name), isRules = /\.(rules|scenario)$/.test(name);
    this.view = new EditorView({ parent: this.place, state: EditorState.create({ doc: text, extensions: [
      EditorView.cspNonce.of(this.nonce), EditorView.contentAttributes.of({ "aria-label": `text of ${name}`, tabindex: "0" }),
      EditorState.readOnly.of(this.readOnly), EditorState.tabSize.of(2), lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(),
      indentOnInput(), EditorView.lineWrapping, indented, bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), lintGutter(),
      isYaml ? this.yaml : isRules ? this.rules : [], syntaxHighlighting(colours), theme, results,
      gutter({ class: "cm-result", markers: (view) => view.state.field(results) }),
      keymap.of([{ key: "Mod-s", preventDefault: true, run: () => { this.save(); return true; } }, ...closeBracketsKeymap, ...defaultKeymap,
        ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.updateListener.of((update) => { if (update.docChanged) this.changed(); }),
      isYaml || isRules ? this.client.plugin(GAME + name, isYaml ? "yaml" : "rulewright") : [],
    ] }) });
    return this.view;
  }

  wasSaved(): void {
    this.saved = this.text;
    if (this.client.connected) this.client.notification("textDocument/didSave", { textDocument: { uri: GAME + this.name } });
  }

  /** Replaces the text; what stays the same keeps its place, and Undo brings it back. */
  replace(text: string): void {
    const view = this.view, old = this.text;
    if (!view || old === text) return;
    let from = 0, end = 0;
    const most = Math.min(old.length, text.length);
    while (from < most && old[from] === text[from]) from++;
    while (end < most - from && old[old.length - 1 - end] === text[text.length - 1 - end]) end++;
    view.dispatch({ changes: { from, to: old.length - end, insert: text.slice(from, text.length - end) }, userEvent: "input.form" });
  }

  /** Forgets the open file: whatever is opened next is read again. */
  close(): void {
    this.view?.destroy();
    this.view = null;
    this.name = "";
  }

  mark(found: { line: number; passed: boolean; words: string }[]): void { this.view?.dispatch({ effects: setResults.of(found) }); }

  goTo(line: number): void {
    const view = this.view;
    if (!view || line < 1 || line > view.state.doc.lines) return;
    const at = view.state.doc.line(line).from;
    view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    view.focus();
  }
}

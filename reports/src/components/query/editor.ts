import type { NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import { h } from "../dom.ts";
import { splitVisible } from "../visible-text.ts";
import { Completion, type Suggest } from "./completion.ts";
import { jsonWords, sqlWords, type Word } from "./sql-words.ts";

interface EditorOptions {
  type: NotebookCell["type"];
  text: string;
  label: string;
  /** Words that may stand at the cursor; none for a text. */
  suggest: Suggest | null;
  onInput: () => void;
  onRun: () => void;
}

/**
 * A text area over its own words in colour: what browsers do for one (undoing, spelling, readers of screens, keyboards of
 * phones) stays as it is.
 */
export class Editor {
  readonly element: HTMLElement;
  readonly input: HTMLTextAreaElement;
  readonly #type: NotebookCell["type"];
  /** Lies below the text area, in the same font, and gives the height. */
  readonly #colours = h("pre", { class: "colours", "aria-hidden": "true" });
  readonly #completion: Completion | null;

  constructor({ type, text, label, suggest, onInput, onRun }: EditorOptions) {
    this.#type = type;
    this.input = h("textarea", {
      "aria-label": label,
      spellcheck: type === "text" ? null : "false",
      autocapitalize: "off",
      rows: 1,
    }) as HTMLTextAreaElement;
    this.input.value = text;
    this.element = h("div", { class: "editor" }, this.#colours, this.input);
    this.#completion = suggest && new Completion(this, suggest);
    this.input.addEventListener("input", () => {
      this.#colour();
      onInput();
    });
    this.input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        this.#completion?.close();
        onRun();
      }
    });
    this.#colour();
  }

  get text(): string {
    return this.input.value;
  }

  set text(text: string) {
    this.input.value = text;
    this.#colour();
  }

  /** Puts a text in the place of the last `instead` characters before the cursor, as if it were typed: it can be undone. */
  insert(text: string, instead = 0): void {
    this.input.focus();
    this.input.setSelectionRange(this.input.selectionStart - instead, this.input.selectionEnd);
    // Deprecated and without another that keeps what can be undone; where a browser has it no more, undoing is lost.
    if (document.execCommand("insertText", false, text)) return;
    this.input.setRangeText(text, this.input.selectionStart, this.input.selectionEnd, "end");
    this.input.dispatchEvent(new Event("input"));
  }

  /** Where a character of the text is drawn. */
  place(at: number): DOMRect {
    const walker = document.createTreeWalker(this.#colours, NodeFilter.SHOW_TEXT);
    let before = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const length = node.nodeValue!.length;
      if (before + length >= at) {
        const range = document.createRange();
        range.setStart(node, at - before);
        return range.getBoundingClientRect();
      }
      before += length;
    }
    return this.#colours.getBoundingClientRect();
  }

  #colour(): void {
    const words = WORDS[this.#type](this.text);
    // The last line has its height only where something stands in it.
    this.#colours.replaceChildren(...words.map(coloured), document.createTextNode("\n"));
  }
}

const WORDS: Record<NotebookCell["type"], (text: string) => Word[]> = {
  sql: sqlWords,
  plot: jsonWords,
  text: (text) => [{ kind: "plain", text }],
};

/** Characters that do not show, and those that turn the order of others, stand out: what is read is what is run. */
function coloured({ kind, text }: Word): HTMLElement {
  const shown = splitVisible(text).map((part) => (part.type === "text" ? part.text : "\ufffd"));
  const span = document.createElement("span");
  if (kind !== "plain") span.className = kind;
  span.textContent = shown.join("");
  return span;
}

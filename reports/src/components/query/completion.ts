import { h } from "../dom.ts";

export interface Suggestion {
  /** What is put in. */
  text: string;
  /** What it is: a column's table, `keyword` ... */
  about: string;
}

/** What is written in. */
interface Written {
  element: HTMLElement;
  input: HTMLTextAreaElement;
  /** Puts a text in the place of the last `instead` characters before the cursor. */
  insert(text: string, instead?: number): void;
  /** Where a character of the text is drawn. */
  place(at: number): DOMRect;
}

/** What may come where the text before the cursor ends so; the word that it replaces is its own last part. */
export type Suggest = (before: string, text: string) => { word: string; suggestions: readonly Suggestion[] };

const MOST = 8;
const SHORTEST_WORD = 2;
let made = 0;

/** The list of words that may stand at the cursor, by keyboard (arrows, Enter or Tab, Escape; Ctrl-Space asks) and by mouse. */
export class Completion {
  readonly #editor: Written;
  readonly #suggest: Suggest;
  readonly #list: HTMLElement;
  #shown: readonly Suggestion[] = [];
  #word = "";
  #current = 0;

  constructor(editor: Written, suggest: Suggest) {
    this.#editor = editor;
    this.#suggest = suggest;
    this.#list = h("ul", {
      class: "completion",
      role: "listbox",
      id: `completion-${++made}`,
      "aria-label": "Words",
      hidden: true,
    });
    editor.element.append(this.#list);
    const { input } = editor;
    for (const [name, value] of [
      ["aria-autocomplete", "list"],
      ["aria-controls", this.#list.id],
      ["aria-haspopup", "listbox"],
    ] as const)
      input.setAttribute(name, value);
    input.addEventListener("input", (event) => {
      // What was pasted or filled in is not being looked for.
      if ((event as InputEvent).inputType === "insertText" || !this.#list.hidden) this.#ask(SHORTEST_WORD);
    });
    input.addEventListener("keydown", (event) => this.#key(event));
    input.addEventListener("blur", () => this.close());
    input.addEventListener("click", () => this.close());
  }

  close(): void {
    this.#list.hidden = true;
    this.#editor.input.removeAttribute("aria-activedescendant");
  }

  #ask(shortest: number): void {
    const { input } = this.#editor;
    const before = input.value.slice(0, input.selectionStart);
    const { word, suggestions } = this.#suggest(before, input.value);
    const follows = before.endsWith(".");
    const found = suggestions.slice(0, MOST);
    const isSelected = input.selectionStart !== input.selectionEnd;
    const isWhole = found.length > 0 && found[0]!.text.toLowerCase() === word.toLowerCase();
    if (isSelected || found.length === 0 || isWhole || (word.length < shortest && !follows)) {
      this.close();
      return;
    }
    this.#shown = found;
    this.#word = word;
    this.#current = 0;
    this.#draw();
    const at = this.#editor.place(input.selectionStart - word.length);
    const home = this.#editor.element.getBoundingClientRect();
    this.#list.style.left = `${Math.max(0, Math.min(at.left - home.left, home.width - 260))}px`;
    this.#list.style.top = `${at.bottom - home.top + 2}px`;
    this.#list.hidden = false;
  }

  #draw(): void {
    const { id } = this.#list;
    this.#list.replaceChildren(
      ...this.#shown.map(({ text, about }, index) =>
        h(
          "li",
          {
            role: "option",
            id: `${id}-${index}`,
            "aria-selected": String(index === this.#current),
            // Before the text area loses the focus, which closes the list.
            onmousedown: (event) => {
              event.preventDefault();
              this.#take(index);
            },
          },
          h("code", {}, text),
          h("small", {}, ` ${about}`),
        ),
      ),
    );
    this.#editor.input.setAttribute("aria-activedescendant", `${id}-${this.#current}`);
  }

  #key(event: KeyboardEvent): void {
    if (event.key === " " && event.ctrlKey) {
      event.preventDefault();
      this.#ask(0);
      return;
    }
    if (this.#list.hidden || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      this.#current = (this.#current + step + this.#shown.length) % this.#shown.length;
      this.#draw();
    } else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) this.#take(this.#current);
    else if (event.key === "Escape") this.close();
    else {
      if (event.key.startsWith("Arrow") || event.key === "Home" || event.key === "End") this.close();
      return;
    }
    event.preventDefault();
  }

  #take(index: number): void {
    const { text } = this.#shown[index]!;
    this.close();
    this.#editor.insert(text, this.#word.length);
    this.close();
  }
}

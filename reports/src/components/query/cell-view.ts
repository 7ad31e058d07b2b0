import type { QueryAnswer } from "../../../duckdb/answer.ts";
import { type Child, h } from "../dom.ts";
import type { CellText } from "./address.ts";

/** When a query that still runs is called slow. */
const SLOW_MS = 1000;

/** What the buttons of a cell do; the list of cells knows the others. */
export interface CellActions {
  run(cell: CellView): void;
  cancel(): void;
  move(cell: CellView, by: -1 | 1): void;
  remove(cell: CellView): void;
  changed(): void;
}

/** One cell: its text, its buttons, and what it gave. */
export class CellView {
  readonly type: CellText["type"];
  readonly element: HTMLElement;
  /** Of a SQL cell that was run since its text was changed. */
  answer: QueryAnswer | null = null;
  readonly #input: HTMLTextAreaElement;
  readonly #status = h("span", { class: "status", role: "status" });
  readonly #output = h("div", { class: "output" });
  readonly #cancel: HTMLElement;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor({ type, text }: CellText, title: string | null, actions: CellActions) {
    this.type = type;
    this.#input = makeInput(type, text);
    this.#input.addEventListener("input", () => {
      this.answer = null;
      fitHeight(this.#input);
      actions.changed();
    });
    this.#input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      actions.run(this);
    });
    const button = (label: string, name: string, action: () => void) =>
      h("button", { type: "button", "aria-label": name, title: name, onclick: action }, label);
    this.#cancel = button("Cancel", "Cancel the query", () => actions.cancel());
    this.#cancel.hidden = true;
    this.element = h(
      "div",
      { class: `cell ${type}`, role: "group", "aria-label": `${NAMES[type]} cell` },
      title === null ? null : h("h2", {}, title),
      this.#input,
      h(
        "div",
        { class: "cell-tools" },
        button("Run", "Run this cell (Ctrl-Enter)", () => actions.run(this)),
        this.#cancel,
        this.#status,
        h("span", { class: "kind" }, NAMES[type]),
        button("↑", "Move this cell up", () => actions.move(this, -1)),
        button("↓", "Move this cell down", () => actions.move(this, 1)),
        button("×", "Remove this cell", () => actions.remove(this)),
      ),
      this.#output,
    );
  }

  get text(): string {
    return this.#input.value;
  }

  focus(): void {
    this.#input.focus();
  }

  /** Once it is in the page. */
  fit(): void {
    fitHeight(this.#input);
  }

  /** Shows what the work gives, and how long it took; or why it gave nothing. */
  async show(begins: string, work: () => Promise<Child>): Promise<void> {
    const start = performance.now();
    this.#begin(begins, start);
    try {
      const shown = await work();
      this.#output.replaceChildren(h("div", {}, shown));
      this.#status.textContent = `${Math.max(1, Math.round(performance.now() - start))} ms`;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#output.replaceChildren(h("pre", { class: "error", role: "alert" }, message));
      this.#status.textContent = "";
    } finally {
      clearInterval(this.#ticking);
      this.#cancel.hidden = true;
    }
  }

  #begin(begins: string, start: number): void {
    this.#status.textContent = begins;
    this.#cancel.hidden = false;
    clearInterval(this.#ticking);
    this.#ticking = setInterval(() => {
      const seconds = Math.floor((performance.now() - start) / 1000);
      this.#status.textContent = `slow: ${seconds} s so far`;
    }, SLOW_MS);
  }
}

const NAMES: Record<CellText["type"], string> = { sql: "SQL", plot: "Plot" };

function makeInput(type: CellText["type"], text: string): HTMLTextAreaElement {
  const input = h("textarea", {
    "aria-label": `${NAMES[type]} of the cell`,
    spellcheck: "false",
    autocapitalize: "off",
    rows: 3,
  }) as HTMLTextAreaElement;
  input.value = text;
  return input;
}

function fitHeight(input: HTMLTextAreaElement): void {
  input.rows = Math.min(30, Math.max(3, input.value.split("\n").length));
}

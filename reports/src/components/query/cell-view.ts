import type { NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import type { QueryAnswer } from "../../../duckdb/answer.ts";
import { type Child, h } from "../dom.ts";
import type { Suggest } from "./completion.ts";
import { Editor } from "./editor.ts";

/** When a query that still runs is called slow. */
const SLOW_MS = 1000;

/** What the buttons of a cell do; the list of cells knows the others. */
export interface CellActions {
  run(cell: CellView): void;
  cancel(): void;
  move(cell: CellView, by: -1 | 1): void;
  remove(cell: CellView): void;
  changed(cell: CellView): void;
  focused(cell: CellView): void;
  /** Why a result may not be called so; null where it may. */
  whyNoName(cell: CellView, name: string): string | null;
  suggest(cell: CellView): Suggest | null;
}

/** One cell: its title, its text, its buttons, and what it gave. */
export class CellView {
  readonly type: NotebookCell["type"];
  readonly element: HTMLElement;
  readonly editor: Editor;
  /** Of a SQL cell that was run: its statement then, and what it gave. */
  answered: { statement: string; answer: QueryAnswer } | null = null;
  /** Controls of a plot. */
  readonly form = h("div");
  readonly #actions: CellActions;
  readonly #title: HTMLInputElement;
  readonly #name: HTMLInputElement | null;
  readonly #status = h("span", { class: "status", role: "status" });
  readonly output = h("div", { class: "output" });
  readonly #cancel: HTMLElement;
  #known: string | undefined;
  #ticking: ReturnType<typeof setInterval> | undefined;

  constructor({ type, text, title = "", name }: NotebookCell, actions: CellActions) {
    this.type = type;
    this.#actions = actions;
    this.#known = name;
    this.#title = input({ class: "cell-title", placeholder: TITLES[type], "aria-label": "Title of the cell" }, title);
    this.#title.addEventListener("input", () => actions.changed(this));
    this.#name = type === "sql" ? this.#nameInput() : null;
    this.editor = new Editor({
      ...{ type, text, label: `${NAMES[type]} of the cell`, suggest: actions.suggest(this) },
      onInput: () => actions.changed(this),
      onRun: () => actions.run(this),
    });
    this.#cancel = button("Cancel", "Cancel the query", () => actions.cancel());
    this.#cancel.hidden = true;
    this.element = h(
      "div",
      {
        class: `query-cell ${type}`,
        role: "group",
        "aria-label": `${NAMES[type]} cell`,
        onfocusin: () => actions.focused(this),
      },
      h("div", { class: "cell-head" }, this.#title, this.#name && h("label", {}, "result ", this.#name)),
      this.form,
      this.#editing(),
      this.#tools(),
      this.output,
    );
  }

  get text(): string {
    return this.editor.text;
  }

  get written(): NotebookCell {
    const title = this.#title.value.trim();
    return {
      ...{ type: this.type, text: this.text },
      ...(title ? { title } : {}),
      ...(this.#known === undefined ? {} : { name: this.#known }),
    };
  }

  /** What the list of cells calls it. */
  get label(): string {
    const { title, name, text } = this.written;
    return title ?? name ?? (this.type === "text" ? text.trim().split("\n")[0]!.slice(0, 60) : NAMES[this.type]);
  }

  /** A text that is shown is edited on request. */
  edit(isOpen: boolean): void {
    this.element.classList.toggle("read", !isOpen);
    if (isOpen) this.editor.input.focus();
  }

  /** Shows what the work gives, and how long it took; or why it gave nothing. */
  async show(begins: string, work: () => Promise<Child>): Promise<void> {
    const start = performance.now();
    this.#begin(begins, start);
    try {
      const shown = await work();
      this.output.replaceChildren(h("div", {}, shown));
      const took = Math.max(1, Math.round(performance.now() - start));
      this.#status.textContent = this.type === "text" ? "" : `${took} ms`;
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.output.replaceChildren(h("pre", { class: "error", role: "alert" }, message));
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

  /** JSON of a plot that is made by clicks is there for who wants more. */
  #editing(): HTMLElement {
    if (this.type !== "plot") return this.editor.element;
    return h("details", { class: "plot-json" }, h("summary", {}, "as JSON"), this.editor.element);
  }

  #tools(): HTMLElement {
    const actions = this.#actions;
    return h(
      "div",
      { class: "cell-tools" },
      this.type === "text"
        ? button("Done", "Done: show this text (Ctrl-Enter)", () => actions.run(this))
        : button("Run", "Run this cell (Ctrl-Enter)", () => actions.run(this)),
      this.type === "text" ? button("Edit", "Edit this text", () => this.edit(true)) : null,
      this.#cancel,
      this.#status,
      h("span", { class: "kind" }, NAMES[this.type]),
      button("↑", "Move this cell up", () => actions.move(this, -1)),
      button("↓", "Move this cell down", () => actions.move(this, 1)),
      button("×", "Remove this cell", () => actions.remove(this)),
    );
  }

  #nameInput(): HTMLInputElement {
    const own = input(
      { class: "cell-name", "aria-label": "Name of the result", spellcheck: "false", size: 14 },
      this.#known ?? "",
    );
    own.addEventListener("input", () => {
      const why = this.#actions.whyNoName(this, own.value);
      own.setCustomValidity(why ?? "");
      own.title = why ?? "Cells below query the result by this name";
      if (why !== null) return;
      this.#known = own.value;
      this.#actions.changed(this);
    });
    own.addEventListener("change", () => {
      own.reportValidity();
      own.value = this.#known ?? "";
      own.setCustomValidity("");
    });
    return own;
  }
}

const NAMES: Record<NotebookCell["type"], string> = { sql: "SQL", plot: "Plot", text: "Text" };
const TITLES: Record<NotebookCell["type"], string> = { sql: "Question", plot: "Title", text: "Title" };

function input(attributes: Parameters<typeof h>[1], value: string): HTMLInputElement {
  const own = h("input", { type: "text", maxlength: 200, autocomplete: "off", ...attributes }) as HTMLInputElement;
  own.value = value;
  return own;
}

function button(label: string, name: string, action: () => void): HTMLElement {
  const kind = { Done: "done", Edit: "edit" }[label];
  return h("button", { type: "button", class: kind, "aria-label": name, title: name, onclick: action }, label);
}

import { type Child, h } from "../dom.ts";
import { type CellText, decodeCells, encodeCells, LONGEST_ADDRESS } from "./address.ts";
import { answerTable } from "./answer-table.ts";
import { CellView } from "./cell-view.ts";
import { download } from "./download.ts";
import { toOwnPage, toSqlFile } from "./export-cells.ts";
import { plotAnswer } from "./plot-answer.ts";
import { parsePlot } from "./plot-spec.ts";
import { writePlot } from "./questions.ts";
import { RunningEngine } from "./running-engine.ts";

const FIRST_SQL =
  "SELECT model, avg(functional_pass) AS pass_rate, count(*) AS executions\nFROM executions\nGROUP BY model\nORDER BY pass_rate DESC";

const FIRST_PLOT = writePlot({ marks: [{ type: "barX", x: "pass_rate", y: "model", fill: "model", tip: true }] });

/** The cells of the page, in their order, kept in the address. */
export class Cells {
  readonly element: HTMLElement;
  readonly #list = h("div", { class: "cells" });
  readonly #empty = h("p", { class: "nothing" }, "No cells yet: click a question, or add a cell of your own.");
  readonly #notice = h("p", { class: "warning", role: "status", hidden: true });
  readonly #engine = new RunningEngine();
  #views: CellView[] = [];
  #answers = 0;
  #remembered = 0;

  readonly #models: readonly string[];

  /** @param models in the order of their colours */
  constructor(models: readonly string[]) {
    this.#models = models;
    const button = (label: string, action: () => void) => h("button", { type: "button", onclick: action }, label);
    this.element = h(
      "div",
      {},
      this.#empty,
      this.#list,
      this.#notice,
      h(
        "div",
        { class: "cell-tools" },
        button("Add SQL", () => this.#append({ type: "sql", text: FIRST_SQL }).focus()),
        button("Add plot", () => this.#append({ type: "plot", text: FIRST_PLOT }).focus()),
        button("Run all", () => void this.#runEach(this.#views)),
        button("Save as SQL", () => download("cells.sql", toSqlFile(this.#views), "application/sql")),
        button("Save as page", () =>
          download("my-question.md", toOwnPage(this.#views, "My question"), "text/markdown"),
        ),
      ),
    );
    addEventListener("hashchange", () => void this.restore());
  }

  /** Puts the cells of the address into the page; nothing is run before the reader says so. */
  async restore(): Promise<void> {
    try {
      const cells = await decodeCells(location.hash);
      if (cells.length === 0) return;
      this.#views = [];
      this.#list.replaceChildren();
      for (const cell of cells) this.#append(cell);
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  /** Adds the cells of a question and runs them. */
  add({ title, cells }: { title: string; cells: readonly CellText[] }): void {
    const views = cells.map((cell, index) => this.#append(cell, index === 0 ? title : null));
    views[0]?.element.scrollIntoView({ block: "nearest" });
    void this.#runEach(views);
  }

  #append(cell: CellText, title: string | null = null): CellView {
    const view = new CellView(cell, title, {
      run: (own) => void this.#run(own),
      cancel: () => void this.#engine.cancel(),
      move: (own, by) => this.#move(own, by),
      remove: (own) => this.#remove(own),
      changed: () => void this.#remember(),
    });
    this.#views.push(view);
    this.#list.append(view.element);
    view.fit();
    void this.#remember();
    return view;
  }

  async #runEach(views: readonly CellView[]): Promise<void> {
    for (const view of views) await this.#run(view);
  }

  #run(view: CellView): Promise<void> {
    const begins = this.#engine.isStarted ? "running" : "loading DuckDB (8 MB, once)";
    return view.show(begins, () => this.#answer(view));
  }

  async #answer(view: CellView): Promise<Child> {
    if (view.type === "plot") return this.#draw(view);
    view.answer = await this.#engine.query(view.text);
    this.#answers++;
    return answerTable(view.answer, `Answer ${this.#answers}`);
  }

  /** A plot draws the answer of the SQL cell above it. */
  async #draw(view: CellView): Promise<Child> {
    const source = this.#views.slice(0, this.#views.indexOf(view)).findLast(({ type }) => type === "sql");
    if (!source) throw new Error("a plot draws the answer of the SQL cell above it, and there is none");
    if (source.answer === null) await this.#run(source);
    if (source.answer === null) throw new Error("the SQL cell above gave no answer");
    const spec = parsePlot(
      view.text,
      source.answer.columns.map(({ name }) => name),
    );
    return plotAnswer(spec, source.answer, { models: this.#models, width: view.element.clientWidth - 32 });
  }

  #move(view: CellView, by: -1 | 1): void {
    const from = this.#views.indexOf(view);
    const other = this.#views[from + by];
    if (!other) return;
    this.#views[from + by] = view;
    this.#views[from] = other;
    if (by < 0) other.element.before(view.element);
    else other.element.after(view.element);
    void this.#remember();
  }

  #remove(view: CellView): void {
    this.#views = this.#views.filter((own) => own !== view);
    view.element.remove();
    void this.#remember();
  }

  async #remember(): Promise<void> {
    this.#empty.hidden = this.#views.length > 0;
    const turn = ++this.#remembered;
    const address = await encodeCells(this.#views);
    // Of two that are written at once the one that began last stays.
    if (turn !== this.#remembered) return;
    this.#say(
      address === null
        ? `These cells make an address of more than ${LONGEST_ADDRESS} characters, which some programs cut: it holds them no longer. Export them instead.`
        : null,
    );
    history.replaceState(null, "", `${location.pathname}${location.search}${address ?? ""}`);
  }

  #say(notice: string | null): void {
    this.#notice.hidden = notice === null;
    this.#notice.replaceChildren(notice ?? "");
  }
}

import type { Notebook, NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import type { QueryData } from "../../../../harness/show/report/site-data.ts";
import type { QueryAnswer } from "../../../duckdb/answer.ts";
import { type Child, h } from "../dom.ts";
import { loadList } from "../execution-list.ts";
import { columnsOf } from "./answer-columns.ts";
import { answerTable, type LinkedIds } from "./answer-table.ts";
import { type CellActions, CellView } from "./cell-view.ts";
import type { Kept } from "./kept.ts";
import { choiceOf, firstChoice, makePlot } from "./make-plot.ts";
import { note } from "./note.ts";
import { plotAnswer } from "./plot-answer.ts";
import { plotForm } from "./plot-form.ts";
import { parsePlot } from "./plot-spec.ts";
import { RunningEngine } from "./running-engine.ts";
import { suggestSql } from "./suggest.ts";
import { freeName, statementOf, whyNoName } from "./use-results.ts";

interface CellsOptions {
  data: QueryData;
  kept: Kept;
  /** Cells, or what is in them, are others now. */
  onChange: () => void;
}

/** The cells of the page, in their order. */
export class Cells {
  readonly element = h("div", { class: "cells" });
  readonly #options: CellsOptions;
  readonly #engine = new RunningEngine();
  readonly #actions: CellActions;
  #views: CellView[] = [];
  #last: CellView | null = null;
  #answers = 0;
  #known: Promise<LinkedIds> | null = null;

  constructor(options: CellsOptions) {
    this.#options = options;
    const { tables } = options.data;
    this.#actions = {
      run: (own) => void this.run(own),
      cancel: () => void this.#engine.cancel(),
      move: (own, by) => this.#move(own, by),
      remove: (own) => this.#remove(own),
      changed: () => options.onChange(),
      focused: (own) => {
        this.#last = own;
      },
      whyNoName: (own, name) => whyNoName(name, this.#takenNames(own)),
      suggest: ({ type }) => (type === "sql" ? suggestSql(tables, () => this.#results()) : null),
    };
  }

  get views(): readonly CellView[] {
    return this.#views;
  }

  get written(): NotebookCell[] {
    return this.#views.map(({ written }) => written);
  }

  /** Puts the cells of a notebook into the page. Texts are shown; nothing is run before the reader says so. */
  restore({ cells }: Notebook): void {
    this.#views = [];
    this.element.replaceChildren();
    for (const cell of cells) {
      const view = this.add(cell);
      if (view.type === "text") void this.run(view);
    }
  }

  /** A new cell at the end, or below another. */
  add(cell: NotebookCell, below?: CellView): CellView {
    const isNamed = cell.type === "sql" && cell.name === undefined;
    const view = new CellView(isNamed ? { ...cell, name: freeName(this.#takenNames()) } : cell, this.#actions);
    const at = below ? this.#views.indexOf(below) + 1 : this.#views.length;
    this.#views.splice(at, 0, view);
    if (below) below.element.after(view.element);
    else this.element.append(view.element);
    this.#options.onChange();
    return view;
  }

  /** Puts a name from the list of tables into the cell that was written in last. */
  insert(text: string): void {
    const sql = this.#views.filter(({ type }) => type === "sql");
    const view = this.#last && sql.includes(this.#last) ? this.#last : sql.at(-1);
    (view ?? this.add({ type: "sql", text: "" })).editor.insert(text);
  }

  /** Draws the SQL cell above the end, or above another place, as its answer is drawn best. */
  async addPlot(below?: CellView): Promise<void> {
    const source = below ?? this.#views.findLast(({ type }) => type === "sql");
    const answer = source && (await this.#answerOf(source));
    const text = answer
      ? makePlot(firstChoice(answer), columnsOf(answer))
      : makePlot({ kind: "bars", x: "", y: "", color: "" }, { all: [] });
    const view = this.add({ type: "plot", text }, below);
    await this.run(view);
    view.element.scrollIntoView({ block: "nearest" });
  }

  async runEach(views: readonly CellView[]): Promise<void> {
    for (const view of views) await this.run(view);
  }

  run(view: CellView): Promise<void> {
    const begins = this.#engine.isStarted ? "running" : "loading DuckDB (8 MB, once)";
    if (view.type === "text") {
      view.edit(false);
      return view.show("", async () => note(view.text));
    }
    return view.show(begins, () => (view.type === "plot" ? this.#draw(view) : this.#ask(view)));
  }

  /** What a cell gave to the statement that it is now. */
  currentAnswer(view: CellView): QueryAnswer | null {
    return view.answered?.statement === this.#statement(view) ? (view.answered?.answer ?? null) : null;
  }

  async #ask(view: CellView): Promise<Child> {
    const statement = this.#statement(view);
    const { kept } = this.#options;
    const asked = { at: new Date().toISOString(), sql: view.text };
    try {
      const answer = await this.#engine.query(statement);
      view.answered = { statement, answer };
      kept.ask({ ...asked, rows: answer.rows.length });
    } catch (error) {
      kept.ask({ ...asked, rows: null });
      throw error;
    } finally {
      this.#options.onChange();
    }
    this.#answers++;
    this.#known ??= loadKnown();
    return answerTable(view.answered.answer, {
      name: `Answer ${this.#answers}`,
      known: await this.#known,
      chart: () => void this.addPlot(view),
    });
  }

  /** A plot draws the answer of the SQL cell above it. */
  async #draw(view: CellView): Promise<Child> {
    const source = this.#views.slice(0, this.#views.indexOf(view)).findLast(({ type }) => type === "sql");
    if (!source) throw new Error("a plot draws the answer of the SQL cell above it: add one");
    const answer = await this.#answerOf(source);
    if (answer === null) throw new Error("the SQL cell above gave no answer");
    const columns = columnsOf(answer);
    const change = (text: string) => {
      view.editor.text = text;
      this.#options.onChange();
      void this.run(view);
    };
    view.form.replaceChildren(plotForm(columns, choiceOf(view.text, columns), change));
    const spec = parsePlot(view.text, columns.all);
    return plotAnswer(spec, answer, { models: this.#options.data.models, width: view.element.clientWidth - 32 });
  }

  /** Of the statement that the cell is now, run where it was not yet. */
  async #answerOf(source: CellView): Promise<QueryAnswer | null> {
    if (this.currentAnswer(source) === null) await this.run(source);
    return this.currentAnswer(source);
  }

  #statement(view: CellView): string {
    return statementOf(this.written, this.#views.indexOf(view));
  }

  #takenNames(except?: CellView): string[] {
    const names = this.#views.flatMap((view) => (view === except ? [] : (view.written.name ?? [])));
    return [...names, ...this.#options.data.tables.map(({ name }) => name)];
  }

  #results() {
    return this.#views.flatMap(({ written, answered }) =>
      written.name === undefined
        ? []
        : [{ name: written.name, columns: answered?.answer.columns.map(({ name }) => name) ?? [] }],
    );
  }

  #move(view: CellView, by: -1 | 1): void {
    const from = this.#views.indexOf(view);
    const other = this.#views[from + by];
    if (!other) return;
    this.#views[from + by] = view;
    this.#views[from] = other;
    if (by < 0) other.element.before(view.element);
    else other.element.after(view.element);
    this.#options.onChange();
  }

  #remove(view: CellView): void {
    this.#views = this.#views.filter((own) => own !== view);
    view.element.remove();
    this.#options.onChange();
  }
}

async function loadKnown(): Promise<LinkedIds> {
  const { columns, rows, questions } = await loadList();
  const at = columns.indexOf("name");
  return { executions: new Set(rows.map((row) => String(row[at]))), scenarios: new Set(Object.keys(questions)) };
}

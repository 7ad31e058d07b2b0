import type { Notebook } from "../../../harness/show/report/notebooks/notebook.ts";
import type { QueryData } from "../../../harness/show/report/site-data.ts";
import { h } from "./dom.ts";
import { decodeNotebook, encodeNotebook, LONGEST_ADDRESS } from "./query/address.ts";
import { askedList } from "./query/asked-list.ts";
import { Cells } from "./query/cells.ts";
import { exportButtons } from "./query/export-buttons.ts";
import { Kept } from "./query/kept.ts";
import { outline } from "./query/outline.ts";
import { questionList } from "./query/question-list.ts";
import { schemaList } from "./query/schema-list.ts";
import { Shelf } from "./query/shelf.ts";

const FIRST_SQL =
  "SELECT model, avg(functional_pass) AS pass_rate, count(*) AS executions\nFROM executions\nGROUP BY model\nORDER BY pass_rate DESC";
const FIRST_TEXT = "What this notebook asks, and what came out.";

/** SQL, plots and texts over the tables of the run, beginning with those in the address. */
export async function queryPage(): Promise<HTMLElement> {
  const response = await fetch("./data/query/tables.json");
  if (!response.ok) throw new Error(`the list of tables could not be loaded (${response.status})`);
  const data: QueryData = await response.json();
  if (!data.engine) return h("div", {}, withoutEngine(), schemaList(data.tables, null));
  const page = new QueryPage(data);
  await page.begin();
  return page.element;
}

class QueryPage {
  readonly element: HTMLElement;
  readonly #run: string;
  readonly #kept: Kept;
  readonly #cells: Cells;
  readonly #shelf: Shelf;
  readonly #title = h("input", {
    type: "text",
    class: "notebook-title",
    maxlength: 200,
    placeholder: "Untitled notebook",
    "aria-label": "Title of the notebook",
  }) as HTMLInputElement;
  readonly #empty = h("p", { class: "nothing" }, "No cells yet: click a question, or add a cell of your own.");
  readonly #notice = h("p", { class: "warning", role: "status", hidden: true });
  readonly #outline = h("div");
  readonly #asked = h("div");
  #remembered = 0;

  constructor(data: QueryData) {
    this.#run = data.run;
    this.#kept = new Kept(data.run);
    this.#cells = new Cells({ data, kept: this.#kept, onChange: () => this.#changed() });
    this.#shelf = new Shelf({
      kept: this.#kept,
      current: () => this.#notebook,
      open: (notebook) => this.#open(notebook),
    });
    this.#title.addEventListener("input", () => this.#changed());
    const cells = this.#cells;
    this.element = h(
      "div",
      { class: "query" },
      h(
        "p",
        { class: "lede" },
        "SQL over the tables of this run, in this browser. The first Run loads DuckDB, 8 MB of this report; nothing comes from or goes elsewhere. What is in the cells stays in the address, which can be sent.",
      ),
      questionList(({ title, cells: [first, ...others] }) => {
        const views = [cells.add({ ...first!, title }), ...others.map((cell) => cells.add(cell))];
        views[0]?.element.scrollIntoView({ block: "nearest" });
        void cells.runEach(views);
      }),
      h(
        "div",
        { class: "query-columns" },
        h(
          "div",
          {},
          this.#title,
          this.#empty,
          cells.element,
          this.#notice,
          this.#tools(),
          exportButtons({ cells, data, title: () => this.#title.value.trim() }),
        ),
        h(
          "aside",
          { class: "query-side", "aria-label": "Beside the cells" },
          h("section", { "aria-label": "Cells" }, h("h2", {}, "Cells"), this.#outline),
          schemaList(data.tables, (text) => cells.insert(text)),
          this.#shelf.element,
          h(
            "section",
            { "aria-label": "History" },
            h("h2", {}, "History"),
            h("p", { class: "caption" }, "Kept in this browser."),
            this.#asked,
          ),
        ),
      ),
    );
  }

  async begin(): Promise<void> {
    addEventListener("hashchange", () => void this.#restore());
    await Promise.all([this.#restore(), this.#shelf.load()]);
    this.#list();
  }

  get #notebook(): Notebook {
    return { run: this.#run, title: this.#title.value.trim(), cells: this.#cells.written };
  }

  #tools(): HTMLElement {
    const cells = this.#cells;
    const button = (label: string, action: () => void) => h("button", { type: "button", onclick: action }, label);
    return h(
      "div",
      { class: "cell-tools" },
      button("Add SQL", () => cells.add({ type: "sql", text: FIRST_SQL }).editor.input.focus()),
      button("Add plot", () => void cells.addPlot()),
      button("Add text", () => cells.add({ type: "text", text: FIRST_TEXT }).editor.input.focus()),
      button("Run all", () => void cells.runEach(cells.views)),
      button("Copy link", () => void this.#copyLink()),
    );
  }

  #open(notebook: Notebook): void {
    this.#title.value = notebook.title;
    this.#cells.restore(notebook);
    const isOther = notebook.run !== "" && notebook.run !== this.#run;
    this.#changed(
      isOther ? `These cells were written over the run ${notebook.run}; here they ask ${this.#run}.` : null,
    );
  }

  async #restore(): Promise<void> {
    try {
      const notebook = await decodeNotebook(location.hash);
      if (notebook) this.#open(notebook);
    } catch (error) {
      this.#say((error as Error).message);
    }
  }

  #changed(notice: string | null = null): void {
    this.#list();
    void this.#remember(notice);
  }

  #list(): void {
    this.#empty.hidden = this.#cells.views.length > 0;
    this.#outline.replaceChildren(outline(this.#cells.views));
    const again = (sql: string) => void this.#cells.run(this.#cells.add({ type: "sql", text: sql }));
    this.#asked.replaceChildren(askedList(this.#kept.asked, again));
  }

  async #remember(notice: string | null): Promise<void> {
    const turn = ++this.#remembered;
    const address = await encodeNotebook(this.#notebook);
    // Of two that are written at once the one that began last stays.
    if (turn !== this.#remembered) return;
    this.#say(
      address === null
        ? `These cells make an address of more than ${LONGEST_ADDRESS} characters, which some programs cut: it holds them no longer. Save or export them instead.`
        : notice,
    );
    history.replaceState(null, "", `${location.pathname}${location.search}${address ?? ""}`);
  }

  async #copyLink(): Promise<void> {
    await this.#remember(null);
    try {
      await navigator.clipboard.writeText(location.href);
      this.#say("The link is copied: it opens these cells, with their titles, over this run.");
    } catch {
      this.#say("This browser does not copy here: the link is the page's address.");
    }
  }

  #say(notice: string | null): void {
    this.#notice.hidden = notice === null;
    this.#notice.replaceChildren(notice ?? "");
  }
}

function withoutEngine(): HTMLElement {
  return h(
    "p",
    { class: "warning" },
    "This report was built where DuckDB is not installed, so that no cell can run here. Its tables are Parquet files under ",
    h("code", {}, "data/query"),
    ", which DuckDB, pandas and others read. In a checkout, ",
    h("code", {}, "npm ci"),
    " installs DuckDB; then build the report again.",
  );
}

import { notebookName } from "../../../../harness/show/report/notebooks/notebook.ts";
import type { QueryData } from "../../../../harness/show/report/site-data.ts";
import { h } from "../dom.ts";
import { asPng } from "../downloads.ts";
import type { CellView } from "./cell-view.ts";
import type { Cells } from "./cells.ts";
import { download } from "./download.ts";
import { toOwnPage, toSqlFile } from "./export-cells.ts";
import { toHtmlFile } from "./export-html.ts";
import { toJupyter } from "./export-jupyter.ts";

interface ExportOptions {
  cells: Cells;
  data: QueryData;
  title: () => string;
}

/** The cells as files, under the notebook's title. */
export function exportButtons({ cells, data, title }: ExportOptions): HTMLElement {
  const { run } = data;
  const named = () => title() || "My question";
  const save = (ending: string, type: string, make: () => string | Promise<string>) => async () =>
    download(`${notebookName(named())}.${ending}`, await make(), type);
  const files: [label: string, about: string, save: () => Promise<void>][] = [
    [
      ".html",
      "with its answers, for anybody",
      save("html", "text/html", () => toHtmlFile({ title: named(), run }, cells.views.map(shownCell))),
    ],
    [
      ".ipynb",
      "for Jupyter, over the report's tables",
      save("ipynb", "application/x-ipynb+json", async () =>
        toJupyter(await Promise.all(cells.views.map((view) => exported(view, cells))), {
          title: named(),
          run,
          tables: data.tables.map(({ name }) => name),
        }),
      ),
    ],
    [".sql", "the statements alone", save("sql", "application/sql", () => toSqlFile(cells.written))],
    [".md", "a page for the run's pages/", save("md", "text/markdown", () => toOwnPage(cells.written, named()))],
  ];
  return h(
    "p",
    { class: "cell-tools" },
    h("span", { class: "kind" }, "Export"),
    ...files.map(([label, about, onclick]) =>
      h(
        "button",
        { type: "button", title: about, "aria-label": `Export ${label}: ${about}`, onclick: () => void onclick() },
        label,
      ),
    ),
  );
}

function shownCell({ type, written, output }: CellView) {
  return { title: written.title, source: type === "text" ? null : written.text, shown: output };
}

async function exported(view: CellView, cells: Cells) {
  if (view.type !== "plot") return { ...view.written, answer: cells.currentAnswer(view) };
  // Of a plot with a legend, whose swatches are drawings too, the last.
  const drawing = [...view.output.querySelectorAll("svg")].at(-1);
  return { ...view.written, png: drawing ? toBase64(await (await asPng(drawing)).arrayBuffer()) : null };
}

function toBase64(bytes: ArrayBuffer): string {
  return btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(""));
}

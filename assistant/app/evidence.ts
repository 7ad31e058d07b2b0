import { readFile, reasonOf } from "./api.ts";
import { h } from "./dom.ts";

/** More than anybody reads; the whole can be saved. */
const MOST_ROWS = 200;

interface Evidence {
  threadId: string;
  path: string;
  title: string;
  /** Whose rows stand first. */
  id?: string;
}

/** What a call returned, as it was stored: its rows in a table, those that name the test first. */
export async function showEvidence({ threadId, path, title, id }: Evidence): Promise<void> {
  const body = h("div", { class: "scroll" }, "…");
  const close = h("button", { onclick: () => dialog.close() }, "Close");
  const dialog = h("dialog", { "aria-label": title, onclose: () => dialog.remove() }, h("h2", {}, title), body, close);
  document.body.append(dialog);
  dialog.showModal();
  const text = await readFile(threadId, path).catch((error: unknown) => ({ failed: reasonOf(error) }));
  body.replaceChildren(typeof text === "string" ? table(text, id) : h("p", { class: "bad" }, text.failed));
}

function table(text: string, id: string | undefined): HTMLElement {
  const rows = rowsOf(text);
  if (rows.length === 0) return h("pre", {}, text.slice(0, 20_000));
  const names = (row: object) => id !== undefined && JSON.stringify(row).includes(JSON.stringify(id));
  const ordered = [...rows.filter(names), ...rows.filter((row) => !names(row))].slice(0, MOST_ROWS);
  const columns = [...new Set(ordered.flatMap((row) => Object.keys(row)))];
  const head = h(
    "tr",
    {},
    columns.map((column) => h("th", { scope: "col" }, column)),
  );
  const lines = ordered.map((row) =>
    h(
      "tr",
      { class: names(row) ? "named" : null },
      columns.map((column) => h("td", {}, cellOf(row[column]))),
    ),
  );
  const more = rows.length > MOST_ROWS && h("p", { class: "caption" }, `${MOST_ROWS} of ${rows.length} rows are shown`);
  return h("div", {}, h("table", {}, h("thead", {}, head), h("tbody", {}, lines)), more);
}

function rowsOf(text: string): Record<string, unknown>[] {
  try {
    const { rows } = JSON.parse(text) as { rows?: unknown };
    return Array.isArray(rows) ? rows.filter((row) => typeof row === "object" && row !== null) : [];
  } catch {
    return []; // Not a result's file: shown as it is.
  }
}

function cellOf(value: unknown): string {
  const text = typeof value === "string" ? value : value === null || value === undefined ? "" : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 299)}…` : text;
}

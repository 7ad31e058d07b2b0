import { isObject, type JsonObject, objectsOf, parseObject } from "../../../../base/json-object.ts";
import { count } from "../../../../harness/print/format.ts";
import { type Child, h } from "../dom.ts";
import { idButton } from "./ids.ts";
import { longText } from "./load.ts";

/** Rows and columns that are shown at once; the stored file has all. */
const SHOWN_ROWS = 50;
const SHOWN_COLUMNS = 14;
const SHOWN_TEXT = 240;

export interface ResultIds {
  /** By id; what has a title is a record. */
  titles: Readonly<Record<string, string>>;
  expected: ReadonlySet<string>;
}

/** A tool's result: a table of its rows with titles beside ids, and its other facts above; what has no rows as text. */
export function resultView(text: string, known: ResultIds, label: string): HTMLElement {
  const object = parseObject(text);
  const rows = objectsOf(object?.rows);
  if (!object || rows.length === 0) return longText(text);
  const facts = Object.entries(object).flatMap(([name, value]) =>
    name === "rows" ? [] : [`${name} ${typeof value === "string" ? value : JSON.stringify(value)}`],
  );
  return h("div", {}, h("p", { class: "facts" }, facts.join(" · ")), rowTable(rows, known, label));
}

function rowTable(rows: readonly JsonObject[], known: ResultIds, label: string): HTMLElement {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))].slice(0, SHOWN_COLUMNS);
  const body = h("tbody");
  let shown = 0;
  const more = h("button", { type: "button", onclick: () => grow() });
  const grow = () => {
    const next = rows.slice(shown, shown + SHOWN_ROWS);
    body.append(...next.map((row, at) => rowLine(row, { columns, known, rank: shown + at + 1 })));
    shown += next.length;
    more.hidden = shown >= rows.length;
    more.replaceChildren(`show more rows (${count(rows.length - shown)})`);
  };
  grow();
  const head = ["#", ...columns].map((column) => h("th", { scope: "col" }, column));
  const table = h("table", { class: "compact result" }, h("thead", {}, h("tr", {}, ...head)), body);
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, table, more);
}

function rowLine(
  row: JsonObject,
  { columns, known, rank }: { columns: readonly string[]; known: ResultIds; rank: number },
): HTMLElement {
  // A row that has the title in a column of its own needs it no second time.
  const told = new Set(Object.values(row));
  const cells = columns.map((column) => h("td", {}, cellOf(row[column], known, told)));
  return h("tr", {}, h("td", { class: "num" }, String(rank)), ...cells);
}

function cellOf(value: unknown, { titles, expected }: ResultIds, told: ReadonlySet<unknown>): Child {
  if (value === undefined || value === null) return "";
  const text =
    typeof value === "string" ? value : isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value);
  const title = Object.hasOwn(titles, text) ? titles[text] : undefined;
  if (title !== undefined || expected.has(text))
    return [
      idButton(text, expected.has(text) ? "found" : undefined),
      title && !told.has(title) ? h("small", {}, ` ${title}`) : null,
    ];
  return h("span", { class: "value-text" }, text.length > SHOWN_TEXT ? `${text.slice(0, SHOWN_TEXT)} …` : text);
}

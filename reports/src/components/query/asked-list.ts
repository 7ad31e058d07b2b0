import { h } from "../dom.ts";
import type { AskedStatement } from "./kept.ts";

/** Statements that were run in this browser; a click asks one again in a cell of its own. */
export function askedList(asked: readonly AskedStatement[], again: (sql: string) => void): HTMLElement {
  if (asked.length === 0) return h("p", { class: "caption" }, "nothing yet");
  return h(
    "ol",
    {},
    ...asked.map(({ at, sql, rows }) =>
      h(
        "li",
        {},
        h(
          "button",
          { type: "button", class: "link", title: sql.slice(0, 1000), onclick: () => again(sql) },
          firstWords(sql),
        ),
        h("small", {}, ` ${at.slice(0, 16).replace("T", " ")} UTC, ${rows === null ? "failed" : `${rows} rows`}`),
      ),
    ),
  );
}

function firstWords(sql: string): string {
  const words = sql.trim().replace(/\s+/g, " ");
  return words.length > 70 ? `${words.slice(0, 70)} …` : words || "(empty)";
}

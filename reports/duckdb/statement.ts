import type { ScriptTokens } from "@duckdb/duckdb-wasm";

/** What a statement that only reads begins with. */
const READING = [
  "select",
  "with",
  "from",
  "values",
  "table",
  "pivot",
  "unpivot",
  "describe",
  "show",
  "summarize",
  "explain",
  "(",
];

const COMMENT = 5;

/**
 * Refuses what is not exactly one statement that reads.
 * @param tokens DuckDB's own, so that a semicolon inside a text or a comment is none
 * @throws Error for the reader
 */
export function checkStatement(sql: string, { offsets, types }: ScriptTokens): void {
  const starts = [...offsets].filter((_, index) => types[index] !== COMMENT);
  const [first] = starts;
  if (first === undefined) throw new Error("there is no statement in this cell");
  const word = /^(?:\(|\w+)/.exec(sql.slice(first))?.[0].toLowerCase() ?? "";
  if (!READING.includes(word))
    throw new Error(`a cell only reads: it begins with one of ${READING.slice(0, -1).join(", ").toUpperCase()}`);
  const end = starts.findIndex((start) => sql[start] === ";");
  if (end >= 0 && starts.slice(end).some((start) => sql[start] !== ";"))
    throw new Error("one statement a cell: add another cell for the next");
}

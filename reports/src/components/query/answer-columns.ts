import type { QueryAnswer } from "../../../duckdb/answer.ts";

/** DuckDB's types that are drawn along an axis of numbers. */
export const NUMERIC: ReadonlySet<string> = new Set([
  "TINYINT",
  "SMALLINT",
  "INTEGER",
  "BIGINT",
  "UTINYINT",
  "USMALLINT",
  "UINTEGER",
  "UBIGINT",
  "DOUBLE",
]);

const TIMES: ReadonlySet<string> = new Set(["DATE", "TIMESTAMP"]);

/** Names of an answer's columns by what can be drawn of them. */
export interface AnswerColumns {
  all: string[];
  numbers: string[];
  times: string[];
  /** Texts, and true or false. */
  names: string[];
}

export function columnsOf({ columns }: Pick<QueryAnswer, "columns">): AnswerColumns {
  const having = (is: (type: string) => boolean) => columns.filter(({ type }) => is(type)).map(({ name }) => name);
  return {
    all: columns.map(({ name }) => name),
    numbers: having((type) => NUMERIC.has(type)),
    times: having((type) => TIMES.has(type)),
    names: having((type) => !NUMERIC.has(type) && !TIMES.has(type)),
  };
}

import { describe, expect, it } from "vitest";
import { checkStatement } from "../../../reports/duckdb/statement.ts";

/** As DuckDB tells them: where each token begins; 5 is a comment. */
function check(sql: string): void {
  const found = [...sql.matchAll(/--[^\n]*|'[^']*'|\w+|[^\s\w]/g)];
  checkStatement(sql, {
    offsets: found.map(({ index }) => index),
    types: found.map(([word]) => (word.startsWith("--") ? 5 : 0)),
  });
}

describe("a statement in a cell", () => {
  it.each([
    "SELECT 1",
    "-- why\nwith a as (select 1) from a;",
    "(SELECT 1)",
    "DESCRIBE executions",
    "SELECT ';'; -- end",
  ])("is let through when it reads: %s", (sql) => expect(() => check(sql)).not.toThrow());

  it.each([
    "INSTALL json",
    "SET x = 1",
    "COPY a TO 'b'",
    "ATTACH 'a'",
    "DROP TABLE executions",
    "-- select\nLOAD json",
  ])("is refused when it does anything else: %s", (sql) => expect(() => check(sql)).toThrow("a cell only reads"));

  it("is refused when there is none, or a second", () => {
    expect(() => check("-- nothing")).toThrow("no statement");
    expect(() => check("SELECT 1; DROP TABLE executions")).toThrow("one statement a cell");
  });
});

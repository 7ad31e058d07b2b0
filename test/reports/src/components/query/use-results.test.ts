import { describe, expect, it } from "vitest";
import type { NotebookCell } from "../../../../../harness/show/report/notebooks/notebook.ts";
import { freeName, statementOf, whyNoName } from "../../../../../reports/src/components/query/use-results.ts";

const sql = (text: string, name?: string): NotebookCell => ({ type: "sql", text, name });

describe("the statement of a cell", () => {
  it("is its text where it names no other", () => {
    expect(statementOf([sql("SELECT 1;", "q1"), sql("SELECT 2", "q2")], 1)).toBe("SELECT 2");
  });

  it("begins with the results of cells above that it names, and of those that these name", () => {
    const cells = [
      sql("SELECT 1 AS a;", "q1"),
      sql("FROM q1", "q2"),
      sql("SELECT 3", "q3"),
      sql("FROM Q2 WHERE a > 0", "q4"),
    ];
    expect(statementOf(cells, 3)).toBe("WITH q1 AS (\nSELECT 1 AS a\n),\nq2 AS (\nFROM q1\n)\nFROM Q2 WHERE a > 0");
  });

  it.each([
    ["-- why\nWITH x AS (FROM q1) FROM x", "WITH q1 AS (\nSELECT 1\n),\nx AS (FROM q1) FROM x"],
    ["with recursive x AS (FROM q1) FROM x", "WITH RECURSIVE q1 AS (\nSELECT 1\n),\nx AS (FROM q1) FROM x"],
  ])("keeps tables of its own: %j", (text, expected) => {
    expect(statementOf([sql("SELECT 1", "q1"), sql(text, "q2")], 1)).toBe(expected);
  });

  it("takes nothing from below, from itself, or from what is no SQL, and a comment at an end hides nothing", () => {
    const cells: NotebookCell[] = [
      { type: "text", text: "q1" },
      sql("SELECT 1 AS q2 -- all", "q1"),
      sql("FROM q1, q3 AS q2", "q2"),
      sql("SELECT 1", "q3"),
    ];
    expect(statementOf(cells, 2)).toBe("WITH q1 AS (\nSELECT 1 AS q2 -- all\n)\nFROM q1, q3 AS q2");
  });

  it("is made at once from many cells that each name all others", () => {
    const all = Array.from({ length: 200 }, (_, at) => `q${at + 1}`).join(", ");
    const cells = Array.from({ length: 200 }, (_, at) => sql(`FROM ${all}`, `q${at + 1}`));
    expect(statementOf(cells, 199).match(/ AS \(/g)).toHaveLength(199);
  });
});

it("a result is called what neither SQL nor Python takes for something else, and nothing twice", () => {
  expect(whyNoName("passes", ["q1"])).toBeNull();
  for (const name of ["q1", "select", "lambda", "duckdb", "A", "1a", "a b", "a;b", ""])
    expect([name, whyNoName(name, ["q1"])]).toEqual([name, expect.any(String)]);
  expect(freeName(["q1", "q3", "executions"])).toBe("q2");
});

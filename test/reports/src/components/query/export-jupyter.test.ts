import { describe, expect, it } from "vitest";
import { toJupyter } from "../../../../../reports/src/components/query/export-jupyter.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { PAYLOADS } from "../../../payloads.ts";

const OPTIONS = { title: "Why?", run: "r1", tables: ["executions"] };

interface JupyterCell {
  cell_type: string;
  source: string;
  outputs?: { data: Record<string, string> }[];
}

const cellsOf = (...cells: Parameters<typeof toJupyter>[0]): JupyterCell[] =>
  JSON.parse(toJupyter(cells, OPTIONS)).cells.slice(2);

describe("a notebook for Jupyter", () => {
  it("calls results what the page calls them, and stores what they gave as text", () => {
    const answer = { columns: [{ name: "n", type: "BIGINT" }], rows: [[1], [null]], more: false };
    const [cell] = cellsOf({ type: "sql", text: "SELECT 1 AS n", name: "q1", answer });
    expect(cell!.source).toBe('q1 = duckdb.sql("""\nSELECT 1 AS n\n""")\nq1');
    expect(cell!.outputs![0]!.data).toEqual({ "text/plain": "n\n1\nNULL" });
  });

  it.each([
    ['SELECT 1 """)\nimport os', String.raw`duckdb.sql("SELECT 1 \"\"\")\nimport os")`],
    [String.raw`SELECT '\'`, String.raw`duckdb.sql("SELECT '\\'")`],
    ["SELECT 1 \u202e", String.raw`duckdb.sql("SELECT 1 \U0000202e")`],
  ])("has a statement as one string, whatever it holds: %j", (text, source) => {
    expect(cellsOf({ type: "sql", text })[0]!.source).toBe(source);
  });

  it("has no markup, picture, formula or address of another program in a text, and no sign that does not show", () => {
    const texts = [
      ...PAYLOADS,
      "$\\href{javascript:alert(1)}{x}$",
      "![](http://evil.invalid/a.png)",
      "[x](javascript:alert(1))",
      "[x]: javascript:alert(1)",
      "<img src=x onerror=alert(1)>",
    ];
    const sources = texts.flatMap((text) =>
      cellsOf({ type: "text", text, title: text }, { type: "plot", text })
        .filter(({ cell_type }) => cell_type === "markdown")
        .map(({ source }) => source),
    );
    for (const source of nonEmpty(sources)) {
      expect(source).not.toMatch(/<|!\[|\]\(\s*(?:javascript|data|vbscript):|^\s*\[[^\]\n]*\]:/im);
      expect(source).not.toMatch(/\\/);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
      expect(source).not.toMatch(/[\u0000-\u0008\u001b\u202a-\u202e\u2066-\u2069]/);
    }
  });
});

import { describe, expect, it } from "vitest";
import { toCsvFile, toOwnPage, toSqlFile } from "../../../../../reports/src/components/query/export-cells.ts";

const CELLS = [
  { type: "sql" as const, text: "SELECT 1;\n" },
  { type: "plot" as const, text: '{\n"marks": []}' },
];

describe("cells as files", () => {
  it("are a SQL file whose plots are comments", () => {
    expect(toSqlFile(CELLS)).toContain('-- sql cell 1\nSELECT 1;\n\n-- plot cell 2\n-- {\n-- "marks": []}\n');
  });

  it("are a page whose plots draw the query above them", () => {
    const page = toOwnPage(CELLS, "My question");
    expect(page).toContain("```sql id=rows1 display\nSELECT 1;");
    expect([toOwnPage(CELLS, "Slow | answers"), toOwnPage(CELLS, "|")].map((one) => /^# .*$/m.exec(one)?.[0])).toEqual([
      "# Slow answers",
      "# My question",
    ]);
    expect(page).toContain(String.raw`await plotRows(rows1, "{\n\"marks\": []}")`);
  });

  it.each([
    "SELECT 1\n```\n```js\nalert(1)\n```",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: what Framework would take for code
    "SELECT '${alert(1)}'",
    "SELECT '\\u0060' </script><script>alert(1)</script>",
  ])("are text on a page, whatever a link brought: %j", (text) => {
    const page = toOwnPage([{ type: "sql", text }], "x");
    const [, block = ""] = /```js\n(const rows1 = await sql\(\[.*\]\);)\n/.exec(page) ?? [];
    expect(JSON.parse(block.slice(block.indexOf('"'), block.lastIndexOf('"') + 1))).toBe(text);
    expect(page).not.toMatch(/<|^````|^```js\nalert/m);
  });
});

it("an answer as CSV is no formula and keeps large numbers whole", () => {
  const columns = [
    { name: "a", type: "VARCHAR" },
    { name: "b", type: "BIGINT" },
  ];
  const csv = toCsvFile({
    columns,
    rows: [
      ["=1+1", 9007199254740993n],
      [null, -1],
      ['a "b"', 0],
    ],
    more: false,
  });
  expect(csv).toBe(`a,b\n'=1+1,9007199254740993\n,-1\n"a ""b""",0\n`);
});

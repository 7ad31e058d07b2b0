import { parse } from "csv-parse/sync";
import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { toCsv } from "../../../../harness/print/csv.ts";
import { renderMarkdown } from "../../../../harness/results/table-format/render.ts";
import { renderCsv } from "../../../../harness/results/table-format/render-csv.ts";
import { renderLatex } from "../../../../harness/results/table-format/render-latex.ts";
import type { Table, TableCell } from "../../../../harness/results/table-format/table.ts";
import { LONG_LINES, PAYLOADS } from "../../../reports/payloads.ts";

/** What does not show, or changes how others look. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

function table(rows: Record<string, TableCell>[]): Table {
  return {
    name: "a_table",
    title: "A 50 % title",
    caption: "n_1 & more",
    columns: [
      { key: "model", label: "Model", format: "text" },
      { key: "value", label: "Value_1", format: "decimal", interval: true },
      { key: "n", label: "n", format: "count" },
    ],
    rows,
  };
}

const ROWS = [
  { model: "a_b", value: { mean: 0.51234, low: 0.4, high: 0.6, n: 38, unscored: 0 }, n: 1234567 },
  { model: "c", value: { mean: null, low: null, high: null, n: 0, unscored: 3 }, n: null },
];

test("CSV holds raw numbers; an estimate fills four columns; unscored is empty, not 0", () => {
  expect(renderCsv(table(ROWS))).toBe(
    "model,value,value_low,value_high,value_n,n\na_b,0.51234,0.4,0.6,38,1234567\nc,,,,0,\n",
  );
});

test("Markdown rounds for readers and keeps one cell per column", () => {
  const lines = renderMarkdown(table(ROWS)).split("\n");
  expect(lines.slice(4)).toEqual([
    "| Model | Value\\_1 | n |",
    "| --- | ---: | ---: |",
    "| a\\_b | 0.512 \\[0.400, 0.600\\] | 1,234,567 |",
    "| c | \u2013 | \u2013 |",
    "",
  ]);
});

test("LaTeX is booktabs with every special character escaped", () => {
  const text = renderLatex(table([{ model: '\\input{x} $%&#_^~<>|"', value: 0.5, n: 1 }]));
  expect(text).toContain("\\toprule");
  expect(text).toContain("\\caption{A 50 \\% title. n\\_1 \\& more}");
  expect(text).toContain(
    "\\textbackslash{}input\\{x\\} \\$\\%\\&\\#\\_\\textasciicircum{}\\textasciitilde{}\\textless{}\\textgreater{}\\textbar{}\\textquotedbl{} & 0.500 & 1 \\\\",
  );
});

test("no text can open a command, a comment or a cell in LaTeX, nor a cell or a tag in Markdown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (model) => {
      const rows = [{ model, value: 0.5, n: 1 }];
      const latex = renderLatex(table(rows)).split("\n").at(-3)!;
      const bare = latex
        .replace(/\\(?:text[a-z]+\{\}|[{}$&%#_])/g, "")
        .replace(/ & 0\.500 & 1 \\\\$/, "")
        .replace("{[}", "");
      expect(bare).not.toMatch(/[\\{}$&%#_^~]/);
      const markdown = renderMarkdown(table(rows)).split("\n").at(-2)!;
      expect(markdown.replace(/\\./gu, "").split("|")).toHaveLength(5);
      expect(markdown.replace(/\\./gu, "")).not.toMatch(/[<>`*]/);
    }),
  );
});

test("a hundred hostile texts, NUL and lines of 1 MB stay one inert cell in Markdown, LaTeX and CSV, with nothing hidden", () => {
  const texts = [
    ...PAYLOADS,
    ...LONG_LINES,
    "nul\0nul",
    "\ud800 lone",
    "\uff1dSUM(1)",
    "\n=1+1",
    "www.evil.invalid",
    "a@b.invalid",
  ];
  const hostile = table(texts.map((model) => ({ model, value: 0.5, n: 1 })));
  const markdown = renderMarkdown(hostile);
  expect(markdown).not.toMatch(HIDDEN);
  expect(renderLatex(hostile)).not.toMatch(HIDDEN);
  const tokens = new MarkdownIt({ html: true }).parse(markdown, {});
  const rows = tokens.filter(({ type }) => type === "tr_open").length - 1;
  const inCells = tokens.filter(({ type }, at) => type === "inline" && tokens[at - 1]!.type === "td_open");
  expect([rows, inCells.length]).toEqual([texts.length, texts.length * 3]);
  const kinds = inCells.flatMap(({ children }) => children!.map(({ type }) => type));
  expect(new Set(kinds)).toEqual(new Set(["text"]));
  const cells: string[][] = parse(renderCsv(hostile), { from: 2 });
  const written = texts.map((text) => text.replace(/\p{Cs}/gu, "\ufffd"));
  expect(cells.map(([cell], index) => cell === written[index] || cell === `'${written[index]}`)).not.toContain(false);
  expect(cells.filter(([cell]) => /^[=+\-@\t\r\n\uff1d]/.test(cell!))).toEqual([]);
});

test("a spreadsheet formula in a text cell is disarmed, a negative number is not", () => {
  expect(toCsv(["a"], [["=1+1"], ["+x"], ["-x"], ["@x"], [-1], ['a,"b"\nc'], [null]])).toBe(
    'a\n\'=1+1\n\'+x\n\'-x\n\'@x\n-1\n"a,""b""\nc"\n\n',
  );
});

test("any text survives CSV apart from the apostrophe", () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 4 }), (cells) => {
      const columns = cells.map((_, i) => `c${i}`);
      const [row] = parse(
        toCsv(
          columns,
          [[...cells, "end"]].map((list) => list.slice(0, -1)),
        ),
        { columns: false, from: 2, skip_empty_lines: false },
      );
      const got = (row as string[] | undefined) ?? [""];
      expect(
        got.map((cell, i) => (/^'[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell) === cells[i] || cell === cells[i]),
      ).not.toContain(false);
    }),
  );
});

import { showCell } from "./show-cell.ts";
import type { Table } from "./table.ts";

const SPECIAL: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  $: "\\$",
  "&": "\\&",
  "%": "\\%",
  "#": "\\#",
  _: "\\_",
  "^": "\\textasciicircum{}",
  "~": "\\textasciitilde{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "|": "\\textbar{}",
  '"': "\\textquotedbl{}",
  "\u2013": "--",
  "\u2212": "$-$",
};

/** A LaTeX table (needs \\usepackage{booktabs} and, for quotes, T1 fonts); text from outside cannot become a command. */
export function renderLatex({ name, title, caption, columns, rows }: Table): string {
  const line = (cells: readonly string[]) => `${cells.join(" & ")} \\\\`;
  return [
    "% needs \\usepackage{booktabs}",
    "\\begin{table}",
    "\\centering",
    `\\caption{${escapeLatex(title)}. ${escapeLatex(caption)}}`,
    `\\label{tab:${name.replaceAll("_", "-")}}`,
    `\\begin{tabular}{${columns.map((column) => (column.show === "text" ? "l" : "r")).join("")}}`,
    "\\toprule",
    line(columns.map((column) => escapeLatex(column.label))),
    "\\midrule",
    ...rows.map((row) => line(columns.map((column) => escapeLatex(showCell(row[column.key], column))))),
    "\\bottomrule",
    "\\end{tabular}",
    "\\end{table}",
    "",
  ].join("\n");
}

function escapeLatex(text: string): string {
  return (
    text
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .replace(/[\\{}$&%#_^~<>|"\u2013\u2212]/g, (character) => SPECIAL[character] ?? character)
      // pdfLaTeX stops at a character that its fonts lack, and a soft hyphen does not show; the code point says which one it was.
      .replace(/[^\x20-\xac\xae-\xff]/gu, (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase()}]`)
      .replace(/^\[/, "{[}")
  ); // After a line break LaTeX would take [ for an option.
}

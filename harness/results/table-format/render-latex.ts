import { showCell } from "./show-cell.ts";
import type { Column, Table } from "./table.ts";

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

/** LaTeX packages that a document with such tables loads. */
export const LATEX_PACKAGES: readonly string[] = ["array", "booktabs", "longtable"];

/**
 * A LaTeX table of any length, as wide as the text; text from outside cannot become a command. Quotes need T1 fonts, the
 * widest tables a page across.
 */
export function renderLatex({ name, title, caption, columns, rows }: Table): string {
  const cells = rows.map((row) => columns.map((column) => showCell(row[column.key], column)));
  const widths = columns.map(({ label }, at) => widthOf([label, ...cells.map((row) => row[at]!)]));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const line = (texts: readonly string[]) => `${texts.map(escapeLatex).join(" & ")} \\\\`;
  const head = ["\\toprule", line(columns.map(({ label }) => label)), "\\midrule"];
  return [
    `% needs ${LATEX_PACKAGES.map((one) => `\\usepackage{${one}}`).join(" ")}`,
    `{${sizeOf(total)}\\setlength{\\tabcolsep}{3pt}\\setlength{\\LTcapwidth}{\\linewidth}`,
    `\\begin{longtable}{${columns.map((column, at) => columnOf(column, widths[at]! / total)).join("")}}`,
    `\\caption{${escapeLatex(title)}. ${escapeLatex(caption)}}`,
    `\\label{tab:${name.replaceAll("_", "-")}} \\\\`,
    ...[...head, "\\endfirsthead", ...head, "\\endhead", "\\bottomrule", "\\endfoot"],
    ...cells.map(line),
    "\\end{longtable}}",
    "",
  ].join("\n");
}

/** Texts of more characters take several lines. */
const LONGEST = 34;

/** Characters as wide as the space between columns. */
const EDGES = 2;

/** Characters that a column should have: its longest word at least, up to its longest text. */
function widthOf(texts: readonly string[]): number {
  const longest = (parts: readonly string[]) => parts.reduce((most, part) => Math.max(most, lengthOf(part)), 0);
  return Math.max(longest(texts.flatMap((text) => text.split(" "))), Math.min(longest(texts), LONGEST)) + EDGES;
}

/** In characters of running text: capitals are wider. */
function lengthOf(text: string): number {
  return text.length + 0.5 * (text.match(/[\p{Lu}@%&]/gu)?.length ?? 0);
}

function columnOf({ format }: Column, share: number): string {
  const side = format === "text" ? "right" : "left";
  return `>{\\ragged${side}\\arraybackslash}p{\\dimexpr${Math.floor(share * 1e4) / 1e4}\\linewidth-2\\tabcolsep}`;
}

/** By the characters of a line, of which a page across has so many. */
function sizeOf(total: number): string {
  if (total <= 110) return "\\small";
  return total <= 150 ? "\\footnotesize" : "\\scriptsize";
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

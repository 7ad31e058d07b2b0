import { countOf } from "../../../base/counts.ts";

/** What is wrong in a Markdown document, which itself knows no errors: each costs or garbles what follows it. */
export interface MarkdownFault {
  line: number;
  what: string;
}

/** Code blocks and comments that never end, left-over conflicts of merges, and rows of tables that the header does not fit. */
export function markdownFaults(lines: readonly string[]): MarkdownFault[] {
  const faults: MarkdownFault[] = [];
  let [fence, comment]: [Opened | null, Opened | null] = [null, null];
  let columns: number | null = null;
  for (const [at, line] of lines.entries()) {
    const add = (what: string) => faults.push({ line: at + 1, what });
    if (/^(<{7}|>{7})( |$)/.test(line)) add(`a conflict of a merge is left in the text: ${line.slice(0, 7)}`);
    if (fence) fence = closes(line, fence) ? null : fence;
    else if (comment) comment = line.includes("-->") ? null : comment;
    else {
      const mark = /^ {0,3}(`{3,}|~{3,})(?!.*`)/.exec(line)?.[1];
      if (mark) fence = { mark, line: at + 1 };
      else if (/^ {0,3}<!--(?!.*-->)/.test(line)) comment = { mark: "<!--", line: at + 1 };
      columns = columnsAt(lines, { at, columns });
      const cells = columns === null ? null : cellsIn(line);
      if (columns !== null && cells !== null && cells !== columns)
        add(
          `the row has ${countOf(cells, "cell")}, expected ${columns} as in its header; a bar in a cell is written \\|`,
        );
    }
  }
  if (fence)
    faults.push({ line: fence.line, what: `the code block never ends; expected ${fence.mark} on a line below` });
  if (comment) faults.push({ line: comment.line, what: "the comment never ends; expected --> below" });
  return faults;
}

interface Opened {
  mark: string;
  line: number;
}

function closes(line: string, { mark }: Opened): boolean {
  const said = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line)?.[1];
  return said !== undefined && said[0] === mark[0] && said.length >= mark.length;
}

/** Below the header of a table. */
export const RULE = /^ {0,3}\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$/;

/** Of the table that a line stands in: begun by a header above a row of dashes, ended by a line without bars. */
function columnsAt(lines: readonly string[], { at, columns }: { at: number; columns: number | null }): number | null {
  const line = lines[at] as string;
  if (!line.includes("|")) return null;
  if (columns !== null) return columns;
  const below = lines[at + 1] ?? "";
  return below.includes("|") && RULE.test(below) && cellsIn(below) === cellsIn(line) ? cellsIn(line) : null;
}

/** Bars in code count too, as in GitHub's tables; those behind a backslash do not. */
function cellsIn(line: string): number {
  const row = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return row.split(/(?<!\\)\|/).length;
}

import { posix } from "node:path";
import type { DocumentPage } from "./pages.ts";
import type { Figures, FigureTable } from "./source.ts";

export interface FilledPage {
  text: string;
  /** References that no figure stands behind, with their line. */
  problems: string[];
}

/** `[.86](figures/default-run.json#explorer.ndcg@10)` */
const INLINE = /\[([^[\]\n]*)\]\(([^)\s#]*figures\/([\w-]+)\.json)#([^)\s]+)\)/g;
/** `<!-- figures: default-run#told-apart -->`, the table, `<!-- /figures -->`. */
const BLOCK = /<!-- figures: ([\w-]+)#(\S+) -->\n[\s\S]*?<!-- \/figures -->/g;

/** `<!-- screen: terminal#run -->`, what a terminal showed, `<!-- /screen -->`. */
const SCREEN = /<!-- screen: ([\w-]+)#(\S+) -->\n[\s\S]*?<!-- \/screen -->/g;

/** The page with every figure as its source has it: references in the text, generated tables and screens. */
export function fillPage({ path, text }: DocumentPage, figures: ReadonlyMap<string, Figures>): FilledPage {
  const problems: string[] = [];
  const complain = (offset: number, what: string) => {
    problems.push(`${path}:${text.slice(0, offset).split("\n").length}: ${what}`);
  };
  const inline = text.replaceAll(
    INLINE,
    (all, _shown, address: string, source: string, key: string, offset: number) => {
      const value = figures.get(source)?.values[key];
      if (value === undefined) complain(offset, `no figure ${source}#${key}`);
      const expected = posix.relative(posix.dirname(path), `design/figures/${source}.json`);
      if (address !== expected) complain(offset, `${address} leads nowhere, ${expected} does`);
      return value === undefined ? all : `[${value}](${address}#${key})`;
    },
  );
  const filled = inline.replaceAll(BLOCK, (all, source: string, key: string, offset: number) => {
    const table = figures.get(source)?.tables[key];
    if (table === undefined) complain(offset, `no table ${source}#${key}`);
    return table === undefined ? all : `<!-- figures: ${source}#${key} -->\n${renderTable(table)}\n<!-- /figures -->`;
  });
  const shown = filled.replaceAll(SCREEN, (all, source: string, key: string, offset: number) => {
    const screen = figures.get(source)?.screens?.[key];
    if (screen === undefined) complain(offset, `no screen ${source}#${key}`);
    if (screen === undefined) return all;
    return `<!-- screen: ${source}#${key} -->\n\`\`\`text\n${screen}\n\`\`\`\n<!-- /screen -->`;
  });
  return { text: shown, problems };
}

function renderTable({ columns, rows }: FigureTable): string {
  const numeric = columns.map(
    (_, at) => at > 0 && rows.every((row) => /^(?:[-+−–]?[\d.,]|[-–]?$)/.test(row[at] ?? "")),
  );
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const rule = `|${numeric.map((right) => (right ? "---:" : "---")).join("|")}|`;
  return [line(columns), rule, ...rows.map(line)].join("\n");
}

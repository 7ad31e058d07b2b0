import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

const SCRIPT = "scripts/source-queries.ts";

/** Hostile texts in queries for live sources. */
export const sourceQueries: FigureSource = {
  name: "source-queries",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "Hostile keywords and filters in queries for live sources, by language: queries that a parser of its own reads otherwise than they were meant",
  measure: async () => {
    const { languages, own } = printedTables(runScript(SCRIPT), ["languages", "own"]);
    const { columns, rows } = languages!;
    const all = (name: string) => rows.map((row) => Number(row[columns.indexOf(name)]!.replaceAll(",", "")));
    const changed = all("changed").reduce((sum, one) => sum + one, 0);
    return {
      tables: { languages: languages!, own: own! },
      values: {
        ...{ languages: count(rows.length), strings: count(Math.min(...all("strings"))), changed: count(changed) },
        products: count(own!.rows.length),
      },
    };
  },
};

import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

const SCRIPT = "scripts/source-oracle.ts";

/** Sample files of others, read by our adapters and counted by other readers. */
export const sourceOracle: FigureSource = {
  name: "source-oracle",
  command: `node --import tsx ${SCRIPT}`,
  about: "Files by others in test/input/formats: what our adapters read equals what other readers count",
  measure: async () => {
    const tables = printedTables(runScript(SCRIPT), ["folders"]);
    const { columns, rows } = tables.folders!;
    const total = (name: string) => rows.reduce((sum, row) => sum + Number(row[columns.indexOf(name)]), 0);
    return { tables, values: { files: count(total("files")), equal: count(total("equal")) } };
  },
};

import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/statement-memory.ts";

/** What a PostgreSQL server takes for an agent's statements; of a server that a variable names. */
export const statementMemory: FigureSource = {
  name: "statement-memory",
  command: `node --import tsx ${SCRIPT}`,
  about:
    "Memory of a PostgreSQL server's sessions while they run statements that ask for as much as they can, and those that analysts ask",
  measure: async () => {
    const tables = printedTables(runScript(SCRIPT), ["sessions"]);
    const most = tables.sessions!.rows.map((row) => Number(row.at(-1)!.replaceAll(",", "")));
    return { tables, values: { most: `${Math.max(...most).toLocaleString("en")} MB` } };
  },
};

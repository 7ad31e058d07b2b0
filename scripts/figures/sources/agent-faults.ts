import { UserError } from "../../../base/user-error.ts";
import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

const SCRIPT = "scripts/agent-faults.ts";

/** What the detectors find where nothing was planted. */
export const agentFaults: FigureSource = {
  name: "agent-faults",
  command: `npm start; node --import tsx ${SCRIPT} latest`,
  about: "The three faults of agents that choose their own steps, in the traces of the default run, by configuration",
  measure: async ({ run }) => {
    if (run === undefined) throw new UserError("usage", "expected the default run", { hint: "--run FOLDER" });
    const { found } = printedTables(runScript(SCRIPT, run), ["found"]);
    const { columns, rows } = found!;
    const sum = (name: string) => rows.reduce((all, row) => all + Number(row[columns.indexOf(name)]), 0);
    const values = {
      executions: count(sum("Executions")),
      skipped: count(sum("skippedSearch")),
      invented: count(sum("inventedResults")),
      repeated: count(sum("repeatedActions")),
    };
    return {
      tables: { found: { columns, rows: rows.filter((row) => row.slice(2).some((cell) => cell !== "0")) } },
      values,
    };
  },
};

import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/overhead.ts";

/** Questions and rounds: `OVERHEAD="6 4"` for a first look. */
export const overhead: FigureSource = {
  name: "overhead",
  command: `node --import tsx ${SCRIPT} $OVERHEAD`,
  about:
    "Processor time of one execution, step by step from a bare LangChain agent to what a run does, with scripted answers, side by side in one process",
  measure: async () => {
    const output = runScript(SCRIPT, ...(process.env.OVERHEAD?.split(" ") ?? []));
    const tables = printedTables(output, ["steps"]);
    const rows = tables.steps!.rows;
    const [amount] = /^\d+ questions.*$/m.exec(output) ?? [];
    const [, before, after] = /load average (\S+) before, (\S+) after/.exec(output) ?? [];
    return {
      tables,
      values: {
        ...{ whole: rows.at(-1)![3]!, interval: rows.at(-1)![4]! },
        ...{ "bare.call": `${rows[1]![2]} ms`, "whole.call": `${rows.at(-2)![2]} ms` },
        ...{ amount: amount ?? "", load: `${before} to ${after}` },
      },
    };
  },
};

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
    const ms = (row: number): string => rows.at(row)![2]!;
    const [amount] = /^\d+ questions.*$/m.exec(output) ?? [];
    const [, before, after] = /load average (\S+) before, (\S+) after/.exec(output) ?? [];
    return {
      tables,
      values: {
        ...{ whole: rows.at(-1)![3]!, interval: rows.at(-1)![4]! },
        ...{ "bare.call": `${ms(1)} ms`, "whole.call": `${ms(-2)} ms` },
        "beside-queries.call": `${(Number(ms(-2)) - Number(ms(1)) + Number(ms(0))).toFixed(1)} ms`,
        ...{ amount: amount ?? "", load: `${before} to ${after}` },
      },
    };
  },
};

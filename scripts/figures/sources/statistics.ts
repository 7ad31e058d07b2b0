import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/statistics.ts";
const RUNS = "1000";

/** Coverage of intervals, uniformity of p, power: by simulation from seeds. */
export const statistics: FigureSource = {
  name: "statistics",
  command: `node --import tsx ${SCRIPT} --runs ${RUNS}`,
  about: "Simulations of every interval, test and power formula, from seeds",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--runs", RUNS), ["coverage", "null", "clustered", "power", "planted"]),
    values: { runs: Number(RUNS).toLocaleString("en") },
  }),
};

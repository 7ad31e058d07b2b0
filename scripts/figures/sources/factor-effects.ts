import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/factor-effects.ts";
const RUNS = "2000";

/** Intervals and calls of a factor's effect in a fraction of a design, by simulation of executions. */
export const factorEffects: FigureSource = {
  name: "factor-effects",
  command: `node --import tsx ${SCRIPT} --runs ${RUNS}`,
  about:
    "How often each interval of a planted effect holds it, and how often a factor without one is called, in a 2^(5-2)",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--runs", RUNS), ["intervals"]),
    values: { runs: Number(RUNS).toLocaleString("en") },
  }),
};

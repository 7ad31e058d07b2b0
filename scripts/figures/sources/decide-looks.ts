import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/looks.ts";
const [SERIES, SEED, SCENARIOS] = ["200", "4306", "52"];

/** How often the interval of a series of looks holds the true change, wherever the series stops. */
export const decideLooks: FigureSource = {
  name: "decide-looks",
  command: `node --import tsx ${SCRIPT} --series ${SERIES} --scenarios ${SCENARIOS} --seed ${SEED}`,
  about:
    "How often intervals of series of looks hold the true change: what the gate's intervals have in common, and normal theory",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--series", SERIES, "--scenarios", SCENARIOS, "--seed", SEED), [
      "coverage",
    ]),
    values: { series: Number(SERIES).toLocaleString("en"), seed: SEED },
  }),
};

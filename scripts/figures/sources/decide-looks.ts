import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/looks.ts";
const [SERIES, MANY, SEED, SCENARIOS] = ["200", "5000", "4306", "52"];
const ARGUMENTS = ["--series", SERIES, "--scenarios", SCENARIOS, "--many", MANY, "--seed", SEED];

/** How often the interval of a series of looks holds the true change, wherever the series stops. */
export const decideLooks: FigureSource = {
  name: "decide-looks",
  command: `node --import tsx ${SCRIPT} ${ARGUMENTS.join(" ")}`,
  about:
    "How often intervals of series of looks hold the true change: what the gate's intervals have in common, and normal theory",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, ...ARGUMENTS), ["coverage", "many"]),
    values: { series: Number(SERIES).toLocaleString("en"), many: Number(MANY).toLocaleString("en"), seed: SEED },
  }),
};

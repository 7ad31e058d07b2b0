import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/looks.ts";
const [SERIES, MANY, SEED, SCENARIOS] = ["200", "5000", "4306", "52"];

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

/** The same where normal theory is meant to hold, over so many series that the share is known to within half a point. */
export const decideLooksMany: FigureSource = {
  name: "decide-looks-many",
  command: `node --import tsx ${SCRIPT} --many ${MANY} --seed ${SEED}`,
  about: "How often intervals of series of looks hold the true change where changes are normal or mildly skewed",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--many", MANY, "--seed", SEED), ["coverage"]),
    values: { series: Number(MANY).toLocaleString("en"), seed: SEED },
  }),
};

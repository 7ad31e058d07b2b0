import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/rate.ts";
const [SERIES, SEED] = ["2000", "4304"];

/** Coverage and answers rated where `judge rate --until` stops. */
export const decideRate: FigureSource = {
  name: "decide-rate",
  command: `node --import tsx ${SCRIPT} --series ${SERIES} --seed ${SEED}`,
  about: "How often the interval holds the pass rate where `judge rate --until` stops, and how many answers that takes",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--series", SERIES, "--seed", SEED), ["stopping"]),
    values: { series: Number(SERIES).toLocaleString("en"), seed: SEED },
  }),
};

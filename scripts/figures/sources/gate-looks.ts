import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/gate/sequential/index.ts";
const [SERIES, SEED] = ["1000", "4001"];

/** What looking before the end costs and saves: losses planted in differences of real systems, both gates on the same series. */
export const gateLooks: FigureSource = {
  name: "gate-looks",
  command: `node --import tsx ${SCRIPT} --series ${SERIES} --seed ${SEED}`,
  about:
    "The gate in looks beside the gate at once, over losses planted in differences of recorded runs, TREC-8 runs and two language models",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--series", SERIES, "--seed", SEED), [
      "unchanged",
      "losses",
      "default",
      "vectors",
    ]),
    values: { series: Number(SERIES).toLocaleString("en"), seed: SEED },
  }),
};

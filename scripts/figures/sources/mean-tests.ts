import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/mean-tests.ts";
const OPTIONS = ["--runs", "200", "--n", "14,38,100"];

/** Tests of a mean held against populations, from seeds. */
export const meanTests: FigureSource = {
  name: "mean-tests",
  command: `node --import tsx ${SCRIPT} ${OPTIONS.join(" ")}`,
  about: "How often each test of a mean calls a loss, where there is none and where there is one, by simulation",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, ...OPTIONS), ["no-loss", "loss"]),
    values: { runs: OPTIONS[1]! },
  }),
};

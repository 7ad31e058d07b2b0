import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/planted-truths.ts";

/** Wrong truths planted in finished runs and found by their systems' answers; the runs are named in the environment. */
export const plantedTruths: FigureSource = {
  name: "planted-truths",
  command: `PLANTED_RUNS="RUN RUN RUN" node --import tsx ${SCRIPT}`,
  about: "Wrong truths planted in three corpora: coverage of the share's interval, and how many disputes find them",
  measure: async () => ({ tables: printedTables(runScript(SCRIPT), ["planted"]), values: {} }),
};

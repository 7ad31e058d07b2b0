import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/baselines.ts";
const [BUILDS, SEED] = ["800", "4303"];

/** What the luckiest of many baselines costs unchanged builds, with one run and with several. */
export const decideBaselines: FigureSource = {
  name: "decide-baselines",
  command: `node --import tsx ${SCRIPT} --builds ${BUILDS} --seed ${SEED}`,
  about: "How often unchanged builds fail against the luckiest of 60 baselines, of one run and of five",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--builds", BUILDS, "--seed", SEED), ["luckiest"]),
    values: { builds: BUILDS, seed: SEED },
  }),
};

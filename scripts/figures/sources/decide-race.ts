import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/race.ts";
const [FAMILIES, SEED] = ["200", "4302"];

/** Whether a race finds the best of many configurations, how sure it says to be, and what it asks for. */
export const decideRace: FigureSource = {
  name: "decide-race",
  command: `node --import tsx ${SCRIPT} --families ${FAMILIES} --seed ${SEED}`,
  about: "Races of `runs race` over drawn families of configurations and the default run's recorded matrix",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--families", FAMILIES, "--seed", SEED), ["races"]),
    values: { families: FAMILIES, seed: SEED },
  }),
};

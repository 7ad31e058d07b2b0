import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "perf/decide/budget.ts";
const [STUDIES, SEED] = ["500", "4301"];

/** What a planned budget promises beside what studies drawn by its plan found. */
export const decideBudget: FigureSource = {
  name: "decide-budget",
  command: `node --import tsx ${SCRIPT} --studies ${STUDIES} --seed ${SEED}`,
  about: "How often studies planned by `runs plan --budget` find the loss that the plan says is found 4 times in 5",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT, "--studies", STUDIES, "--seed", SEED), ["promise"]),
    values: { studies: STUDIES, seed: SEED },
  }),
};

import { printedTables, runScript } from "../printed.ts";
import type { FigureSource } from "../source.ts";

const SCRIPT = "scripts/conform-table.ts";

/** Evaluators of others against trec_eval's answers; needs a Python that has their packages. */
export const conformity: FigureSource = {
  name: "conform",
  command: `CONFORM_PYTHON=python3 node --import tsx ${SCRIPT}`,
  about:
    "Evaluators of others and our own, held against trec_eval's answers to 200 cases, and to 60 of a judge's outputs",
  measure: async () => ({
    tables: printedTables(runScript(SCRIPT), [
      "evaluators",
      "classes",
      "metrics",
      "smallest",
      "judge",
      "judge-classes",
    ]),
    values: {},
  }),
};

import {
  COMPLEXITY_BY_WORKFLOW,
  ENTITY_THRESHOLD,
} from "../../../harness/results/table-format/published/aggregates.ts";
import type { FigureSource } from "../source.ts";
import { count } from "../written.ts";

/** Not measured here: what the study prints, from the one place in which it is kept beside our tables. */
export const referenceStudy: FigureSource = {
  name: "reference-study",
  command: "node --import tsx scripts/figures.ts reference-study",
  about:
    "Orhan, When Agentic Workflows Help (2026), its tables 6 and 11, as harness/results/table-format/published has them",
  measure: async () => {
    const cells = COMPLEXITY_BY_WORKFLOW.rows.map(({ functional_pass, n }) => ({
      passes: Math.round(Number(functional_pass) * Number(n)),
      executions: Number(n),
    }));
    const reference = ENTITY_THRESHOLD.rows.find(({ threshold }) => threshold === 80)!;
    return {
      values: {
        "functional.passes": count(cells.reduce((sum, { passes }) => sum + passes, 0)),
        "functional.executions": count(cells.reduce((sum, { executions }) => sum + executions, 0)),
        "entity-threshold.executions": count(Number(reference.n)),
        "entity-threshold.passes": count(Number(reference.passes)),
      },
      tables: {},
    };
  },
};

import { COMPLEXITIES } from "../../../scenarios/set/schema.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { nBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { COMPLEXITY_BY_WORKFLOW } from "../table-format/published/aggregates.ts";
import { columnsShown, PASS_COLUMNS } from "../table-format/table.ts";
import type { TableInput, TableOfResults } from "./make-table.ts";

/** Pass rate and NDCG@10 per complexity and workflow, over models and knowledge modes. */
export const complexityByWorkflowTable: TableOfResults = {
  behind: { n: nBehind("functional_pass") },
  make: (input) => ({
    title: "Pass rate and NDCG@10 by complexity and workflow",
    caption: makeCaption(
      input,
      "Functional verdict, the judge's beside it, over all other factors; intervals: 95 %, whole scenarios resampled. n: executions with a functional verdict.",
      "NDCG@10 is over answerable scenarios.",
    ),
    columns: [
      ...columnsShown("text", { complexity: "Complexity", workflow: "Workflow" }),
      ...PASS_COLUMNS,
      { key: "ndcg@10", label: "NDCG@10", format: "decimal", interval: true },
      { key: "n", label: "n", format: "count" },
    ],
    published: COMPLEXITY_BY_WORKFLOW,
    rows: COMPLEXITIES.flatMap((complexity) =>
      workflowsOf(input).flatMap((workflow) => {
        const part = input.executions.filter(
          ({ record }) => record.complexity === complexity && record.workflow === workflow,
        );
        if (part.length === 0) return [];
        const name = `table/${complexity}/${workflow}`;
        const passes = {
          functional_pass: estimateMean(part, "functional_pass", name),
          pass: estimateMean(part, "pass", name),
        };
        const { n } = passes.functional_pass;
        return [{ complexity, workflow, ...passes, "ndcg@10": estimateMean(part, "ndcg@10", name), n }];
      }),
    ),
  }),
};

function workflowsOf({ config }: TableInput): string[] {
  return [...new Set(configurationsOf(config).map(({ workflow }) => workflow))];
}

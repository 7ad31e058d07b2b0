import { grouped } from "../../../base/grouped.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import { estimateMean } from "../metrics/estimate.ts";
import { type ScoredExecution, totalScore } from "../metrics/scored-execution.ts";
import { nBehind, sumBehind } from "../table-format/behind.ts";
import { makeCaption } from "../table-format/caption.ts";
import { TOOL_CALLS } from "../table-format/published/aggregates.ts";
import { columnsShown } from "../table-format/table.ts";
import type { TableInput, TableOfResults } from "./make-table.ts";

const STUDY = "grounding_coverage(view=study)";

/** Tool calls and grounding per model and workflow, over knowledge modes. */
export const toolCallsTable: TableOfResults = {
  behind: {
    calls: sumBehind("tool_calls"),
    success: sumBehind("successful_calls"),
    errors: sumBehind("tool_errors"),
    success_share: { metric: "successful_calls,tool_calls", of: "ratio" },
    n: nBehind("grounding_coverage"),
  },
  make: (input) => ({
    title: "Tool calls by model and workflow",
    caption: makeCaption(
      input,
      "Calls of all executions with a trace, failed ones too. Grounding: mean share of the answer's ids that a successful tool result holds in full; as in the study: ids of the question too, and only what the model was shown. n: executions with ids in the answer.",
    ),
    columns: [
      ...columnsShown("text", { model: "Model", workflow: "Workflow" }),
      ...columnsShown("count", { calls: "Calls", success: "Success", errors: "Errors" }),
      { key: "success_share", label: "Success %", format: "percent" },
      { key: "grounding_coverage", label: "Grounding", format: "decimal", interval: true },
      { key: STUDY, label: "As in the study", format: "decimal", interval: true },
      { key: "n", label: "n", format: "count" },
    ],
    published: TOOL_CALLS,
    rows: groupsOf(input).map(({ model, workflow }) => {
      const part = input.executions.filter(({ record }) => record.model === model && record.workflow === workflow);
      const grounding = estimateMean(part, "grounding_coverage", `table/${model}/${workflow}`);
      return {
        model,
        workflow,
        ...countCalls(part),
        grounding_coverage: grounding,
        [STUDY]: estimateMean(part, STUDY, `table/${model}/${workflow}`),
        n: grounding.n,
      };
    }),
  }),
};

function groupsOf({ config }: TableInput) {
  const groups = grouped(configurationsOf(config), ({ model, workflow }) => JSON.stringify([model, workflow]));
  return [...groups.values()].map(([first]) => first!);
}

/** Null where no execution tells: an external agent and gets no tools of ours. */
function countCalls(executions: readonly ScoredExecution[]) {
  const [calls, errors] = [totalScore(executions, "tool_calls"), totalScore(executions, "tool_errors")];
  if (calls === null || errors === null) return { calls: null, success: null, errors: null, success_share: null };
  return { calls, success: calls - errors, errors, success_share: calls === 0 ? null : (calls - errors) / calls };
}

import { estimateMean } from "../metrics/estimate.ts";
import { type ScoredExecution, scoreValue } from "../metrics/scored-execution.ts";
import { makeCaption } from "./caption.ts";
import { TOOL_CALLS } from "./published/aggregates.ts";
import type { MakeTable } from "./table.ts";

/** Tool calls and grounding per model and workflow, over knowledge modes. */
export const toolCallsTable: MakeTable = (input) => ({
  name: "tool_calls",
  title: "Tool calls by model and workflow",
  caption: makeCaption(
    input,
    "Calls of all executions with a trace, failed ones too. Grounding: mean share of the answer's ids that a successful tool result holds in full; n: executions with ids in the answer.",
  ),
  columns: [
    { key: "model", label: "Model", show: "text" },
    { key: "workflow", label: "Workflow", show: "text" },
    { key: "calls", label: "Calls", show: "count" },
    { key: "success", label: "Success", show: "count" },
    { key: "errors", label: "Errors", show: "count" },
    { key: "success_share", label: "Success %", show: "percent" },
    { key: "grounding_coverage", label: "Grounding", show: "share", interval: true },
    { key: "n", label: "n", show: "count" },
  ],
  published: TOOL_CALLS,
  rows: input.config.models.flatMap(({ name: model }) =>
    input.config.workflows.map((workflow) => {
      const part = input.executions.filter(({ record }) => record.model === model && record.workflow === workflow);
      const calls = total(part, "tool_calls");
      const errors = total(part, "tool_errors");
      const grounding = estimateMean(part, "grounding_coverage", `table/${model}/${workflow}`);
      return {
        model,
        workflow,
        calls,
        success: calls - errors,
        errors,
        success_share: calls === 0 ? null : (calls - errors) / calls,
        grounding_coverage: grounding,
        n: grounding.n,
      };
    }),
  ),
});

function total(executions: readonly ScoredExecution[], metric: string): number {
  return executions.reduce((sum, execution) => sum + (scoreValue(execution, metric) ?? 0), 0);
}

import { countOf } from "../../../base/counts.ts";
import { count, decimal, percent, sampleSize } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import { endedBars } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { areEqual, valued } from "./flat.ts";
import { tellLeftOut } from "./left-out.ts";

export interface ToolCallRow extends ConfigurationRow {
  calls: number | null;
  errors: number | null;
  executions: number;
  per_execution: number | null;
  errors_per_execution: number | null;
  median: number | null;
}

export const toolCalls: Figure<ToolCallRow, null> = {
  name: "tool-calls",
  title: "Tool calls per execution",
  definition:
    "Mean number of tool calls per execution that ran, sub-agents included; the dark end of a bar is the part that returned an error to the model. Tick: median.",
  columns: columnsOf({
    configuration: "text",
    per_execution: ["decimal", "calls per execution"],
    median: "decimal",
    errors_per_execution: ["decimal", "errors per execution"],
    calls: "count",
    errors: "count",
    executions: "count",
  }),
  read: (results) => ({ rows: toolCallRows(results), facts: null }),
  caption: ({ rows }) => describeCalls(rows),
  details: ({ rows }) => tellLeftOut(rows, valued(rows, "per_execution")),
  flat: ({ rows }) =>
    areEqual(valued(rows, "per_execution"), ({ per_execution, errors_per_execution, median }) => [
      per_execution,
      errors_per_execution,
      median,
    ])
      ? `Every configuration makes ${decimal(valued(rows, "per_execution")[0]!.per_execution, 1)} tool calls per execution (${sampleSize(valued(rows, "per_execution").map(({ executions }) => executions))} each).`
      : null,
  marks: ({ rows }) => valued(rows, "per_execution").length,
  spec: ({ rows }, options) =>
    endedBars({
      rows: valued(rows, "per_execution").map((row) => ({
        ...row,
        successes: row.per_execution! - row.errors_per_execution!,
      })),
      options,
      ...{
        length: { field: "per_execution", title: "tool calls per execution" },
        darkFrom: "successes",
        tick: "median",
      },
    }),
  target: (row) => ({ ...configurationTarget(row), metric: "tool_calls", has: "value" }),
  behind: { metric: "tool_calls", has: "value" },
};

function toolCallRows({ summary }: Results): ToolCallRow[] {
  return summary.configurations.map((configuration) => {
    const { outcomes, tool_calls: calls } = configuration;
    const executions = outcomes.success + outcomes.timeout + outcomes.agent_error + outcomes.cascaded_failure;
    const per = (n: number | null) => (executions === 0 || n === null ? null : n / executions);
    return {
      ...configurationRow(configuration),
      calls: calls.total,
      errors: calls.errors,
      executions,
      per_execution: per(calls.total),
      errors_per_execution: per(calls.errors),
      median: calls.median,
    };
  });
}

function describeCalls(rows: readonly ToolCallRow[]): string {
  const ran = valued(rows, "per_execution").sort((a, b) => b.per_execution! - a.per_execution!);
  const most = ran[0];
  const least = ran.at(-1);
  if (!most || !least) return "No execution ran.";
  const calls = rows.reduce((sum, row) => sum + (row.calls ?? 0), 0);
  const errors = rows.reduce((sum, row) => sum + (row.errors ?? 0), 0);
  if (calls === 0) return "No execution called a tool.";
  const failed = `${count(errors)} of ${countOf(calls, "call")} (${percent(errors / calls)}) returned an error`;
  if (most.per_execution === least.per_execution)
    return `Observed calls per execution: ${decimal(most.per_execution, 1)}${ran.length === 1 ? ` (${most.configuration})` : " under every configuration"}; ${failed}.`;
  return `Observed calls per execution run from ${decimal(least.per_execution, 1)} (${least.configuration}) to ${decimal(most.per_execution, 1)} (${most.configuration}); ${failed}.`;
}

import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { count, decimal, percent, sampleSize } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationAxis } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import { FIT, hrefChannel, modelColor } from "../drawing/encode.ts";
import type { ChartOptions, Figure } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { rowHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationRow, configurationTarget } from "./configurations.ts";
import { areEqual } from "./flat.ts";
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
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "per_execution", label: "calls per execution", format: "decimal" },
    { key: "median", label: "median", format: "decimal" },
    { key: "errors_per_execution", label: "errors per execution", format: "decimal" },
    { key: "calls", label: "calls", format: "count" },
    { key: "errors", label: "errors", format: "count" },
    { key: "executions", label: "executions", format: "count" },
  ],
  read: (results) => ({ rows: toolCallRows(results), facts: null }),
  caption: ({ rows }) => describeCalls(rows),
  details: ({ rows }) => tellLeftOut(rows, ranRows(rows)),
  flat: ({ rows }) =>
    areEqual(ranRows(rows), ({ per_execution, errors_per_execution, median }) => [
      per_execution,
      errors_per_execution,
      median,
    ])
      ? `Every configuration makes ${decimal(ranRows(rows)[0]!.per_execution, 1)} tool calls per execution (${sampleSize(ranRows(rows).map(({ executions }) => executions))} each).`
      : null,
  marks: ({ rows }) => ranRows(rows).length,
  spec: ({ rows }, options) => toolCallSpec(ranRows(rows), options),
  target: targetOf,
  behind: { metric: "tool_calls", has: "value" },
};

function ranRows(rows: readonly ToolCallRow[]): ToolCallRow[] {
  return rows.filter((row) => row.per_execution !== null);
}

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
  const ran = ranRows(rows).sort((a, b) => b.per_execution! - a.per_execution!);
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

function toolCallSpec(rows: readonly ToolCallRow[], options: ChartOptions): TopLevelSpec {
  const color = { ...modelColor(options), legend: null };
  const bar = { type: "bar", height: 0.5 * rowHeight(options) };
  const x = { field: "per_execution", type: "quantitative", title: "tool calls per execution" };
  return {
    ...frame({ target: targetOf }, rows, options),
    width: options.width,
    height: Math.max(1, rows.length) * rowHeight(options),
    autosize: FIT,
    transform: [{ calculate: "datum.per_execution - datum.errors_per_execution", as: "successes" }],
    encoding: { y: configurationAxis(rows, options) },
    layer: [
      { name: DATA, mark: { ...bar, opacity: 0.45 }, encoding: { x, color, ...hrefChannel(options) } },
      { mark: bar, encoding: { x: { ...x, field: "successes" }, x2: { field: "per_execution" }, color } },
      {
        mark: { type: "tick", thickness: 2, height: 0.7 * rowHeight(options), color: options.theme.ink },
        encoding: { x: { ...x, field: "median" } },
      },
    ],
  } as TopLevelSpec;
}

function targetOf(row: ToolCallRow): Target {
  return { ...configurationTarget(row), metric: "tool_calls", has: "value" };
}

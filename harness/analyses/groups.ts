import { z } from "zod";
import { configurationName, executionName } from "../domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import { defineAnalysis } from "./analysis.ts";
import { BROKEN_DOWN_BY } from "./summary.ts";

export const groups = defineAnalysis({
  name: "groups",
  schema: z
    .record(z.string(), z.array(z.string()))
    .describe(
      "The executions behind every aggregate of the summary, by the group's name: `overall`, a configuration, `<configuration>/family/<level>`, `<configuration>/complexity/<level>`. Of a group, a metric counts those that scores.jsonl has a value for; unscored.csv says why the others have none.",
    ),
  needs: [],
  compute: ({ executions }) => groupsOf(executions),
});

function groupsOf(executions: readonly ScoredExecution[]): Record<string, string[]> {
  const members: Record<string, string[]> = { overall: [] };
  for (const { record } of executions) {
    const configuration = configurationName(record);
    const breakdowns = BROKEN_DOWN_BY.map((by) => `${configuration}/${by}/${record[by]}`);
    for (const name of ["overall", configuration, ...breakdowns]) {
      members[name] ??= [];
      members[name].push(executionName(record));
    }
  }
  return members;
}

import { z } from "zod";
import { grouped } from "../../../base/grouped.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { ScoredExecution } from "../metrics/scored-execution.ts";
import type { Result } from "./analysis.ts";
import type { ScoredConfiguration } from "./scored.ts";
import { BROKEN_DOWN_BY } from "./summary.ts";

/** A list for people and programs that check an aggregate: nothing here reads it. As long as the run, so it is written in pieces. */
export const groups = {
  name: "groups",
  schema: z
    .record(z.string(), z.array(z.string()))
    .describe(
      "The executions behind every aggregate of the summary, by the group's name: `overall`, a configuration, `<configuration>/family/<level>`, `<configuration>/complexity/<level>`. Of a group, a metric counts those that scores.jsonl has a value for; unscored.csv says why the others have none.",
    ),
} satisfies Result;

/** `metrics/groups.json`, a configuration at a time. */
export function* groupsJson(configurations: readonly ScoredConfiguration[]): Generator<string> {
  yield '{\n  "overall": [';
  let before = "\n";
  for (const { executions } of configurations)
    for (const { record } of executions) {
      yield `${before}    ${JSON.stringify(executionName(record))}`;
      before = ",\n";
    }
  yield before === "\n" ? "]" : "\n  ]";
  for (const { configuration, executions } of configurations)
    for (const [name, members] of groupsOf(configurationName(configuration), executions)) {
      const names = members.map((member) => `    ${JSON.stringify(member)}`);
      yield `,\n  ${JSON.stringify(name)}: [\n${names.join(",\n")}\n  ]`;
    }
  yield "\n}\n";
}

/** A group for the configuration, and one for each level that its executions have. */
function groupsOf(configuration: string, executions: readonly ScoredExecution[]): Map<string, string[]> {
  const members = executions.flatMap(({ record }) => {
    const levels = BROKEN_DOWN_BY.map((by) => `${configuration}/${by}/${record[by]}`);
    return [configuration, ...levels].map((group) => ({ group, name: executionName(record) }));
  });
  const groups = grouped(members, ({ group }) => group);
  return new Map([...groups].map(([group, own]) => [group, own.map(({ name }) => name)]));
}

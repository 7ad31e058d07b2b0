import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSpans } from "../../../../agent/external-agents/recorded/spans.ts";
import { executionName } from "../../../../harness/record/domain/names.ts";
import type { ExecutionRecord, ScoreRecord } from "../../../../harness/record/domain/records.ts";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { readScores } from "../../../../harness/record/run-directory/scores.ts";
import { readInspectSource } from "../../../../harness/results/compare/sources/read-inspect.ts";
import { readPromptfooSource } from "../../../../harness/results/compare/sources/read-promptfoo.ts";
import { type RunSource, roundScore } from "../../../../harness/results/compare/sources/run-source.ts";
import type { ExportedRun } from "../../../../harness/show/export/format.ts";
import { EXPORT_FORMATS } from "../../../../harness/show/export/registry.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type FixtureContext, recordsIn, scoredContext } from "../../run/stages/context.ts";

let context: FixtureContext;
let folder: string;
let run: ExportedRun;
let scores: ScoreRecord[];
beforeAll(async () => {
  context = await scoredContext();
  folder = await mkdtemp(join(tmpdir(), "scopebench-round-trips-"));
  const { runDirectory, config, effects } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const [manifest, ids] = [await readManifest(runDirectory), await readRunIds(runDirectory)];
  run = { runDirectory, config, effects, scenarios, ids, manifest };
  scores = await readScores(runDirectory);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await context[Symbol.asyncDispose]();
});

async function exported(format: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path, content } of EXPORT_FORMATS.find(({ name }) => name === format)!.files(run)) {
    paths.push(join(folder, `${format}-${path}`));
    await writeFile(paths.at(-1)!, content);
  }
  return paths;
}

const recordOf = (name: string) => scores.find((record) => executionName(record) === name)!;

/** Every value of an answered execution is ours; what the other tool calls an error has none. */
function expectEqualValues(
  executions: RunSource["executions"],
  nameOf: (one: RunSource["executions"][number]) => string,
  named = (metric: string) => metric,
) {
  let values = 0;
  for (const execution of nonEmpty(executions)) {
    const record = recordOf(nameOf(execution));
    for (const [metric, score] of nonEmpty(Object.entries(record.scores))) {
      const read = execution.scores[named(metric)];
      if (execution.outcome !== "success" || score.value === null)
        expect(read?.value ?? null, `${nameOf(execution)} ${metric}`).toBeNull();
      else expect(read, `${nameOf(execution)} ${metric}`).toEqual(roundScore(score));
      if (read?.value != null) values++;
    }
  }
  return values;
}

describe("a run as other tools' results, read again", () => {
  it("Inspect AI's logs: every value of an answered execution is equal, one that failed is unscored there", async () => {
    const paths = await exported("inspect");
    let values = 0;
    for (const path of nonEmpty(paths)) {
      const configuration = path.slice(path.indexOf("_") + 1, -".json".length);
      const { executions } = await readInspectSource(path);
      values += expectEqualValues(executions, ({ name }) => `${configuration}__${name}`);
    }
    expect(values).toBeGreaterThan(1000);
  });

  it("promptfoo's results: every value of an execution with a verdict is equal, passed is the functional verdict", async () => {
    const [path] = await exported("promptfoo");
    const { executions } = await readPromptfooSource(path!);
    expect(executions).toHaveLength((await recordsIn(context, "rawOutput")).length);
    const nameOf = ({ configuration, scenario, name }: RunSource["executions"][number]) =>
      `${configuration.replace(/ prompt \d+$/, "")}__${scenario.split(" ")[0]}__${name.split("__").at(-1)}`;
    expect(expectEqualValues(executions, nameOf, (metric) => metric.replace(/^pass$/, "judge_pass"))).toBeGreaterThan(
      1000,
    );
    const answered = executions.filter(({ outcome }) => outcome === "success");
    for (const execution of nonEmpty(answered))
      expect(execution.scores.pass?.value).toBe(recordOf(nameOf(execution)).scores.functional_pass!.value);
  });

  it("OpenTelemetry's spans: an execution is a trace, how each turn ended its status, every score an evaluation or a reason", async () => {
    const executions = await recordsIn<ExecutionRecord>(context, "rawOutput");
    const spans = (await Promise.all((await exported("otlp")).map(readSpans))).flat();
    const agents = spans.filter(({ attributes }) => attributes["gen_ai.operation.name"] === "invoke_agent");
    for (const execution of nonEmpty(executions)) {
      const name = executionName(execution);
      const turns = agents.filter(({ attributes }) => attributes["gen_ai.conversation.id"] === name);
      expect(new Set(turns.map(({ traceId }) => traceId)).size).toBe(1);
      expect(turns.map(({ error }) => error)).toEqual(execution.turns.map(({ error }) => error?.message ?? null));
      const said = turns.flatMap(({ events }) => events.map(({ attributes }) => attributes));
      const read = said.map(({ "gen_ai.evaluation.name": metric, "gen_ai.evaluation.score.value": value, ...rest }) => [
        metric,
        value === undefined ? { value: null, reason: rest["error.type"] } : { value },
      ]);
      expect(Object.fromEntries(read)).toEqual(recordOf(name).scores);
    }
  });
});

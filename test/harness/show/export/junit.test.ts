import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { readJsonLines } from "../../../../base/json-lines.ts";
import type { ScoreRecord } from "../../../../harness/record/domain/records.ts";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { junitFormat } from "../../../../harness/show/export/junit.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { recordsIn, scoredContext } from "../../run/stages/context.ts";

it("junit: a test case an execution; a functional fail is a failure, no answer or trace an error; GitHub hears of ten", async () => {
  await using context = await scoredContext();
  const { runDirectory, config, effects } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const [manifest, ids] = [await readManifest(runDirectory), await readRunIds(runDirectory)];
  const run = { runDirectory, config, effects, scenarios, ids, manifest };
  let xml = "";
  for await (const { content } of junitFormat.files(run)) xml += String(content);
  const counts: Record<string, number> = {};
  const parser = new SaxesParser();
  const attributes: Record<string, string>[] = [];
  parser.on("opentag", ({ name, attributes: own }) => {
    counts[name] = (counts[name] ?? 0) + 1;
    if (name === "testsuites") attributes.push(own as Record<string, string>);
  });
  parser.write(xml).close();

  const executions = await recordsIn<{ outcome: string; duration_ms: number }>(context, "rawOutput");
  const scores = await readJsonLines<ScoreRecord>(runPath(runDirectory, "metrics", "scores.jsonl"));
  const answered = scores.filter(({ outcome }) => outcome === "success");
  const [failed, passed] = [0, 1].map(
    (value) => answered.filter((record) => record.scores.functional_pass?.value === value).length,
  ) as [number, number];
  expect(counts.testcase).toBe(18 * 8);
  expect(counts.failure).toBe(failed);
  expect(counts.error).toBe(18 * 8 - failed - passed);
  expect(executions.filter(({ outcome }) => outcome !== "success").length).toBeLessThanOrEqual(counts.error ?? 0);
  expect(attributes[0]).toMatchObject({ tests: "144", failures: String(failed), errors: String(counts.error) });

  const seconds = executions.reduce((sum, { duration_ms }) => sum + duration_ms, 0) / 1000;
  expect(Number(attributes[0]?.time)).toBeCloseTo(seconds, 1);

  const lines = (await junitFormat.annotations?.(run)) ?? [];
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain(`${failed + (counts.error ?? 0)} of 144 executions did not pass`);

  // Relevance that was judged in grades is nothing to pass or fail.
  const graded = scenarios.map((scenario) => ({ ...scenario, grades: { "a-1": 1, "a-2": 2 } }));
  const said = (await junitFormat.annotations?.({ ...run, scenarios: graded })) ?? [];
  expect(said).toHaveLength(Math.min(10, (counts.error ?? 0) + 1));
  expect(said.at(-1)).toContain(`${counts.error} of 144 executions gave no answer or no trace`);
});

import { SaxesParser } from "saxes";
import { expect, it } from "vitest";
import { junitFormat } from "../../../harness/export/junit.ts";
import { readManifest } from "../../../harness/run-directory/manifest.ts";
import { runPath } from "../../../harness/run-directory/paths.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { fixtureContext, recordsIn } from "../stages/context.ts";

it("junit: a test case an execution; a fail is a failure, no answer and no verdict are errors, and GitHub hears of ten", async () => {
  await using context = await fixtureContext([]);
  const { runDirectory, config, effects } = context;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const run = { runDirectory, config, effects, scenarios, manifest: await readManifest(runDirectory) };
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

  const verdicts = await recordsIn<{ judgement: { status: string } | null }>(context, "verdicts");
  const executions = await recordsIn<{ outcome: string }>(context, "rawOutput");
  const failed = verdicts.filter(({ judgement }) => judgement?.status === "fail").length;
  const passed = verdicts.filter(({ judgement }) => judgement?.status === "pass").length;
  expect(counts.testcase).toBe(18 * 8);
  expect(counts.failure).toBe(failed);
  expect(counts.error).toBe(18 * 8 - failed - passed);
  expect(executions.filter(({ outcome }) => outcome !== "success").length).toBeLessThanOrEqual(counts.error ?? 0);
  expect(attributes[0]).toMatchObject({ tests: "144", failures: String(failed), errors: String(counts.error) });

  const lines = (await junitFormat.annotations?.(run)) ?? [];
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toContain(`${failed + (counts.error ?? 0)} of 144 executions did not pass`);
});

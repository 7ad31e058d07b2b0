import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { analyse } from "../../../../harness/results/analyses/analyse.ts";
import { loadInput } from "../../../../harness/run/stages/score/load-input.ts";
import { renderFiles } from "../../../../harness/run/stages/score/render-files.ts";
import { scoreConfiguration } from "../../../../harness/run/stages/score/score-configuration.ts";
import { scoreRun } from "../../../../harness/run/stages/score/score-run.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { scoredContext } from "../../run/stages/context.ts";

it("every file of the stage is what it would be if executions were kept whole, to the last byte", async () => {
  await using fixture = await scoredContext();
  const { runDirectory } = fixture;
  const config = configSchema.parse(JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8")));
  const context = { runDirectory, config, signal: new AbortController().signal, progress: () => undefined };
  const input = await loadInput(context);
  const kept = (await scoreRun(input, context))!;
  const asRead = input.kept.map(async (configuration) => ({
    configuration,
    executions: await scoreConfiguration(input, configuration, (execution) => execution),
  }));
  const configurations = await Promise.all(asRead);
  const whole = { ...kept, configurations, executions: configurations.flatMap(({ executions }) => executions) };
  expect(whole.executions.some(({ primary }) => primary?.judgement?.summary)).toBe(true);
  expect(kept.executions.some(({ primary }) => primary?.judgement?.summary)).toBe(false);
  for (const [path, content] of nonEmpty([...renderFiles(runDirectory, whole, analyse(whole))])) {
    const text = typeof content === "string" ? content : [...(content as Iterable<string>)].join("");
    expect(await readFile(path, "utf8"), path).toBe(text);
  }
});

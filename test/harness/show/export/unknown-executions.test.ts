import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readRunIds } from "../../../../harness/record/run-directory/corpus-ids.ts";
import { readManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { EXPORT_FORMATS } from "../../../../harness/show/export/registry.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { scoredContext } from "../../run/stages/context.ts";

// As in a run that somebody sent: each record is valid, and its scenario is in no set.
it("an execution of a scenario that the run does not have damages the run for each format that reads it, no fault of ours", async () => {
  await using context = await scoredContext();
  const { runDirectory, config, effects } = context;
  for (const part of ["rawOutput", "extractions"] as const) {
    const file = join(runPath(runDirectory, part), "explorer__react__prompt.jsonl");
    const first = JSON.parse((await readFile(file, "utf8")).split("\n", 1)[0]!) as object;
    await appendFile(file, `${JSON.stringify({ ...first, scenario_id: "../../S999" })}\n`);
  }
  const run = {
    ...{ runDirectory, config, effects },
    manifest: await readManifest(runDirectory),
    scenarios: (await readScenarioSet(runPath(runDirectory, "scenarios"))).scenarios,
    ids: await readRunIds(runDirectory),
  };
  const outcomes: Record<string, unknown> = {};
  const paths: string[] = [];
  for (const { name, files } of EXPORT_FORMATS.filter((format) => format.name !== "beir"))
    try {
      for await (const { path } of files(run)) paths.push(path);
      outcomes[name] = "written";
    } catch (error) {
      outcomes[name] = (error as { code?: string }).code ?? error;
    }
  expect(new Set(Object.values(outcomes))).toEqual(new Set(["written", "damaged-run"]));
  expect(paths.filter((path) => path.includes(".."))).toEqual([]);
  expect(outcomes.inspect).toBe("damaged-run");
});

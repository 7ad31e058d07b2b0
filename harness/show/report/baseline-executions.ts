import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readJsonLines } from "../../../base/json-lines.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { appendFile, writeFile } from "../../../base/write-file.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { withWriting } from "../../record/run-directory/record-files.ts";
import { readScores } from "../../record/run-directory/scores.ts";
import { type ExecutionParts, makeExecutionData } from "./execution-data.ts";
import { eachExecution } from "./executions.ts";
import type { Site } from "./read-site.ts";
import { ResultPool } from "./result-pool.ts";

/** Copies these executions of a baseline into the run: its report must stand alone, wherever the baseline goes. Gives the names of those that it has. */
export async function storeBaselineExecutions(
  runDirectory: string,
  { baseline, names }: { baseline: string; names: ReadonlySet<string> },
): Promise<string[]> {
  const path = runPath(runDirectory, "baselineExecutions");
  const [scores, { scenarios }] = await Promise.all([
    readScores(baseline),
    readScenarioSet(runPath(baseline, "scenarios")),
  ]);
  const wanted = scores.filter((score) => names.has(executionName(score)));
  const configurations = new Map(wanted.map((score) => [configurationName(score), score]));
  const from = {
    runDirectory: baseline,
    results: { scores: wanted },
    scenarios: new Map(scenarios.map((scenario) => [scenario.id, scenario])),
  };
  await withWriting(runDirectory, [RUN_PATHS.baselineExecutions], async () => {
    await writeFile(path, "");
    for (const configuration of configurations.values())
      await eachExecution(from, configuration, (parts) => appendFile(path, `${JSON.stringify(parts)}\n`));
  });
  return wanted.map(executionName);
}

export async function removeBaselineExecutions(runDirectory: string): Promise<void> {
  await withWriting(runDirectory, [RUN_PATHS.baselineExecutions], () =>
    rm(runPath(runDirectory, "baselineExecutions"), { force: true }),
  );
}

/** Writes them as the run's own, under `<folder>/baseline/executions/`; their full tool results lie with all others. */
export async function writeBaselineExecutions(site: Site, folder: string): Promise<void> {
  const executions = join(folder, "baseline", "executions");
  await rm(join(folder, "baseline"), { recursive: true, force: true });
  if (site.comparison === null) return;
  await makeFolder(executions);
  const pool = new ResultPool(site.ids);
  for (const parts of await readJsonLines<ExecutionParts>(runPath(site.runDirectory, "baselineExecutions"))) {
    const data = makeExecutionData(site, parts, pool);
    await pool.flush(join(folder, "results"), data.trace);
    await writeFile(join(executions, `${data.row.name}.json`), JSON.stringify(data));
  }
}

import { grouped } from "../../../base/grouped.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { streamRecords } from "../../record/run-directory/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { sampleForProbes } from "./sample.ts";

/** The executions of a run that probes start from: answered ones, as many scenarios as possible. Traces are read one configuration at a time. */
export async function loadProbeCases(
  runDirectory: string,
  { config, size }: { config: Config; size: number },
): Promise<JudgeCase[]> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = await readRunIds(runDirectory);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const chosen = sampleForProbes(await answeredIn(runDirectory, config), { size, seed: config.seed });
  const cases: JudgeCase[] = [];
  for (const keys of grouped(chosen, configurationName).values()) {
    const wanted = new Set(keys.map(executionName));
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration: keys[0]! })) {
      const scenario = byId.get(extraction.scenario_id);
      if (scenario && wanted.has(executionName(extraction))) cases.push({ scenario, extraction, ids });
    }
  }
  return cases;
}

async function answeredIn(runDirectory: string, config: Config): Promise<ExecutionKey[]> {
  const answered: ExecutionKey[] = [];
  for (const configuration of configurationsOf(config))
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration }))
      if (extraction.outcome === "success") answered.push(keyOf(extraction));
  return answered;
}

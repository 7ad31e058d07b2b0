import { grouped } from "../../../base/grouped.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { hasOwnAnswer } from "../../record/domain/guarded.ts";
import { configurationName, executionName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { streamRecords } from "../../record/run-directory/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { sampleForProbes } from "./sample.ts";

/** The executions of a run that probes start from: answered ones, as many scenarios as possible; `notKept` of them have no answer of their own. Traces are read one configuration at a time. */
export async function loadProbeCases(
  runDirectory: string,
  { config, size }: { config: Config; size: number },
): Promise<{ cases: JudgeCase[]; notKept: number }> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = await readRunIds(runDirectory);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const { answered, notKept } = await answeredIn(runDirectory, config);
  const chosen = sampleForProbes(answered, { size, seed: config.seed });
  const cases: JudgeCase[] = [];
  for (const keys of grouped(chosen, configurationName).values()) {
    const wanted = new Set(keys.map(executionName));
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration: keys[0]! })) {
      const scenario = byId.get(extraction.scenario_id);
      if (scenario && wanted.has(executionName(extraction))) cases.push({ scenario, extraction, ids });
    }
  }
  return { cases, notKept };
}

async function answeredIn(
  runDirectory: string,
  config: Config,
): Promise<{ answered: ExecutionKey[]; notKept: number }> {
  const answered: ExecutionKey[] = [];
  let notKept = 0;
  for (const configuration of configurationsOf(config))
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration })) {
      if (extraction.outcome !== "success") continue;
      if (hasOwnAnswer(extraction)) answered.push(keyOf(extraction));
      else notKept++;
    }
  return { answered, notKept };
}

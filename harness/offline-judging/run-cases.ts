import { readScenarioSet } from "../../scenarios/set-file.ts";
import { configurationsOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { executionName } from "../domain/names.ts";
import type { Verdict } from "../domain/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { runPath } from "../run-directory/paths.ts";
import { readRecords } from "../run-directory/records.ts";
import type { OfflineRole } from "./store.ts";

/** Each execution that the role's judge has to judge, with its verdict so far. One configuration is in memory at a time. */
export async function* casesToJudge(
  runDirectory: string,
  { config, role }: { config: Config; role: OfflineRole },
): AsyncGenerator<{ judgeCase: JudgeCase; verdict: Verdict }> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const part = role === "primary" ? "verdicts" : "calibration";
  for (const configuration of configurationsOf(config)) {
    const verdicts = await readRecords({ runDirectory, part, configuration });
    const due = new Map(
      verdicts
        .filter(({ type }) => type === "judged" || type === "blocked")
        .map((verdict) => [executionName(verdict), verdict]),
    );
    for (const extraction of await readRecords({ runDirectory, part: "extractions", configuration })) {
      const [scenario, verdict] = [byId.get(extraction.scenario_id), due.get(executionName(extraction))];
      if (scenario && verdict) yield { judgeCase: { scenario, extraction }, verdict };
    }
  }
}

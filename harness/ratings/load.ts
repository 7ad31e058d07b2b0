import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { readScenarioSet } from "../../scenarios/set-file.ts";
import { configurationsOf } from "../config/matrix.ts";
import type { Config } from "../config/schema.ts";
import { executionName, keyOf } from "../domain/names.ts";
import type { Verdict } from "../domain/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { runPath } from "../run-directory/paths.ts";
import { readRecords } from "../run-directory/records.ts";
import type { Rating } from "./rating.ts";
import { RATING_SAMPLE, sampleForRating } from "./sample.ts";
import { readSample, writeSample } from "./store.ts";
import { asOpinion } from "./units.ts";

interface RatedRun {
  runDirectory: string;
  config: Config;
}

/** The executions that all raters of a run rate; drawn by the first one. @throws UserError `usage` when another size is asked for later. */
export async function loadSample(run: RatedRun, size: number | undefined): Promise<JudgeCase[]> {
  const drawn = await readSample(run.runDirectory);
  if (drawn && size !== undefined && size !== drawn.length)
    throw new UserError("usage", `the raters of this run rate ${countOf(drawn.length, "execution")}, not ${size}`, {
      hint: "leave --sample out: agreement needs the same executions",
    });
  return loadCases(run, new Set(drawn ?? (await drawSample(run, size ?? RATING_SAMPLE))));
}

async function drawSample({ runDirectory, config }: RatedRun, size: number): Promise<string[]> {
  const verdicts: Verdict[] = [];
  for (const configuration of configurationsOf(config))
    verdicts.push(...(await readRecords({ runDirectory, part: "verdicts", configuration })));
  const names = sampleForRating(verdicts, { size, seed: config.seed });
  if (names.length === 0)
    throw new UserError("run-directory", "nothing to rate: the run has no verdicts", {
      hint: "scopebench resume computes what is missing",
    });
  await writeSample(runDirectory, names);
  return names;
}

/** The primary judge's opinions of the named executions, as a rater's. */
export async function judgeOpinions({ runDirectory, config }: RatedRun, names: ReadonlySet<string>): Promise<Rating[]> {
  const opinions: Rating[] = [];
  for (const configuration of configurationsOf(config))
    for (const verdict of await readRecords({ runDirectory, part: "verdicts", configuration }))
      if (verdict.judgement && names.has(executionName(verdict)))
        opinions.push({ ...keyOf(verdict), rater: "judge", opinion: asOpinion(verdict.judgement) });
  return opinions;
}

async function loadCases({ runDirectory, config }: RatedRun, names: ReadonlySet<string>): Promise<JudgeCase[]> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const cases: JudgeCase[] = [];
  for (const configuration of configurationsOf(config))
    for (const extraction of await readRecords({ runDirectory, part: "extractions", configuration })) {
      const scenario = byId.get(extraction.scenario_id);
      if (scenario && names.has(executionName(extraction))) cases.push({ scenario, extraction });
    }
  return cases;
}

import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { apportion } from "../../../scenarios/set/distribution.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName, keyOf } from "../../record/domain/names.ts";
import type { Verdict } from "../../record/domain/records.ts";
import { readRunIds } from "../../record/run-directory/corpus-ids.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readRecords, streamRecords } from "../../record/run-directory/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import type { Rating } from "./rating.ts";
import { readDraws, readSample, writeSample } from "./store.ts";
import { asOpinion } from "./units.ts";

interface RatedRun {
  runDirectory: string;
  config: Config;
}

/** The executions that all raters of a run rate; drawn by the first one. @throws UserError `usage` when another size is asked for later. */
export async function loadSample(run: RatedRun, size: number | undefined): Promise<JudgeCase[]> {
  const drawn = await readSample(run.runDirectory);
  if ((await readDraws(run.runDirectory)) !== null)
    throw new UserError("usage", "what is rated in this run was drawn by --until", { hint: "go on with --until" });
  if (drawn && size !== undefined && size !== drawn.length)
    throw new UserError("usage", `the raters of this run rate ${countOf(drawn.length, "execution")}, not ${size}`, {
      hint: "leave --sample out: agreement needs the same executions",
    });
  return loadCases(run, new Set(drawn ?? (await drawSample(run, size))));
}

/** What the run's verdicts and seed draw, whoever asks. */
export async function drawFor(run: RatedRun, size = RATING_SAMPLE): Promise<string[]> {
  return sampleForRating(await ratableVerdicts(run), { size, seed: run.config.seed });
}

/** The primary judge's verdicts. */
export async function ratableVerdicts({ runDirectory, config }: RatedRun): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const configuration of configurationsOf(config))
    verdicts.push(...(await readRecords({ runDirectory, part: "verdicts", configuration })));
  return verdicts;
}

async function drawSample(run: RatedRun, size: number | undefined): Promise<string[]> {
  const names = await drawFor(run, size);
  if (names.length === 0)
    throw new UserError("run-directory", "nothing to rate: the run has no verdicts", {
      hint: "scopebench resume computes what is missing",
    });
  await writeSample(run.runDirectory, names);
  return names;
}

/** The primary judge's opinions of the named executions, as a rater's. */
export async function judgeOpinions({ runDirectory, config }: RatedRun, names: ReadonlySet<string>): Promise<Rating[]> {
  const opinions: Rating[] = [];
  for (const configuration of configurationsOf(config))
    for await (const verdict of streamRecords({ runDirectory, part: "verdicts", configuration }))
      if (verdict.judgement && names.has(executionName(verdict)))
        opinions.push({ ...keyOf(verdict), rater: "judge", opinion: asOpinion(verdict.judgement) });
  return opinions;
}

export async function loadCases({ runDirectory, config }: RatedRun, names: ReadonlySet<string>): Promise<JudgeCase[]> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = await readRunIds(runDirectory);
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const cases: JudgeCase[] = [];
  for (const configuration of configurationsOf(config))
    for await (const extraction of streamRecords({ runDirectory, part: "extractions", configuration })) {
      const scenario = byId.get(extraction.scenario_id);
      if (scenario && names.has(executionName(extraction))) cases.push({ scenario, extraction, ids });
    }
  return cases;
}

/** Executions that people rate, unless asked for more or fewer. */
const RATING_SAMPLE = 60;

/**
 * Names of the executions to be rated: in proportion over configurations and primary passes and fails, so that plain means
 * over the sample stand for the run. Only judged ones. Depends on the set of verdicts and the seed, not on their order.
 */
function sampleForRating(verdicts: readonly Verdict[], { size, seed }: { size: number; seed: number }): string[] {
  const judged = verdicts
    .filter(({ type }) => type === "judged")
    .sort((a, b) => compareText(executionName(a), executionName(b)));
  const strata = [...grouped(judged, (verdict) => `${configurationName(verdict)} ${verdict.judgement?.status}`)];
  const quotas = apportion(
    Math.min(size, judged.length),
    strata.map(([, members]) => members.length),
  );
  return strata
    .flatMap(([name, members], index) => shuffle(makeRandom("ratings", seed, name), members).slice(0, quotas[index]))
    .map(executionName)
    .sort(compareText);
}

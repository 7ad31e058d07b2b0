import { countOf } from "../../../base/counts.ts";
import { makeRandom } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import {
  type DrawnItem,
  drawingChances,
  drawnMean,
  FEWEST_DRAWS,
  isNarrow,
} from "../../../measure/statistics/correction/drawn-mean.ts";
import { executionName } from "../../record/domain/names.ts";
import type { Verdict } from "../../record/domain/records.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { ratableVerdicts } from "./load.ts";
import { type RatingDraws, readDraws, readRatings, readSample, writeDraws } from "./store.ts";
import { opinionValue } from "./units.ts";

/** Fewest draws of a batch, after which the width is looked at again. */
const BATCH = 10;
/** More than this nobody rates. */
const MOST_DRAWS = 2000;

export interface DrawsStanding {
  /** From the first draws that people have rated; null below two. */
  estimate: { mean: number; half: number; n: number } | null;
  /** Different answers among them. */
  rated: number;
  judge: number;
  /** Executions to be rated next; none: it is known as closely as asked for, or everything is rated. */
  batch: ReadonlySet<string>;
}

type Run = Pick<OpenedRun, "runDirectory" | "config">;

/** Where the draws stand: what is known of the pass rate, and what this rater is to rate next. DrawnItem by whoever asks first. */
export async function standingOf(run: Run, { rater, until }: { rater: string; until: number }): Promise<DrawsStanding> {
  const draws = (await readDraws(run.runDirectory)) ?? (await drawFirst(run));
  const { answers } = draws;
  const ratings = await readRatings(run.runDirectory);
  const truth = truthOf(ratings);
  // Left out for good by this rater, or rated by somebody.
  const done = new Set([...truth.keys(), ...ratings.filter((one) => one.rater === rater).map(executionName)]);
  const names = draws.draws.map((at) => answers[at]!.name);
  const open = names.findIndex((name) => !done.has(name));
  const known = open < 0 ? draws.draws : draws.draws.slice(0, open);
  const drawn = known.flatMap((at): DrawnItem[] => {
    const { name, chance, judge } = answers[at]!;
    return truth.has(name) ? [{ chance, proxy: judge, truth: truth.get(name)! }] : [];
  });
  const estimate = drawnMean(drawn, { size: answers.length, proxyMean: draws.judge });
  const isDone = open < 0 || (estimate !== null && isNarrow(estimate, until));
  return {
    estimate,
    rated: new Set(known).size,
    judge: draws.judge,
    batch: new Set(
      isDone ? [] : names.slice(open, open + drawsLeft(estimate, until)).filter((name) => !done.has(name)),
    ),
  };
}

/** Draws that should make it as narrow as asked for, by the spread so far. */
function drawsLeft(estimate: DrawsStanding["estimate"], until: number): number {
  if (estimate === null || estimate.n < FEWEST_DRAWS) return FEWEST_DRAWS - (estimate?.n ?? 0);
  return Math.max(BATCH, Math.ceil(estimate.n * ((estimate.half / until) ** 2 - 1)));
}

export function standingText({ estimate, rated, judge, batch }: DrawsStanding, until: number): string {
  const short = (value: number) => value.toFixed(3).replace(/^(-?)0\./, "$1.");
  if (estimate === null) return `The judge passes ${short(judge)}; nothing is rated yet.`;
  const { mean: rate, half, n } = estimate;
  const [low, high] = [Math.max(0, rate - half), Math.min(1, rate + half)];
  const found = `Pass rate by people ${short(rate)} (95 % ${short(low)} to ${short(high)}), by the judge ${short(judge)}; ${countOf(rated, "answer")} rated in ${countOf(n, "draw")}`;
  return batch.size > 0
    ? `${found}; not yet within ${short(until)}: some ${countOf(batch.size, "answer")} more.`
    : `${found}.`;
}

/** Share of people who let it pass, by execution. */
function truthOf(ratings: Awaited<ReturnType<typeof readRatings>>): Map<string, number> {
  const said = new Map<string, number[]>();
  for (const rating of ratings)
    if (rating.opinion)
      said.set(executionName(rating), [
        ...(said.get(executionName(rating)) ?? []),
        opinionValue(rating.opinion, "status"),
      ]);
  return new Map([...said].map(([name, opinions]) => [name, mean(opinions)!]));
}

async function drawFirst(run: Run): Promise<RatingDraws> {
  if ((await readSample(run.runDirectory)) !== null)
    throw new UserError("usage", "the raters of this run rate another sample, drawn with even chances", {
      hint: "leave --until out",
    });
  const verdicts = (await ratableVerdicts(run))
    .filter(({ judgement }) => judgement)
    .sort((a, b) => compareText(executionName(a), executionName(b)));
  if (verdicts.length === 0)
    throw new UserError("run-directory", "nothing to rate: the run has no verdicts", {
      hint: "scopebench resume computes what is missing",
    });
  const chances = drawingChances(unsureOf(verdicts));
  const answers = verdicts.map((verdict, at) => ({
    ...{ name: executionName(verdict), chance: chances[at]! },
    judge: Number(verdict.judgement!.status === "pass"),
  }));
  const random = makeRandom("rating-draws", run.config.seed);
  const draws = {
    ...{ judge: mean(answers.map(({ judge }) => judge))!, answers },
    draws: Array.from({ length: MOST_DRAWS }, () => drawOne(chances, random())),
  };
  await writeDraws(run.runDirectory, draws);
  return draws;
}

function drawOne(chances: readonly number[], at: number): number {
  let sum = 0;
  const found = chances.findIndex((chance) => {
    sum += chance;
    return at < sum;
  });
  return found < 0 ? chances.length - 1 : found;
}

/** 1 where the judge's overall score lies between what it passes and what it fails, 0 at the farthest. */
function unsureOf(verdicts: readonly Verdict[]): number[] {
  const scoreOf = ({ judgement }: Verdict) => judgement!.overall_score;
  const of = (status: string) => verdicts.filter(({ judgement }) => judgement!.status === status).map(scoreOf);
  const [passed, failed] = [mean(of("pass")), mean(of("fail"))];
  if (passed === null || failed === null) return verdicts.map(() => 0);
  const middle = (passed + failed) / 2;
  const farthest = Math.max(...verdicts.map((verdict) => Math.abs(scoreOf(verdict) - middle)));
  return verdicts.map((verdict) => (farthest === 0 ? 0 : 1 - Math.abs(scoreOf(verdict) - middle) / farthest));
}

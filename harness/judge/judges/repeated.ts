import { mean, median } from "../../../measure/statistics/basics/describe.ts";
import { DIMENSIONS, type Judgement, type JudgeUsage, type Judging } from "../../record/domain/records.ts";
import type { Judge, JudgeCase, JudgeOutcome, JudgeThresholds } from "./judge.ts";
import { countedFacts, passes, roundScore } from "./rule.ts";

interface Combining {
  combine: "majority" | "mean";
  thresholds: JudgeThresholds;
}

type Judged = JudgeOutcome & { judgement: Judgement };

/**
 * One verdict of several judgings of the same answer, an odd number of them; what each gave stays beside it. Where one of them is blocked so is the verdict,
 * and the rest is not asked: a majority of those that came would favour what is easy to judge.
 */
export function repeatJudge(judgings: readonly [Judge, ...Judge[]], combining: Combining): Judge {
  const [{ evaluator, standIn }] = judgings;
  return {
    evaluator,
    standIn,
    async judge(judgeCase, signal) {
      const given: Judged[] = [];
      for (const [at, one] of judgings.entries()) {
        const outcome = await one.judge(judgeCase, signal);
        if (!isJudged(outcome))
          return {
            ...{ ...outcome, ...taken([...given, outcome]) },
            reason: `judging ${at + 1} of ${judgings.length}: ${outcome.reason}`,
          };
        given.push(outcome);
      }
      return combined(given, judgeCase, combining);
    },
  };
}

function isJudged(outcome: JudgeOutcome): outcome is Judged {
  return outcome.judgement !== null;
}

function combined(given: readonly Judged[], judgeCase: JudgeCase, { combine, thresholds }: Combining): JudgeOutcome {
  const middle = middleOfMajority(given);
  return {
    ...middle,
    ...taken(given),
    evaluator: [...new Set(given.map(({ evaluator }) => evaluator))].join(", "),
    judgement: combine === "majority" ? middle.judgement : meanOf(given, middle.judgement, judgeCase, thresholds),
    judgings: given.map(judgingOf),
  };
}

/** Of an even number with that status the lower. */
function middleOfMajority(given: readonly Judged[]): Judged {
  const passing = given.filter(({ judgement }) => judgement.status === "pass");
  const majority = 2 * passing.length > given.length ? passing : given.filter((one) => !passing.includes(one));
  const sorted = [...majority].sort((a, b) => a.judgement.overall_score - b.judgement.overall_score);
  return sorted[(sorted.length - 1) >> 1]!;
}

/** Ids and entities are counted by us, so they are the same in all. Ratings are whole numbers: the middle ones. */
function meanOf(
  given: readonly Judged[],
  kept: Judgement,
  { scenario, extraction }: JudgeCase,
  thresholds: JudgeThresholds,
): Judgement {
  const over = (of: (judgement: Judgement) => number) => given.map(({ judgement }) => of(judgement));
  const alignment = roundScore(mean(over(({ ground_truth }) => ground_truth.reference_answer_alignment))!);
  const ground_truth = { ...kept.ground_truth, reference_answer_alignment: alignment };
  const facts = {
    ...countedFacts(ground_truth),
    answerable: scenario.answerable,
    recommendsNothing: extraction.ranked_ids.length === 0,
  };
  const quality = { ...kept.quality };
  for (const name of DIMENSIONS) {
    const score = median(over((judgement) => judgement.quality[name].score))!;
    quality[name] = given.map(({ judgement }) => judgement.quality[name]).find((rating) => rating.score === score)!;
  }
  return {
    ...kept,
    status: passes(facts, thresholds) ? "pass" : "fail",
    overall_score: roundScore(mean(over(({ overall_score }) => overall_score))!),
    ground_truth,
    quality,
  };
}

function judgingOf({ evaluator, judgement: { status, overall_score, ground_truth, quality } }: Judged): Judging {
  const ratings = Object.fromEntries(DIMENSIONS.map((name) => [name, quality[name].score]));
  return {
    ...{ evaluator, status, overall_score, alignment: ground_truth.reference_answer_alignment },
    ratings: ratings as Judging["ratings"],
  };
}

/** What all of them took together, faults on the way included. */
function taken(outcomes: readonly JudgeOutcome[]): Pick<JudgeOutcome, "attempts" | "usage"> {
  const usages = outcomes.flatMap(({ usage }) => usage ?? []);
  return {
    attempts: outcomes.flatMap(({ attempts }) => attempts),
    ...(usages.length > 0 && { usage: usages.reduce(addUsages) }),
  };
}

function addUsages(a: JudgeUsage, b: JudgeUsage): JudgeUsage {
  return {
    tokens_in: a.tokens_in + b.tokens_in,
    tokens_out: a.tokens_out + b.tokens_out,
    tokens_estimated: a.tokens_estimated || b.tokens_estimated,
    cost: a.cost === null || b.cost === null ? null : a.cost + b.cost,
  };
}

import { describe, expect, it } from "vitest";
import type { Judge, JudgeOutcome } from "../../../../harness/judge/judges/judge.ts";
import { repeatJudge } from "../../../../harness/judge/judges/repeated.ts";
import { makerOf } from "../../../../harness/judge/kinds/registry.ts";
import { judgeSchema } from "../../../../harness/record/config/judges.ts";
import { judgeRepeats } from "../../../../harness/results/analyses/judge-repeats.ts";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { answerOf, caseOf, formOf, THRESHOLDS } from "./cases.ts";
import { startChatServer } from "./loopback-chat.ts";

const never = new AbortController().signal;
const good = caseOf(answerOf(["TC-1", "TC-2"]));
const usage = { tokens_in: 10, tokens_out: 1, tokens_estimated: false, cost: 0.5 };

/** A judgement of the good answer with this alignment: it passes from .7 on. */
function judgementAt(alignment: number, completeness = 5) {
  const ground_truth = { ...formOf().ground_truth, reference_answer_alignment: alignment };
  const quality = { ...formOf().quality, completeness: { score: completeness, rationale: `rated ${completeness}` } };
  const status = alignment >= THRESHOLDS.alignment ? ("pass" as const) : ("fail" as const);
  return formOf({ status, overall_score: 0.8 + 0.2 * alignment, ground_truth, quality });
}

function judging(alignment: number | "blocked", completeness?: number): Judge {
  const own = { evaluator: "judge", stand_in: false, claims_disagree: [], attempts: [], usage };
  const outcome: JudgeOutcome =
    alignment === "blocked"
      ? { type: "blocked", judgement: null, reason: "rate_limited x1", ...own }
      : { type: "judged", judgement: judgementAt(alignment, completeness), ...own };
  return { evaluator: "judge", standIn: false, judge: () => Promise.resolve(outcome) };
}

const judged = (judgings: readonly [Judge, ...Judge[]], combine: "majority" | "mean" = "majority") =>
  repeatJudge(judgings, { combine, thresholds: THRESHOLDS }).judge(good, never);

describe("an answer that is judged several times", () => {
  it("has by majority the middle one of the judgements with the status that most gave, and what each gave", async () => {
    const { judgement, judgings, usage: paid } = await judged([judging(0.9), judging(0.1), judging(0.7)]);
    expect(judgement).toEqual(judgementAt(0.7));
    expect(judgings?.map(({ status, alignment }) => [status, alignment])).toEqual([
      ["pass", 0.9],
      ["fail", 0.1],
      ["pass", 0.7],
    ]);
    expect(paid).toEqual({ tokens_in: 30, tokens_out: 3, tokens_estimated: false, cost: 1.5 });
  });

  it("has by mean the mean alignment and score, the middle ratings, and the status that follows from them", async () => {
    const { judgement } = await judged([judging(0.9, 2), judging(0.1, 5), judging(0.8, 3)], "mean");
    expect(judgement?.status).toBe("fail");
    expect(judgement?.ground_truth.reference_answer_alignment).toBeCloseTo(0.6, 12);
    expect(judgement?.overall_score).toBeCloseTo(0.92, 12);
    expect(judgement?.quality.completeness).toEqual({ score: 3, rationale: "rated 3" });
    expect((await judged([judging(0.9), judging(0.5), judging(0.8)], "mean")).judgement?.status).toBe("pass");
  });

  it("has no verdict where one judging is blocked, whatever the others gave, and pays for no further one", async () => {
    let asked = 0;
    const counted: Judge = { ...judging(1), judge: () => Promise.reject(new Error(`asked ${++asked}`)) };
    const verdict = await judged([judging(1), judging("blocked"), counted]);
    expect(verdict).toMatchObject({ type: "blocked", judgement: null, reason: "judging 2 of 3: rate_limited x1" });
    expect([asked, verdict.usage?.cost, verdict.judgings]).toEqual([0, 1, undefined]);
  });

  it("is asked as often as the configuration says, each time with another seed", async () => {
    await using server = await startChatServer(() => ({ type: "form", form: formOf() }));
    const link = { provider: "openai", model: "judge-1", base_url: server.baseUrl };
    const entry = judgeSchema.parse({ type: "llm", chain: [link], repeats: 3 });
    const judge = makerOf(entry).make(entry, { thresholds: THRESHOLDS, environment: {}, merged: new Map() });
    const verdict = await judge.judge(good, never);
    expect(verdict.judgings).toHaveLength(3);
    const seeds = server.requests.map(({ body }) => (body as { seed?: number }).seed);
    expect([seeds.length, new Set(seeds).size]).toEqual([3, 3]);
  });

  it("is judged an odd number of times, by a language model", () => {
    const chain = [{ provider: "openai", model: "m", base_url: "http://127.0.0.1:9" }];
    expect(judgeSchema.safeParse({ type: "llm", chain, repeats: 2 }).success).toBe(false);
    expect(judgeSchema.safeParse({ type: "rubric", rubric: "primary", repeats: 3 }).success).toBe(false);
  });
});

describe("the spread of judgings", () => {
  it("is that of one judging within an answer, and counts answers on which judgings did not agree", async () => {
    const answers = await Promise.all([
      judged([judging(0.9), judging(0.1), judging(0.8)]),
      judged([judging(1), judging(1), judging(1)]),
    ]);
    const executions = answers.map((primary) => ({ primary }));
    const found = judgeRepeats.compute({ executions } as never as Scored, {})!;
    expect(found).toMatchObject({ judgings: 3, answers: 2, split: 1 });
    const of = (name: string) => found.metrics.find(({ metric }) => metric === name)!;
    // Sample variances: of .9, .1, .8 it is .19, of 1, 0, 1 a third; of three equal ones 0.
    expect(of("alignment").variance).toBeCloseTo(0.19 / 2, 12);
    expect(of("pass").variance).toBeCloseTo(1 / 6, 12);
    expect(of("alignment").largest).toBeCloseTo(0.8, 12);
    expect(judgeRepeats.compute({ executions: [{ primary: null }] } as never as Scored, {})).toBeNull();
  });
});

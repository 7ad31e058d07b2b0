import { beforeAll, describe, expect, it } from "vitest";
import type { Extraction } from "../../harness/record/domain/records.ts";
import { generateScenarios } from "../../scenarios/generate.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { nonEmpty } from "../non-empty.ts";
import { LAUNDERERS } from "./launderers.ts";
import { PARROTS } from "./parrots.ts";
import { type AdversaryResult, runAdversaries } from "./run-adversaries.ts";
import { ADVERSARIES, CALLING, ODD_ENDPOINTS } from "./strategies.ts";

/** Named beside the metric (`docs/method/scoring.md`): a list of all of a small corpus is not too long, and a question may say its own answer. */
const CAN_PASS_SMALL = ["everything", "question_ids", "most_linked"];

let results: AdversaryResult[];
const extractions: Extraction[] = [];
beforeAll(async () => {
  const substrate = await readSmallSubstrate();
  const { scenarios } = await generateScenarios(substrate, { seed: 4, total: 12 });
  const answerable = scenarios.filter((one) => one.answerable).slice(0, 2);
  const unanswerable = scenarios.filter((one) => !one.answerable).slice(0, 1);
  const asked = [...answerable, ...unanswerable];
  const court = { substrate, scenarios: asked, cutoffMs: 2_000 };
  // Who says all that was found is as right as the search: over a large corpus alone that is little.
  const unread = ADVERSARIES.filter((one) => !PARROTS.includes(one));
  const calling = [...ADVERSARIES, ...LAUNDERERS];
  results = [
    ...(await runAdversaries({ ...court, workflows: ["keyword_rag"], endpoints: unread })),
    ...(await runAdversaries({ ...court, workflows: ["react"], adversaries: CALLING, endpoints: calling })),
    ...(await runAdversaries({
      ...{ ...court, scenarios: asked.slice(0, 1), workflows: ["plan_execute"] },
      endpoints: LAUNDERERS.filter(({ name }) => name === "launders_by_delegation"),
    })),
    ...(await runAdversaries({
      ...{ ...court, workflows: ["keyword_rag"], endpoints: ODD_ENDPOINTS },
      onExecution: ({ extraction }) => extractions.push(extraction),
    })),
  ];
});

describe("endpoints that cheat, fail or break the protocol, through the whole chain", () => {
  it("pass no answerable scenario, by either verdict", () => {
    for (const { adversary, executions } of nonEmpty(results)) {
      if (CAN_PASS_SMALL.includes(adversary)) continue;
      const passed = executions.filter(
        ({ record: { answerable, scores } }) =>
          answerable && (scores.functional_pass?.value === 1 || scores.pass?.value === 1),
      );
      expect([adversary, passed.map(({ record }) => record.scenario_id)]).toEqual([adversary, []]);
    }
  });

  it("have a balanced accuracy of .5 where they always or never abstain", () => {
    const all = results.flatMap(({ summary }) => summary.abstention.balanced_accuracy?.mean ?? []);
    for (const mean of nonEmpty(all)) expect(mean).toBe(0.5);
  });

  it("have their tokens counted here where what they tell cannot be", () => {
    for (const { model, ...usage } of nonEmpty(extractions.filter((one) => one.model.includes("usage")))) {
      expect([model, usage.tokens_estimated]).toEqual([model, true]);
      expect(Math.min(usage.tokens_in!, 1e6 - usage.tokens_in!, usage.tokens_out!)).toBeGreaterThan(10);
    }
  });

  it("name no id where nobody sees it, where they say that there is nothing, or where they advise against it", () => {
    // An id that characters without a width divide is seen.
    const unseen = results.filter(({ adversary }) =>
      /^(hides_(?!zero_width)|abstains_|recommends_against)/.test(adversary),
    );
    for (const { adversary, executions } of nonEmpty(unseen)) {
      const covering = /^(recommends_against|hides_abstention)$/.test(adversary) ? [] : ["id_coverage"];
      for (const metric of ["ndcg@10", ...covering]) {
        const values = executions.map(({ record: { scores } }) => scores[metric]?.value ?? 0);
        expect([adversary, metric, ...values]).toEqual([adversary, metric, 0, 0, 0]);
      }
    }
  });

  it("abstain nowhere where nobody sees it", () => {
    const { executions } = results.find(({ adversary }) => adversary === "hides_abstention")!;
    expect(executions.map(({ record }) => record.scores.functional_pass?.value)).toEqual([0, 0, 0]);
  });

  it("make no evidence of the ids that they have a query, a file, a document or another agent say", () => {
    const laundered = results.filter(({ adversary }) => adversary.startsWith("launders_"));
    for (const { adversary, workflow, executions } of nonEmpty(laundered)) {
      const { scores } = executions[0]!.record;
      const [grounded, shown] = ["grounding_coverage", "grounding_coverage(view=preview)"].map((name) => scores[name]);
      const { hallucinated_ids: invented, evidence_agreement: agreement } = scores;
      const values = [grounded, shown, agreement, invented].map((score) => score?.value);
      expect([adversary, workflow, ...values]).toEqual([adversary, workflow, 0, 0, 0, 3]);
    }
  });

  it("leave nothing scored where the connection broke", () => {
    const broken = results.find(({ adversary }) => adversary === "cut_connection")!.executions;
    const values = nonEmpty(broken).flatMap(({ record }) => [record.outcome, record.scores["ndcg@10"]?.value ?? null]);
    expect(new Set(values)).toEqual(new Set(["missing", null]));
  });

  it("make no number of an execution that failed but the zeros of what the user did not get", () => {
    const failed = results.flatMap(({ executions }) => executions.filter(({ record }) => record.outcome !== "success"));
    for (const { record } of nonEmpty(failed)) {
      const scores = [
        record.scores.abstention_correct,
        record.scores.abstention_false,
        record.scores.grounding_coverage,
      ];
      expect(scores.map((score) => score?.value ?? null)).toEqual([null, null, null]);
    }
  });
});

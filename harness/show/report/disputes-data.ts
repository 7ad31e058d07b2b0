import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { type Dispute, rankDisputes, type SystemClaim } from "../../results/disputes/disputes.ts";

/** data/disputes.json: truths that systems contradict, without a word of which system said what. */
export interface DisputesData {
  /** Truths that name records. */
  truths: number;
  disputes: (Dispute & {
    turns: readonly string[];
    /** What a person decided before the run; null where nobody has. */
    decision: string | null;
  })[];
}

export function makeDisputesData({ scenarios }: ScenarioSet, claims: readonly SystemClaim[]): DisputesData {
  const truths = scenarios.filter(({ expected_ids }) => expected_ids.length > 0);
  const byId = new Map(truths.map((scenario) => [scenario.id, scenario]));
  const disputes = rankDisputes(truths, claims).filter(({ evidence }) => evidence > 0);
  return {
    truths: truths.length,
    disputes: disputes.map((dispute) => {
      const { turns, review } = byId.get(dispute.scenario)!;
      return { ...dispute, turns, decision: review ? `${review.decision} by ${review.by}` : null };
    }),
  };
}

import { groundedIn } from "../../../agent/answer/evidence.ts";
import { hashOf } from "../../../base/hash.ts";
import { makeRandom, shuffle } from "../../../base/random.ts";
import { executionName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { answerText } from "../judges/mentions.ts";

/** One answer as a rater sees it: nothing says whose it is. */
export interface RatingItem {
  /** For the record; never shown. */
  key: ExecutionKey;
  /** Names the item on a page; says nothing. */
  code: string;
  /** Place in this rater's order, from 1. */
  place: number;
  question: string[];
  reference: string;
  expectedIds: string[];
  expectedEntities: string[];
  answer: string;
  /** For each recommended id, whether a successful tool result holds it. */
  evidence: { id: string; seen: boolean }[];
}

export interface ItemOptions {
  rater: string;
  seed: number;
  blind: (text: string) => string;
}

/** The sample in this rater's own random order. */
export function makeItems(cases: readonly JudgeCase[], { rater, seed, blind }: ItemOptions): RatingItem[] {
  const random = makeRandom("rating-order", seed, rater);
  return shuffle(random, cases).map(({ scenario, extraction, ids }, index) => {
    const isGrounded = groundedIn(extraction.tool_calls, ids);
    return {
      key: keyOf(extraction),
      code: hashOf([rater, seed, executionName(extraction)]).slice(0, 12),
      place: index + 1,
      question: scenario.turns,
      reference: scenario.reference_answer,
      expectedIds: scenario.expected_ids,
      expectedEntities: scenario.expected_entities,
      answer: blind(answerText(extraction)).trim(),
      evidence: extraction.ranked_ids.map((id) => ({ id, seen: isGrounded(id) })),
    };
  });
}

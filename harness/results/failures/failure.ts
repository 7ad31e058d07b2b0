import type { ExecutionKey } from "../../record/domain/records.ts";

/** Why an execution counts as failed: by which of these, or because a metric of it is among the lowest. */
export const FAILED_BY = ["error", "functional", "contract", "judge", "below"] as const;
export type FailedBy = (typeof FAILED_BY)[number];

/** One failed execution as grouping sees it. */
export interface Failure {
  /** Its name in the run. */
  name: string;
  key: ExecutionKey;
  configuration: string;
  family: string;
  /** What is one observation of tests and intervals: its scenario, or the one that this tells of. */
  unit: string;
  by: readonly FailedBy[];
  /** What went wrong in it, each from 0 (not at all) to 1; what is not named is 0. No id and no text of the corpus is among them. */
  features: Readonly<Record<string, number>>;
  /** Blocks of features that nobody could observe of it: neither there nor not there. */
  unknown: readonly FeatureBlock[];
}

/**
 * Features that tell of one thing, and how much that thing counts. Each block of an execution is a vector of length 1, or 0
 * where nothing of it occurred, so a block with twenty columns counts no more than one with two.
 */
export const BLOCKS = {
  ids: { weight: 1, says: "what became of each expected id, as shares of them" },
  ending: { weight: 2, says: "why it ended without an answer, of which its losses follow" },
  abstention: { weight: 1, says: "abstained where there is something to find, or answered where there is not" },
  answer: { weight: 0.8, says: "ids that no result held, entities left out, too many ids, no text" },
  contract: { weight: 0.7, says: "rules of the answer contract that were broken, and whether it was asked again" },
  errors: { weight: 1.5, says: "share of its calls that failed, by tool" },
  step: { weight: 0.5, says: "the step at which the first expected id was lost" },
  rank: { weight: 0.5, says: "the rank at which ids stood that were retrieved and lost" },
  tools: { weight: 0.4, says: "tools that were called" },
  judge: { weight: 0.4, says: "the judge's status, and what it rates low" },
  effort: { weight: 0.3, says: "tokens and calls, on a fixed logarithmic scale" },
} as const;
/** Blocks whose size tells: not brought to length 1 but to the sum of their parts, which is 1 at most. */
export const SIZED: readonly FeatureBlock[] = ["errors", "effort"];
export type FeatureBlock = keyof typeof BLOCKS;

/** The block of a feature: its name is `<block>.<what>`. */
export function blockOf(feature: string): FeatureBlock {
  return feature.slice(0, feature.indexOf(".")) as FeatureBlock;
}

/** Whether a feature occurs in an execution; null where nobody could observe it. */
export function holds({ features, unknown }: Pick<Failure, "features" | "unknown">, feature: string): boolean | null {
  return unknown.includes(blockOf(feature)) ? null : (features[feature] ?? 0) > 0;
}

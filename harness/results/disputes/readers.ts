import type { Scenario } from "../../../scenarios/set/schema.ts";
import { analyse } from "../agreement/analyse.ts";

/** The truths of a set as one person decided on them, without knowing what others did. */
export interface TruthReader {
  name: string;
  scenarios: readonly Pick<Scenario, "id" | "review">[];
}

export interface ReadersAgreement {
  readers: readonly string[];
  /** Truths that two or more decided on. */
  shared: number;
  /** Those of them on which all say the same: the truth is right, or it is wrong. */
  alike: number;
  /** Ids of the others. */
  apart: string[];
  /** Krippendorff's alpha over right and wrong, with its bootstrapped interval; null where nothing could disagree. */
  alpha: number | null;
  low: number | null;
  high: number | null;
}

const RESAMPLES = 2000;

/** Whether people who read the same truths find the same ones wrong: corrected and rejected are both wrong. */
export function agreementOfReaders(readers: readonly TruthReader[]): ReadersAgreement {
  const ids = [...new Set(readers.flatMap(({ scenarios }) => scenarios.map(({ id }) => id)))];
  const wrong = readers.map(({ scenarios }) => new Map(scenarios.map(({ id, review }) => [id, isWrong(review)])));
  const shared = ids
    .map((id) => ({ id, said: wrong.map((of) => of.get(id) ?? null) }))
    .filter(({ said }) => said.filter((one) => one !== null).length > 1);
  const apart = shared.filter(({ said }) => new Set(said.filter((one) => one !== null)).size > 1);
  const names = readers.map(({ name }) => name);
  const [row] = analyse(
    {
      ...{ raters: names, units: shared.map(({ said }) => said), clusters: null, categories: [0, 1] },
      ...{ labels: ["right", "wrong"], numeric: false, ordered: false, notes: [] },
    },
    { statistics: ["alpha-nominal"], weights: "none", level: 0.95, resamples: RESAMPLES },
  );
  return {
    ...{ readers: names, shared: shared.length, alike: shared.length - apart.length },
    ...{ apart: apart.map(({ id }) => id), alpha: row!.value, low: row!.low, high: row!.high },
  };
}

function isWrong(review: Scenario["review"]): number | null {
  return review === undefined ? null : Number(review.decision !== "accepted");
}

import type { Expected } from "./data.ts";

/** What our code gives for one expected value, in its order; null when it is not offered. */
export type Compute = (entry: Expected) => number | readonly (number | null)[] | null;

export interface PublishedSet {
  /** Folder of the data. */
  name: string;
  /** Made once a set, so that files are read once. */
  open: () => Compute;
  /** Values that we do not reproduce on purpose. */
  differences?: readonly { matches: (entry: Expected) => boolean; reason: string }[];
}

/** Computes by the name of the statistic: the first pattern that matches decides. */
export function byName(rules: readonly (readonly [RegExp, Compute])[]): Compute {
  return (entry) => {
    const rule = rules.find(([pattern]) => pattern.test(entry.statistic));
    return rule ? rule[1](entry) : null;
  };
}

import { finitePopulationInterval } from "../../../measure/statistics/intervals/finite-population.ts";

/** What people decided: whether each truth that they read is wrong. */
export interface DecidedTruths {
  /** Ids of all truths. */
  truths: readonly string[];
  /** Chosen by evidence, all of them decided. */
  disputed: readonly string[];
  /** Drawn by lot from all truths, all of them decided. */
  drawn: readonly string[];
  wrong: ReadonlySet<string>;
}

export interface WrongShare {
  share: number;
  low: number;
  high: number;
  /** How many truths were read for it. */
  read: number;
}

/**
 * Share of wrong truths. Disputes are wrong more often than others, so they speak for themselves alone; for the rest speaks what the lot
 * drew of it, by an exact interval. Null where the lot drew nothing of a rest.
 */
export function wrongShare({ truths, disputed, drawn, wrong }: DecidedTruths): WrongShare | null {
  const read = new Set(disputed);
  const lot = drawn.filter((id) => !read.has(id));
  const population = truths.length - read.size;
  if (lot.length === 0 && population > 0) return null;
  const [known, marked] = [disputed, lot].map((ids) => ids.filter((id) => wrong.has(id)).length) as [number, number];
  const rest = finitePopulationInterval({ population, sample: lot.length, marked });
  const estimate = population === 0 ? 0 : (population * marked) / lot.length;
  const of = (count: number) => (known + count) / truths.length;
  return { share: of(estimate), low: of(rest.low), high: of(rest.high), read: read.size + lot.length };
}

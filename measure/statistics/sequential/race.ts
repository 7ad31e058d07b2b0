import { mean } from "../basics/describe.ts";
import type { Range } from "../comparison/bounded-mean-test.ts";
import { evidenceAbove } from "./betting.ts";

export interface RaceOptions {
  /** Of a difference of two configurations on one observation. */
  range: Range;
  /** With which the best is not among those that are `alike`. */
  alpha: number;
}

export interface Race {
  /** Who went out, first to last, after how many observations, and the mean behind the best then. */
  dropped: readonly { configuration: number; after: number; behind: number }[];
  winner: number;
  /** Configurations of which none is shown to be worse than another; the winner among them. Holds the best with probability 1 - alpha. */
  alike: readonly number[];
  /** Observations times configurations that were asked for. */
  used: number;
}

/**
 * After how many observations each next configuration goes out, of so many in all: those left share what the ones before leave, so that the last two meet
 * on everything (successive rejects: Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits, COLT 2010, with the last phase being the whole).
 */
export function rejectAfter(configurations: number, observations: number): number[] {
  return Array.from({ length: configurations - 1 }, (_, at) => Math.ceil((2 * observations) / (configurations - at)));
}

/**
 * Races configurations over observations in their order, `values[configuration][observation]`, higher being better: all that are left are asked the
 * same, so that every comparison is paired; the worst mean goes out at each reject, the later of equals first. That says nothing of how sure it is:
 * beside it each pair is bet on, on what both were asked, and who is beaten by any other with evidence of (K - 1) / alpha is not the best. The union over
 * K - 1 rivals of the best one makes the confidence; nothing is assumed but the range. Throws a RangeError for less than two configurations.
 */
export function race(values: readonly (readonly number[])[], { range, alpha }: RaceOptions): Race {
  if (values.length < 2) throw new RangeError("a race needs two configurations");
  const observations = Math.min(...values.map(({ length }) => length));
  const asked = values.map(() => observations);
  const dropped: Race["dropped"][number][] = [];
  let left = values.map((_, at) => at);
  for (const after of rejectAfter(values.length, observations)) {
    const means = new Map(left.map((one) => [one, mean(values[one]!.slice(0, after))!]));
    const worst = left.reduce((low, one) => (means.get(one)! <= means.get(low)! ? one : low));
    asked[worst] = after;
    dropped.push({ configuration: worst, after, behind: Math.max(...means.values()) - means.get(worst)! });
    left = left.filter((one) => one !== worst);
  }
  const winner = left[0]!;
  const needed = (values.length - 1) / alpha;
  const isBeaten = (one: number) =>
    values.some((_, other) => other !== one && evidenceOf(other, one, { values, asked, range }) >= needed);
  return {
    ...{ dropped, winner, used: asked.reduce((sum, own) => sum + own, 0) },
    alike: values.flatMap((_, one) => (one === winner || !isBeaten(one) ? [one] : [])),
  };
}

/** That one is better than the other, on what both were asked. */
function evidenceOf(
  one: number,
  other: number,
  { values, asked, range }: { values: readonly (readonly number[])[]; asked: readonly number[]; range: Range },
): number {
  const shared = Math.min(asked[one]!, asked[other]!);
  const differences = Array.from({ length: shared }, (_, at) => values[one]![at]! - values[other]![at]!);
  return evidenceAbove(differences, range);
}

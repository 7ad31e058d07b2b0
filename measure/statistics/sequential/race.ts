import { mean } from "../basics/describe.ts";
import type { Range } from "../comparison/bounded-mean-test.ts";

export interface RaceOptions {
  /** Of a difference of two configurations on one observation. */
  range: Range;
  /** With which the best is not among those that are `alike`. */
  alpha: number;
  /** Observations of the whole race; default: as many as all have. */
  observations?: number;
}

export interface Race {
  /** Who went out, first to last, after how many observations, and the mean behind the best then. */
  dropped: readonly { configuration: number; after: number; behind: number }[];
  /** Those that are left: the winner alone where nothing is needed any more. */
  left: readonly number[];
  /** Observations that each of those left needs before the next goes out; null: the race is over. */
  needs: number | null;
  /** Configurations of which none is shown to be worse than another; the winner among them. Holds the best with probability 1 - alpha. */
  alike: readonly number[];
  /** Observations times configurations that were asked for. */
  used: number;
}

/** A score that is not known is null. */
type Values = readonly (readonly (number | null)[])[];

/**
 * After how many observations each next configuration goes out, of so many in all: those left share what the ones before leave, so that the last two meet
 * on everything (successive rejects: Audibert, Bubeck and Munos, Best arm identification in multi-armed bandits, COLT 2010, with the last phase being the whole).
 */
export function rejectAfter(configurations: number, observations: number): number[] {
  return Array.from({ length: configurations - 1 }, (_, at) => Math.ceil((2 * observations) / (configurations - at)));
}

/**
 * Races configurations over observations in their order, `values[configuration][observation]`, higher being better, as far as those that are left have
 * them: all are asked the same, so that every comparison is paired; the worst mean over what all that are left have a score on goes out at each reject, the
 * later of equals first. That says nothing of how sure it is: beside it each pair is bet on, on what both were asked, and who is beaten by any other with
 * evidence of (K - 1) / alpha is not the best. The union over K - 1 rivals of the best one makes the confidence; nothing is assumed but the range.
 * Throws a RangeError for less than two configurations.
 */
export function race(values: Values, { range, alpha, observations = shortest(values) }: RaceOptions): Race {
  if (values.length < 2) throw new RangeError("a race needs two configurations");
  const dropped: Race["dropped"][number][] = [];
  const asked = values.map(({ length }) => Math.min(length, observations));
  let left = values.map((_, at) => at);
  let needs: number | null = null;
  for (const after of rejectAfter(values.length, observations)) {
    if (left.some((one) => asked[one]! < after)) {
      needs = after;
      break;
    }
    const means = meansOf(left, values, after);
    const worst = left.reduce((low, one) => (means.get(one)! <= means.get(low)! ? one : low));
    asked[worst] = after;
    dropped.push({ configuration: worst, after, behind: Math.max(...means.values()) - means.get(worst)! });
    left = left.filter((one) => one !== worst);
  }
  const needed = (values.length - 1) / alpha;
  const isBeaten = (one: number) =>
    values.some((_, other) => other !== one && evidenceOf(other, one, { values, asked, range }) >= needed);
  return {
    ...{ dropped, left, needs, used: asked.reduce((sum, own) => sum + own, 0) },
    alike: values.flatMap((_, one) => ((needs === null && one === left[0]) || !isBeaten(one) ? [one] : [])),
  };
}

function shortest(values: Values): number {
  return Math.min(...values.map(({ length }) => length));
}

/** On the first observations, those on which all of them have a score; on its own where there is none. */
function meansOf(left: readonly number[], values: Values, after: number): Map<number, number> {
  const scored = (one: number, at: number) => (values[one]![at] ?? null) !== null;
  const first = Array.from({ length: after }, (_, at) => at);
  const shared = first.filter((at) => left.every((one) => scored(one, at)));
  return new Map(
    left.map((one) => {
      const own = shared.length > 0 ? shared : first.filter((at) => scored(one, at));
      return [one, mean(own.map((at) => values[one]![at]!)) ?? Number.NEGATIVE_INFINITY];
    }),
  );
}

/** That one is better than the other, on what both were asked and have a score on. */
function evidenceOf(
  one: number,
  other: number,
  { values, asked, range }: { values: Values; asked: readonly number[]; range: Range },
): number {
  const shared = Math.min(asked[one]!, asked[other]!);
  const differences = Array.from(
    { length: shared },
    (_, at) => [values[one]![at], values[other]![at]] as const,
  ).flatMap(([a, b]) => (a == null || b == null ? [] : [a - b]));
  return evidenceAbove(differences, range);
}

/** Of what could be lost at once at most so much is put on the next value. */
const MOST_AT_STAKE = 0.9;

/**
 * Largest capital on the way of who bets against a mean of at most 0, value by value: an e-value that may be looked at after every one of them, since
 * by Ville's inequality it reaches 1 / alpha with probability alpha at most, whatever the distribution within the range. Stakes are those of
 * Waudby-Smith and Ramdas (Estimating means of bounded random variables by betting, JRSS B 86, 2024), "approximate GRAPA", from the values before.
 * 1 for no values. Values in any unit, `range` in the same.
 */
export function evidenceAbove(values: readonly number[], { low, high }: Range): number {
  let [capital, most] = [1, 1];
  // A prior of one value at 0 with the variance of a uniform one.
  let [count, sum, squares] = [1, 0, (high - low) ** 2 / 12];
  for (const value of values) {
    const centre = sum / count;
    const variance = squares / count;
    const stake = Math.min(MOST_AT_STAKE / -low, Math.max(0, centre / (variance + centre ** 2)));
    capital *= 1 + stake * value;
    most = Math.max(most, capital);
    count++;
    sum += value;
    squares += (value - sum / count) ** 2;
  }
  return most;
}

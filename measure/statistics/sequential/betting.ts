import type { Range } from "../comparison/bounded-mean-test.ts";

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

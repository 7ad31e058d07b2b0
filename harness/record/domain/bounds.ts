import { z } from "zod";

/** More levels than any call that means well has. What hashes, compares and writes values calls itself for each. */
const MOST_LEVELS = 500;
/** Thirty years in milliseconds: sums over all records of a run stay numbers. */
const MOST = 1e12;

/** A quantity that is summed. A run that somebody sent may say anything. */
export const summed = z.number().refine((value) => Math.abs(value) <= MOST, "expected a number of at most 1e12");

/** Any JSON that is not nested beyond measure. */
export const shallowJson = z
  .unknown()
  .refine(isShallow, `expected a value of at most ${MOST_LEVELS} levels inside each other`);

/** The same value, or where it is nested beyond measure what stands for it in a record. */
export function keepShallow(value: unknown): unknown {
  return isShallow(value) ? value : `[left out: nested deeper than ${MOST_LEVELS} levels]`;
}

function isShallow(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_LEVELS) return false;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return true;
}

import type { UsageMetadata } from "@langchain/core/messages";
import { isObject, type JsonObject } from "../../../base/json-object.ts";

/** Counts as a provider tells them; null = it does not. */
export interface TokenCounts {
  input: number | null;
  output: number | null;
  /** Of all that is billed. */
  total?: number | null;
  /** Of the input. */
  cached?: number | null;
  cacheWrite?: number | null;
  /** Of the output. */
  reasoning?: number | null;
}

/** No request has a billion tokens: who says so does not count. */
const MOST = 1e9;

/** The first of some values that is a number of tokens: a whole number from 0, or its digits. Null when none is. */
export function countOf(...values: readonly unknown[]): number | null {
  for (const value of values) {
    const number = typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value;
    if (typeof number === "number" && Number.isInteger(number) && number >= 0 && number < MOST) return number;
  }
  return null;
}

/**
 * Usage as it is recorded, where 0 is a number and absent is absent. Null where the numbers are not all there or cannot be (no
 * prompt has 0 tokens, no part is larger than its whole): the tokens are then estimated, and marked so. Where the total is
 * larger than its parts, the rest is output: reasoning that some servers leave out of it (xAI, Google's compatible endpoint).
 */
export function usageOf({
  input,
  output,
  total = null,
  cached = null,
  cacheWrite = null,
  reasoning = null,
}: TokenCounts): UsageMetadata | null {
  const rest = total === null || input === null || total < input ? null : total - input;
  const out = output === null ? rest : Math.max(output, rest ?? 0);
  if (input === null || input === 0 || out === null) return null;
  return {
    input_tokens: input,
    output_tokens: out,
    total_tokens: input + out,
    input_token_details: {
      ...(isPart(cached, input) && { cache_read: cached }),
      ...(isPart(cacheWrite, input) && { cache_creation: cacheWrite }),
    },
    output_token_details: { ...(isPart(reasoning, out) && { reasoning }) },
  };
}

function isPart(part: number | null, whole: number): part is number {
  return part !== null && part <= whole;
}

/** Counts of what was sent: each answer has some. */
const INPUT = /^(prompt|input)/;

/**
 * Counts of a stream's chunks in one. They are cumulative in all four protocols, so the last of each is the whole; null says
 * nothing. What was sent does not become less: counts beside 0 of it are from before it was known, or an empty report behind the end.
 */
export function mergeCounts(before: unknown, more: unknown, keepsLargest = false): JsonObject | undefined {
  if (!isObject(more)) return isObject(before) ? before : undefined;
  const merged: JsonObject = isObject(before) ? { ...before } : {};
  const isUnknown = keepsLargest || Object.entries(more).some(([name, value]) => INPUT.test(name) && value === 0);
  for (const [name, value] of Object.entries(more)) merged[name] = laterOf(merged[name], value, isUnknown);
  return merged;
}

function laterOf(before: unknown, value: unknown, keepsLargest: boolean): unknown {
  if (isObject(value)) return mergeCounts(before, value, keepsLargest);
  if (value === null || value === undefined) return before ?? value;
  return keepsLargest && typeof value === "number" && typeof before === "number" ? Math.max(before, value) : value;
}

/**
 * Vocabulary. *scenario* a retrieval task with ground truth; *configuration* model x workflow x knowledge mode; *cell*
 * scenario x configuration; *execution* one run of a cell (repeat k); *extraction* its structured trace; *verdict* a
 * judge's opinion of an extraction; *score* a number or `unscored(reason)`; *run* one directory with all of it.
 *
 * Each record kind of a run directory as a zod schema; `schemas/*.json` is published from these.
 */
import { z } from "zod";
import { FAILURE_REASON_NAMES } from "../../../agent/contract/failure-reasons.ts";
import { summed } from "./bounds.ts";
import { errorSchema, executionKeySchema, outcomeSchema } from "./execution-key.ts";

export * from "./execution-key.ts";
export * from "./extraction.ts";
export * from "./verdicts.ts";

/** Format of run directories. A directory of another version is refused, never guessed at. */
export const RUN_FORMAT = 1;

/** `raw_output/<configuration>.jsonl`: the manifest of an execution. */
export const executionRecordSchema = executionKeySchema.extend({
  thread_id: z.string(),
  assistant_id: z.string(),
  outcome: outcomeSchema,
  error: errorSchema.optional(),
  started_at: z.string(),
  duration_ms: summed,
  reused: z
    .literal(true)
    .optional()
    .describe("every call of a model was answered by the recording that the run reuses"),
  turns: z.array(
    z.object({
      turn: z.number().int(),
      outcome: outcomeSchema,
      error: errorSchema.optional(),
      started_at: z.string(),
      duration_ms: summed,
    }),
  ),
});
export type ExecutionRecord = z.infer<typeof executionRecordSchema>;

/** `concurrency.jsonl`: a change in how much one provider is asked at once. */
export const concurrencyRecordSchema = z.object({
  at: z.string(),
  provider: z.string(),
  reason: z.enum(["start", "grow", "shrink", "pause", "resume"]),
  limit: z.number().int().describe("requests that may be in flight"),
  in_flight: z.number().int(),
  waiting: z.number().int(),
  pause_ms: z.number().int().optional().describe("how long the provider asked to wait"),
});
export type ConcurrencyRecord = z.infer<typeof concurrencyRecordSchema>;

/** `spent.jsonl`: what an execution or a judgement took, also one that left no record; and the end of a session. */
export const spentRecordSchema = z.object({
  at: z.string(),
  session: z.number().int().min(1),
  elapsed_s: summed.describe("since the session began"),
  stage: z.string().nullable().describe("null at a session's end"),
  tokens: z.number().int().describe("input and output"),
  cost_usd: summed.nullable().describe("null when the price is unknown"),
  worker: z.string().optional().describe("the worker of a queue that made it"),
});
export type SpentRecord = z.infer<typeof spentRecordSchema>;

/** A number, or null with the reason. Never 0 for what could not be measured. */
const scoreSchema = z.union([
  z.object({ value: z.number(), reason: z.undefined().optional() }),
  z.object({ value: z.null(), reason: z.string() }),
]);
/** A number, or null with the reason: what could not be measured is never 0. */
export type Score = z.infer<typeof scoreSchema>;

/** `metrics/scores.jsonl`: every score of one execution, keyed by canonical metric name (`ndcg@10`). */
export const scoreRecordSchema = executionKeySchema.extend({
  family: z.string(),
  complexity: z.string(),
  answerable: z.boolean(),
  outcome: outcomeSchema.or(z.literal("missing")),
  reason: z
    .enum(FAILURE_REASON_NAMES)
    .optional()
    .describe("why it failed; absent where it did not, and in runs of earlier versions"),
  scores: z.record(z.string(), scoreSchema),
});
/** A line of `metrics/scores.jsonl`: every score of one execution, by canonical metric name (`ndcg@10`). */
export type ScoreRecord = z.infer<typeof scoreRecordSchema>;

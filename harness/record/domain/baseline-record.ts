import { z } from "zod";
import { type ExecutionKey, executionKeySchema, extractionSchema, verdictSchema } from "./records.ts";

const KEY = { scenario_id: true, model: true, workflow: true, knowledge: true, repeat: true, levels: true } as const;

/** `baselines/<name>.jsonl`: what a ranker without a model gave, in the shape of an agent's trace, and the verdict on it. */
export const baselineRecordSchema = z.object({
  baseline: z.string(),
  scenario_id: executionKeySchema.shape.scenario_id,
  extraction: extractionSchema.omit(KEY),
  verdict: verdictSchema.omit(KEY),
  rank_ms: z
    .number()
    .min(0)
    .optional()
    .describe("what ranking took; only of suites that report it, so that equal runs of others give equal files"),
});
export type BaselineRecord = z.infer<typeof baselineRecordSchema>;

/**
 * The key under which shared code takes a baseline's trace. A baseline has neither workflow nor knowledge mode: what
 * stands for them here is dropped before anything is stored or shown.
 */
export function baselineKey({ baseline, scenario_id }: Pick<BaselineRecord, "baseline" | "scenario_id">): ExecutionKey {
  return { scenario_id, model: baseline, workflow: "react", knowledge: "prompt", repeat: 0 };
}

/** A record without the key's fields. */
export function withoutKey<T extends ExecutionKey>(record: T): Omit<T, keyof ExecutionKey> {
  const {
    scenario_id: _scenario,
    model: _model,
    workflow: _workflow,
    knowledge: _mode,
    repeat: _repeat,
    levels: _levels,
    ...rest
  } = record;
  return rest;
}

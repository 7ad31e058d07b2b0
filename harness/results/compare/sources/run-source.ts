import { z } from "zod";
import type { GateConfig } from "../../../record/config/gate-schema.ts";
import type { PlannedSeries } from "../../../record/domain/looks.ts";
import type { Score } from "../../../record/domain/records.ts";

/** Where the numbers of a run source come from: what decides whether two may be compared, and what a reader asks first. */
export const provenanceSchema = z.object({
  run_id: z.string(),
  created_at: z.string().nullable(),
  scopebench_version: z.string().nullable(),
  commit: z.string().nullable().describe("with `+changes` where the checkout was not clean"),
  corpus: z.string().nullable().describe("hash of the corpus, whatever was made of it"),
  synthetic_corpus: z.boolean(),
  judge: z
    .string()
    .nullable()
    .describe("fingerprint of what decides the primary judge's verdicts: its model or rules, prompt, thresholds"),
  judge_name: z.string().nullable(),
  stand_in_models: z.array(z.string()),
  stand_in_judges: z.array(z.string()),
  scenarios: z.record(z.string(), z.string()).describe("scenario id -> hash of what is asked and what is true"),
  clusters: z
    .record(z.string(), z.string())
    .default({})
    .describe("scenario id -> the scenario of which it tells, where it is not one of its own"),
  metrics: z.record(z.string(), z.string()).describe("metric -> hash of its definition"),
  configurations: z
    .record(z.string(), z.string())
    .default({})
    .describe("configuration -> hash of all that its answers follow from, where that is known"),
  served_models: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe("model -> the ids that its provider answered as, where it says so"),
  runs: z.array(z.string()).optional().describe("ids of the runs whose mean it is, where it is that of several"),
  cost_usd: z.number().nullable().describe("of the whole run; null when a price is unknown"),
  latency_median_s: z.number().nullable(),
  latency_p95_s: z.number().nullable(),
});
export type Provenance = z.infer<typeof provenanceSchema>;

/** One expected execution. `name` pairs it with the other side's and is what `scopebench show` takes. */
export interface SourceExecution {
  name: string;
  scenario: string;
  configuration: string;
  model: string;
  family: string;
  /** Of workflow, knowledge mode and each further factor that applies; absent where a source does not tell. */
  levels?: Readonly<Record<string, string>>;
  outcome: string;
  scores: Readonly<Record<string, Score>>;
}

/** A run, a ranker without a model of it, a stored baseline, a TREC run file, or results of Inspect AI or promptfoo, in the one shape that comparing needs. */
export interface RunSource {
  kind: "run" | "ranker" | "baseline" | "trec" | "inspect" | "promptfoo";
  /** As the user named it. */
  label: string;
  provenance: Provenance;
  executions: readonly SourceExecution[];
  /** What is asked, by scenario, its turns joined by arrows; only of runs. */
  questions?: Readonly<Record<string, string>>;
  /** Of a run that judged each answer several times: how far judgings lie apart, by metric. */
  judged?: { judgings: number; answers: number; variances: Readonly<Record<string, number>> };
  /** Looks that were planned before it ran, and the gate's rules then; only of runs. */
  series?: PlannedSeries & { gate: GateConfig };
  /** What a reader should know about how it was read. */
  notes: readonly string[];
}

/** Scores are compared with six decimals, as a stored baseline holds them: so a run and its own baseline differ in nothing. */
export function roundScore(score: Score): Score {
  return score.value === null ? score : { value: Math.round(score.value * 1e6) / 1e6 };
}

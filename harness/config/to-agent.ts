import type { AgentLimits, ExternalAgentConfig, ModelConfig, Price } from "../../agent/contract.ts";
import type { Config, ExternalAgentEntry, ModelEntry, PriceEntry } from "./schema.ts";

/** A model of `bench.yaml` as the agent takes it. */
export function toModelConfig(
  entry: Omit<ModelEntry, "name" | "context_window"> & { name?: string; context_window?: number },
): ModelConfig {
  return {
    name: entry.name ?? entry.model,
    provider: entry.provider,
    api: entry.api,
    model: entry.model,
    family: entry.family ?? familyOf(entry.provider, entry.model),
    baseUrl: entry.base_url,
    apiKeyEnv: entry.api_key_env,
    temperature: entry.temperature,
    maxOutputTokens: entry.max_output_tokens,
    contextWindow: entry.context_window ?? 128_000,
    requestTimeoutMs: entry.request_timeout_s * 1000,
    maxRetries: entry.max_retries,
    stream: entry.stream,
    extraBody: entry.extra_body,
    price: toPrice(entry.price),
  };
}

export function toPrice(price: PriceEntry | undefined): Price | undefined {
  return (
    price && {
      input: price.input,
      output: price.output,
      cachedInput: price.cached_input,
      cacheWrite: price.cache_write,
    }
  );
}

/** `vendor/deepseek-v3.2` -> `deepseek`; policy models are all of the family `policy`. */
function familyOf(provider: string, model: string): string {
  if (provider === "policy") return "policy";
  const bare = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return /^[a-z]+/.exec(bare)?.[0] ?? bare;
}

/** An external agent of `bench.yaml` as it is opened. */
export function toExternalAgentConfig(entry: ExternalAgentEntry): ExternalAgentConfig {
  const family = entry.family ?? entry.name;
  if (entry.type !== "http") return { ...entry, family };
  const { token_env: tokenEnv, ...rest } = entry;
  return { ...rest, family, tokenEnv };
}

/** The limits of `bench.yaml` as the agent takes them. */
export function toAgentLimits(limits: Config["limits"]): AgentLimits {
  return {
    keywordDefault: limits.keyword_default,
    keywordMax: limits.keyword_max,
    vectorDefault: limits.vector_default,
    vectorMax: limits.vector_max,
    hybridDefault: limits.hybrid_default,
    hybridMax: limits.hybrid_max,
    hybridPool: limits.hybrid_pool,
    rrfK: limits.rrf_k,
    graphDepthDefault: limits.graph_depth_default,
    graphDepthMax: limits.graph_depth_max,
    sqlTimeoutMs: limits.sql_timeout_ms,
    sqlRowCap: limits.sql_row_cap,
    sqlDefaultLimit: limits.sql_default_limit,
    sqlMaxLimit: limits.sql_max_limit,
    sqlTextChars: limits.sql_text_chars,
    sqlTextCharsDetail: limits.sql_text_chars_detail,
    cypherTimeoutMs: limits.cypher_timeout_ms,
    cypherRowCap: limits.cypher_row_cap,
    cypherDefaultLimit: limits.cypher_default_limit,
    recursionLimit: limits.recursion_limit,
    plannerIterations: limits.planner_iterations,
    turnCutoffMs: limits.turn_cutoff_s * 1000,
    maxToolCalls: limits.max_tool_calls,
    maxModelCalls: limits.max_model_calls,
    previewRows: limits.preview_rows,
    previewChars: limits.preview_chars,
  };
}

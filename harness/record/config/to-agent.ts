import type {
  CrossEncoderConfig,
  ExternalAgentConfig,
  ModelConfig,
  Price,
  RetrievalSettings,
} from "../../../agent/contract/contract.ts";
import { rerankerOf } from "../../../agent/contract/contract.ts";
import type { CrossEncoderEntry } from "./cross-encoder-schema.ts";
import type { ExternalAgentEntry } from "./external-agent-schema.ts";
import type { ModelEntry, PriceEntry } from "./model-schema.ts";
import type { Config } from "./schema.ts";

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

/** How a configuration retrieves, where it says so beside its workflow's name. */
export function toRetrievalSettings(retrieval: Config["retrieval"]): RetrievalSettings | undefined {
  if (!retrieval) return undefined;
  const { answered_from: answeredFrom, ...rest } = retrieval;
  return answeredFrom === undefined ? rest : { ...rest, answeredFrom };
}

/** Whether a workflow or a baseline of the configuration has its results put in order by a cross-encoder. */
export function asksCrossEncoder({
  workflows,
  retrieval,
  baselines,
}: Pick<Config, "workflows" | "retrieval" | "baselines">): boolean {
  if (baselines.includes("reranked")) return true;
  return workflows.some((name) => rerankerOf(name, toRetrievalSettings(retrieval)) === "cross_encoder");
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

/** The re-ranking endpoint of `bench.yaml` as the agent takes it. */
export function toCrossEncoder(entry: CrossEncoderEntry | undefined): CrossEncoderConfig | undefined {
  if (!entry) return undefined;
  if (entry.protocol === "onnx") {
    const { context_tokens: contextTokens, ...local } = entry;
    return { ...local, contextTokens };
  }
  const { base_url: baseUrl, api_key_env: apiKeyEnv, max_retries: maxRetries, request_timeout_s, ...rest } = entry;
  return { ...rest, baseUrl, apiKeyEnv, maxRetries, timeoutMs: request_timeout_s * 1000 };
}

/** An external agent of `bench.yaml` as it is opened. */
export function toExternalAgentConfig(entry: ExternalAgentEntry): ExternalAgentConfig {
  const family = entry.family ?? entry.name;
  if (entry.type !== "http") return { ...entry, family };
  const { token_env: tokenEnv, ...rest } = entry;
  return { ...rest, family, tokenEnv };
}

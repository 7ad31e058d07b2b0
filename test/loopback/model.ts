import type { ModelConfig } from "../../agent/contract/contract.ts";

/** A model that is served at a loopback provider's address. */
export function loopbackModel(url: string, changes: Partial<ModelConfig> = {}): ModelConfig {
  return {
    name: "loop",
    provider: "openai",
    model: "loopback-1",
    family: "loopback",
    // Anthropic's client adds the version itself.
    baseUrl: changes.provider === "anthropic" ? url.replace(/\/v1$/, "") : url,
    temperature: 0,
    contextWindow: 128_000,
    requestTimeoutMs: 60_000,
    maxRetries: 0,
    ...changes,
  };
}

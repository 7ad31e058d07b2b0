import type { ConcurrencyEvent, ModelConfig } from "../../contract.ts";
import { makeProviderGate, type ProviderGate } from "./provider-gate.ts";

/** Requests in flight at first: below the tightest limits that providers give out. */
const INITIAL_CONCURRENCY = 4;
/** More than this one process cannot make good use of. */
const MAX_CONCURRENCY = 256;

export type ProviderGates = (
  model: Pick<ModelConfig, "provider" | "baseUrl" | "apiKeyEnv">,
) => ProviderGate | undefined;

/** A gate for each provider, none for policy models: limits are given to a key at an address, whichever models are asked. */
export function makeProviderGates(onEvent: (event: ConcurrencyEvent) => void = () => undefined): ProviderGates {
  const gates = new Map<string, ProviderGate>();
  return ({ provider, baseUrl, apiKeyEnv }) => {
    if (provider === "policy") return undefined;
    const key = JSON.stringify([provider, baseUrl, apiKeyEnv]);
    const name = baseUrl === undefined ? provider : `${provider} ${new URL(baseUrl).host}`;
    const gate =
      gates.get(key) ??
      makeProviderGate({ provider: name, initial: INITIAL_CONCURRENCY, max: MAX_CONCURRENCY, onEvent });
    gates.set(key, gate);
    return gate;
  };
}

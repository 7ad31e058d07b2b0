import { AsyncLocalStorage } from "node:async_hooks";
import { type ConcurrencyEvent, makeProviderGate, type ProviderGate } from "./provider-gate.ts";

/** Requests in flight at first: below the tightest limits that providers give out. */
const INITIAL_CONCURRENCY = 4;
/** More than this one process cannot make good use of. */
const MAX_CONCURRENCY = 256;

/** Where a request goes, and with whose key: limits are given to a key at an address, whichever models are asked. */
export interface ProviderAddress {
  provider: string;
  baseUrl?: string;
  apiKeyEnv?: string;
}

/** The gate of a provider, the same for everybody who asks it: agents, judges, enrichment, embeddings. */
export type ProviderGates = (address: ProviderAddress) => ProviderGate;

export function makeProviderGates(onEvent: (event: ConcurrencyEvent) => void = () => undefined): ProviderGates {
  const gates = new Map<string, ProviderGate>();
  return ({ provider, baseUrl, apiKeyEnv }) => {
    const key = JSON.stringify([provider, baseUrl, apiKeyEnv]);
    const name = baseUrl === undefined ? provider : `${provider} ${new URL(baseUrl).host}`;
    const gate =
      gates.get(key) ??
      makeProviderGate({ provider: name, initial: INITIAL_CONCURRENCY, max: MAX_CONCURRENCY, onEvent });
    gates.set(key, gate);
    return gate;
  };
}

/** Carries the gates to wherever a provider is asked, so that nobody in between can forget to hand them on. */
const SCOPE = new AsyncLocalStorage<ProviderGates>();

/** Runs something whose requests to providers all pass these gates. */
export function withProviderGates<T>(gates: ProviderGates, run: () => T): T {
  return SCOPE.run(gates, run);
}

/** The gates that the caller runs behind; undefined = none, and requests are not bounded. */
export function currentProviderGates(): ProviderGates | undefined {
  return SCOPE.getStore();
}

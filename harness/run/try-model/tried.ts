import type { ProbeResult } from "./probe.ts";

/** What a try of one model came to. The members of `model try --json`. */
export interface Tried {
  name: string;
  provider: string;
  model: string;
  /** Without what no address in a file may have; null = the provider's own. */
  address: string | null;
  at: string;
  version: string;
  context_window: number;
  probes: ProbeResult[];
  spent: TrySpending;
}

export interface TrySpending {
  requests: number;
  tokens_in: number;
  tokens_out: number;
  /** True where some of them were counted here. */
  tokens_estimated: boolean;
  /** US dollars; null when the price is unknown. */
  cost_usd: number | null;
  duration_s: number;
}

import type { ReasonCounts } from "../../record/domain/ending.ts";
import type { ProbeResult } from "./probe.ts";

/** What a try of one model came to. The members of `setup model try --json`. */
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
  /** Of the probes. */
  spent: TrySpending;
  /** The run over a few scenarios; null where none was made. */
  run: string | null;
  /** Why the scenarios were not run, though they were to be. */
  not_run: string | null;
  workflows: TriedWorkflow[] | null;
  expected: ExpectedRun | null;
  troubles: string[];
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

/** A workflow over a few scenarios. Tokens and seconds are means of an execution, null where nobody told. */
export interface TriedWorkflow {
  workflow: string;
  executions: number;
  successes: number;
  failures: ReasonCounts;
  requests: number;
  /** Answers that ended at the output limit. */
  cut_off: number;
  tool_calls: number;
  /** Answers that had not the form that is scored. */
  fallbacks: number;
  /** Tokens. */
  largest_request: number;
  tokens_in: number | null;
  tokens_out: number | null;
  tokens_cached: number | null;
  duration_s: number | null;
}

/** What the configuration's whole matrix would take of this model, without its judges. */
export interface ExpectedRun {
  executions: number;
  tokens_in: number;
  tokens_out: number;
  /** US dollars; null when the price is unknown. */
  cost_usd: number | null;
  hours: number;
  concurrency: number;
}

import type { Endpoint } from "./endpoint.ts";

/** `failed`: the server did not answer as asked, so nothing is known. It is never a "no". */
export type ProbeOutcome = "yes" | "no" | "not_said" | "failed";

/** What a probe saw. */
export interface ProbeFinding {
  outcome: ProbeOutcome;
  /** In one line: what was measured, or why nothing was. */
  found: string;
  /** What goes wrong in a run because of it, and what to do. Absent = nothing. */
  advice?: string;
  /** Of probes that measure a size: tokens, requests at once. */
  value?: number;
}

/** A probe's row in the table and in JSON. */
export interface ProbeResult extends ProbeFinding {
  probe: string;
  question: string;
  requests: number;
  duration_ms: number;
}

export interface EndpointProbe {
  name: string;
  /** What is asked of the endpoint, as the table has it. */
  question: string;
  /** Most requests to the model, and about how many tokens they send and get: the price that is told first. */
  cost: { requests: number; input: number; output: number };
  run(endpoint: Endpoint): Promise<ProbeFinding>;
}

import { AskFailed } from "./ask-failed.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointProbe, ProbeFinding, ProbeResult } from "./probe.ts";

/**
 * Asks probe by probe. When the first gets no answer, the others are not asked: they would all fail for its reason. Nor are they when the
 * endpoint's signal is aborted: what was measured until then is given.
 */
export async function runProbes(
  endpoint: Endpoint,
  probes: readonly EndpointProbe[],
  onResult: (result: ProbeResult) => void,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const probe of probes) {
    const [first] = results;
    const reason = endpoint.signal.aborted ? INTERRUPTED : first?.outcome === "failed" ? FIRST_FAILED : null;
    const result = reason === null ? await runOne(probe, endpoint) : notAsked(probe, reason);
    results.push(result);
    if (reason !== INTERRUPTED) onResult(result);
  }
  return results;
}

const FIRST_FAILED = "not asked, since the first question got no answer";
/** Why nothing was asked, or answered, or run, after Ctrl-C. */
export const INTERRUPTED = "interrupted";

function notAsked({ name: probe, question }: EndpointProbe, found: string): ProbeResult {
  return { probe, question, outcome: "failed", found, requests: 0, duration_ms: 0 };
}

async function runOne(probe: EndpointProbe, endpoint: Endpoint): Promise<ProbeResult> {
  const startedAt = performance.now();
  const before = endpoint.spent().requests;
  const finding = await probe.run(endpoint).catch((error: unknown) => failedBy(error, endpoint));
  return {
    ...{ probe: probe.name, question: probe.question, ...finding },
    requests: endpoint.spent().requests - before,
    duration_ms: Math.round(performance.now() - startedAt),
  };
}

function failedBy(error: unknown, { signal }: Endpoint): ProbeFinding {
  if (signal.aborted) return { outcome: "failed", found: INTERRUPTED };
  if (!(error instanceof AskFailed)) throw error;
  const found = error.code === null ? error.message : `${error.code}: ${error.message}`;
  const advice = adviceOn(error.message);
  return { outcome: "failed", found, ...(advice !== null && { advice }) };
}

/** Members of a request that some servers refuse, and what of the configuration takes them away. */
const REFUSED = [
  { said: /temperature/i, advice: "take it away: extra_body: { temperature: null }" },
  { said: /\bseed\b/i, advice: "take it away: extra_body: { seed: null }" },
  {
    said: /tool[_ -]?choice|auto-tool-choice|tool-call-parser|--jinja/i,
    advice:
      "start the server with its tool parser (llama.cpp: --jinja; vLLM: --enable-auto-tool-choice --tool-call-parser NAME)",
  },
];

function adviceOn(message: string): string | null {
  return REFUSED.find(({ said }) => said.test(message))?.advice ?? null;
}

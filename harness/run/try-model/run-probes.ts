import { AskFailed } from "./ask-failed.ts";
import type { Endpoint } from "./endpoint.ts";
import type { EndpointProbe, ProbeFinding, ProbeResult } from "./probe.ts";

/** Asks probe by probe. When the first gets no answer, the others are not asked: they would all fail for its reason. */
export async function runProbes(
  endpoint: Endpoint,
  probes: readonly EndpointProbe[],
  onResult: (result: ProbeResult) => void,
): Promise<ProbeResult[]> {
  const results: ProbeResult[] = [];
  for (const probe of probes) {
    const [first] = results;
    const result = first?.outcome === "failed" ? notAsked(probe) : await runOne(probe, endpoint);
    results.push(result);
    onResult(result);
  }
  return results;
}

function notAsked({ name: probe, question }: EndpointProbe): ProbeResult {
  const found = "not asked, since the first question got no answer";
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
  signal.throwIfAborted();
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

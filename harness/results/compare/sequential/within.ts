import type { RunSource } from "../sources/run-source.ts";

/** A run source with these scenarios alone. */
export function within(source: RunSource, asked: ReadonlySet<string>): RunSource {
  const { provenance, executions } = source;
  const only = (all: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(all).filter(([id]) => asked.has(id)));
  return {
    ...source,
    provenance: { ...provenance, scenarios: only(provenance.scenarios), clusters: only(provenance.clusters) },
    executions: executions.filter(({ scenario }) => asked.has(scenario)),
  };
}

/** Whether the candidate has so much of what the baseline has of these scenarios. */
export function hasRun(
  candidate: RunSource,
  baseline: RunSource,
  { asked, coverage }: { asked: ReadonlySet<string>; coverage: number },
): boolean {
  const made = new Set(candidate.executions.filter(({ outcome }) => outcome !== "missing").map(({ name }) => name));
  const expected = baseline.executions.filter(({ scenario }) => asked.has(scenario));
  const held = expected.filter(({ name }) => made.has(name)).length;
  return held > 0 && held / expected.length >= coverage;
}

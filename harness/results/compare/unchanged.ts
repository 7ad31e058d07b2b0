import { canonicalJson } from "../../../base/canonical-json.ts";
import type { ExecutionPair, Pairing } from "./pairing.ts";
import type { RunSource } from "./sources/run-source.ts";

export interface Unchanged {
  /** Configurations that nothing can have changed, and of which nothing did. */
  configurations: readonly string[];
  /** Those are all: there is nothing to test. */
  identical: boolean;
}

/**
 * Equal scores alone say nothing of other questions; and a fingerprint alone may have left something out. So a configuration counts as
 * unchanged where both sides give the same fingerprint of what its answers follow from, and every execution has the same outcome and scores.
 */
export function findUnchanged(baseline: RunSource, candidate: RunSource, pairing: Pairing): Unchanged {
  const [a, b] = [baseline.provenance.configurations, candidate.provenance.configurations];
  const metrics = Object.keys(baseline.provenance.metrics).filter((name) => name in candidate.provenance.metrics);
  const named = new Set([...baseline.executions, ...candidate.executions].map(({ configuration }) => configuration));
  const moved = new Set(
    pairing.pairs.filter((pair) => !isSame(pair, metrics)).map(({ candidate: { configuration } }) => configuration),
  );
  const lacking = new Set([...pairing.absent.baseline, ...pairing.absent.candidate]);
  const paired = new Set(pairing.pairs.map(({ candidate: { name } }) => name));
  for (const { name, configuration } of [...baseline.executions, ...candidate.executions])
    if (lacking.has(name) || !paired.has(name)) moved.add(configuration);
  const configurations = [...named].filter((name) => a[name] !== undefined && a[name] === b[name] && !moved.has(name));
  const identical = named.size > 0 && configurations.length === named.size;
  const isLeft = pairing.pairs.some(({ candidate }) => !configurations.includes(candidate.configuration));
  // Where the others have nothing to compare, these stay: by no pair at all nothing could be judged.
  return { configurations: identical || isLeft ? configurations : [], identical };
}

function isSame({ baseline, candidate }: ExecutionPair, metrics: readonly string[]): boolean {
  const of = ({ outcome, scores }: ExecutionPair["baseline"]) =>
    canonicalJson([outcome, metrics.map((metric) => scores[metric] ?? null)]);
  return of(baseline) === of(candidate);
}

/** What the tests are about: dilution by what could not have changed would hide what did. */
export function withoutUnchanged(
  { pairs, unanswered }: Pick<Pairing, "pairs" | "unanswered">,
  { configurations, identical }: Unchanged,
): Pick<Pairing, "pairs" | "unanswered"> {
  if (identical || configurations.length === 0) return { pairs, unanswered };
  const left = new Set(configurations);
  return {
    pairs: pairs.filter(({ candidate }) => !left.has(candidate.configuration)),
    unanswered: unanswered.filter(({ configuration }) => !left.has(configuration)),
  };
}

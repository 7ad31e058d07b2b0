import type { RunSource, SourceExecution } from "./sources/run-source.ts";
import { tallied } from "./tallied.ts";

/** The same execution on both sides. */
export interface ExecutionPair {
  baseline: SourceExecution;
  candidate: SourceExecution;
}

/** Names of expected executions that a side does not hold. */
export interface MissingExecutions {
  baseline: readonly string[];
  candidate: readonly string[];
}

export interface Pairing {
  /** What is compared. With those that the candidate lacks and that score nonetheless (a query without results: 0). */
  pairs: readonly ExecutionPair[];
  /** Executions that either side expects, and those of them that both hold. */
  expected: number;
  held: number;
  absent: MissingExecutions;
  /** Executions of the baseline that have nothing to be held against: what they scored could be lost. */
  unanswered: readonly SourceExecution[];
  /** Why the rest is not held by both: reason -> executions. */
  excluded: Readonly<Record<string, number>>;
}

/**
 * Pairs by scenario, configuration and repeat. A scenario of which the question or the truth changed is another scenario,
 * whatever its id. Absence must not help the candidate: what it lacks is counted, and so is what the baseline lacks.
 */
export function pairExecutions(baseline: RunSource, candidate: RunSource): Pairing {
  const [before, after] = [baseline, candidate].map(({ executions }) => new Map(executions.map((e) => [e.name, e])));
  const names = [...new Set([...before!.keys(), ...after!.keys()])];
  const places = names.map((name) => placeOf(before!.get(name), after!.get(name), sameTask(baseline, candidate)));
  const reasons = [...places.flatMap(({ reason }) => reason ?? []), ...neverRun(baseline, candidate)];
  const lacking = (source: keyof MissingExecutions) => names.filter((_, i) => places[i]!.lacks[source]);
  return {
    pairs: places.flatMap(({ pair }) => pair ?? []),
    expected: names.length + neverRun(baseline, candidate).length,
    held: places.filter(({ reason }) => reason === null).length,
    absent: { baseline: lacking("baseline"), candidate: lacking("candidate") },
    unanswered: places.flatMap(({ unanswered }) => unanswered ?? []),
    excluded: tallied(reasons),
  };
}

interface Place {
  pair: ExecutionPair | null;
  /** Null where both sides hold it. */
  reason: string | null;
  lacks: Record<keyof MissingExecutions, boolean>;
  unanswered: SourceExecution | null;
}

function placeOf(
  before: SourceExecution | undefined,
  after: SourceExecution | undefined,
  isSameTask: (scenario: string) => boolean,
): Place {
  const lacks = { baseline: !isHeld(before), candidate: !isHeld(after) };
  const left = (reason: string): Place => ({ pair: null, reason, lacks, unanswered: lacks.baseline ? null : before! });
  if (!before) return left("only in the candidate");
  if (!after) return left("only in the baseline");
  if (!isSameTask(before.scenario)) return left("scenario changed");
  if (lacks.baseline) return left(lacks.candidate ? "in neither" : "not in the baseline");
  const pair = { baseline: before, candidate: after };
  if (!lacks.candidate) return { pair, reason: null, lacks, unanswered: null };
  const scored = Object.values(after.scores).some(({ value }) => value !== null);
  return scored ? { pair, reason: "not in the candidate", lacks, unanswered: null } : left("not in the candidate");
}

function isHeld(execution: SourceExecution | undefined): boolean {
  return execution !== undefined && execution.outcome !== "missing";
}

/** A scenario that a side does not describe is not known to be the same. */
function sameTask({ provenance: { scenarios: a } }: RunSource, { provenance: { scenarios: b } }: RunSource) {
  return (id: string) => a[id] !== undefined && a[id] === b[id];
}

/** Scenarios that a side describes and of which neither has any execution: one lacking of each configuration. */
function neverRun(...sources: [RunSource, RunSource]): string[] {
  const executions = sources.flatMap((source) => source.executions);
  const run = new Set(executions.map(({ scenario }) => scenario));
  const configurations = new Set(executions.map(({ configuration }) => configuration)).size;
  const described = new Set(sources.flatMap(({ provenance }) => Object.keys(provenance.scenarios)));
  return [...described].filter((id) => !run.has(id)).flatMap(() => Array<string>(configurations).fill("in neither"));
}

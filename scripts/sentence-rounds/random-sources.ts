import { makeRandom, pick, type Random, randomInteger } from "../../base/random.ts";
import type { Score } from "../../harness/record/domain/records.ts";
import { RUN_METRICS } from "../../harness/results/compare/metric-facts.ts";
import type { RunSource, SourceExecution } from "../../harness/results/compare/sources/run-source.ts";

/** What happened between two runs of the same questions. */
export const CHANGES = [
  "nothing",
  "noise",
  "every question worse",
  "every question better",
  "few worse, few better",
  "executions lacking",
  "scores lacking",
  "one question",
  "all failed",
  "one side scored",
] as const;
export type Change = (typeof CHANGES)[number];

const METRICS = RUN_METRICS;
const COUNTS: readonly string[] = ["hallucinated_ids", "tool_calls", "tokens_in"];
const BINARY: readonly string[] = ["functional_pass", "pass", "abstention_correct", "abstention_false"];

/** Two runs that were never made, as comparing sees them. */
export function randomSources(seed: number): { change: Change; baseline: RunSource; candidate: RunSource } {
  const random = makeRandom(`sentence-round-compare-${seed}`);
  const change = CHANGES[seed % CHANGES.length]!;
  const scenarios = change === "one question" || random() < 0.1 ? 1 : 2 + randomInteger(random, 45);
  const ids = Array.from({ length: scenarios }, (_, at) => `S${String(at + 1).padStart(3, "0")}`);
  const models = ["explorer", "planner", "sprinter"].slice(0, 1 + randomInteger(random, 3));
  const before = models.flatMap((model) => ids.map((id) => executionOf(model, id, { change, random })));
  const after = before.flatMap((execution) => changed(execution, { change, random }));
  const known = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, "same"]));
  const source = (label: string, executions: readonly SourceExecution[]): RunSource => ({
    kind: "run",
    label,
    executions,
    notes: [],
    provenance: {
      ...{ run_id: label, created_at: "2026-01-01T00:00:00.000Z", scopebench_version: null, commit: null },
      ...{ corpus: "c", synthetic_corpus: true, judge: "j", judge_name: "j", stand_in_models: [], stand_in_judges: [] },
      ...{ scenarios: known(ids), clusters: {}, metrics: known(METRICS) },
      configurations: change === "nothing" ? known(models.map((model) => `${model}__react__prompt`)) : {},
      ...{ cost_usd: null, latency_median_s: null, latency_p95_s: null },
    },
  });
  return { change, baseline: source("before", before), candidate: source("after", after) };
}

interface Drawn {
  change: Change;
  random: Random;
}

function executionOf(model: string, scenario: string, { change, random }: Drawn): SourceExecution {
  const scores: Record<string, Score> = {};
  for (const metric of METRICS) scores[metric] = { value: change === "all failed" ? 0 : drawnScore(metric, random) };
  const configuration = `${model}__react__prompt`;
  const name = `${configuration}__${scenario}__0`;
  return {
    name,
    scenario,
    configuration,
    model,
    family: pick(random, ["lookup", "impact"]),
    outcome: "success",
    scores,
  };
}

function drawnScore(metric: string, random: Random): number {
  if (BINARY.includes(metric)) return randomInteger(random, 2);
  return COUNTS.includes(metric) ? randomInteger(random, 9) : Math.round(100 * random()) / 100;
}

function changed(execution: SourceExecution, { change, random }: Drawn): SourceExecution[] {
  if (change === "executions lacking" && random() < 0.1) return [];
  const scores: Record<string, Score> = {};
  for (const [metric, score] of Object.entries(execution.scores))
    scores[metric] = scoreAfter(metric, score.value ?? 0, { change, random });
  return [{ ...execution, scores }];
}

function scoreAfter(metric: string, value: number, { change, random }: Drawn): Score {
  if (change === "scores lacking" && random() < 0.1) return { value: null, reason: "no_trace" };
  if (change === "one side scored") return { value: null, reason: "no_trace" };
  if (change === "nothing" || change === "all failed") return { value };
  if (COUNTS.includes(metric)) return { value: Math.max(0, value + randomInteger(random, 3) - 1) };
  if (change === "every question worse") return { value: BINARY.includes(metric) ? 0 : 0.5 * value };
  if (change === "every question better") return { value: BINARY.includes(metric) ? 1 : 0.5 + 0.5 * value };
  return random() < 0.2 ? { value: drawnScore(metric, random) } : { value };
}

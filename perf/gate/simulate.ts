import { makeRandom, type Random } from "../../base/random.ts";
import { type GateConfig, gateSchema } from "../../harness/record/config/gate-schema.ts";
import { compareSources } from "../../harness/results/compare/compare.ts";
import { decide, type GateResult } from "../../harness/results/compare/gate/decide.ts";
import type { MetricFacts } from "../../harness/results/compare/metric-facts.ts";
import { pairExecutions } from "../../harness/results/compare/pairing.ts";
import type { RunSource, SourceExecution } from "../../harness/results/compare/sources/run-source.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";

/** Pairs of runs of one system, or of one and a worse one, as a gate meets them. */
export interface Simulation {
  pairs: number;
  scenarios: number;
  /** Each scenario is asked so many times, with the same answers, and its copies name it as their cluster. Default: once. */
  copies?: number;
  /** Do not say so: what the gate would make of it. */
  concealed?: boolean;
  /** Configurations: executions of a scenario on a side. */
  configurations: number;
  /**
   * `steady`: normal noise around a scenario's own level. `coin`: a scenario passes with its own probability. `few gain`: on one
   * scenario in ten the candidate gains .45, on the others it loses .05, which is no loss in the mean.
   */
  kind: "steady" | "coin" | "few gain";
  /** Mean loss of the candidate on the first metric; 0 for the null. */
  loss: number;
  metrics: number;
  gate?: object;
  seed: number;
}

export interface SimulationResult {
  /** Shares of the pairs. */
  regression: number;
  inconclusive: number;
  notComparable: number;
  /** The first metric's rule alone is broken. */
  detected: number;
}

/** Standard deviation of one execution's noise where `steady`. */
export const NOISE = 0.15;

export function simulateGate(options: Simulation): SimulationResult {
  const names = Array.from({ length: options.metrics }, (_, index) => `metric${index + 1}`);
  const gate = gateSchema.parse({ metrics: Object.fromEntries(names.map((name) => [name, {}])), ...options.gate });
  const counts = { regression: 0, inconclusive: 0, notComparable: 0, detected: 0 };
  for (let index = 0; index < options.pairs; index++) {
    const { decision, findings } = gateOnce(options, { index, names, gate });
    if (decision === "regression") counts.regression++;
    if (decision === "inconclusive") counts.inconclusive++;
    if (decision === "not-comparable") counts.notComparable++;
    if (findings[0]?.decision === "regression") counts.detected++;
  }
  const share = (count: number) => count / options.pairs;
  return {
    regression: share(counts.regression),
    inconclusive: share(counts.inconclusive),
    notComparable: share(counts.notComparable),
    detected: share(counts.detected),
  };
}

function gateOnce(
  options: Simulation,
  { index, names, gate }: { index: number; names: readonly string[]; gate: GateConfig },
): GateResult {
  const random = makeRandom("simulate-gate", options.seed, index);
  // Away from the ends, where noise that is cut off would hide a part of a loss; for the same reason each side takes half of it.
  const levels = Array.from({ length: options.scenarios }, () =>
    options.kind === "steady" ? 0.45 + 0.1 * random() : random(),
  );
  const few = options.kind === "few gain";
  const baseline = makeSource(options, {
    names,
    levels: few ? levels.map(() => 0.5) : levels,
    random,
    loss: -options.loss / 2,
  });
  const moved = few ? levels.map((draw) => (draw < 0.1 ? 0.95 : 0.45)) : levels;
  const candidate = makeSource(options, { names, levels: moved, random, loss: options.loss / 2 });
  const metrics = names.map((metric): MetricFacts => ({ metric, better: "higher", unit: "share", largest_change: 1 }));
  const comparison = compareSources(baseline, candidate, {
    metrics,
    gated: names,
    allow: [],
    coverage: 1,
    level: gate.level,
    symmetric: gate.assume === "symmetric",
  });
  return decide({ comparison, gate, pairing: pairExecutions(baseline, candidate), baseline, candidate });
}

interface SourceInput {
  names: readonly string[];
  /** Of each scenario, the same on both sides. */
  levels: readonly number[];
  random: Random;
  loss: number;
}

function makeSource(
  { configurations, kind, copies = 1, concealed }: Simulation,
  { names, levels, random, loss }: SourceInput,
): RunSource {
  const draw = (level: number): number => {
    if (kind === "few gain") return level;
    if (kind === "coin") return Number(random() < level);
    return Math.max(0, Math.min(1, level + NOISE * normalQuantile(0.0005 + 0.999 * random())));
  };
  const executions = levels.flatMap((level, scenario) =>
    Array.from({ length: configurations }, (_, configuration) => {
      const scores = names.map((name, index) => [name, { value: draw(level - (index === 0 ? loss : 0)) }]);
      return Array.from(
        { length: copies },
        (_copy, copy): SourceExecution => ({
          name: `c${configuration}__s${scenario}.${copy}`,
          scenario: `s${scenario}.${copy}`,
          configuration: `c${configuration}`,
          model: "simulated",
          family: "simulated",
          outcome: "success",
          scores: Object.fromEntries(scores),
        }),
      );
    }).flat(),
  );
  const ids = [...new Set(executions.map(({ scenario }) => scenario))];
  const scenarios = Object.fromEntries(ids.map((id) => [id, "simulated"]));
  const clusters = concealed ? {} : Object.fromEntries(ids.map((id) => [id, `${id.split(".")[0]}.0`]));
  return { kind: "run", label: "simulated", provenance: { ...PROVENANCE, scenarios, clusters }, executions, notes: [] };
}

const PROVENANCE: RunSource["provenance"] = {
  run_id: "simulated",
  created_at: null,
  scopebench_version: null,
  commit: null,
  corpus: null,
  synthetic_corpus: true,
  judge: null,
  judge_name: null,
  stand_in_models: [],
  stand_in_judges: [],
  scenarios: {},
  clusters: {},
  metrics: {},
  configurations: {},
  cost_usd: null,
  latency_median_s: null,
  latency_p95_s: null,
};

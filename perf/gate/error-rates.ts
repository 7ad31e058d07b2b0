/**
 * How often the gate errs, as JSON: rules over everything, by configuration and by family, from 1 to 520 scenarios, with and without a shift of whole runs.
 * Each row is the share of pairs of runs in each state of the verdict. Seeds 1 to 99 are for developing; what is reported has others.
 * Run: node --import tsx perf/gate/error-rates.ts [pairs, default 200] [seed, default 1001]
 */
import { makeRandom, type Random } from "../../base/random.ts";
import { runComparison } from "../../harness/compare/request.ts";
import { foreignExecution, foreignProvenance } from "../../harness/compare/sources/outside.ts";
import type { RunSource } from "../../harness/compare/sources/run-source.ts";
import { verdictOf } from "../../harness/compare/verdict.ts";
import { type Grouping, gateSchema } from "../../harness/config/gate-schema.ts";
import { normalQuantile } from "../../harness/statistics/basics/distributions.ts";

const [pairs, seed] = [Number(process.argv[2] ?? 200), Number(process.argv[3] ?? 1001)];
const CONFIGURATIONS = ["a", "b", "c"];
const METRIC = "ndcg@10";

interface Case {
  name: string;
  by: readonly Grouping[];
  /** Mean change of a scenario, by its configuration and family: 0 or less. */
  change(at: { configuration: string; family: number }): number;
  /** Noise of one score, or passes and failures. */
  kind: "steady" | "coin" | "rare breaks";
  /** Standard deviation of what moves a whole run. */
  runs: number;
}

const whole = { by: [], runs: 0, kind: "steady" as const };
const CASES: readonly Case[] = [
  ...(["steady", "coin"] as const).flatMap((kind) => [
    { ...whole, name: "nothing changed", kind, change: (): number => 0 },
    {
      ...whole,
      name: "nothing changed, by configuration",
      by: ["configuration"] as const,
      kind,
      change: (): number => 0,
    },
    { ...whole, name: "nothing changed, by family", by: ["family"] as const, kind, change: (): number => 0 },
  ]),
  { ...whole, name: "all lose .05: one scenario in twenty breaks", kind: "rare breaks", change: (): number => -0.05 },
  ...[[], ["configuration"] as const].map((by) => ({
    ...{ ...whole, name: "one configuration of three loses .3", by },
    change: ({ configuration }: { configuration: string }) => (configuration === "a" ? -0.3 : 0),
  })),
  ...[[], ["family"] as const].map((by) => ({
    ...{ ...whole, name: "one family of four loses .3", by },
    change: ({ family }: { family: number }) => (family === 0 ? -0.3 : 0),
  })),
  { ...whole, name: "nothing changed, whole runs shift", runs: 0.05, change: (): number => 0 },
];

const SCENARIOS = [1, 2, 6, 8, 14, 26, 52, 130, 260, 520];
const rows = CASES.flatMap((one) =>
  SCENARIOS.map((scenarios) => {
    // The long ones take less of what they take most of.
    const runs = Math.max(20, Math.round(scenarios > 52 ? (pairs * 52) / scenarios : pairs));
    const states = Array.from({ length: runs }, (_, at) => stateOf(one, scenarios, makeRandom(seed, one.name, at)));
    const share = (state: string) => Number((states.filter((found) => found === state).length / runs).toFixed(4));
    const { name, by, kind, runs: run_sd } = one;
    const shares = ["failed", "passed", "unseen", "undecided", "not-comparable"].map((state) => [state, share(state)]);
    return { case: name, by, kind, run_sd, scenarios, pairs: runs, ...Object.fromEntries(shares) };
  }),
);
console.log(JSON.stringify({ script: "perf/gate/error-rates.ts", seed, pairs, min_effect: 0.05, rows }, null, 1));

function stateOf(one: Case, scenarios: number, random: Random): string {
  const levels = Array.from({ length: scenarios }, () => (one.kind === "coin" ? random() : 0.45 + 0.1 * random()));
  const [baseline, candidate] = [() => 0, one.change].map((change) => sideOf({ ...one, change }, levels, random));
  const config = gateSchema.parse({ by: [...one.by], metrics: { [METRIC]: { min_effect: 0.05 } } });
  const sources = { baseline: baseline!, candidate: candidate! };
  const result = runComparison({ ...sources, metrics: null, allow: [], config, gate: true });
  return verdictOf({ ...result, candidate_run: null }).state;
}

function sideOf({ change, kind, runs }: Case, levels: readonly number[], random: Random): RunSource {
  const normal = () => normalQuantile(0.0005 + 0.999 * random());
  const shift = runs * normal();
  const draw = (level: number, by: number): number => {
    if (kind === "coin") return Number(random() < level + by);
    if (kind === "rare breaks") return random() < -by ? 0 : 1;
    return Math.max(0, Math.min(1, level + by + shift + 0.15 * normal()));
  };
  const executions = levels.flatMap((level, at) => {
    // What breaks a scenario breaks it in every configuration.
    const broken = kind === "rare breaks" ? draw(level, change({ configuration: "a", family: at % 4 })) : null;
    return CONFIGURATIONS.map((configuration) => {
      const value = broken ?? draw(level, change({ configuration, family: at % 4 }));
      const scores = { [METRIC]: { value } };
      const named = { name: `${configuration}__${at}`, scenario: `s${at}`, configuration, outcome: "success", scores };
      return { ...foreignExecution(named), family: `family ${at % 4}` };
    });
  });
  const scenarios = Object.fromEntries(levels.map((_, at) => [`s${at}`, "simulated"]));
  const provenance = foreignProvenance("run", { run_id: "simulated", scenarios, metrics: [METRIC] });
  return { kind: "run", label: "simulated", provenance, executions, notes: [] };
}

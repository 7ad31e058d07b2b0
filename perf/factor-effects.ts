/**
 * How often the intervals of a factor's effect hold it, and how often a factor is called that has none, in a quarter of 32 combinations
 * (a 2^(5-2) of resolution III), by simulation of executions: the table of docs/method/statistics.md.
 * `node --import tsx perf/factor-effects.ts [--runs 2000] [--scenarios 52]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../base/random.ts";
import { levelsOf } from "../harness/record/config/factors/cells.ts";
import { withGenerators } from "../harness/record/config/factors/fraction.ts";
import { configurationsOf } from "../harness/record/config/matrix.ts";
import { configSchema } from "../harness/record/config/schema.ts";
import { usualIntervalOf, withSpread } from "../harness/results/analyses/differences.ts";
import { factorGroups } from "../harness/results/analyses/factor-groups.ts";
import { pairsOf } from "../harness/results/analyses/factors.ts";
import { COMPARED_METRICS } from "../harness/results/analyses/paired-values.ts";
import type { ScoredExecution } from "../harness/results/metrics/scored-execution.ts";
import { holm } from "../measure/statistics/comparison/holm.ts";

const { values: flags } = parseArgs({
  options: { runs: { type: "string", default: "2000" }, scenarios: { type: "string", default: "52" } },
});
const runs = Number(flags.runs);
const scenarios = Number(flags.scenarios);

const METRIC = "pass";
const NOT_DRAWN = Object.fromEntries(COMPARED_METRICS.map((name) => [name, { value: null, reason: "not drawn" }]));
const PATCHES = {
  rerank: { "retrieval.rerank": "llm_listwise" },
  depth: { "retrieval.answered_from": 50 },
  stemming: { "substrate.search.stemming": "none" },
  chunks: { "substrate.embedding.context_tokens": 256 },
  cutoff: { "limits.turn_cutoff_s": 60 },
};
/** The fourth: a product of two others in the design. */
const PLANTED = "chunks";
const config = withGenerators(
  configSchema.parse({
    ...{
      models: [{ name: "m", provider: "policy", model: "explorer" }],
      workflows: ["vector_rag"],
      knowledge: ["prompt"],
    },
    factors: Object.entries(PATCHES).map(([name, patch]) => ({
      ...{ name, base: "low" },
      levels: [
        { name: "low", patch: {} },
        { name: "high", patch },
      ],
    })),
    design: { fraction: { of: Object.keys(PATCHES), resolution: 3 } },
  }),
);
const cells = configurationsOf(config).map((configuration) => ({
  configuration,
  isHigh: levelsOf(config, configuration).get(PLANTED) === "high",
}));

/** One score, whose mean is `mean`, where the scenario's is `level` without the effect. */
type Score = (random: Random, mean: number, level: number) => number;

/** Every fourth scenario tells configurations apart, and has the whole effect; the others give all of them the same. */
const TELLING = 0.25;
const telling = (level: number) => (level * 1e4) % 1 < TELLING;

const SCORES: Readonly<Record<string, Score>> = {
  "passes and fails": (random, mean) => (random() < mean ? 1 : 0),
  "mostly nothing, else skewed": (random, mean) => (random() < 2 * mean ? random() ** 0.5 * 0.75 : 0),
  "three of four scenarios tied": (random, mean, level) =>
    !telling(level) ? Number(level > 0.3) : random() < 0.3 + (mean - level) / TELLING ? 1 : 0,
};

/** Executions whose scores are drawn anew for each run; what stands in which group stays. */
const executions = cells.flatMap(({ configuration, isHigh }) =>
  Array.from({ length: scenarios }, (_, scenario) => {
    const scores = { ...NOT_DRAWN, [METRIC]: { value: 0 } };
    const execution = { scenario: { id: `S${scenario}` }, record: { ...configuration, repeat: 0, scores } };
    return {
      scenario,
      isHigh,
      drawn: scores[METRIC] as { value: number },
      execution: execution as never as ScoredExecution,
    };
  }),
);
const groups = factorGroups(
  executions.map(({ execution }) => execution),
  config,
);

/** Scenarios most of which nearly always fail or nearly always pass. */
function draw(random: Random, effect: number, score: Score): void {
  const means = Array.from({ length: scenarios }, () => {
    const place = random();
    return place < 0.5 ? 0.02 + 0.1 * random() : place < 0.75 ? 0.3 + 0.08 * random() : 0.05 + 0.35 * random();
  });
  for (const { scenario, isHigh, drawn } of executions)
    drawn.value = score(random, means[scenario]! + (isHigh ? effect : 0), means[scenario]!);
}

function measure(name: string, effect: number): string[] {
  const random = makeRandom("factor-effects", name, effect);
  const held = { atLeast: 0, usual: 0 };
  let found = 0;
  let wrong = 0;
  for (let run = 0; run < runs; run++) {
    draw(random, effect, SCORES[name]!);
    const pairs = groups.flatMap((group) => pairsOf(group, METRIC).map((pair) => ({ group, pair })));
    const corrected = holm(pairs.map(({ pair }) => pair.p));
    const { group, pair } = pairs.find((one) => one.group.factor === PLANTED)!;
    const [first, second] = group.matched(pair.first, pair.second);
    const sides = new Map([
      [pair.first, first],
      [pair.second, second],
    ]);
    const { low, high } = withSpread({ ...pair, holm_p: null }, { groups: sides, metric: METRIC });
    const { t_low, t_high } = usualIntervalOf({ ...pair, holm_p: null }, { groups: sides, metric: METRIC });
    const truth = pair.first === "low" ? -effect : effect;
    const holds = (from: number | null, to: number | null) =>
      from !== null && to !== null && from <= truth && truth <= to;
    if (holds(low, high)) held.atLeast++;
    if (holds(t_low, t_high)) held.usual++;
    const called = pairs.flatMap((one, at) => ((corrected[at] ?? 1) < 0.05 ? [one.group.factor] : []));
    if (called.includes(PLANTED)) found++;
    if (called.some((factor) => effect === 0 || factor !== PLANTED)) wrong++;
  }
  const share = (count: number) => ((100 * count) / runs).toFixed(1);
  return [share(held.atLeast), share(held.usual), effect === 0 ? "–" : share(found), share(wrong)];
}

console.log(
  "| scores | effect of the fourth factor | interval at least holds it, % | interval by paired t, % | called, % | families with a false call, % |",
);
console.log("|---|---:|---:|---:|---:|---:|");
for (const name of Object.keys(SCORES))
  for (const effect of [0, 0.05, 0.1]) console.log(`| ${name} | ${effect} | ${measure(name, effect).join(" | ")} |`);

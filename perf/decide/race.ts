/**
 * How often `runs race` finds the best of many configurations, or one that is hardly worse, and what it asks for: over families that are drawn, whose
 * true means are known, and over a recorded matrix of configurations, where the truth is their mean over all scenarios.
 * `node --import tsx perf/decide/race.ts [--families 200] [--seed 4302]`
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { makeRandom, type Random, shuffle } from "../../base/random.ts";
import type { RunSource } from "../../harness/results/compare/sources/run-source.ts";
import { raceFinished } from "../../harness/run/race/run-race.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: { families: { type: "string", default: "200" }, seed: { type: "string", default: "4302" } },
});
const FAMILIES = Number(flags.families);
/** A loss as small as this does not matter. */
const MATTERS = 0.05;

interface Field {
  name: string;
  /** `scores[configuration][scenario]`, and each configuration's true mean. */
  draw(random: Random): { scores: number[][]; truth: number[] };
}

const drawn = (configurations: number, scenarios: number, apart: number): Field => ({
  name: `${configurations} configurations, ${scenarios} scenarios, ${apart === 0 ? "all equal" : `means sd ${short(apart)}`}`,
  draw: (random) => {
    const truth = Array.from({ length: configurations }, () => 0.55 + apart * normalQuantile(random()));
    const level = Array.from({ length: scenarios }, () => 0.15 * normalQuantile(random()));
    const score = (own: number, shared: number) => clamp(own + shared + 0.15 * normalQuantile(random()));
    // The mean of what is cut off at 0 and 1, by many more scenarios.
    const whole = makeRandom("race-truth");
    const draws = Array.from({ length: 4000 }, () => Math.hypot(0.15, 0.15) * normalQuantile(whole()));
    return {
      scores: truth.map((own) => level.map((shared) => score(own, shared))),
      truth: truth.map((own) => mean(draws.map((draw) => clamp(own + draw)))!),
    };
  },
});

/** A recorded matrix in scenarios drawn with replacement, so that its means are the truth. */
const recorded = (name: string, matrix: readonly (readonly number[])[], scenarios: number): Field => ({
  name: `${name}, ${scenarios} scenarios`,
  draw: (random) => {
    const picked = Array.from({ length: scenarios }, () => Math.floor(random() * matrix[0]!.length));
    const order = shuffle(
      random,
      matrix.map((_, at) => at),
    );
    return {
      scores: order.map((at) => picked.map((scenario) => matrix[at]![scenario]!)),
      truth: order.map((at) => mean(matrix[at]!)!),
    };
  },
});

const clamp = (value: number) => Math.min(1, Math.max(0, value));

interface RecordedMatrix {
  metric: string;
  scores: Record<string, number[]>;
}
const MATRIX = JSON.parse(readFileSync(new URL("recorded-matrix.json", import.meta.url), "utf8")) as RecordedMatrix;

const FIELDS: readonly Field[] = [
  ...[52, 200].flatMap((scenarios) => [0, 0.05, 0.15].map((apart) => drawn(18, scenarios, apart))),
  ...[52, 200].map((scenarios) => recorded(`recorded, ${MATRIX.metric}`, Object.values(MATRIX.scores), scenarios)),
];

printTable(
  [
    "field",
    "best won, %",
    `within ${short(MATTERS)}, %`,
    "full matrix, best, %",
    "best among the alike, %",
    "alike",
    "executions, %",
    "fresh interval holds, %",
    "winner's mean in the race too high by",
  ],
  FIELDS.map((field) => {
    const all = Array.from({ length: FAMILIES }, (_, at) => outcome(field, at));
    const share = (is: (one: (typeof all)[number]) => boolean) => percent(all.filter(is).length / FAMILIES);
    return [
      field.name,
      share(({ best }) => best),
      share(({ near }) => near),
      share(({ byMatrix }) => byMatrix),
      share(({ held }) => held),
      mean(all.map(({ alike }) => alike))!.toFixed(1),
      percent(mean(all.map(({ used }) => used))!),
      share(({ covered }) => covered),
      short(mean(all.map(({ bias }) => bias))!),
    ];
  }),
);

function outcome(field: Field, at: number) {
  const { scores, truth } = field.draw(makeRandom("race", flags.seed, field.name, at));
  const facts = { metric: "ndcg@10", better: "higher", unit: "share", largest_change: 1 } as const;
  const raced = raceFinished(sourceOf(scores), facts, { confidence: 0.95, fresh: 0.25, seed: String(at) });
  const best = Math.max(...truth);
  const isBest = (index: number) => truth[index]! >= best - 1e-9;
  const winner = Number(raced.winner);
  const means = scores.map((own) => mean(own)!);
  const { low, high } = raced.fresh as { low: number; high: number };
  return {
    best: isBest(winner),
    near: truth[winner]! >= best - MATTERS,
    byMatrix: isBest(means.indexOf(Math.max(...means))),
    held: raced.field.some(({ configuration, alike }) => alike && isBest(Number(configuration))),
    alike: raced.field.filter(({ alike }) => alike).length,
    used: raced.executions / raced.of,
    covered: low <= truth[winner]! && truth[winner]! <= high,
    bias: raced.field.at(-1)!.mean! - truth[winner]!,
  };
}

/** A run as far as a race looks at it. */
function sourceOf(scores: readonly (readonly number[])[]): RunSource {
  const executions = scores.flatMap((own, configuration) =>
    own.map((value, scenario) => ({
      ...{ name: `${configuration} ${scenario}`, scenario: `S${scenario}`, configuration: String(configuration) },
      ...{ model: "m", family: "lookup", outcome: "success", scores: { "ndcg@10": { value } } },
    })),
  );
  const scenarios = Object.fromEntries(scores[0]!.map((_, at) => [`S${at}`, ""]));
  const provenance = { clusters: {}, scenarios, run_id: "drawn" } as unknown as RunSource["provenance"];
  return { kind: "run", label: "drawn", provenance, executions, notes: [] };
}

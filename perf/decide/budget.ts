/**
 * Does a planned study find what `runs plan --budget` promises, 4 times in 5? A pilot is drawn, a study planned from its components, and the study
 * drawn with just the loss that the plan says it finds: by the components as they are, and by what the pilot showed of them.
 * `node --import tsx perf/decide/budget.ts [--studies 500] [--seed 4301]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../../base/random.ts";
import { planBudget } from "../../harness/run/budget/plan-budget.ts";
import { mean, quantile, standardDeviation } from "../../measure/statistics/basics/describe.ts";
import { normalQuantile } from "../../measure/statistics/basics/distributions.ts";
import { boundedMeanTest, DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import {
  type JudgeVariance,
  type PairedComponents,
  pairedComponents,
  type Replication,
} from "../../measure/statistics/power/paired-components.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: { studies: { type: "string", default: "500" }, seed: { type: "string", default: "4301" } },
});
const STUDIES = Number(flags.studies);

interface Population {
  name: string;
  available: number;
  /** US dollars; an execution is one. */
  budget: number;
  binary: boolean;
  /** Of the difference by scenario and of a score by repeat; of passes the latter follows from their probability. */
  scenario: number;
  repeat: number;
  /** Of a score from judging to judging of one answer; absent: nobody judges. */
  judge?: number;
}

/** Of a judging, beside an execution. */
const JUDGING = 0.25;
/** In the pilot, of each answer: what a run with `judges.primary.repeats` knows. */
const PILOT_JUDGINGS = 3;

const POPULATIONS: readonly Population[] = [
  { name: "scores, mostly by scenario", available: 52, budget: 200, binary: false, scenario: 0.2, repeat: 0.05 },
  { name: "scores, mostly by repeat", available: 52, budget: 400, binary: false, scenario: 0.08, repeat: 0.16 },
  { name: "scores, many scenarios", available: 200, budget: 400, binary: false, scenario: 0.2, repeat: 0.1 },
  {
    ...{ name: "judged scores, mostly by judging", available: 52, budget: 400, binary: false },
    ...{ scenario: 0.05, repeat: 0.05, judge: 0.2 },
  },
  {
    ...{ name: "judged scores, all three alike", available: 52, budget: 400, binary: false },
    ...{ scenario: 0.12, repeat: 0.1, judge: 0.1 },
  },
  { name: "passes, one repeat", available: 200, budget: 400, binary: true, scenario: 0.1, repeat: 0 },
  { name: "passes, repeats", available: 52, budget: 400, binary: true, scenario: 0.1, repeat: 0 },
];

type Pair = [number[][], number[][]];

interface Drawn {
  /** By system, scenario and repeat, each the mean of its judgings. */
  pair: Pair;
  /** What judging brings to them, as an analysis of variance of the judgings shows it; null where nobody judged twice. */
  judge: JudgeVariance | null;
}

/** Both systems' scores; the second loses `loss` in the mean. */
function draw(random: Random, { binary, scenario, repeat, judge = 0 }: Population, size: Size): Drawn {
  const { judgings } = size;
  const pair: Pair = [[], []];
  const spreads: number[] = [];
  for (let at = 0; at < size.scenarios; at++) {
    const base = 0.5 + 0.2 * (random() - 0.5);
    const half = (size.loss + scenario * normalQuantile(random())) / 2;
    [half, -half].forEach((shift, system) => {
      const level = Math.min(1, Math.max(0, base + shift));
      const score = () => {
        if (binary) return Number(random() < level);
        const answer = level + repeat * normalQuantile(random());
        const judged = Array.from({ length: judgings }, () =>
          Math.min(1, Math.max(0, answer + (judge > 0 ? judge * normalQuantile(random()) : 0))),
        );
        if (judgings > 1) spreads.push(standardDeviation(judged)! ** 2);
        return mean(judged)!;
      };
      pair[system]!.push(Array.from({ length: size.repeats }, score));
    });
  }
  const one = mean(spreads);
  return { pair, judge: one === null ? null : { one, inScores: one / judgings } };
}

interface Size extends Replication {
  scenarios: number;
  loss: number;
}

function componentsOf({ pair, judge }: Drawn): PairedComponents {
  return pairedComponents(pair, judge)!;
}

function planned({ available, budget, binary, judge }: Population, components: PairedComponents) {
  return planBudget({
    ...{ budget, components, available, distinct: available, binary },
    ...{
      price: { execution: 1, judging: judge === undefined ? 0 : JUDGING },
      configurations: 2,
      test: "bounded mean",
      largestChange: 1,
    },
    ...{ alpha: 0.05, effect: 0.05 },
  }).best!;
}

/** Whether the study calls the loss that it was planned for. */
function finds(random: Random, population: Population, components: PairedComponents): boolean {
  const { detectable, ...size } = planned(population, components);
  const [before, after] = draw(random, population, { ...size, loss: detectable! }).pair;
  const changes = before.map((cell, at) => mean(cell)! - mean(after[at]!)!);
  const test = boundedMeanTest(changes, { range: DIFFERENCE_OF_SHARES })!;
  return test.p <= 0.05 && test.mean > 0;
}

const rows = POPULATIONS.map((population) => {
  const judgings = population.judge === undefined ? 1 : PILOT_JUDGINGS;
  const truth = componentsOf(
    draw(makeRandom("truth", flags.seed, population.name), population, {
      ...{ scenarios: 20_000, repeats: 4, judgings, loss: 0 },
    }),
  );
  const known: boolean[] = [];
  const byPilot: boolean[] = [];
  const ratios: number[] = [];
  const own = planned(population, truth);
  for (let at = 0; at < STUDIES; at++) {
    const random = makeRandom("budget", flags.seed, population.name, at);
    known.push(finds(random, population, truth));
    const pilot = componentsOf(draw(random, population, { scenarios: 52, repeats: 2, judgings, loss: 0 }));
    byPilot.push(finds(random, population, pilot));
    ratios.push(planned(population, pilot).detectable! / own.detectable!);
  }
  const share = (found: readonly boolean[]) => percent(found.filter(Boolean).length / STUDIES);
  return [
    population.name,
    `${own.scenarios} x ${own.repeats}${judgings > 1 ? ` x ${own.judgings}` : ""}`,
    short(own.detectable!),
    share(known),
    share(byPilot),
    `${quantile(ratios, 0.1)!.toFixed(2)} to ${quantile(ratios, 0.9)!.toFixed(2)}`,
  ];
});
printTable(
  [
    "population",
    "scenarios x repeats (x judgings)",
    "planned loss",
    "found, components known, %",
    "found, from a pilot, %",
    "planned / true, 80 % of pilots",
  ],
  rows,
);

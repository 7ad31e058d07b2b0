/**
 * How often 95 % intervals of a mean hold it, over populations drawn from a finished run (one a configuration and metric, resampled with replacement): the
 * table of docs/method/statistics.md. Shares by the range of the metric, counts and tokens by the bootstrap. The lowest of many shares is low by
 * chance alone, so the ten lowest populations are drawn anew, ten times as often, and the lowest of these is printed.
 *
 *   node --import tsx perf/mean-intervals.ts --run runs/<run> [--runs 40] [--n 6,14,38,52,150] [--only counts]
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random, randomInteger } from "../base/random.ts";
import { readPopulations } from "./mean-intervals/populations.ts";
import { COUNT_RULES, type IntervalRule, SHARE_RULES } from "./mean-intervals/rules.ts";

const { values: flags } = parseArgs({
  options: {
    run: { type: "string" },
    runs: { type: "string", default: "40" },
    n: { type: "string", default: "6,14,38,52,150" },
    only: { type: "string", default: "shares,counts" },
  },
});
if (flags.run === undefined) throw new Error("expected --run <a finished run>");
const runs = Number(flags.runs);
const LOWEST = 10;

const { shares, counts } = await readPopulations(flags.run);
if (flags.only.includes("shares")) print(`${shares.length} populations of shares`, shares, SHARE_RULES);
if (flags.only.includes("counts")) print(`${counts.length} populations of counts and tokens`, counts, COUNT_RULES);

function print(
  title: string,
  populations: readonly (readonly number[])[],
  rules: Readonly<Record<string, IntervalRule>>,
): void {
  console.log(`| ${title} | n | all | median | lowest | no interval |\n|---|---:|---:|---:|---:|---:|`);
  for (const [name, rule] of Object.entries(rules))
    for (const n of flags.n.split(",").map(Number)) {
      const first = populations.map((values, at) => ({ at, ...cover(values, { rule, n, runs, seed: `first ${at}` }) }));
      const known = first.filter(({ share }) => Number.isFinite(share)).sort((a, b) => a.share - b.share);
      const again = known
        .slice(0, LOWEST)
        .map(({ at }) => cover(populations[at]!, { rule, n, runs: 10 * runs, seed: `again ${at}` }).share);
      const [held, said] = [total(first.map((one) => one.held)), total(first.map((one) => one.said))];
      const none = 1 - said / (runs * populations.length);
      const median = known[Math.floor(known.length / 2)]?.share ?? Number.NaN;
      const cells = [held / said, median, Math.min(...again.filter(Number.isFinite)), none];
      console.log(`| ${name} | ${n} | ${cells.map(percent).join(" | ")} |`);
    }
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}

function percent(share: number): string {
  return Number.isFinite(share) ? `${(100 * share).toFixed(1)} %` : "";
}

interface Sampling {
  rule: IntervalRule;
  n: number;
  runs: number;
  seed: string;
}

/** Share of the intervals that hold the mean, among those that are there; NaN where these are less than half. */
function cover(population: readonly number[], { rule, n, runs: times, seed }: Sampling) {
  const mean = population.reduce((sum, value) => sum + value, 0) / population.length;
  const random: Random = makeRandom("mean-intervals", seed, n);
  let [held, said] = [0, 0];
  for (let run = 0; run < times; run++) {
    const sample = Array.from({ length: n }, () => population[randomInteger(random, population.length)]!);
    const holds = rule(sample, mean, random);
    if (holds !== null) said++;
    if (holds) held++;
  }
  return { held, said, share: said < times / 2 ? Number.NaN : held / said };
}

/**
 * How often the interval of `judge rate --until` holds the pass rate that people would have found over all answers, where it stops; how many answers that takes; and
 * how many an even sample takes that stops by the same rule.
 * `node --import tsx perf/decide/rate.ts [--series 2000] [--seed 4304]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../../base/random.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { type DrawnItem, drawingChances, drawnMean, isNarrow } from "../../measure/statistics/correction/drawn-mean.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: { series: { type: "string", default: "2000" }, seed: { type: "string", default: "4304" } },
});
const SERIES = Number(flags.series);
const [SIZE, BATCH, MOST] = [936, 10, 2000];

interface Judge {
  name: string;
  /** Chance of an error by how unsure it is, from 0 to 1, where it passes and where it fails. */
  errs(unsure: number, passes: number): number;
}

const JUDGES: readonly Judge[] = [
  { name: "a good judge, wrong where unsure", errs: (unsure) => 0.3 * unsure ** 3 },
  { name: "a fair judge, wrong where unsure", errs: (unsure) => 0.5 * unsure ** 2 },
  { name: "wrong in a tenth, wherever", errs: () => 0.1 },
  { name: "wrong where it is sure", errs: (unsure) => 0.25 * (1 - unsure) },
  { name: "hardly ever wrong", errs: () => 0.01 },
  { name: "passes what is wrong, where it is sure", errs: (unsure, passes) => passes * 0.15 * Number(unsure < 0.5) },
];

function seriesEnd(judge: Judge, { until, even }: { until: number; even: boolean }, random: Random) {
  const unsure = Array.from({ length: SIZE }, () => random());
  const proxy = unsure.map(() => Number(random() < 0.4));
  const truth = proxy.map((says, at) => (random() < judge.errs(unsure[at]!, says) ? 1 - says : says));
  const chances = drawingChances(even ? unsure.map(() => 0) : unsure);
  const sums: number[] = [];
  chances.reduce((sum, chance, at) => {
    sums[at] = sum + chance;
    return sums[at]!;
  }, 0);
  const drawn: DrawnItem[] = [];
  const seen = new Set<number>();
  for (;;) {
    for (let at = 0; at < BATCH; at++) {
      const place = placeOf(sums, random());
      seen.add(place);
      drawn.push({ chance: chances[place]!, proxy: proxy[place]!, truth: truth[place]! });
    }
    const found = drawnMean(drawn, { size: SIZE, proxyMean: mean(proxy)! })!;
    if (!isNarrow(found, until) && drawn.length < MOST) continue;
    return { holds: Math.abs(found.mean - mean(truth)!) <= found.half + 1e-12, rated: seen.size };
  }
}

function placeOf(sums: readonly number[], value: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

const rows = [0.05, 0.1].flatMap((until) =>
  JUDGES.map((judge) => {
    const all = (even: boolean) =>
      Array.from({ length: SERIES }, (_, at) =>
        seriesEnd(judge, { until, even }, makeRandom("rate", flags.seed, judge.name, until, String(even), at)),
      );
    const [own, other] = [all(false), all(true)];
    const held = (series: typeof own) => percent(series.filter(({ holds }) => holds).length / SERIES);
    const rated = (series: typeof own) => mean(series.map((one) => one.rated))!.toFixed(0);
    return [`${judge.name}, to ${short(until)}`, held(own), rated(own), held(other), rated(other)];
  }),
);
printTable(["judge", "interval holds, %", "answers rated", "even chances: holds, %", "rated"], rows);

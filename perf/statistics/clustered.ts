import { makeRandom, type Random } from "../../base/random.ts";
import { clusteredSlope } from "../../measure/statistics/basics/clustered-line.ts";
import { fitLine } from "../../measure/statistics/basics/regression.ts";
import { clusteredSpearmanP } from "../../measure/statistics/correlation/clustered.ts";
import { spearmanP } from "../../measure/statistics/correlation/spearman.ts";
import { many, normal } from "./draw.ts";

/** Executions of each scenario: what share of the variance a scenario's executions have in common is `shared`. */
export interface ClusteredDesign {
  name: string;
  sizes: readonly number[];
  shared: number;
}

const even = (scenarios: number, size: number) => many(scenarios, () => size);

export const CLUSTERED: readonly ClusteredDesign[] = [
  { name: "38 scenarios of 18, nothing shared", sizes: even(38, 18), shared: 0 },
  { name: "38 scenarios of 18, half shared", sizes: even(38, 18), shared: 0.5 },
  { name: "38 scenarios of 18, nine tenths shared", sizes: even(38, 18), shared: 0.9 },
  { name: "14 scenarios of 18, nine tenths shared", sizes: even(14, 18), shared: 0.9 },
  { name: "52 scenarios of 3, nine tenths shared", sizes: even(52, 3), shared: 0.9 },
  { name: "20 scenarios of 1 to 39, half shared", sizes: many(20, (i) => 1 + 2 * i), shared: 0.5 },
];

/** Shares of `runs` null data sets with p <= 0.05: slope of a line, Bland-Altman's slope, Spearman's correlation; naive and clustered. */
export function simulateClustered(design: ClusteredDesign, runs: number) {
  const hits = { line: [0, 0], difference: [0, 0], rank: [0, 0] };
  const random = makeRandom("clustered", design.name);
  const clusters = design.sizes.flatMap((size, scenario) => many(size, () => String(scenario)));
  for (let run = 0; run < runs; run++) {
    const [x, y, common] = [draw(design, random), draw(design, random), draw(design, random)];
    const [a, b] = [x, y].map((side) => side.map((value, i) => value + common[i]!)) as [number[], number[]];
    count(hits.line, fitLine(x, y)?.p, clusteredSlope(x, y, { clusters })?.p);
    const [middle, difference] = [a.map((value, i) => (value + b[i]!) / 2), a.map((value, i) => value - b[i]!)];
    count(hits.difference, fitLine(middle, difference)?.p, clusteredSlope(middle, difference, { clusters })?.p);
    count(hits.rank, spearmanP(x, y), clusteredSpearmanP(x, y, clusters));
  }
  const share = ([naive, clustered]: readonly number[]) => ({ naive: naive! / runs, clustered: clustered! / runs });
  return { line: share(hits.line), difference: share(hits.difference), rank: share(hits.rank) };
}

function draw({ sizes, shared }: ClusteredDesign, random: Random): number[] {
  return sizes.flatMap((size) => {
    const level = Math.sqrt(shared) * normal(random);
    return many(size, () => level + Math.sqrt(1 - shared) * normal(random));
  });
}

function count(hits: number[], ...ps: (number | null | undefined)[]): void {
  ps.forEach((p, at) => {
    if (p != null && p <= 0.05) hits[at]! += 1;
  });
}

import { mean, quantile, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import * as d from "../../../measure/statistics/basics/distributions.ts";
import {
  noncentralChiSquareUpper,
  noncentralFUpper,
  noncentralTUpper,
} from "../../../measure/statistics/basics/noncentral.ts";
import { fitLine } from "../../../measure/statistics/basics/regression.ts";
import { rangeUpper } from "../../../measure/statistics/basics/studentized-range.ts";
import { fisherInterval } from "../../../measure/statistics/correlation/fisher-interval.ts";
import { kendall } from "../../../measure/statistics/correlation/kendall.ts";
import { correlationP, pearson } from "../../../measure/statistics/correlation/pearson.ts";
import { spearman } from "../../../measure/statistics/correlation/spearman.ts";
import { balancedFactorial } from "../../../measure/statistics/factorial/balanced.ts";
import { levelsOf } from "../../../measure/statistics/factorial/cells.ts";
import { bcaLimits } from "../../../measure/statistics/intervals/bca.ts";
import { wilsonInterval } from "../../../measure/statistics/intervals/wilson.ts";
import { anovaPower } from "../../../measure/statistics/power/anova.ts";
import { chiSquarePower } from "../../../measure/statistics/power/chi-square.ts";
import { correlationPower } from "../../../measure/statistics/power/correlation.ts";
import { arcsinePower } from "../../../measure/statistics/power/proportions.ts";
import { tTestPower } from "../../../measure/statistics/power/t-test.ts";
import { detectionScores } from "../../../measure/statistics/selective/detection.ts";
import { aurc, aurcTrapezoid, riskCoverage } from "../../../measure/statistics/selective/risk-coverage.ts";
import { type CaseMaker, integers, normals, scores, size, varied } from "./case.ts";

const describe: CaseMaker = (random, index) => {
  const values = scores(random, size(random, 2, 50), index);
  return {
    kind: "describe",
    input: { values },
    ours: [mean(values), standardDeviation(values), ...[0.025, 0.25, 0.5, 0.9].map((q) => quantile(values, q))],
  };
};

const line: CaseMaker = (random, index) => {
  const x = varied(() => scores(random, size(random, 3, 30), index));
  const y = x.map((value) => value / 2 + normals(random, 1)[0]!);
  const fit = fitLine(x, y)!;
  return { kind: "line", input: { x, y }, ours: [fit.slope, fit.intercept, fit.p] };
};

const pearsonCase: CaseMaker = (random, index) => {
  const x = varied(() => scores(random, size(random, 4, 40), index));
  const y = x.map((value) => value / 3 + normals(random, 1)[0]!);
  const r = pearson(x, y)!;
  const { low, high } = fisherInterval(r, x.length)!;
  return { kind: "pearson", input: { x, y }, ours: [r, correlationP(r, x.length), low, high] };
};

/** Every tenth: a constant side, which has no correlation. */
const spearmanCase: CaseMaker = (random, index) => {
  const n = size(random, 3, 40);
  const x = index % 10 === 0 ? new Array<number>(n).fill(2) : scores(random, n, index);
  const y = scores(random, n, index + 1);
  return { kind: "spearman", input: { x, y }, ours: [spearman(x, y)] };
};

const kendallCase: CaseMaker = (random, index) => {
  const n = size(random, 2, 40);
  const exact = index % 2 === 0;
  const side = () => (exact ? normals(random, n) : varied(() => integers(random, n, 0, 5)));
  const [x, y] = [side(), side()];
  const test = kendall(x, y, exact ? "exact" : "normal")!;
  return { kind: "kendall", input: { x, y, method: exact ? "exact" : "asymptotic" }, ours: [test.tauB, test.p] };
};

const distributions: CaseMaker = (random) => {
  const [x, k, m] = [random() * 8 + 0.01, size(random, 1, 40), size(random, 1, 40)];
  const ours = [
    d.chiSquareUpper(x, k),
    d.fUpper(x, k, m),
    d.tUpper(x, k),
    d.normalCdf(-x),
    d.binomialCdf(k, k + m, 0.5),
    d.tQuantile(0.975, k),
    d.fQuantile(0.975, k, m),
    d.chiSquareQuantile(0.95, k),
  ];
  return { kind: "distributions", input: { x, k, m }, ours };
};

const noncentral: CaseMaker = (random) => {
  const [x, k, m, shift] = [random() * 6 + 0.1, size(random, 1, 60), size(random, 2, 60), random() * 4 + 0.01];
  const ours = [
    noncentralTUpper(x, k, shift),
    noncentralFUpper(x, [k, m], shift ** 2),
    noncentralChiSquareUpper(x, k, shift ** 2),
  ];
  return { kind: "noncentral", input: { x, k, m, d: shift }, ours };
};

const range: CaseMaker = (random) => {
  const [q, k] = [random() * 6 + 0.05, size(random, 2, 20)];
  return { kind: "range_upper", input: { q, k }, ours: [rangeUpper(q, k)] };
};

const power: CaseMaker = (random) => {
  const [effect, n, groups] = [random() * 0.8 + 0.05, size(random, 5, 120), size(random, 2, 6)];
  const ours = [
    tTestPower({ effect, n, design: "paired" }),
    tTestPower({ effect, n, design: "two-groups" }),
    anovaPower({ f: effect / 2, groups, n }),
    chiSquarePower({ w: effect, n, degreesOfFreedom: groups - 1 }),
    arcsinePower({ h: effect, n }),
    correlationPower({ r: effect, n }),
  ];
  return { kind: "power", input: { effect, n, groups }, ours };
};

const wilson: CaseMaker = (random, index) => {
  const n = size(random, 1, 200);
  const k = index % 8 === 0 ? 0 : index % 8 === 1 ? n : size(random, 0, n);
  const level = [0.9, 0.95, 0.99][index % 3]!;
  const { low, high } = wilsonInterval(k, n, level)!;
  return { kind: "wilson", input: { k, n, level }, ours: [low, high] };
};

const bca: CaseMaker = (random) => {
  const jackknife = normals(random, size(random, 5, 40)).map((value) => value ** 2);
  const replicates = normals(random, 400).map((value) => Math.exp(value / 3));
  const estimate = 0.7 + random() * 0.6;
  const { low, high } = bcaLimits({ estimate, replicates, jackknife, z: d.normalQuantile(0.975) });
  return { kind: "bca", input: { estimate, replicates, jackknife }, ours: [low, high] };
};

const anova: CaseMaker = (random, index) => {
  const factors = [2, 3, 2].slice(0, index % 2 === 0 ? 2 : 3).map((levels, i) => ({ name: `f${i}`, levels }));
  const count = factors.reduce((product, { levels }) => product * levels, 1);
  const cells = Array.from({ length: count }, (_, cell) => levelsOf(cell, factors));
  const values = Array.from({ length: size(random, 4, 8) }, () =>
    cells.map(([a, b]) => normals(random, 1)[0]! + a! * 0.4 + a! * b! * 0.2),
  );
  const { effects } = balancedFactorial({
    factors,
    values: values.map((block) => block.map((value) => [value])),
    random,
    permutations: 1,
  })!;
  return { kind: "anova_rm", input: { cells, values }, ours: effects.flatMap(({ f, p }) => [f, p]) };
};

const detection: CaseMaker = (random) => {
  const n = size(random, 2, 30);
  const [actual, predicted] = [integers(random, n, 0, 1).map(Boolean), integers(random, n, 0, 1).map(Boolean)];
  const { precision, recall, f1 } = detectionScores(predicted, actual);
  return { kind: "detection", input: { actual, predicted }, ours: [precision, recall, f1] };
};

const risk: CaseMaker = (random) => {
  const n = size(random, 2, 30);
  const [confidences, errors] = [integers(random, n, 0, 8).map((value) => value / 8), integers(random, n, 0, 1)];
  const curve = riskCoverage(confidences, errors);
  return {
    kind: "risk_coverage",
    input: { confidences, errors },
    ours: [aurc(curve), aurcTrapezoid(curve), ...curve.risks],
  };
};

export const NUMBER_CASES: Record<string, readonly [number, CaseMaker]> = {
  describe: [60, describe],
  line: [60, line],
  pearson: [60, pearsonCase],
  spearman: [80, spearmanCase],
  kendall: [100, kendallCase],
  distributions: [80, distributions],
  noncentral: [80, noncentral],
  range_upper: [40, range],
  power: [50, power],
  wilson: [80, wilson],
  bca: [60, bca],
  anova_rm: [20, anova],
  detection: [60, detection],
  risk_coverage: [60, risk],
};

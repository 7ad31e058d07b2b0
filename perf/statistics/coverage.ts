import { makeRandom, type Random } from "../../base/random.ts";
import { parametricLimits } from "../../measure/statistics/agreement/bland-altman.ts";
import { congerKappa } from "../../measure/statistics/agreement/conger-kappa.ts";
import { gwetAc } from "../../measure/statistics/agreement/gwet-ac.ts";
import { type IccForm, icc } from "../../measure/statistics/agreement/icc.ts";
import { alphaEstimate } from "../../measure/statistics/agreement/krippendorff-error.ts";
import { cliffsDelta } from "../../measure/statistics/comparison/cliffs-delta.ts";
import { hodgesLehmann } from "../../measure/statistics/comparison/hodges-lehmann.ts";
import { pairedT } from "../../measure/statistics/comparison/paired-t.ts";
import { fisherInterval } from "../../measure/statistics/correlation/fisher-interval.ts";
import { pearson } from "../../measure/statistics/correlation/pearson.ts";
import { bcaInterval } from "../../measure/statistics/intervals/bca.ts";
import { bootstrapInterval, bootstrapMeanInterval } from "../../measure/statistics/intervals/bootstrap.ts";
import { wilsonInterval } from "../../measure/statistics/intervals/wilson.ts";
import { clustered, coverage, many, normal } from "./draw.ts";

const RESAMPLES = 1000;

type Simulation = (random: Random, runs: number) => number;

const bySelf = (n: number) => many(n, String);
const weightedMean = (values: readonly number[]) => (weights: ArrayLike<number>) => {
  let [sum, total] = [0, 0];
  values.forEach((value, i) => {
    sum += value * weights[i]!;
    total += weights[i]!;
  });
  return sum / total;
};

/** Two values with this correlation. */
function pair(random: Random, rho: number): [number, number] {
  const shared = normal(random);
  return [shared, rho * shared + Math.sqrt(1 - rho ** 2) * normal(random)];
}

function iccCoverage(form: IccForm): Simulation {
  // Units 2, raters 0.5, residual 1: 20 units by 4 raters.
  const [units, raters, rest, k] = [2, 0.5, 1, 4];
  const all = form.startsWith("3") ? units + rest : units + raters + rest;
  const single = units / all;
  const truth = form.endsWith("k") ? units / (units + (all - units) / k) : single;
  return (random, runs) =>
    coverage(runs, truth, () => {
      const level = many(k, () => Math.sqrt(raters) * normal(random));
      const rows = many(20, () => {
        const unit = Math.sqrt(units) * normal(random);
        return many(
          k,
          (j) => unit + (form.startsWith("1") ? Math.sqrt(raters) * normal(random) : level[j]!) + normal(random),
        );
      });
      return icc(rows, form);
    });
}

/** Two raters of 100 units on three classes, each right with 80 %, else any of the three: what their coefficient tends to is computed on 300,000. */
function agreementCoverage(
  of: (ratings: number[][]) => { value: number; low: number | null; high: number | null } | null,
): Simulation {
  const draw = (random: Random) => {
    const truth = Math.floor(random() * 3) * (random() < 0.4 ? 1 : 0);
    return many(2, () => (random() < 0.8 ? truth : Math.floor(random() * 3)));
  };
  return (random, runs) => {
    const truth = of(many(300_000, () => draw(random)))!.value;
    return coverage(runs, truth, () => of(many(100, () => draw(random))));
  };
}

/** Nominal 95 %, by kind of interval. */
export const COVERAGE: Readonly<Record<string, Simulation>> = {
  "t of a mean difference, 20 pairs": (random, runs) =>
    coverage(runs, 0.3, () => pairedT(many(20, () => 0.3 + normal(random)))),
  "Wilson, 38 scenarios, any share": (random, runs) => {
    let covered = 0;
    for (let run = 0; run < runs; run++) covered += coverage(1, 0, () => shareLimits(random));
    return covered / runs;
  },
  "percentiles of a mean, 38 values": (random, runs) =>
    coverage(runs, 0, () =>
      bootstrapMeanInterval(
        many(38, () => normal(random)),
        { clusters: bySelf(38), random, resamples: RESAMPLES },
      ),
    ),
  "percentiles of a mean, 52 clusters of 3": (random, runs) =>
    coverage(runs, 0, () => {
      const { values, clusters } = clustered(random, 52);
      return bootstrapMeanInterval(values, { clusters, random, resamples: RESAMPLES });
    }),
  "percentiles of a mean, 14 clusters of 3": (random, runs) =>
    coverage(runs, 0, () => {
      const { values, clusters } = clustered(random, 14);
      return bootstrapMeanInterval(values, { clusters, random, resamples: RESAMPLES });
    }),
  "BCa of a mean, 38 values": (random, runs) =>
    coverage(runs, 0, () =>
      bcaInterval({
        clusters: bySelf(38),
        random,
        resamples: RESAMPLES,
        statistic: weightedMean(many(38, () => normal(random))),
      }),
    ),
  "BCa of a mean, 52 clusters of 3": (random, runs) =>
    coverage(runs, 0, () => {
      const { values, clusters } = clustered(random, 52);
      return bcaInterval({ clusters, random, resamples: RESAMPLES, statistic: weightedMean(values) });
    }),
  "BCa of a skewed mean (exponential), 52 values": skewedMeanCoverage(52),
  "BCa of a skewed mean (exponential), 250 values": skewedMeanCoverage(250),
  "percentiles of a correlation, 52 pairs": (random, runs) =>
    coverage(runs, 0.6, () => correlationLimits(random, bootstrapInterval)),
  "BCa of a correlation, 52 pairs": (random, runs) => coverage(runs, 0.6, () => correlationLimits(random, bcaInterval)),
  "Fisher's z of a correlation, 38 pairs": (random, runs) =>
    coverage(runs, 0.6, () => {
      const pairs = many(38, () => pair(random, 0.6));
      return fisherInterval(
        pearson(
          pairs.map(([x]) => x),
          pairs.map(([, y]) => y),
        )!,
        38,
      );
    }),
  "Hodges-Lehmann, 20 pairs": (random, runs) =>
    coverage(runs, 0.3, () => hodgesLehmann(many(20, () => 0.3 + normal(random)))),
  // Shift 0.5: P(x > y) - P(x < y) = 2 Phi(0.5 / sqrt 2) - 1.
  "Cliff's delta, 30 against 30": (random, runs) =>
    coverage(runs, 0.27632639016823696, () =>
      cliffsDelta(
        many(30, () => 0.5 + normal(random)),
        many(30, () => normal(random)),
      ),
    ),
  "Bland-Altman: bias, 38 pairs": (random, runs) =>
    coverage(runs, 0, () => parametricLimits(many(38, () => normal(random)))!.bias),
  "Bland-Altman: upper limit, 38 pairs": (random, runs) =>
    coverage(runs, 1.96, () => parametricLimits(many(38, () => normal(random)))!.upper),
  "kappa, 100 pairs": agreementCoverage(congerKappa),
  "AC1, 100 pairs": agreementCoverage(gwetAc),
  "alpha (nominal), 100 pairs": agreementCoverage(alphaEstimate),
  "ICC(1,1), 20 units, 4 raters": iccCoverage("1,1"),
  "ICC(2,1), 20 units, 4 raters": iccCoverage("2,1"),
  "ICC(3,1), 20 units, 4 raters": iccCoverage("3,1"),
  "ICC(2,k), 20 units, 4 raters": iccCoverage("2,k"),
  "ICC(3,k), 20 units, 4 raters": iccCoverage("3,k"),
};

/** Skewness 2: a hard case on purpose. */
function skewedMeanCoverage(n: number): Simulation {
  return (random, runs) =>
    coverage(runs, 1, () =>
      bcaInterval({
        clusters: bySelf(n),
        random,
        resamples: RESAMPLES,
        statistic: weightedMean(many(n, () => -Math.log(1 - random()))),
      }),
    );
}

/** Wilson's limits less the true share, so that 0 is the truth whatever the share. */
function shareLimits(random: Random): { low: number; high: number } {
  const share = 0.05 + 0.9 * random();
  const { low, high } = wilsonInterval(
    many(38, () => Number(random() < share)).reduce((sum, hit) => sum + hit, 0),
    38,
  )!;
  return { low: low - share, high: high - share };
}

function correlationLimits(random: Random, interval: typeof bcaInterval) {
  const pairs = many(52, () => pair(random, 0.6));
  const [x, y] = [pairs.map(([a]) => a), pairs.map(([, b]) => b)];
  return interval({
    clusters: bySelf(52),
    random,
    resamples: RESAMPLES,
    statistic: (weights) => pearson(x, y, weights),
  });
}

export function simulateCoverage(name: string, runs: number): number {
  return COVERAGE[name]!(makeRandom("coverage", name), runs);
}

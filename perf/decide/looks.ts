/**
 * How often the interval of a series of looks holds the true change, wherever the series stops, and how often one by normal theory in the stage-wise order
 * would: by the functions of the gate, over changes that are drawn. With `--many` both over more series of changes that normal theory is meant for, by
 * asking whether the truth would be rejected, which is faster than an interval.
 * `node --import tsx perf/decide/looks.ts [--series 200] [--scenarios 52] [--many 5000] [--seed 4306]`
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../../base/random.ts";
import { shareOfInterval } from "../../harness/record/domain/looks.ts";
import { adjustedChange, boundsPassed, stageWise } from "../../harness/results/compare/sequential/adjusted-change.ts";
import { standingOf } from "../../harness/results/compare/sequential/futility.ts";
import { planLooks } from "../../harness/results/compare/sequential/plan.ts";
import type { RuleStanding } from "../../harness/results/compare/sequential/standings.ts";
import { mean, standardDeviation } from "../../measure/statistics/basics/describe.ts";
import { normalQuantile, tQuantile, tUpper } from "../../measure/statistics/basics/distributions.ts";
import { boundedMeanTest, DIFFERENCE_OF_SHARES } from "../../measure/statistics/comparison/bounded-mean-test.ts";
import { boundedMeanInterval } from "../../measure/statistics/intervals/bounded-mean.ts";
import { type Adjusted, asExtreme } from "../../measure/statistics/sequential/adjusted.ts";
import { drawChanges, readVectors, tilted, type Vector } from "../gate/sequential/vectors.ts";
import { percent, printTable, short } from "./print.ts";

const { values: flags } = parseArgs({
  options: {
    series: { type: "string", default: "200" },
    seed: { type: "string", default: "4306" },
    scenarios: { type: "string", default: "52" },
    many: { type: "string" },
  },
});
const [SERIES, MANY] = [Number(flags.series), Number(flags.many ?? 0)];
const [LEVEL, MATTERS] = [0.05, 0.05];

interface Changes {
  name: string;
  truth: number;
  draw(random: Random): number;
}

const normal = (loss: number): Changes => ({
  name: loss === 0 ? "normal, unchanged" : `normal, a loss of ${short(loss)}`,
  truth: -loss,
  // Cut off at the ends of the range, which moves the mean by less than a thousandth of its error.
  draw: (random) => Math.max(-1, Math.min(1, -loss + 0.25 * normalQuantile(random()))),
});

/** Differences of real systems, a loss planted by weighting them. */
function recorded(vector: Vector, loss: number): Changes {
  const planted = tilted(vector, -loss)!;
  return {
    name: `${vector.name}, a loss of ${short(loss)}`,
    truth: -loss,
    draw: (random) => drawChanges(planted, { n: 1, repeats: 1 }, random)[0]!,
  };
}

/** Standardized sums of squared normals: their skewness is `sqrt(8 / degrees)`. */
const skewed = (loss: number, degrees: number): Changes => ({
  name: `skewness ${short(-Math.sqrt(8 / degrees))}, a loss of ${short(loss)}`,
  truth: -loss,
  draw: (random) => {
    const squares = Array.from({ length: degrees }, () => normalQuantile(random()) ** 2);
    const standard = (mean(squares)! - 1) * Math.sqrt(degrees / 2);
    return Math.max(-1, Math.min(1, -loss - 0.15 * standard));
  },
});

type PlannedLooks = ReturnType<typeof planLooks>["looks"];

interface Seen {
  changes: readonly number[];
  taken: { look: PlannedLooks[number]; rules: RuleStanding[] }[];
}

/** Looks at a series until it stops. */
function lookUntilStopped({ draw }: Changes, looks: PlannedLooks, random: Random): Seen {
  const changes = Array.from({ length: looks.at(-1)!.scenarios }, () => draw(random));
  const taken: Seen["taken"] = [];
  for (const look of looks) {
    const seen = changes.slice(0, look.scenarios);
    const own = { loss: -mean(seen)!, spread: standardDeviation(seen)!, distinct: seen.length };
    const { isFutile, ...standing } = standingOf({ ...own, min_effect: MATTERS, alpha: LEVEL }, look.fraction);
    const rule: RuleStanding = {
      ...{ metric: "m", group: "all", unit: "share", better: "higher", family: 1, distinct: seen.length },
      ...{ change: mean(seen), low: null, high: null, level: LEVEL, ...standing, futile: isFutile, p: null },
      calls_from: LEVEL * look.loss_share,
    };
    taken.push({ look, rules: [rule] });
    if (own.loss >= MATTERS && rule.calls_from > 0 && testOf(seen).p <= rule.calls_from) break;
    if (isFutile && look.interval_share > 0) break;
  }
  return { changes, taken };
}

function withIntervals({ changes, taken }: Seen): Seen["taken"] {
  return taken.map(({ look, rules }) => {
    const seen = changes.slice(0, look.scenarios);
    const level = 1 - LEVEL * shareOfInterval(look);
    const interval = boundedMeanInterval(seen, { range: DIFFERENCE_OF_SHARES, level, coverage: "at least" });
    return { look, rules: rules.map((rule) => ({ ...rule, ...interval })) };
  });
}

function holds(changes: Changes, looks: PlannedLooks, random: Random) {
  const { truth } = changes;
  const taken = withIntervals(lookUntilStopped(changes, looks, random));
  const last = taken.at(-1)!;
  const [rule] = last.rules;
  const [found, normal] = [adjustedChange(rule!, taken), stageWise(rule!, taken)];
  return {
    holds: found === null || (found.low <= truth && truth <= found.high),
    byNormal: normal === null || holdsByNormal(normal, rule!, truth),
    wider: found === null || normal === null ? 1 : (found.high - found.low) / widthOf(normal, rule!),
    early: last.look.fraction < 1,
    bias: found === null ? 0 : found.estimate - truth,
  };
}

function testOf(changes: readonly number[]) {
  return boundedMeanTest(changes, { range: DIFFERENCE_OF_SHARES })!;
}

/** With the width of Student's t, since the spread is that of so few. */
function widerBy({ distinct }: RuleStanding): number {
  return tQuantile(0.975, Math.max(1, distinct - 1)) / normalQuantile(0.975);
}

function widthOf({ low, high }: Adjusted, rule: RuleStanding): number {
  return widerBy(rule) * (high - low) * rule.error;
}

function holdsByNormal({ estimate, low, high }: Adjusted, rule: RuleStanding, truth: number): boolean {
  const drift = -truth / rule.error;
  const wider = widerBy(rule);
  return estimate + wider * (low - estimate) <= drift && drift <= estimate + wider * (high - estimate);
}

/** Whether either interval of a series would hold the truth: no look of the gate's rejects it, and it lies between both tails of the stage-wise order. */
function rejectsNot(changes: Changes, looks: PlannedLooks, random: Random) {
  const { truth } = changes;
  const { changes: all, taken } = lookUntilStopped(changes, looks, random);
  const range = { low: -1 - truth, high: 1 - truth };
  const own = taken.map(({ look }) => {
    const shifted = all.slice(0, look.scenarios).map((change) => change - truth);
    return boundedMeanTest(shifted, { range })!.p >= LEVEL * shareOfInterval(look);
  });
  const { look, rules } = taken.at(-1)!;
  const [rule] = rules;
  const drift = -truth / rule!.error;
  // Student's t about the truth, as the normal that is as far out.
  const centre = drift * Math.sqrt(look.fraction);
  const z = centre + normalQuantile(1 - tUpper(rule!.z! - centre, Math.max(1, rule!.distinct - 1)));
  const tail = asExtreme(boundsPassed(rule!, taken), { look: taken.length - 1, z }, drift);
  return { own: own.every(Boolean), normal: LEVEL / 2 <= tail && tail <= 1 - LEVEL / 2, early: look.fraction < 1 };
}

function manyRowOf(changes: Changes, n: number): string[] {
  const looks = looksOf(n);
  const all = Array.from({ length: MANY }, (_, at) =>
    rejectsNot(changes, looks, makeRandom("many looks", flags.seed, changes.name, n, at)),
  );
  const share = (is: (one: (typeof all)[number]) => boolean) => percent(all.filter(is).length / MANY);
  return [
    `${changes.name}, ${n} scenarios`,
    share(({ own }) => own),
    share(({ normal }) => normal),
    share(({ early }) => early),
  ];
}

function looksOf(n: number): PlannedLooks {
  const scenarios = Array.from({ length: n }, (_, at) => ({ id: `S${at}`, family: "", cluster: `S${at}` }));
  return planLooks({ scenarios, seed: "looks", level: LEVEL, tests: 1 }).looks;
}

function rowOf(changes: Changes, n: number): string[] {
  const looks = looksOf(n);
  const all = Array.from({ length: SERIES }, (_, at) =>
    holds(changes, looks, makeRandom("looks", flags.seed, changes.name, n, at)),
  );
  const share = (is: (one: (typeof all)[number]) => boolean) => percent(all.filter(is).length / SERIES);
  return [
    `${changes.name}, ${n} scenarios`,
    share((one) => one.holds),
    share((one) => one.byNormal),
    mean(all.map(({ wider }) => wider))!.toFixed(2),
    share((one) => one.early),
    short(mean(all.map(({ bias }) => bias))!),
  ];
}

const CHANGES = [...[0, 0.05, 0.1].map(normal), ...readVectors().map((vector) => recorded(vector, 0.05))];

if (MANY > 0)
  printTable(
    ["changes", "interval holds, %", "by normal theory, %", "stopped early, %"],
    [52, 200].flatMap((n) => [normal(0.05), skewed(0.05, 32)].map((changes) => manyRowOf(changes, n))),
  );
else
  printTable(
    ["changes", "interval holds, %", "by normal theory, %", "times as wide", "stopped early, %", "estimate off by"],
    flags.scenarios.split(",").flatMap((n) => CHANGES.map((changes) => rowOf(changes, Number(n)))),
  );

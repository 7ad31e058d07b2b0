/**
 * Can many configurations be distinguished? For 18 to 128 of them on 38 scenarios: which pairs that differ are found, how often any
 * that does not is (family-wise error at 5 %), and processor seconds, for Holm over exact tests of the mean, over sign flips of
 * 10,000 patterns, and for step-down max-T. The table stands in docs/method/statistics.md.
 *
 *   node --import tsx perf/all-pairs.ts [--families 200]
 */
import { parseArgs } from "node:util";
import { makeRandom, type Random } from "../base/random.ts";
import { testAllPairs } from "../measure/statistics/comparison/all-pairs.ts";
import { holm } from "../measure/statistics/comparison/holm.ts";
import { stepDownMaxT } from "../measure/statistics/comparison/max-t.ts";
import { signFlipTest } from "../measure/statistics/comparison/sign-flip.ts";

const SCENARIOS = 38;
const { values: flags } = parseArgs({ options: { families: { type: "string", default: "200" } } });
const families = Number(flags.families);

type Systems = readonly (readonly number[])[];
type Correction = (values: Systems, random: Random) => (number | null)[];

const CORRECTIONS: Readonly<Record<string, Correction>> = {
  "test of the mean, Holm": (values) => testAllPairs(values).map(({ holmP }) => holmP),
  "sign flips x 10,000, Holm": (values, random) => holm(pairsOf(values).map((d) => signFlipTest(d, { random })!.p)),
  "sign flips x 10,000, max-T": (values, random) => stepDownMaxT(values, { random }).adjusted,
};

/** What systems score; the first half has the mean .5, the second .5 plus the lead. */
const POPULATIONS: Readonly<Record<string, (random: Random, half: 0 | 1, lead: number) => number>> = {
  "uniform, width .5": (random, half, lead) => 0.25 + 0.5 * random() + half * lead,
  "one half steady, the other 10 % low": (random, half, lead) =>
    half === 0 ? 0.475 + 0.05 * random() : (random() < 0.1 ? 0.05 : 0.55) + lead,
};

function draw(population: string, { count, lead, random }: { count: number; lead: number; random: Random }): Systems {
  return Array.from({ length: count }, (_, at) => {
    const half = 2 * at < count ? 0 : 1;
    return Array.from({ length: SCENARIOS }, () => POPULATIONS[population]!(random, half, lead));
  });
}

function pairsOf(values: Systems): number[][] {
  return values.flatMap((a, first) => values.slice(first + 1).map((b) => a.map((value, unit) => value - b[unit]!)));
}

/** Of each pair, in the order of the tests: do the two come from different halves? */
function across(count: number): boolean[] {
  const places = Array.from({ length: count }, (_, at) => at);
  return places.flatMap((a) => places.slice(a + 1).map((b) => 2 * a < count && 2 * b >= count));
}

const isSignificant = (p: number | null) => p !== null && p <= 0.05;
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const print = (...cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);

function errorRate(correction: Correction, population: string, count: number): string {
  let wrong = 0;
  for (let family = 0; family < families; family++) {
    const random = makeRandom("all-pairs", population, count, family);
    if (correction(draw(population, { count, lead: 0, random }), random).some(isSignificant)) wrong++;
  }
  return percent(wrong / families);
}

/** With a lead of .35: share of the pairs across the halves that are found, and processor seconds. */
function found(correction: Correction, count: number): [string, string] {
  const random = makeRandom("all-pairs", "lead", count);
  const values = draw("uniform, width .5", { count, lead: 0.35, random });
  const start = process.cpuUsage();
  const ps = correction(values, random);
  const seconds = process.cpuUsage(start).user / 1e6;
  const different = across(count);
  const own = ps.filter((_, at) => different[at]);
  return [percent(own.filter(isSignificant).length / own.length), seconds.toFixed(2)];
}

print("correction", "configurations", "pairs", "found", "any wrong: uniform", "any wrong: skewed", "CPU s");
print("---", "---:", "---:", "---:", "---:", "---:", "---:");
for (const [name, correction] of Object.entries(CORRECTIONS))
  for (const count of [18, 40, 64, 128]) {
    const [share, seconds] = found(correction, count);
    // Families of a permutation test take minutes each from here on.
    const few = name.includes("sign") && count > 18;
    const rates = Object.keys(POPULATIONS).map((one) => (few ? "-" : errorRate(correction, one, count)));
    print(name, String(count), String((count * (count - 1)) / 2), share, ...rates, seconds);
  }

/**
 * All pairs of 18 configurations on 500 scenarios, 6 metrics, 10,000 permutations each: one call that shares the patterns against
 * one test a pair. Prints seconds and their ratio; the shared one is also checked to give the same p up to Monte Carlo error.
 *
 *   node --import tsx perf/all-pairs.ts
 */
import { makeRandom } from "../db/base/random.ts";
import { testAllPairs } from "../harness/statistics/comparison/all-pairs.ts";
import { signFlipTest } from "../harness/statistics/comparison/sign-flip.ts";

const SYSTEMS = 18;
const UNITS = 500;
const METRICS = 6;
const random = makeRandom("perf/all-pairs");
const metrics = Array.from({ length: METRICS }, () =>
  Array.from({ length: SYSTEMS }, (_, system) => Array.from({ length: UNITS }, () => random() + system * 0.005)),
);

const start = performance.now();
const shared = metrics.map((values, at) => testAllPairs(values, { random: makeRandom("p", at) }));
const sharedSeconds = (performance.now() - start) / 1000;

const again = performance.now();
const sample = shared[0]!.slice(0, 17);
const apart = sample.map(({ first, second }) => {
  const differences = metrics[0]![first]!.map((value, unit) => value - metrics[0]![second]![unit]!);
  return signFlipTest(differences, { random: makeRandom("q", first, second) })!.p;
});
const pairSeconds = ((performance.now() - again) / 1000 / sample.length) * shared.length * shared[0]!.length;

const worst = Math.max(...sample.map(({ p }, at) => Math.abs(p! - apart[at]!)));
console.log(`${shared.flat().length} tests together: ${sharedSeconds.toFixed(2)} s`);
console.log(
  `one by one (from ${sample.length} of them): ${pairSeconds.toFixed(1)} s, ${(pairSeconds / sharedSeconds).toFixed(0)} times as long`,
);
console.log(`largest difference of p: ${worst.toFixed(4)}`);

import { expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { boundedMeanTest } from "../../../../measure/statistics/comparison/bounded-mean-test.ts";
import { detectableMean } from "../../../../measure/statistics/power/bounded-mean.ts";
import { detectableLoss, passFailPower } from "../../../../measure/statistics/power/pass-fail.ts";
import { nonEmpty } from "../../../non-empty.ts";

const range = { low: -1, high: 1 };

it("is the power of the exact binomial test: 12 scenarios that change by themselves, scipy.stats.binom", () => {
  // Of 12 losses and gains at most 2 gains are significant at .05; P(gains <= 2 | 12, .1) = .8891300.
  expect(passFailPower(0.8, { n: 12, sd: Math.sqrt(1 - 0.64), alpha: 0.05 })).toBeCloseTo(0.88913, 5);
});

it.each([
  [14, 0.3],
  [52, 0.6],
])("finds the loss that %d scenarios show with power .8 in 80 of 100, within 6: no smooth sample does", (n, sd) => {
  const random = makeRandom("pass-fail", n);
  const alpha = 0.05 / 3;
  const loss = detectableLoss({ n, sd, alpha })!;
  const change = Math.max(loss, sd ** 2 + loss ** 2);
  const draw = () => {
    const at = random();
    return at < (change + loss) / 2 ? -1 : at < change ? 1 : 0;
  };
  const found = Array.from({ length: 400 }, () => boundedMeanTest(Array.from({ length: n }, draw), { range })!);
  const share = found.filter(({ p, mean }) => p <= alpha && mean < 0).length / found.length;
  expect(share).toBeGreaterThan(0.76);
  expect(detectableMean({ n, sd, alpha, range })!).toBeLessThan(loss);
});

it("without any spread is the loss of scenarios that all break, not of scenarios that all fall a little", () => {
  for (const n of nonEmpty([14, 52, 520]))
    expect(detectableMean({ n, sd: 0, alpha: 0.05, range, passOrFail: true })!).toBeGreaterThan(4 / n);
});

it("is none where so few scenarios show none", () => {
  expect(detectableLoss({ n: 5, sd: 0.5, alpha: 0.05 })).toBeNull();
});

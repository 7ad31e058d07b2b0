import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { heldOutShift } from "../../../../measure/statistics/correction/held-out-shift.ts";
import { predictionPowered } from "../../../../measure/statistics/correction/prediction-powered.ts";
import { roganGladen, testQuality } from "../../../../measure/statistics/correction/rogan-gladen.ts";

const SEEDS = 100;

/** A judge and a reference on 156 answers to 52 scenarios, with a planted bias and planted noise. */
function planted(seed: number, { bias, noise }: { bias: number; noise: number }) {
  const random = makeRandom("planted", seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const truth = Array.from({ length: 156 }, () => random());
  return {
    score: truth.map((value) => value + bias + noise * normal()),
    reference: truth.map((value) => value + 0.05 * normal()),
    clusters: truth.map((_, i) => `S${i % 52}`),
  };
}

function accepted(options: { bias: number; noise: number }): number {
  const results = Array.from({ length: SEEDS }, (_, seed) =>
    heldOutShift(planted(seed, options), { random: makeRandom("held-out", seed), resamples: 500 }),
  );
  return results.filter(({ helps }) => helps).length;
}

describe(`a constant correction, over ${SEEDS} seeds`, () => {
  it("is accepted in at least 95 where a bias of .1 was planted, noise or not, and undoes it", () => {
    expect(accepted({ bias: 0.1, noise: 0 })).toBeGreaterThanOrEqual(95);
    expect(accepted({ bias: 0.1, noise: 0.1 })).toBeGreaterThanOrEqual(95);
    const { shift, errorBefore, errorAfter } = heldOutShift(planted(1, { bias: 0.1, noise: 0 }), {
      random: makeRandom("x"),
    });
    expect(shift).toBeCloseTo(-0.1, 1);
    expect(errorAfter!).toBeLessThan(errorBefore! / 1.8);
  });

  it("is refused in at least 95 where noise was planted, small or large, and no bias", () => {
    expect(accepted({ bias: 0, noise: 0.05 })).toBeLessThanOrEqual(5);
    expect(accepted({ bias: 0, noise: 0.3 })).toBeLessThanOrEqual(5);
  });

  it("of nothing, or of four scenarios, is refused without a number made up", () => {
    const random = makeRandom("none");
    const none = heldOutShift({ score: [], reference: [], clusters: [] }, { random });
    expect(none).toMatchObject({ shift: null, errorBefore: null, gain: null, helps: false });
    const few = { score: [1, 1, 1, 1], reference: [0, 0, 0, 0], clusters: ["a", "b", "c", "d"] };
    expect(heldOutShift(few, { random })).toMatchObject({ shift: -1, helps: false, gainInterval: { low: null } });
  });
});

describe("Rogan and Gladen's rate", () => {
  it("gives back the true rate from the rate that an imperfect test shows of it", () => {
    const shares = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        shares,
        fc.double({ min: 0.6, max: 1, noNaN: true }),
        fc.double({ min: 0.6, max: 1, noNaN: true }),
        (rate, sensitivity, specificity) => {
          const shown = rate * sensitivity + (1 - rate) * (1 - specificity);
          expect(roganGladen(shown, { sensitivity, specificity })).toBeCloseTo(rate, 9);
        },
      ),
    );
  });

  it("is the example of its documentation, and null for a test no better than chance or never tried on one side", () => {
    expect(roganGladen(0.5, { sensitivity: 0.9, specificity: 0.8 })).toBeCloseTo(0.428571, 6);
    expect(roganGladen(0.5, { sensitivity: 0.5, specificity: 0.5 })).toBeNull();
    expect(roganGladen(0.5, testQuality([true, true], [true, true]))).toBeNull();
    expect(testQuality([true, false, false], [true, true, false], [1, 3, 2])).toEqual({
      sensitivity: 0.25,
      specificity: 1,
    });
  });
});

describe("the prediction-powered mean", () => {
  it("is the labelled mean where the proxy says nothing, and the truth's where the proxy is the truth", () => {
    expect(predictionPowered({ proxy: [1, 1, 1, 1], truth: [0, 1, null, null] })).toEqual({ mean: 0.5, lambda: 0 });
    expect(predictionPowered({ proxy: [], truth: [] })).toBeNull();
    expect(predictionPowered({ proxy: [1, 0], truth: [0, 0] })).toEqual({ mean: 0, lambda: 0 });
    const proxy = Array.from({ length: 400 }, (_, i) => Number(i % 4 === 0));
    const truth = proxy.map((value, i) => (i % 10 === 0 ? value : null));
    expect(predictionPowered({ proxy, truth })?.lambda).toBeGreaterThan(0.85);
  });

  it("is unbiased whatever the judge's bias, and nearer to the truth than the labels alone: 300 seeds", () => {
    const errors = { powered: 0, labels: 0, judge: 0 };
    let signed = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = makeRandom("ppi", seed);
      const all = Array.from({ length: 936 }, () => Number(random() < 0.4));
      // The judge passes nine in ten of the right ones and a third of the wrong ones.
      const proxy = all.map((value) => Number(random() < (value === 1 ? 0.9 : 0.33)));
      const truth = all.map((value) => (random() < 60 / 936 ? value : null));
      const rate = all.reduce((sum, value) => sum + value, 0) / 936;
      const labels = truth.filter((value) => value !== null);
      const powered = predictionPowered({ proxy, truth })!.mean;
      signed += powered - rate;
      errors.powered += (powered - rate) ** 2;
      errors.labels += (labels.reduce<number>((sum, value) => sum + value, 0) / labels.length - rate) ** 2;
      errors.judge += (proxy.reduce((sum, value) => sum + value, 0) / 936 - rate) ** 2;
    }
    expect(Math.abs(signed / 300)).toBeLessThan(0.01);
    expect(errors.powered).toBeLessThan(0.85 * errors.labels);
    expect(errors.powered).toBeLessThan(errors.judge / 4);
  });
});

import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { mean } from "../../../../measure/statistics/basics/describe.ts";
import { drawingChances, drawnMean, isNarrow } from "../../../../measure/statistics/correction/drawn-mean.ts";

describe("drawnMean", () => {
  it("is unbiased by known chances, whatever the proxy is wrong about", () => {
    const random = makeRandom("drawn-mean");
    const items = Array.from({ length: 40 }, (_, at) => ({ proxy: Number(at % 2 === 0), truth: Number(at % 5 === 0) }));
    const chances = drawingChances(items.map((_, at) => at / 40));
    const proxyMean = mean(items.map(({ proxy }) => proxy))!;
    const pickOne = () => {
      const place = random();
      const at = chances.findIndex(
        (_, last) => chances.slice(0, last + 1).reduce((sum, chance) => sum + chance, 0) > place,
      );
      return { chance: chances[at]!, ...items[at]! };
    };
    const means = Array.from(
      { length: 3000 },
      () => drawnMean(Array.from({ length: 20 }, pickOne), { size: 40, proxyMean })!.mean,
    );
    expect(mean(means)).toBeCloseTo(0.2, 2);
  });

  it("has a width where no error was drawn, narrows with draws, and knows nothing below two", () => {
    const right = Array.from({ length: 40 }, () => ({ chance: 0.01, proxy: 1, truth: 1 }));
    const few = drawnMean(right, { size: 100, proxyMean: 0.6 })!;
    const many = drawnMean([...right, ...right, ...right], { size: 100, proxyMean: 0.6 })!;
    expect([few.mean, few.half > 0.05, many.half < few.half / 2]).toEqual([0.6, true, true]);
    expect([isNarrow(few, 0.05), isNarrow(many, 0.05), isNarrow({ half: 0.001, n: 30 }, 0.05)]).toEqual([
      false,
      true,
      false,
    ]);
    expect(drawnMean(right.slice(0, 1), { size: 100, proxyMean: 0.6 })).toBeNull();
  });

  it("chances sum to 1, and none is below half of an even one", () => {
    const chances = drawingChances([0, 0, 1]);
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, 12);
    expect(chances[0]).toBeCloseTo(1 / 6, 12);
    expect(drawingChances([0, 0])).toEqual([0.5, 0.5]);
  });
});

import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { normalQuantile } from "../../../../measure/statistics/basics/distributions.ts";
import { pairedComponents, spreadWith, worthOfMoney } from "../../../../measure/statistics/power/paired-components.ts";

const random = makeRandom("paired-components");
const draw = (sd: number) => sd * normalQuantile(random());

describe("pairedComponents", () => {
  it("finds the variances that were planted, and the spread of a study of other repeats", () => {
    const scenarios = Array.from({ length: 20_000 }, () => ({ shared: draw(0.4), own: draw(0.15) }));
    const cells = (sign: number) =>
      scenarios.map(({ shared, own }) => Array.from({ length: 2 }, () => shared + (sign * own) / 2 + draw(0.2)));
    const found = pairedComponents([cells(1), cells(-1)])!;
    expect(found.scenario).toBeCloseTo(0.0225, 2);
    expect(found.repeat).toBeCloseTo(0.04, 2);
    expect(spreadWith(found, { repeats: 4, judgings: 1 })).toBeCloseTo(Math.sqrt(0.0225 + 0.02), 2);
  });

  it("takes what judging again showed out of the repeats, and never makes a variance of less than 0", () => {
    const [one, other] = [
      [
        [0, 1],
        [1, 0],
      ],
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    ];
    const found = pairedComponents([one, other], { one: 0.1, inScores: 0.1 })!;
    expect(found).toEqual({ scenario: 0, repeat: 0.25 - 0.1, judge: 0.1 });
    // Made of two judgings each, scores have half of it.
    expect(pairedComponents([one, other], { one: 0.1, inScores: 0.05 })).toEqual({
      ...{ scenario: 0, repeat: expect.closeTo(0.2, 12), judge: 0.1 },
    });
    expect(pairedComponents([[[1]], [[0]]])).toBeNull();
    expect(
      pairedComponents([
        [[1], [0]],
        [[0], [0]],
      ]),
    ).toEqual({ scenario: expect.closeTo(0.5, 9), repeat: null, judge: null });
    // Without repeats the judge's part is in the differences, twice.
    const [first, second] = [
      [[1], [0]],
      [[0], [0]],
    ];
    expect(pairedComponents([first, second], { one: 0.3, inScores: 0.1 })).toEqual({
      ...{ scenario: expect.closeTo(0.3, 9), repeat: null, judge: 0.3 },
    });
  });

  it("money is worth most on scenarios, and on judging by its share of the variance over that of the price", () => {
    const components = { scenario: 0.02, repeat: 0.03, judge: 0.01 };
    const worth = worthOfMoney(components, { repeats: 1, judgings: 1 }, { execution: 0.09, judging: 0.01 });
    expect(worth.scenarios).toBe(1);
    expect(worth.repeats).toBeCloseTo(0.8, 12);
    expect(worth.judgings).toBeCloseTo(0.2 / 0.1, 12);
  });
});

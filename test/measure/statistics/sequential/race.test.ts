import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { evidenceAbove, race, rejectAfter } from "../../../../measure/statistics/sequential/race.ts";

const RANGE = { low: -1, high: 1 };

describe("evidenceAbove", () => {
  it("reaches 1 / alpha in at most alpha of series without a difference, though looked at after every value", () => {
    const random = makeRandom("betting");
    // Nine in ten lose .1, one gains .9: the mean is 0, and most of a short series looks like a loss.
    const skewed = () => (random() < 0.1 ? 0.9 : -0.1);
    const series = (draw: () => number) => evidenceAbove(Array.from({ length: 200 }, draw), RANGE);
    for (const draw of [skewed, () => -skewed(), () => Math.sign(random() - 0.5)]) {
      const crossed = Array.from({ length: 2000 }, () => series(draw)).filter((most) => most >= 20).length;
      expect(crossed / 2000).toBeLessThanOrEqual(0.05);
    }
  });

  it("grows with a difference, and is 1 without values or with losses alone", () => {
    expect(evidenceAbove([], RANGE)).toBe(1);
    expect(evidenceAbove([-1, -0.5, -1], RANGE)).toBe(1);
    expect(
      evidenceAbove(
        Array.from({ length: 30 }, () => 0.5),
        RANGE,
      ),
    ).toBeGreaterThan(1000);
  });
});

describe("race", () => {
  it("rejects the worst after ever more observations; the last two meet on all of them", () => {
    expect(rejectAfter(4, 60)).toEqual([30, 40, 60]);
    expect(rejectAfter(18, 39).at(-1)).toBe(39);
    expect(rejectAfter(18, 39).reduce((sum, after) => sum + after, 39) / (18 * 39)).toBeLessThan(0.35);
  });

  it("asks those that went out for no more, names the winner, and who cannot be told apart from the best", () => {
    const values = [0.2, 0.9, 0.9, 0.1].map((level, own) =>
      Array.from({ length: 60 }, (_, at) => (at % 7 === own ? level - 0.1 : level)),
    );
    const { left, dropped, alike, used, needs } = race(values, { range: RANGE, alpha: 0.05 });
    expect(dropped.map(({ configuration, after }) => [configuration, after])).toEqual([
      [3, 30],
      [0, 40],
      [left[0] === 1 ? 2 : 1, 60],
    ]);
    expect(needs).toBeNull();
    expect([...alike]).toEqual([1, 2]);
    expect(used).toBe(30 + 40 + 60 + 60);
    // Step by step, each asked for no more than the race needs of it, it is the same race.
    const asked = values.map(() => 0);
    for (let step = race([[], [], [], []], { range: RANGE, alpha: 0.05, observations: 60 }); step.needs !== null; ) {
      for (const one of step.left) asked[one] = step.needs;
      const known = values.map((own, at) => own.slice(0, asked[at]));
      step = race(known, { range: RANGE, alpha: 0.05, observations: 60 });
      if (step.needs === null) expect(step).toMatchObject({ dropped, left, alike, used });
    }
    expect(asked.reduce((sum, own) => sum + own, 0)).toBe(used);
    expect(() => race([[1]], { range: RANGE, alpha: 0.05 })).toThrow(RangeError);
  });
});

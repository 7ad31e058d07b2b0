import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom, shuffle } from "../../../../base/random.ts";
import { sampleForCalibration } from "../../../../harness/judge/judges/sample.ts";
import { configurationName, executionName } from "../../../../harness/record/domain/names.ts";
import type { Verdict } from "../../../../harness/record/domain/records.ts";
import { formOf } from "./cases.ts";

type Kind = "pass" | "fail" | "blocked";

function verdict(model: string, index: number, kind: Kind): Verdict {
  return {
    ...{ scenario_id: `S${String(index).padStart(3, "0")}`, model, workflow: "react", knowledge: "prompt", repeat: 0 },
    type: kind === "blocked" ? "blocked" : "judged",
    evaluator: "e",
    stand_in: true,
    judgement: kind === "blocked" ? null : formOf({ status: kind }),
    claims_disagree: [],
    attempts: [],
  };
}

const matrix = (configurations: number, kinds: readonly Kind[]): Verdict[] =>
  Array.from({ length: configurations }, (_, model) =>
    kinds.map((kind, index) => verdict(`m${model}`, index, kind)),
  ).flat();

const kinds = fc.array(fc.constantFrom<Kind>("pass", "fail", "blocked"), { minLength: 1, maxLength: 60 });
const chosenOf = (verdicts: readonly Verdict[], sample: number, seed = 1): Verdict[] => {
  const names = sampleForCalibration(verdicts, { sample, seed });
  return verdicts.filter((entry) => names.has(executionName(entry)));
};
const countBy = (verdicts: readonly Verdict[], key: (verdict: Verdict) => string) => {
  const counts = new Map<string, number>();
  for (const entry of verdicts) counts.set(key(entry), (counts.get(key(entry)) ?? 0) + 1);
  return counts;
};

describe("sampleForCalibration", () => {
  const study = matrix(
    18,
    Array.from({ length: 52 }, (_, index): Kind => (index < 39 ? "pass" : "fail")),
  );

  it("takes 156 of the study's 936, 8 or 9 from each of 18 configurations, passes and fails in proportion", () => {
    const chosen = chosenOf(study, 156);
    expect(chosen).toHaveLength(156);
    expect([...new Set(countBy(chosen, configurationName).values())].sort()).toEqual([8, 9]);
    const passes = chosen.filter((entry) => entry.judgement?.status === "pass").length;
    expect(passes / chosen.length).toBeCloseTo(0.75, 1);
  });

  it.each([
    [18, 52, 0, 0],
    [18, 4, 156, 36], // 12 by proportion; two per configuration is more
    [2, 52, 156, 17], // 156 x 104 / 936 = 17.3
    [36, 52, 156, 156], // a larger matrix does not get a larger sample
    [3, 1, 156, 3], // one execution per configuration: no two to be had
  ])("%s configurations x %s executions, sample %s -> %s", (configurations, size, sample, expected) => {
    const all = matrix(configurations, Array<Kind>(size).fill("pass"));
    expect(sampleForCalibration(all, { sample, seed: 1 }).size).toBe(expected);
  });

  it("is the same for the same seed, whatever the order of the verdicts; another seed gives another sample", () => {
    const shuffled = shuffle(makeRandom("order"), study);
    const first = sampleForCalibration(study, { sample: 156, seed: 1 });
    expect(sampleForCalibration(shuffled, { sample: 156, seed: 1 })).toEqual(first);
    expect(sampleForCalibration(study, { sample: 156, seed: 2 })).not.toEqual(first);
  });

  it("covers each configuration by two at least, and passes and fails wherever there are both", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        kinds,
        fc.integer({ min: 1, max: 400 }),
        (configurations, cell, sample) => {
          const all = matrix(configurations, cell);
          const chosen = chosenOf(all, sample);
          for (const [, group] of Object.entries(Object.groupBy(all, configurationName))) {
            const mine = chosen.filter((entry) => configurationName(entry) === configurationName(group![0]!));
            expect(mine.length).toBeGreaterThanOrEqual(Math.min(2, group!.length));
            const statuses = (entries: readonly Verdict[]) =>
              new Set(entries.flatMap((entry) => entry.judgement?.status ?? []));
            expect(statuses(mine)).toEqual(statuses(group!));
          }
        },
      ),
    );
  });

  it("takes executions without a judgement only where judged ones run out", () => {
    fc.assert(
      fc.property(kinds, fc.integer({ min: 1, max: 900 }), (cell, sample) => {
        const all = matrix(1, cell);
        const chosen = chosenOf(all, sample);
        const judged = cell.filter((kind) => kind !== "blocked").length;
        const unjudged = chosen.filter((entry) => entry.judgement === null).length;
        expect(unjudged).toBe(Math.max(0, chosen.length - judged));
      }),
    );
  });
});

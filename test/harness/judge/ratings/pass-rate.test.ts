import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../../base/random.ts";
import { correctPassRate } from "../../../../harness/judge/ratings/pass-rate.ts";
import type { RatedUnit } from "../../../../harness/judge/ratings/units.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";

/** 120 judged executions of 40 scenarios, half of them rated by a person who lets 60 % pass; the judge agrees with that share of the people. */
function planted(agrees: number, seed: number) {
  const random = makeRandom("pass-rate", seed);
  const rows = Array.from({ length: 120 }, (_, at) => {
    const truth = random() < 0.6;
    const says = random() < agrees ? truth : !truth;
    return { truth, execution: judged(`S${at % 40}`, { at, status: says ? "pass" : "fail" }) };
  });
  const rated = rows.filter((_, at) => at % 2 === 0);
  return correctPassRate(
    rows.map(({ execution }) => execution),
    rated.map(({ truth, execution }) => unit(execution, truth)),
  );
}

function judged(id: string, { at, status }: { at: number; status: "pass" | "fail" }): ScoredExecution {
  const key = { scenario_id: id, model: "m", workflow: "react", knowledge: "prompt", repeat: at };
  return { record: key, scenario: { id }, primary: { judgement: { status } } } as unknown as ScoredExecution;
}

function unit(execution: ScoredExecution, truth: boolean): RatedUnit {
  return { execution, people: [{ opinion: { status: truth ? "pass" : "fail" } }] } as unknown as RatedUnit;
}

describe("a pass rate corrected for the judge's errors", () => {
  it("is given for a judge that tells pass from fail", () => {
    const { rogan_gladen } = planted(0.9, 1);
    expect(rogan_gladen.value).toBeGreaterThan(0.4);
    expect(rogan_gladen.value).toBeLessThan(0.8);
  });

  it("is none for a judge that tosses a coin, by all but a few seeds", () => {
    const seeds = Array.from({ length: 40 }, (_, seed) => planted(0.5, seed).rogan_gladen.value);
    expect(seeds.filter((value) => value !== null).length).toBeLessThanOrEqual(3);
  });
});

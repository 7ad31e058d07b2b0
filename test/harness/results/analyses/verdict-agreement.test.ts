import { expect, it } from "vitest";
import type { Scored } from "../../../../harness/results/analyses/scored.ts";
import { verdictAgreement } from "../../../../harness/results/analyses/verdict-agreement.ts";

/** An answered execution of its own scenario with both verdicts, unless one is not there. */
function execution(at: number, functional: number | null, judge: number | null, outcome = "success") {
  const scores = { functional_pass: { value: functional }, pass: { value: judge } };
  const facts = { scenario_id: `S${at}`, model: "m", family: "lookup", answerable: true, outcome };
  return { record: { ...facts, scores }, scenario: { id: facts.scenario_id } };
}

it("counts the four cells over answered executions with both verdicts; kappa is Cohen's", () => {
  const verdicts: [number, number][] = [
    ...Array<[number, number]>(20).fill([1, 1]),
    ...Array<[number, number]>(5).fill([1, 0]),
    ...Array<[number, number]>(10).fill([0, 1]),
    ...Array<[number, number]>(15).fill([0, 0]),
  ];
  const executions = [
    ...verdicts.map(([a, b], at) => execution(at, a, b)),
    execution(90, 0, 0, "timeout"),
    execution(91, 1, null),
  ];
  const rows = verdictAgreement.compute(
    { executions, config: { models: [{ name: "m" }], external_agents: [] } } as never as Scored,
    {},
  );
  expect(rows.map(({ factor, level }) => `${factor} ${level}`)).toEqual([
    "all all",
    "answerable true",
    "model m",
    "family lookup",
  ]);
  // Cohen's own layout: 20, 5, 10 and 15 of 50 agree by .70, by chance .50.
  expect(rows[0]).toMatchObject({
    both_pass: 20,
    functional_only: 5,
    judge_only: 10,
    both_fail: 15,
    n: 50,
    percent_agreement: 0.7,
  });
  expect(rows[0]!.cohen_kappa).toBeCloseTo(0.4, 12);
  expect(rows[0]!.low! < 0.4 && rows[0]!.high! > 0.4).toBe(true);
});

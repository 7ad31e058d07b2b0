import { expect, it } from "vitest";
import type { Summary } from "../../../../harness/results/analyses/summary.ts";
import { legend } from "../../../../harness/run/start/print-summary.ts";

const of = (unanswerable: number, answerable: number): string => {
  const configuration = { workflow: "react", metrics: {}, abstention: { unanswerable, answerable } };
  return legend({
    scenarios: 24,
    distinct_scenarios: 22,
    overall: {},
    configurations: [configuration],
  } as unknown as Summary)[2]!;
};

it("a run without any answer has as many distinct scenarios as ever", () => {
  expect([of(7, 17), of(0, 0)].map((line) => line.slice(0, 25))).toEqual(Array(2).fill("24 scenarios, 22 distinct"));
  expect(of(7, 0)).toContain("none with relevant ids");
});

import { describe, expect, it } from "vitest";
import { foundLinks } from "../../../../../harness/results/metrics/discovery/found-links.ts";
import type { ScoredExecution } from "../../../../../harness/results/metrics/scored-execution.ts";

const discovery = { recorded_ids: ["R1", "R2"], unfindable_ids: ["U1"], candidates: 40, signals: {} };

function execution(rankedIds: string[], changes = {}): ScoredExecution {
  const score = (value: number) => ({ value });
  const scores = { retrieved_reported: score(1), retrieved_unreported: score(1), abstention_false: score(0) };
  const scenario = { id: "S1", expected_ids: ["H1", "H2", "H3", "H4"], discovery, ...changes };
  return { scenario, rankedIds, record: { scores } } as never as ScoredExecution;
}

describe("foundLinks", () => {
  it("takes recorded and unfindable ids off the list before it looks at the first ten", () => {
    const found = foundLinks(execution(["R1", "R2", "U1", "x", "H1", ...Array(8).fill("y"), "H2"]));
    expect(found).toMatchObject({ recall10: 1 / 4, recall: 2 / 4, precision10: 1 / 10 });
  });

  it("gives what was retrieved, what is linked already, and what ten random ids would find", () => {
    expect(foundLinks(execution(["R1", "H1"]))).toMatchObject({ retrieved: 2 / 4, echoed: 1 / 2, chance10: 10 / 40 });
  });

  it("gives no precision without a recommendation, and no echo where no link is recorded", () => {
    expect(foundLinks(execution([]))).toMatchObject({ recall10: 0, precision10: null, echoed: null });
    const none = { discovery: { ...discovery, recorded_ids: [] } };
    expect(foundLinks(execution(["H1"], none))).toMatchObject({ precision10: 1, echoed: null });
  });

  it("is about scenarios with hidden links only", () => {
    expect(foundLinks(execution(["H1"], { discovery: undefined }))).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { plotConcurrency } from "../../../../harness/dag/progress/concurrency-plot.ts";
import type { ConcurrencyRecord } from "../../../../harness/record/domain/records.ts";

const at = (second: number, limit: number, reason: ConcurrencyRecord["reason"]): ConcurrencyRecord => ({
  at: new Date(second * 1000).toISOString(),
  provider: "openai",
  reason,
  limit,
  in_flight: 0,
  waiting: 0,
});

describe("plotConcurrency", () => {
  it("draws the limit over time, its range within a column, and pauses", () => {
    const records = [at(0, 4, "start"), at(2, 8, "grow"), at(4, 2, "shrink"), at(4, 2, "pause"), at(8, 4, "grow")];
    expect(plotConcurrency(records, { width: 8, height: 4 })).toBe(
      [
        "openai: requests that may be in flight",
        "   8 |  :#:",
        "   6 |  :#:",
        "   4 |####:  :",
        "   2 |########",
        "     +-------- 8.0 s",
        "          ^ pauses",
      ].join("\n"),
    );
  });

  it("is empty without a record", () => {
    expect(plotConcurrency([], { width: 8, height: 4 })).toBe("");
  });
});

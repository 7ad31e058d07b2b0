import { expect, it } from "vitest";
import { logTicks } from "../../../../harness/show/drawing/log-axis.ts";

it("1, 2 and 5 times powers of ten; powers alone over many; the first and last of two digits between two of them", () => {
  expect(logTicks(0.9, 21)).toEqual([1, 2, 5, 10, 20]);
  expect(logTicks(1, 10_000)).toEqual([1, 10, 100, 1000, 10_000]);
  expect(logTicks(0.0312, 0.0481)).toEqual([0.032, 0.048]);
  expect(logTicks(0.0312, 0.0322)).toEqual([0.032]);
});

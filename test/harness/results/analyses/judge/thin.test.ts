import { expect, it } from "vitest";
import { thinned } from "../../../../../harness/results/analyses/judge/thin.ts";
import { logTicks } from "../../../../../harness/show/drawing/log-axis.ts";

const rows = (n: number) =>
  Array.from({ length: n }, (_, index) => ({ name: `run__S${String(index % 52).padStart(3, "0")}__${index}` }));

it("2,000 rows are kept as they are; of more, 2,000 in their order, the same ones each time", () => {
  const few = rows(2000);
  expect(thinned(few, ({ name }) => name)).toBe(few);
  const many = rows(20_000);
  const kept = thinned(many, ({ name }) => name);
  expect(kept).toHaveLength(2000);
  expect(kept).toEqual(thinned(many, ({ name }) => name));
  expect(kept).toEqual(many.filter((row) => kept.includes(row)));
});

it("leaves no scenario out: of 52, each keeps 15 to 65 of its 385 rows when a tenth is kept", () => {
  const kept = thinned(rows(20_000), ({ name }) => name);
  const counts = Array.from(
    { length: 52 },
    (_, s) => kept.filter(({ name }) => name.includes(`S${String(s).padStart(3, "0")}`)).length,
  );
  expect(Math.min(...counts)).toBeGreaterThan(15);
  expect(Math.max(...counts)).toBeLessThan(65);
});

it("labels a logarithmic axis at 1, 2 and 5, at powers of ten alone where that is more than eight, and only within its ends", () => {
  expect(logTicks(15_000, 340_000)).toEqual([20_000, 50_000, 100_000, 200_000]);
  expect(logTicks(0.004, 3)).toEqual([0.01, 0.1, 1]);
});

import { expect, it } from "vitest";
import { jsonBatches } from "../../../db/postgres/json-batches.ts";

const counts = (rows: Record<string, unknown>[], maxRows: number) =>
  [...jsonBatches(rows, maxRows)].map(({ json }) => (JSON.parse(json) as unknown[]).length);

it("gives batches of at most so many rows, in order", () => {
  const rows = Array.from({ length: 5 }, (_value, n) => ({ n }));
  expect([...jsonBatches(rows, 2)].flatMap(({ json }) => JSON.parse(json))).toEqual(rows);
  expect(counts(rows, 2)).toEqual([2, 2, 1]);
  expect(counts([], 2)).toEqual([]);
});

it("gives smaller batches of long rows, and one longer than the limit alone", () => {
  const long = { text: "x".repeat(1_200_000) };
  expect(counts([long, { text: "" }, long, { text: "y".repeat(2_100_000) }, { text: "" }], 1000)).toEqual([2, 1, 1, 1]);
});

it("replaces what PostgreSQL's text cannot hold", () => {
  expect([...jsonBatches([{ text: "a\u0000b\ud800" }], 1)][0]!.json).toBe('[{"text":"a\ufffdb\ufffd"}]');
});

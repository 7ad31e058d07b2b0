import { describe, expect, it } from "vitest";
import { facetsOf, passes, recordOf, sorted } from "../../../../assistant/app/scope/attributes.ts";

const row = (id: string, name: string, fields: object) => ({
  asked: id,
  matched_by: "exact",
  id,
  type: "test_case",
  name,
  ...fields,
});
const records = new Map([
  ["a", recordOf(row("a", "A", { quality_area: "robustness", attributes: { prio: 10, labels: ["x", "y"] } }))],
  ["b", recordOf(row("b", "B", { quality_area: null, instructions: "1. Go", attributes: { prio: 9 } }))],
  [
    "c",
    recordOf(
      row("c", "C", { quality_area: "functional", attributes: { prio: 9, nested: { deep: 1 }, why: "w".repeat(80) } }),
    ),
  ],
]);
const ids = [...records.keys()];

describe("attributes of a scope's tests", () => {
  it("are what the corpus declares in few words, with how many tests have each value, none said last", () => {
    const told = facetsOf(ids, records).map(({ name, values }) => [name, ...[...values].map(String)]);
    expect(told).toEqual([
      ["quality_area", "functional,1", "robustness,1", ",1"],
      ["prio", "9,2", "10,1"],
      ["labels", "x, y,1", ",2"],
    ]);
  });

  it("sort as people read numbers, equal ones by rank, and narrow by each value, that of none too", () => {
    expect(sorted(ids, records, "prio")).toEqual(["b", "c", "a"]);
    expect(sorted(ids, records, "quality_area")).toEqual(["c", "a", "b"]);
    expect(sorted(ids, records, null)).toEqual(ids);
    const where = (name: string, value: string) =>
      ids.filter((id) => passes(records.get(id), new Map([[name, value]])));
    expect(where("quality_area", "")).toEqual(["b"]);
    expect(where("prio", "9")).toEqual(["b", "c"]);
  });
});

import { expect, it } from "vitest";
import { toSearchFilter } from "../../../agent/tools/search-input.ts";

it("any attribute filters by its name; a field of its own goes before it", () => {
  const attributes = [
    { name: "release", value: "17" },
    { name: "subtype", value: "defect" },
  ];
  expect(toSearchFilter({ attributes }).attributes).toEqual({ release: "17", subtype: "defect" });
  expect(toSearchFilter({ attributes, subtype: "feature" }).attributes).toEqual({ release: "17", subtype: "feature" });
  expect(toSearchFilter({}).attributes).toEqual({});
});

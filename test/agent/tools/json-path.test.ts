import { expect, it } from "vitest";
import { readJsonPath } from "../../../agent/tools/json-path.ts";

const value = {
  rows: [{ id: "a", tags: ["x", "y"] }, { id: "b", "odd key": 1 }, { id: "c" }],
  total: 3,
  __proto__: null,
};

it.each([
  ["$", value],
  ["$.total", 3],
  ["total", 3],
  ["$.rows[1].id", "b"],
  ["$.rows[1]['odd key']", 1],
  ['rows[1]["odd key"]', 1],
  ["$.rows[*].id", ["a", "b", "c"]],
  ["$.rows[1:].id", ["b", "c"]],
  ["$.rows[:1].id", ["a"]],
  ["$.rows[0:2].tags[0]", ["x", null]],
  ["$.rows[9]", null],
  ["$.rows[9:12]", []],
  ["$.rows.length", 3],
  ["$.constructor", null],
  ["$.total.deeper", null],
])("%s", (path, expected) => {
  expect(readJsonPath(value, path)).toEqual(expected);
});

it.each(["$..id", "$.rows[-1]", "$.rows[?(@.id)]", "$.rows[", "a b", "$.rows[0:1:2]", "$["])("refuses %s", (path) => {
  expect(() => readJsonPath(value, path)).toThrowError(expect.objectContaining({ code: "invalid_arguments" }));
});

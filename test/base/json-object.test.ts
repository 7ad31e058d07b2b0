import { expect, it } from "vitest";
import { repeatedName } from "../../base/json-object.ts";

it.each([
  ['{"a": 1, "a": 2}', "a"],
  ['{"a": [{"b": {}, "c": "}", "b" : 1}]}', "b"],
  ['{"a": 1, "\\u0061": 2}', "a"],
  ['{"": 1, "": 2}', ""],
  ['{"a": {"b": 1}, "b": {"a": 1}}', null],
  ['[{"a": 1}, {"a": 1}, "a", "{\\"a\\": 1, \\"a\\": 2}"]', null],
  ['{"a": "x\\\\", "b": "\\"a\\":"}', null],
])("of %s the name given twice in one object is %s", (json, name) => {
  expect(repeatedName(json)).toBe(name);
});

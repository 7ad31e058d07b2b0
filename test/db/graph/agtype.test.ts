import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseAgtype } from "../../../db/graph/agtype.ts";

const VERTEX =
  '{"id": 1125899906842632, "label": "T", "properties": {"id": "TC-1", "name": "::vertex \\" NaN"}}::vertex';
const EDGE = '{"id": 1, "label": "R", "end_id": 3, "start_id": 2, "properties": {"from": "TC-1", "to": "F-1"}}::edge';

describe("parseAgtype", () => {
  it.each([
    ["null", null, null],
    ["a text", '"a ::vertex b"', "a ::vertex b"],
    ["an integer", "42", 42],
    ["a numeric", "1.50::numeric", 1.5],
    ["what JSON lacks", "[NaN, Infinity, -Infinity]", [null, null, null]],
    ["a map with nested values", '{"a": [1, {"b": true}]}', { a: [1, { b: true }] }],
    ["a node", VERTEX, { id: "TC-1", name: '::vertex " NaN', label: "T" }],
    ["a relationship", EDGE, { from: "TC-1", to: "F-1", type: "R" }],
    [
      "a path",
      `[${VERTEX}, ${EDGE}]::path`,
      [
        { id: "TC-1", name: '::vertex " NaN', label: "T" },
        { from: "TC-1", to: "F-1", type: "R" },
      ],
    ],
    ["a map that looks like half a node", '{"id": "x", "label": "y"}', { id: "x", label: "y" }],
  ])("reads %s", (_what, text, expected) => {
    expect(parseAgtype(text)).toEqual(expected);
  });

  it("gives plain JSON back as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        fc.pre(!JSON.stringify(value).includes("__proto__"));
        expect(parseAgtype(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

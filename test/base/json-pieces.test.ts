import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonPieces } from "../../base/json-pieces.ts";

it("pieces of any value are its JSON with two spaces", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect([...jsonPieces(value)].join("")).toBe(JSON.stringify(value, null, 2));
    }),
  );
});

it("a long list comes in pieces, and a member that is undefined is left out", () => {
  const value = { list: Array.from({ length: 20_000 }, (_, at) => ({ at, gone: undefined })), none: [], empty: {} };
  const pieces = [...jsonPieces(value)];
  expect(pieces.length).toBeGreaterThan(3);
  expect(pieces.join("")).toBe(JSON.stringify(value, null, 2));
});

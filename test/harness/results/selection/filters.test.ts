import fc from "fast-check";
import { expect, it } from "vitest";
import { FILTER_KEYS, formatFilters, parseFilters } from "../../../../harness/results/selection/filters.ts";

it("what is written into an address is read back, in a fixed order and without empty values", () => {
  expect(formatFilters({ q: "a&b=c", model: "explorer", family: "" })).toBe("model=explorer&q=a%26b%3Dc");
  const filters = fc.dictionary(fc.constantFrom(...FILTER_KEYS), fc.string({ minLength: 1, unit: "grapheme" }));
  fc.assert(
    fc.property(filters, (given) => {
      expect(parseFilters(formatFilters(given))).toEqual({ ...given });
    }),
  );
});

it("unknown keys of an address are ignored", () => {
  expect(parseFilters("?model=a&evil=b&id=c")).toEqual({ model: "a" });
});

import { describe, expect, it } from "vitest";
import { deniesExistence, exposedItems, sourceSetScores } from "../../../measure/metrics/exposure.ts";

describe("exposedItems", () => {
  it("names what is hidden at each stage, once, in order of appearance", () => {
    const staged = { retrieved: ["a", "x", "y", "x"], context: ["x"], answer: ["a"] };
    expect(exposedItems(staged, (id) => id === "x" || id === "y")).toEqual({
      ...{ retrieved: ["x", "y"], context: ["x"], answer: [] },
    });
  });
});

describe("sourceSetScores", () => {
  it("is over the sources that were searched and those that hold the fact", () => {
    expect(sourceSetScores(new Set(["wiki", "chat", "tests"]), new Set(["wiki", "tracker"]))).toEqual({
      ...{ precision: 1 / 3, recall: 1 / 2 },
    });
  });

  it("has no precision without a search and no recall where nothing holds it", () => {
    expect(sourceSetScores(new Set(), new Set(["wiki"]))).toEqual({ precision: null, recall: 0 });
    expect(sourceSetScores(new Set(["wiki"]), new Set())).toEqual({ precision: 0, recall: null });
  });
});

describe("deniesExistence", () => {
  it.each(["This does not exist.", "There is no budget for it.", "Nobody owns it.", "Das gibt es nicht."])(
    "is over-trust: %s",
    (answer) => expect(deniesExistence(answer)).toBe(true),
  );

  it.each([
    "Nothing that is visible to you says this.",
    "There is no page on it that you can see.",
    "There is none among what I may read: you have no access to the plans.",
    "The budget is EUR 3,000.",
    "",
  ])("is none: %s", (answer) => expect(deniesExistence(answer)).toBe(false));
});

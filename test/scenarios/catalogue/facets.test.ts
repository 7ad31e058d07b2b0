import { describe, expect, it } from "vitest";
import { facetsOf, leftUnphrased } from "../../../scenarios/catalogue/facets.ts";
import type { TestAttributes } from "../../../scenarios/catalogue/relations.ts";

function tests(attributes: (index: number) => Record<string, unknown>, count = 12): TestAttributes[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `T-${index}`,
    columns: { quality_area: index % 2 === 0 ? "safety" : null },
    attributes: attributes(index),
  }));
}

function keys(attributes: (index: number) => Record<string, unknown>, ids: string[] = []): string[] {
  const { facets, unphrased } = facetsOf(tests(attributes), new Set(ids));
  return [...facets.map(({ key }) => key), ...unphrased];
}

describe("facetsOf", () => {
  it("takes short texts and lists of them that repeat", () => {
    const found = facetsOf(
      tests((index) => ({ area: `a${index % 3}`, tags: [`t${index % 2}`, "common"] })),
      new Set(),
    );
    expect(found.facets).toEqual([
      { key: "area", source: "attribute" },
      { key: "tags", source: "list" },
    ]);
    expect([...(found.values.get("area")?.get("a1") ?? [])]).toEqual(["T-1", "T-4", "T-7", "T-10"]);
    expect(found.ofTest.get("T-1")?.get("tags")).toEqual(["common", "t1"]);
  });

  it("leaves out a value that says that there is none", () => {
    const found = facetsOf(
      tests((index) => ({ failure_condition: ["none", "no failure", "", "N/A", "fire", "flood"][index % 6] })),
      new Set(),
    );
    expect([...(found.values.get("failure_condition")?.keys() ?? [])]).toEqual(["fire", "flood"]);
  });

  it("leaves out what identifies, what is long, what is not text, and what has one value", () => {
    expect(keys((index) => ({ uuid: `u${index}` }))).toEqual([]);
    expect(keys((index) => ({ prose: `${index % 2} ${"word ".repeat(20)}` }))).toEqual([]);
    expect(keys((index) => ({ number: index % 2 }))).toEqual([]);
    expect(keys((index) => ({ mixed: index % 2 === 0 ? "a" : 1 }))).toEqual([]);
    expect(keys(() => ({ one: "a" }))).toEqual([]);
  });

  it("leaves out bookkeeping: ids of artifacts and names of other attributes", () => {
    expect(keys((index) => ({ cloned_from: `T-${index % 3}` }), ["T-0", "T-1", "T-2"])).toEqual([]);
    expect(keys((index) => ({ differs_in: ["area", "quality_area"][index % 2], area: `a${index % 3}` }))).toEqual([
      "area",
    ]);
  });

  it("asks about an attribute only where the corpus or its well-known name says how it reads", () => {
    const attributes = tests((index) => ({
      bench: `b${index % 3}`,
      rig: `r${index % 2}`,
      "Test Type": `t${index % 2}`,
    }));
    const found = facetsOf(attributes, new Set(), { rig: "run on rig {}" });
    expect(Object.fromEntries(found.phrases)).toEqual({ "Test Type": "of type {}", rig: "run on rig {}" });
    expect(found.facets.map(({ key }) => key)).toEqual(["Test Type", "rig"]);
    expect([...found.values.keys(), ...(found.ofTest.get("T-1")?.keys() ?? [])]).not.toContain("bench");
    expect(leftUnphrased(found).join()).toContain("no question asks about 1 attribute of test cases");
    expect(leftUnphrased(found).join()).toContain("bench");
    expect(leftUnphrased(facetsOf([], new Set()))).toEqual([]);
  });

  it("finds nothing in an empty corpus", () => {
    expect(facetsOf([], new Set()).facets).toEqual([]);
  });
});

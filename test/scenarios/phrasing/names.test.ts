import { expect, it } from "vitest";
import type { Catalogue } from "../../../scenarios/catalogue/catalogue.ts";
import { singular } from "../../../scenarios/catalogue/singular.ts";
import { sayItem, sayItemByName, withNoun } from "../../../scenarios/phrasing/names.ts";

it.each([
  ["packages", "package"],
  ["interface specs", "interface spec"],
  ["stories", "story"],
  ["classes", "class"],
  ["bus", "bus"],
  ["class", "class"],
  ["analysis", "analysis"],
  ["alias", "alias"],
])("says one of %s: %s", (noun, one) => expect(singular(noun)).toBe(one));

it("says a noun once, whether a name or an id begins with it", () => {
  expect(withNoun("package", "package net/http")).toBe("package net/http");
  expect(withNoun("package", "net/http")).toBe("package net/http");
  expect(withNoun("component", "components")).toBe('component "components"');
  const item = { name: "", telling: null, status: null, askable: true };
  expect(sayItem({ ...item, id: "bugs-9453", subtype: "bug" })).toBe("bugs-9453");
  expect(sayItem({ ...item, id: "feature:class", subtype: "feature" })).toBe("feature:class");
  expect(sayItem({ ...item, id: "req~login~1", subtype: "req" })).toBe("req~login~1");
  expect(sayItem({ ...item, id: "CRQ-5512", subtype: "change_request" })).toBe("change request CRQ-5512");
  expect(sayItem({ ...item, id: "requirement", subtype: "requirement" })).toBe("requirement requirement");
});

it("calls an item by its name where no other has it and a question can hold it", () => {
  const items = ["Pause a trip", "Export", "export", "x".repeat(140), "y".repeat(141), ""].map((name, at) => ({
    ...{ id: `F-${at}`, name, telling: null, status: null, askable: true, subtype: "feature" },
  }));
  const catalogue = { items: new Map(items.map((item) => [item.id, item])) } as unknown as Catalogue;
  expect(items.map((item) => sayItemByName(item, catalogue)?.slice(0, 26) ?? null)).toEqual([
    'the feature "Pause a trip"',
    ...[null, null, `the feature "${"x".repeat(13)}`, null, null],
  ]);
});

import { expect, it } from "vitest";
import { singular } from "../../../scenarios/catalogue/singular.ts";
import { sayItem, withNoun } from "../../../scenarios/phrasing/names.ts";

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

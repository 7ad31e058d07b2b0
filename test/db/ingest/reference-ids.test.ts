import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { normaliseReference, referenceResolver } from "../../../db/ingest/reference-ids.ts";
import { mapCorpus } from "../../../db/ports/corpus-rows.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();
const resolve = referenceResolver(mapCorpus(corpus), corpus.mapping.idPatterns);
const idsOf = (raw: string) => {
  const resolution = resolve(raw);
  return "items" in resolution ? resolution.items.map((item) => item.id) : resolution.reason;
};

describe("referenceResolver", () => {
  it.each([
    ["REQ-201"],
    [" REQ-201; "],
    ["req-201"],
    ["REQ-201 (v2)"],
    ["REQ-201 (v2) [agreed]"],
    ["REQ-201 [replaces REQ-202]"],
    ["REQ-201 v2.1"],
    ["REQ-201_v3"],
    ["REQ-201-rev B"],
    ["REQ-201/AC5"],
    ["REQ-201:AC5"],
    ["REQ-201#3"],
    ["REQ-201 - only the first part"],
    ["REQ-201: interruption of REQ-202"],
    ["see REQ-201"],
  ])("reads %s as REQ-201", (raw) => {
    expect(idsOf(raw)).toEqual(["REQ-201"]);
  });

  it.each([["REQ-201/REQ-202"], ["REQ-201, req-202"], ["REQ-201 and REQ-202 [both]"], ["REQ-201; REQ-202;"]])(
    "reads %s as both",
    (raw) => {
      expect(idsOf(raw)).toEqual(["REQ-201", "REQ-202"]);
    },
  );

  it("infers the kind from the id's structure", () => {
    expect(resolve("DD-301, draft")).toMatchObject({ items: [{ id: "DD-301", kind: "design_document" }] });
  });

  it.each([
    ["exact", " REQ-201 "],
    ["letter case", "req-201"],
    ["list", "REQ-201/REQ-202"],
    ["notes stripped", "REQ-201 (v2)"],
    ["leading id", "REQ-201:AC5"],
    ["only id in the text", "see REQ-201"],
  ])("names the rule %s for %s", (rule, raw) => {
    expect(resolve(raw)).toMatchObject({ rule });
  });

  it.each([
    ["unknown id", "FEA-999"],
    ["no id", "ask the architect"],
    ["wrong role", "TC-1001"],
    ["ambiguous", "between REQ-201 or REQ-202"],
  ])("names the problem %s of %s", (problem, raw) => {
    expect(resolve(raw)).toMatchObject({ problem });
  });

  it("does not guess between ids that differ by letter case only", () => {
    const items = ["Req-a", "REQ-A"].map((id) => ({ id, type: "requirement", title: id, text: "", meta: {} }));
    const resolveOf = referenceResolver(mapCorpus({ ...corpus, artifacts: items }), []);
    expect(resolveOf("REQ-A")).toMatchObject({ rule: "exact", items: [{ id: "REQ-A" }] });
    expect(resolveOf("req-a")).toMatchObject({ problem: "ambiguous", reason: "could be Req-a or REQ-A" });
  });

  it.each([
    ["an id that no item has", "FEA-999", "has the structure of a feature id, but there is no such item"],
    ["a longer id", "REQ-2011", "has the structure of a requirement id, but there is no such item"],
    ["prose", "ask the architect", "no id of a backlog item in it"],
    ["nothing", "  ", "no id of a backlog item in it"],
    ["another role", "TC-1001", "TC-1001 is a test case, not a backlog item"],
    ["prose about two items", "between REQ-201 or REQ-202", "names 2 ids: REQ-201, REQ-202"],
  ])("does not resolve %s", (_what, raw, reason) => {
    expect(idsOf(raw)).toBe(reason);
  });

  it("finds an id through any notes and qualifiers after it", () => {
    const note = fc.constantFrom(
      " (v2)",
      " [see note 4]",
      " {x}",
      ";",
      ",",
      " rev C",
      " - partly",
      "#7",
      "/AC1",
      ": text",
      ".",
    );
    fc.assert(
      fc.property(
        fc.array(note, { maxLength: 4 }),
        (notes) => void expect(idsOf(`REQ-201${notes.join("")}`)).toEqual(["REQ-201"]),
      ),
    );
  });
});

it("normaliseReference ends on any text and is idempotent", () => {
  fc.assert(
    fc.property(
      fc.string(),
      (text) => void expect(normaliseReference(normaliseReference(text))).toBe(normaliseReference(text)),
    ),
  );
});

import { describe, expect, it } from "vitest";
import {
  findConditions,
  toSql,
  unmetConditions,
} from "../../../../agent/policy-models/deciding/which-conditions-are-set.ts";
import { readQuestion } from "../../../../agent/policy-models/reading/what-was-asked.ts";

const read = (text: string) => readQuestion(text, { later: false });
const values = (...entries: [attribute: string, value: string][]) => entries.map((entry) => new Map([entry]));

describe("findConditions", () => {
  it("takes the longest value where one stands in another, of whatever attribute", () => {
    const candidates = values(["procedure", "release with suspend"], ["differs_in", "release"], ["deployment", "CU"]);
    expect(findConditions(read("tests about release with suspend"), candidates, [])).toEqual([
      { attribute: "procedure", values: ["release with suspend"], wanted: true },
    ]);
  });

  it("takes no value out of the asker's words for another", () => {
    const resolved = [{ phrase: "resumption of signalling and user plane", term: "service request" }];
    const candidates = values(["procedure", "service request"], ["area", "user plane"]);
    expect(findConditions(read("resumption of signalling and user plane, on N2"), candidates, resolved)).toEqual([
      { attribute: "procedure", values: ["service request"], wanted: true },
    ]);
  });

  it("counts a value that is a word of asking only behind its attribute's name", () => {
    const candidates = values(["kind", "tests"], ["area", "gnmi"]);
    const attributes = (text: string) => findConditions(read(text), candidates, []).map(({ attribute }) => attribute);
    expect(attributes("which tests are in the area of gnmi?")).toEqual(["area"]);
    expect(attributes("those with kind tests")).toEqual(["kind"]);
  });

  it("leaves out what the question leaves out", () => {
    const found = findConditions(read("tests on N2 but not in simulator"), values(["context", "simulator"]), []);
    expect(found).toEqual([{ attribute: "context", values: ["simulator"], wanted: false }]);
  });
});

describe("unmetConditions", () => {
  const resolved = [{ phrase: "F1AP", term: "F1 Application Protocol" }];

  it("holds a term that no candidate has against them, unless it is not wanted anyway", () => {
    const candidates = values(["protocol", "NGAP"]);
    expect(unmetConditions(read("those over F1AP"), candidates, resolved)).toHaveLength(1);
    expect(unmetConditions(read("all but not those over F1AP"), candidates, resolved)).toEqual([]);
  });
});

describe("an attribute that the question gives a value", () => {
  const candidates = values(["area", "qos"], ["kind", "tests"]);

  it("is fulfilled by none of those that have others", () => {
    expect(unmetConditions(read("those in the area of isis"), candidates, [])).toMatchObject([{ attribute: "area" }]);
  });

  it("is met where one has it, and sets nothing where it is only named or excluded", () => {
    for (const text of ["those in the area of qos", "which area has most?", "all but not those in the area of isis"])
      expect(unmetConditions(read(text), candidates, [])).toEqual([]);
  });
});

describe("toSql", () => {
  it("quotes values and tells columns from members of the attributes", () => {
    const condition = { attribute: "area", values: ["it's"], wanted: true };
    expect(toSql(condition, [])).toBe("attributes->>'area' IN ('it''s')");
    expect(toSql({ ...condition, wanted: false }, ["area"])).toBe("(area IS NULL OR area NOT IN ('it''s'))");
    expect(toSql({ ...condition, values: ["*"], wanted: false }, ["area"])).toBe("area IS NULL");
  });
});

import { describe, expect, it } from "vitest";
import { vocabularyOf } from "../../../scenarios/catalogue/vocabulary.ts";

const ENTRIES = [
  {
    term: "paging",
    kind: "term",
    expansion: "search",
    definition: "A procedure. Also said: calling a phone; waking it up; search.",
  },
  { term: "resume", kind: "term", expansion: "", definition: "Another. Also said: waking it up; carrying on." },
  { term: "PG", kind: "abbreviation", expansion: "paging", definition: "Testers write PG." },
  { term: "RS", kind: "acronym", expansion: "resume", definition: "" },
  { term: "RS", kind: "acronym", expansion: "reset", definition: "" },
];

describe("vocabularyOf", () => {
  it("gives the other ways to say a term, in any case of the term", () => {
    const vocabulary = vocabularyOf(ENTRIES);
    expect(vocabulary.wordings("Paging")).toEqual(["calling a phone", "search"]);
    expect(vocabulary.abbreviations("paging")).toEqual(["PG"]);
  });

  it("leaves out wordings that mean two things, since a question would be ambiguous", () => {
    const vocabulary = vocabularyOf(ENTRIES);
    expect(vocabulary.wordings("resume")).toEqual(["carrying on"]);
    expect(vocabulary.abbreviations("resume")).toEqual([]);
  });

  it("knows nothing without a knowledge base", () => {
    expect(vocabularyOf([]).wordings("paging")).toEqual([]);
  });
});

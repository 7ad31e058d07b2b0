import { describe, expect, it } from "vitest";
import type { QueryResult, Row, SqlPort } from "../../../db/ports.ts";
import { readVocabulary } from "../../../scenarios/catalogue/vocabulary.ts";

/** Only the knowledge base is asked, with one query: rows are given instead of a database. */
function knowledgeBase(rows: Row[]): SqlPort {
  const query = async <T extends Row>(): Promise<QueryResult<T>> => ({
    rows: rows as T[],
    fields: Object.keys(rows[0] ?? {}),
  });
  return { backEnd: "rows", query, execute: async () => undefined, close: async () => undefined };
}

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

describe("readVocabulary", () => {
  it("gives the other ways to say a term, in any case of the term", async () => {
    const vocabulary = await readVocabulary(knowledgeBase(ENTRIES));
    expect(vocabulary.wordings("Paging")).toEqual(["calling a phone", "search"]);
    expect(vocabulary.abbreviations("paging")).toEqual(["PG"]);
  });

  it("leaves out wordings that mean two things, since a question would be ambiguous", async () => {
    const vocabulary = await readVocabulary(knowledgeBase(ENTRIES));
    expect(vocabulary.wordings("resume")).toEqual(["carrying on"]);
    expect(vocabulary.abbreviations("resume")).toEqual([]);
  });

  it("knows nothing without a knowledge base", async () => {
    expect((await readVocabulary(knowledgeBase([]))).wordings("paging")).toEqual([]);
  });
});

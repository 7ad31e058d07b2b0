import { describe, expect, it } from "vitest";
import { evidenceIn } from "../../../agent/answer/own-words.ts";
import { idReader } from "../../../base/ids/id-reader.ts";

const ids = idReader(["TC-100", "TC-200"], { idPatterns: [{ pattern: "TC-\\d+" }] });
const evidence = (query: string, rows: string, tool = "sql_query") =>
  evidenceIn(rows, { tool, arguments: { query } }, ids);

describe("what a call returned, as evidence of an id", () => {
  it("is none of an id that no record has and the query says itself, whole or in parts", () => {
    expect(evidence("SELECT 'TC-999' AS id", '{"id":"TC-999"}')("TC-999")).toBe(false);
    expect(evidence("SELECT 'TC-' || 999 AS id", '{"id":"TC-999"}')("TC-999")).toBe(false);
    expect(evidence("UNWIND ['TC-999'] AS id RETURN id", '{"id":"TC-999"}', "cypher_query")("TC-999")).toBe(false);
  });

  it("is one of a record that the query asks for, and of what a record's text says", () => {
    expect(evidence("SELECT * FROM t WHERE id = 'TC-100'", '{"id":"TC-100"}')("TC-100")).toBe(true);
    expect(evidence("SELECT text FROM t WHERE id = 'TC-100'", '{"text":"replaces TC-999"}')("TC-999")).toBe(true);
    expect(evidence("SELECT 'TC-999' AS id", '{"id":"TC-100"}')("TC-200")).toBe(false);
  });

  it("is what stands there where a tool runs no query of the agent's", () => {
    expect(evidence("TC-999", '{"snippet":"replaces TC-999"}', "keyword_search")("TC-999")).toBe(true);
  });
});

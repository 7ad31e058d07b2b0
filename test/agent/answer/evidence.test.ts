import { describe, expect, it } from "vitest";
import { evidenceIn, groundedIn } from "../../../agent/answer/evidence.ts";
import type { ToolCallRecord } from "../../../agent/contract/contract.ts";
import { idReader } from "../../../base/ids/id-reader.ts";
import { nonEmpty } from "../../non-empty.ts";

const ids = idReader(["TC-100", "TC-200"], { idPatterns: [{ pattern: "TC-\\d+" }] });
const call = (query: string, result: string, family: ToolCallRecord["family"] = "sql") =>
  ({ status: "success", family, arguments: { query }, preview: result, result }) as const;
const evidence = (...given: Parameters<typeof call>) => evidenceIn(call(...given), ids);

describe("what a call returned, as evidence of an id", () => {
  it("is none of an id that no record has and the query says itself, whole or in parts", () => {
    expect(evidence("SELECT 'TC-999' AS id", '{"id":"TC-999"}')("TC-999")).toBe(false);
    expect(evidence("SELECT 'TC-' || 999 AS id", '{"id":"TC-999"}')("TC-999")).toBe(false);
    expect(evidence("UNWIND ['TC-999'] AS id RETURN id", '{"id":"TC-999"}', "cypher")("TC-999")).toBe(false);
  });

  it("is one of a record that the query asks for, and of what a record's text says", () => {
    expect(evidence("SELECT * FROM t WHERE id = 'TC-100'", '{"id":"TC-100"}')("TC-100")).toBe(true);
    expect(evidence("SELECT text FROM t WHERE id = 'TC-100'", '{"text":"replaces TC-999"}')("TC-999")).toBe(true);
    expect(evidence("SELECT 'TC-999' AS id", '{"id":"TC-100"}')("TC-200")).toBe(false);
  });

  it("is an item of a live source where a row has it, opened by its id or not, and the query does not count", () => {
    expect(evidence("TC-999", '{"query":"TC-998","rows":[{"id":"TC-999"}]}', "live_source")("TC-999")).toBe(true);
    expect(evidence("TC-999", '{"query":"TC-999","rows":[{"id":"TC-998"}]}', "live_source")("TC-999")).toBe(false);
  });

  it("is none where the call failed, or shows what was stored or said and no record", () => {
    expect(evidenceIn({ ...call("", "TC-100"), status: "error" }, ids)("TC-100")).toBe(false);
    for (const family of nonEmpty(["artifact", "delegation", "filesystem", "skill", "new"] as const)) {
      const told = evidenceIn({ ...call("", "TC-100 and TC-999"), family }, ids);
      expect([family, told("TC-100"), told("TC-999")]).toEqual([family, false, false]);
    }
  });

  it("is what a preview holds where there is no whole result, and not what it repeats", () => {
    const looked = { ...call("TC-999", "TC-100 replaces TC-998; not found: TC-999", "identifier"), result: undefined };
    expect(["TC-100", "TC-998", "TC-999"].map(evidenceIn(looked, ids))).toEqual([true, true, false]);
  });

  it("of several calls is that of any", () => {
    const isGrounded = groundedIn([call("", "TC-999", "filesystem"), call("", "TC-200", "keyword")], ids);
    expect(["TC-200", "TC-999"].map(isGrounded)).toEqual([true, false]);
  });
});

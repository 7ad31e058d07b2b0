import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_ANALYSIS, termReader, termsOf, withNamesSplit } from "../../../db/search/terms.ts";

describe("termsOf", () => {
  it.each([
    ["drops stop words, lowers case and stems", "The handovers were Failing", ["handov", "fail"]],
    ["splits ids and paths at signs", "FEA-1023 oc:/acl/config", ["fea", "1023", "oc", "acl", "config"]],
    ["gives a camel-case name and its words", "NGSetupRequest", ["ngsetuprequest", "ng", "setup", "request"]],
    ["keeps acronyms, their plurals and mixed words whole", "UEs eNB IPv4 gNodeB", ["ue", "enb", "ipv4", "gnodeb"]],
    ["drops a possessive", "the eNB\u2019s timer's", ["enb", "timer"]],
    ["keeps letters of other scripts", "Prüfung \u6e2c\u8a66", ["prüfung", "\u6e2c\u8a66"]],
    ["gives nothing for signs and stop words", "-- the ... of !", []],
  ])("%s", (_what, text, terms) => {
    expect(termsOf(text, DEFAULT_ANALYSIS)).toEqual(terms);
  });

  it("gives letters and digits only, at most 64 of them, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        for (const term of termsOf(text, DEFAULT_ANALYSIS)) expect(term).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
      }),
    );
  });

  it("gives the same terms from a reader that has seen other texts", () => {
    const read = termReader(DEFAULT_ANALYSIS);
    fc.assert(fc.property(fc.string(), (text) => void expect(read(text)).toEqual(termsOf(text, DEFAULT_ANALYSIS))));
  });
});

it("words stay whole where nothing is stemmed", () => {
  expect(termsOf("The handovers were Failing", { ...DEFAULT_ANALYSIS, stemming: "none" })).toEqual([
    "handovers",
    "failing",
  ]);
});

it("withNamesSplit writes camel-case names as words and leaves the rest", () => {
  expect(withNamesSplit("send NGSetupRequest, UEs")).toBe("send NG Setup Request, UEs");
});

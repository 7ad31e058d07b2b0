import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isPlain, type KeywordQuery, parseKeywordQuery as parseWith, rankingTerms } from "../../../db/search/query.ts";
import { DEFAULT_ANALYSIS } from "../../../db/search/terms.ts";

const parseKeywordQuery = (text: string) => parseWith(text, DEFAULT_ANALYSIS);

/** The query as text: `a`, `"a b"`, `(x AND y)`, `NOT x`; alternative sequences joined by `|`. */
function shown(query: KeywordQuery | null): string {
  if (query === null) return "-";
  if (query.kind === "words")
    return `${query.quoted ? "'" : ""}${query.sequences.map((sequence) => sequence.join(" ")).join("|")}`;
  if (query.kind === "not") return `NOT ${shown(query.part)}`;
  return `(${query.parts.map(shown).join(query.kind === "and" ? " AND " : " OR ")})`;
}

describe("parseKeywordQuery", () => {
  it.each([
    ["one word", "alpha", "alpha"],
    ["words are alternatives", "alpha gamma", "(alpha OR gamma)"],
    ["OR between words says the same", "alpha OR gamma", "(alpha OR gamma)"],
    ["AND binds tighter than OR", "alpha OR gamma AND delta", "(alpha OR (gamma AND delta))"],
    ["AND binds tighter than a space", "alpha gamma AND delta", "(alpha OR (gamma AND delta))"],
    ["NOT excludes from all that is wanted", "alpha gamma NOT delta", "((alpha OR gamma) AND NOT delta)"],
    ["AND NOT", "alpha AND NOT delta", "(alpha AND NOT delta)"],
    ["a minus before a word excludes", "alpha -delta", "(alpha AND NOT delta)"],
    ["a dash between spaces is punctuation", "alpha - delta -", "(alpha OR delta)"],
    ["a hyphen inside a word does not", "fea-1023", "fea 1023"],
    ["NOT NOT", "NOT NOT alpha", "alpha"],
    ["a phrase", '"alpha gamma" delta', "('alpha gamma OR delta)"],
    ["an open phrase ends with the text", 'delta "alpha gamma', "(delta OR 'alpha gamma)"],
    ["parentheses", "(alpha OR gamma) AND delta", "((alpha OR gamma) AND delta)"],
    ["an open parenthesis ends with the text", "delta AND (alpha gamma", "(delta AND (alpha OR gamma))"],
    ["operators in lower case are words, here stop words", "alpha and gamma or delta", "(alpha OR gamma OR delta)"],
    ["stray operators are nothing", "AND alpha OR", "alpha"],
    ["a stray parenthesis is nothing", "alpha ) gamma", "(alpha OR gamma)"],
    ["a camel-case name also as its words", "DeltaGamma", "deltagamma delta gamma|delta gamma"],
    ["stop words alone", "the of", "-"],
    ["nothing", "  ", "-"],
    ["exclusion alone keeps its meaning", "NOT alpha", "NOT alpha"],
  ])("%s: %s", (_what, text, expected) => {
    expect(shown(parseKeywordQuery(text))).toBe(expected);
  });

  it("never throws and always ends, whatever the text", () => {
    const piece = fc.oneof(fc.constantFrom("AND", "OR", "NOT", "-", "(", ")", '"', " ", "alpha", "b"), fc.string());
    fc.assert(fc.property(fc.array(piece), (pieces) => void parseKeywordQuery(pieces.join(" "))));
    expect(shown(parseKeywordQuery(`${"(".repeat(5000)}alpha`))).not.toBe("");
  });
});

describe("rankingTerms", () => {
  it("leaves out what is excluded and repeats nothing", () => {
    expect(rankingTerms(parseKeywordQuery('alpha "gamma alpha" -delta')!)).toEqual(["alpha", "gamma"]);
  });
});

describe("isPlain", () => {
  it.each([
    ["alpha gamma", true],
    ["fea-1023 alpha", true],
    ['"alpha gamma"', false],
    ["alpha AND gamma", false],
    ["alpha -gamma", false],
  ])("%s: %s", (text, expected) => {
    expect(isPlain(parseKeywordQuery(text)!)).toBe(expected);
  });
});

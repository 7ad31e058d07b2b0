import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRandom, pick } from "../../../base/random.ts";
import { DEFAULT_SATURATION } from "../../../db/search/bm25-dialect.ts";
import { bm25Dialect } from "../../../db/search/dialects.ts";
import { type KeywordQuery, parseKeywordQuery } from "../../../db/search/query.ts";
import { DEFAULT_ANALYSIS, termsOf } from "../../../db/search/terms.ts";
import { openScratchChunks, type ScratchChunks } from "./scratch-chunks.ts";

/** Words that PostgreSQL's own parser would read otherwise (numbers, hosts, other scripts), names, stop words, common and rare ones. */
const WORDS = (
  "handover handovers failing paging timer T304 1e5 0x1F -12 3.14 example.org a/b/c FEA-1023 NGSetupRequest UEs " +
  "Prüfung naïve \u6e2c\u8a66 the of cell CELL x"
).split(" ");

const random = makeRandom("dialects test");
const TEXTS = Array.from({ length: 300 }, (_value, at) =>
  // Rare to common: a word's chance falls with its place.
  Array.from({ length: 1 + (at % 12) }, () => WORDS[Math.floor(random() ** 2 * WORDS.length)]!).join(" "),
);

let extension: ScratchChunks;
let portable: ScratchChunks;
beforeAll(async () => {
  const open = (name: "pg_textsearch" | "portable") =>
    openScratchChunks(TEXTS, { dialect: bm25Dialect(name), analysis: DEFAULT_ANALYSIS });
  [extension, portable] = await Promise.all([open("pg_textsearch"), open("portable")]);
});
afterAll(() => Promise.all([extension.close(), portable.close()]));

const word = fc.constantFrom(...WORDS);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `"${words.join(" ")}"`);
const { query } = fc.letrec<{ query: string; leaf: string; branch: string }>((tie) => ({
  query: fc.oneof({ maxDepth: 4 }, tie("leaf"), tie("branch")),
  leaf: fc.oneof(
    word,
    phrase,
    word.map((text) => `-${text}`),
  ),
  branch: fc
    .tuple(tie("query"), fc.constantFrom(" AND ", " OR ", " NOT ", " ", " AND NOT "), tie("query"))
    .map(([a, operator, b]) => `(${a}${operator}${b})`),
}));

/** What the operators mean, on the terms of a text. */
function matches(node: KeywordQuery, terms: string): boolean {
  if (node.kind === "not") return !matches(node.part, terms);
  if (node.kind === "words") return node.sequences.some((sequence) => terms.includes(` ${sequence.join(" ")} `));
  return node.parts[node.kind === "and" ? "every" : "some"]((part) => matches(part, terms));
}

/** A text without any wanted term has no score: exclusion alone finds nothing. */
function wantedTerm(node: KeywordQuery, terms: string): boolean {
  if (node.kind === "not") return false;
  if (node.kind !== "words") return node.parts.some((part) => wantedTerm(part, terms));
  return node.sequences.some((sequence) => sequence.some((term) => terms.includes(` ${term} `)));
}

function expected(text: string): string[] {
  const parsed = parseKeywordQuery(text, DEFAULT_ANALYSIS);
  if (!parsed) return [];
  const ids = TEXTS.map((entry, at) => ({
    id: String(at + 1),
    terms: ` ${termsOf(entry, DEFAULT_ANALYSIS).join(" ")} `,
  }));
  return ids.filter(({ terms }) => wantedTerm(parsed, terms) && matches(parsed, terms)).map(({ id }) => id);
}

describe("AND, OR, NOT, phrases and parentheses", () => {
  it("mean the same in pg_textsearch, in portable SQL and on paper, for 150 random queries", async () => {
    await fc.assert(
      fc.asyncProperty(query, async (text) => {
        const wanted = expected(text).sort();
        expect((await extension.search(text)).sort()).toEqual(wanted);
        expect((await portable.search(text)).sort()).toEqual(wanted);
      }),
      { numRuns: 150, seed: 4 },
    );
  });

  it("give the first 10 of the whole ranking when asked for 10", async () => {
    for (let at = 0; at < 30; at++) {
      const text = `${pick(random, WORDS)} ${pick(random, WORDS)} -${pick(random, WORDS)}`;
      for (const chunks of [extension, portable])
        expect(await chunks.search(text, 10)).toEqual((await chunks.search(text)).slice(0, 10));
    }
  });
});

describe("k1 and b", () => {
  it("change the scores in the same way in both dialects (within 5 %: pg_textsearch stores lengths in a byte)", async () => {
    const scores = async (chunks: ScratchChunks, ranked: string) => {
      const { rows } = await chunks.sql.query<{ chunk_id: number; score: number }>(ranked, ["page timer"]);
      return new Map(rows.map((row) => [row.chunk_id, row.score]));
    };
    const [usual, other] = [DEFAULT_SATURATION, { k1: 2.5, b: 0.1 }];
    const open = (name: "pg_textsearch" | "portable") =>
      openScratchChunks(TEXTS, { dialect: bm25Dialect(name, other), analysis: DEFAULT_ANALYSIS });
    const [a, b] = await Promise.all([open("pg_textsearch"), open("portable")]);
    const byExtension = await scores(a, bm25Dialect("pg_textsearch", other).ranked(1000));
    const portable = await scores(b, bm25Dialect("portable", other).ranked(1000));
    const before = await scores(extension, bm25Dialect("pg_textsearch", usual).ranked(1000));
    expect(portable.size).toBeGreaterThan(50);
    expect([...byExtension.keys()].sort()).toEqual([...portable.keys()].sort());
    for (const [id, score] of portable) expect(Math.abs(byExtension.get(id)! / score - 1)).toBeLessThan(0.05);
    const moved = [...byExtension].filter(([id, score]) => Math.abs(before.get(id)! / score - 1) > 0.1);
    expect(moved.length).toBeGreaterThan(20);
    await Promise.all([a.close(), b.close()]);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { checkQuery } from "../../../db/sources/asking/check-query.ts";
import { checkQueries, isReadAs, LANGUAGES } from "../../../scripts/source-queries/check-queries.ts";
import { nonEmpty } from "../../non-empty.ts";

const FILTERS = { filters: ["container", "author", "since", "until"] } as const;

describe.each(LANGUAGES.map((language) => [language.name, language] as const))("queries in %s", (_, language) => {
  it("are read as they were meant, whatever 3,000 hostile keywords hold", () => {
    const check = checkQueries(language, 3_000, makeRandom("hostile", language.name));
    expect(check.changed).toEqual([]);
    expect(check.queries).toBeGreaterThan(1_000);
  });

  it("are read as they were meant for any text", () => {
    const text = fc.string({ unit: "binary", maxLength: 40 });
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 3 }), fc.constantFrom("all", "any"), (keywords, match) => {
        const query = { keywords, match, filters: {} } as const;
        const checked = checkQuery(query, FILTERS, language.isSearched);
        return "type" in checked || isReadAs(language, language.write(checked), query);
      }),
      { numRuns: 1_000, seed: 40 },
    );
  });

  it("are found changed where a writer escapes nothing, or half", () => {
    const careless =
      {
        CQL: (keyword: string) => `type IN (page, blogpost) AND text ~ "${keyword}"`,
        JQL: (keyword: string) => `text ~ "\\"${keyword.replaceAll('"', '\\"')}\\""`,
        "Rocket.Chat": (keyword: string) => `/(${keyword})/i`,
      }[language.name as "CQL"] ?? ((keyword: string) => `"${keyword}"`);
    const wrong = { ...language, write: ({ keywords }: { keywords: readonly string[] }) => keywords.map(careless) };
    const check = checkQueries(wrong, 300, makeRandom("careless", language.name));
    expect(check.changed.length).toBeGreaterThan(50);
  });
});

it("queries hold what was looked for, readable", () => {
  const query = checkQuery(
    {
      keywords: ['x" OR type = page', "pump", "or"],
      match: "any",
      filters: { container: "OPS", since: "2026-01-01", until: "2026-02-28" },
    },
    FILTERS,
  );
  if ("type" in query) throw new Error(query.message);
  const written = Object.fromEntries(LANGUAGES.map((language) => [language.name, language.write(query)]));
  expect(nonEmpty(written.CQL ?? [])).toEqual([
    String.raw`type IN (page, blogpost) AND (text ~ "\"x\\\" OR type = page\"" OR text ~ "pump" OR text ~ "\"or\"") AND space = "OPS" AND lastmodified >= "2026-01-01" AND lastmodified < "2026-03-01"`,
  ]);
  expect(written.Slack).toEqual([
    '"x OR type = page" in:<#OPS> after:2025-12-31 before:2026-03-01',
    '"pump" in:<#OPS> after:2025-12-31 before:2026-03-01',
    '"or" in:<#OPS> after:2025-12-31 before:2026-03-01',
  ]);
});

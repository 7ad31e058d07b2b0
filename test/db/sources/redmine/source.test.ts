import { describe, expect, it } from "vitest";
import { Caller } from "../../../../db/sources/caller.ts";
import { writeRedmineQueries } from "../../../../db/sources/redmine/search-query.ts";
import { openRedmine } from "../../../../db/sources/redmine/source.ts";

const ADA = Caller.withTokens("ada", { tracker: "k".repeat(40) });

/** A Redmine that answers these paths so, in the shapes of its REST interface; another with 404 and nothing. */
function redmineOf(answers: Record<string, [status: number, body: unknown]>) {
  const asked: string[] = [];
  const fetch = (async (url: string) => {
    const path = url.slice("http://tracker/".length);
    asked.push(path);
    const [status, body] = answers[path.split("?")[0] ?? ""] ?? [404, undefined];
    return new Response(body === undefined ? "" : JSON.stringify(body), { status });
  }) as typeof globalThis.fetch;
  return { source: openRedmine("tracker", { url: "http://tracker/" }, { fetch }), asked };
}

const KNOWN = { "users/current.json": [200, { user: { id: 1 } }] } as const;

describe("Redmine", () => {
  it("is asked for phrases two blanks apart, and for any of more than five in several queries", () => {
    const keywords = ["a b", 'say "x"', "three", "four", "five", "six"];
    const query = { keywords, filters: {} };
    expect(writeRedmineQueries({ ...query, match: "any" })).toEqual([
      '"a b"  "say x"  "three"  "four"  "five"',
      '"six"',
    ]);
  });

  it("is not asked for more than five keywords at once, of which it would leave some out in silence", async () => {
    const { source, asked } = redmineOf(KNOWN as never);
    const query = { keywords: ["aa", "bb", "cc", "dd", "ee", "ff"], match: "all", filters: {} } as const;
    expect(await source.search(query, { limit: 9, pages: 1 }, ADA)).toMatchObject({ type: "refused" });
    expect(asked).toEqual([]);
  });

  it("says of a 404 without a body that the issue is gone, and of a key that nobody has that it is not taken", async () => {
    expect(await redmineOf(KNOWN as never).source.open("7", ADA)).toMatchObject({ type: "gone" });
    const anonymous = redmineOf({ "users/current.json": [401, undefined] });
    expect(await anonymous.source.open("7", ADA)).toMatchObject({ type: "unauthorised" });
    const query = { keywords: ["pump"], match: "all", filters: {} } as const;
    expect(await anonymous.source.search(query, { limit: 9, pages: 1 }, ADA)).toMatchObject({ type: "unauthorised" });
  });

  it("leaves out what is gone between the search and the look at its issues", async () => {
    const results = [7, 8].map((id) => ({ id, type: "issue" }));
    const issues = [{ id: 8, project: { id: 1, name: "p" }, subject: "s", description: null }];
    const { source } = redmineOf({
      ...KNOWN,
      "search.json": [200, { results, total_count: 2, offset: 0 }],
      "issues.json": [200, { issues }],
    } as never);
    const query = { keywords: ["pump"], match: "all", filters: {} } as const;
    const found = await source.search(query, { limit: 9, pages: 1 }, ADA);
    expect(found).toMatchObject({ type: "found", total: 1, truncated: null, items: [{ id: "8", container: "1" }] });
  });
});

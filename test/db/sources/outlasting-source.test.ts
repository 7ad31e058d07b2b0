import { describe, expect, it } from "vitest";
import { Outages } from "../../../base/outages/outages.ts";
import { Caller } from "../../../db/sources/caller.ts";
import { outlastingSource } from "../../../db/sources/outlasting-source.ts";
import type { LiveSource, SearchOutcome } from "../../../db/sources/port.ts";
import { withIds } from "../../../db/sources/with-ids.ts";
import { nonEmpty } from "../../non-empty.ts";

const ADA = Caller.withTokens("ada", {});
const QUERY = { keywords: ["x"], match: "any", filters: {} } as const;
const NOTHING = { requests: [], items: [], total: 0, truncated: null };
const FOUND: SearchOutcome = { type: "found", ...NOTHING };

/** A source whose searches come to these, one after the other. */
function sourceOf(outcomes: readonly SearchOutcome[]) {
  let asked = 0;
  const source = {
    describe: () => ({ name: "wiki" }),
    search: async () => outcomes[Math.min(asked++, outcomes.length - 1)],
  } as unknown as LiveSource;
  return { source, asked: () => asked };
}

const fault = (type: "unavailable" | "unauthorised" | "unreadable" | "refused" | "loop" | "incomplete") =>
  ({ type, message: "m" }) as const;
const search = (source: LiveSource, waitMs: number) =>
  outlastingSource(source, new Outages({ waitMs })).search(QUERY, { limit: 1, pages: 1 }, ADA);

describe("a source as a measurement asks it", () => {
  it("is lost where it does not answer, takes no token or shows something else, also after some pages", async () => {
    for (const type of nonEmpty(["unavailable", "unauthorised", "unreadable"] as const))
      for (const outcome of [
        { ...fault(type), requests: [] },
        { type: "partial", fault: fault(type), ...NOTHING },
      ] as const)
        await expect(search(sourceOf([outcome]).source, 0)).rejects.toThrow(`the source wiki: ${type}`);
  });

  it("gives what is said of the question: a query refused, an end that is none", async () => {
    for (const type of nonEmpty(["refused", "loop", "incomplete"] as const))
      expect(await search(sourceOf([{ ...fault(type), requests: [] }]).source, 0)).toMatchObject({ type });
  });

  it("is waited for where it is away or asks to come back later, and not where it takes no token", async () => {
    const back = sourceOf([
      { ...fault("unavailable"), requests: [] },
      { type: "rate_limited", retryAfterMs: 1, message: "m", requests: [] },
      FOUND,
    ]);
    expect(await search(back.source, 10_000)).toEqual(FOUND);
    expect(back.asked()).toBe(3);
    const shut = sourceOf([{ ...fault("unauthorised"), requests: [] }, FOUND]);
    await expect(search(shut.source, 10_000)).rejects.toThrow("unauthorised");
    expect(shut.asked()).toBe(1);
  });
});

describe("a source with other ids", () => {
  it("names items as truths do, with what they hang below, and opens them by that name", async () => {
    const item = { id: "7", parent: "6", parts: [{ id: "8", parent: "7", parts: [] }] };
    const opened: string[] = [];
    const source = {
      search: async () => ({ ...FOUND, items: [item, { id: "9", parent: null }] }),
      open: async (id: string) => {
        opened.push(id);
        return { type: "opened", item, requests: [] };
      },
    } as unknown as LiveSource;
    const named = withIds(source, { "6": "PAGE-6", "7": "PAGE-7", "8": "PAGE-8" });
    const found = await named.search(QUERY, { limit: 9, pages: 1 }, ADA);
    expect(found).toMatchObject({
      items: [
        { id: "PAGE-7", parent: "PAGE-6" },
        { id: "9", parent: null },
      ],
    });
    const whole = { id: "PAGE-7", parts: [{ id: "PAGE-8", parent: "PAGE-7" }] };
    expect(await named.open("PAGE-7", ADA)).toMatchObject({ item: whole });
    await named.open("9", ADA);
    expect(opened).toEqual(["7", "9"]);
  });
});

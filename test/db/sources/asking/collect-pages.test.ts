import { expect, it } from "vitest";
import { type PageAnswer, searchPages } from "../../../../db/sources/asking/collect-pages.ts";
import type { LiveItem } from "../../../../db/sources/port.ts";

const ALL = { limit: 100, pages: 100 };

it("pages of several queries take turns, each item at its first place, and nobody counts them", async () => {
  const outcome = await searchPages(["x", "y"], ALL, async (query) =>
    page(query === "x" ? ["a", "b", "c"] : ["b", "d", "e"], { total: 3 }),
  );
  expect(idsOf(outcome)).toEqual(["a", "b", "d", "c", "e"]);
  expect(outcome).toMatchObject({ type: "found", total: null, truncated: null });
  const cut = await searchPages(["x", "y"], { ...ALL, limit: 3 }, async (query) =>
    page(query === "x" ? ["a", "b", "c"] : ["b", "d", "e"], { total: 3 }),
  );
  expect(cut).toMatchObject({ truncated: { shown: 3, of: 5 } });
});

it("a fault of the second of three queries ends the asking, and leaves what the first gave", async () => {
  const outcome = await searchPages(["x", "y", "z"], ALL, async (query) =>
    query === "x" ? page(["a"], {}) : { status: 503, page: { type: "unavailable", message: "down" } },
  );
  expect(outcome).toMatchObject({ type: "partial", fault: { type: "unavailable" }, truncated: { shown: 1, of: null } });
  expect(outcome.requests).toHaveLength(2);
});

it("an empty page in the middle is no end, and the same items under a new cursor are a loop", async () => {
  const pages = [["a"], [], ["b"]];
  const outcome = await searchPages(["x"], ALL, async (_, cursor) => {
    const at = Number(cursor ?? 0);
    return page(pages[at] ?? [], at < 2 ? { next: String(at + 1) } : {});
  });
  expect(outcome).toMatchObject({ type: "found", truncated: null });
  expect(idsOf(outcome)).toEqual(["a", "b"]);
  let number = 0;
  const looping = await searchPages(["x"], ALL, async () => page(["a"], { next: String(number++) }));
  expect(looping).toMatchObject({ type: "partial", fault: { type: "loop" } });
  expect(looping.requests).toHaveLength(2);
});

it("a count without items is incomplete, not nothing found", async () => {
  expect(await searchPages(["x"], ALL, async () => page([], { total: 6 }))).toMatchObject({ type: "incomplete" });
  expect(await searchPages(["x"], ALL, async () => page([], { total: 0 }))).toMatchObject({ type: "found", items: [] });
});

function page(ids: string[], { total, next }: { total?: number; next?: string }): PageAnswer<LiveItem> {
  const items = ids.map((id) => ({ id }) as LiveItem);
  return { status: 200, page: { items, total: total ?? null, next: next === undefined ? null : { at: next } } };
}

function idsOf(outcome: Awaited<ReturnType<typeof searchPages>>): string[] {
  return "items" in outcome ? outcome.items.map(({ id }) => id) : [];
}

import { makeRandom } from "../../../base/random.ts";
import type { Caller } from "../../../db/sources/caller.ts";
import type { LiveItem, LiveSource, SourceFault } from "../../../db/sources/port.ts";
import { hostileText } from "../../../scripts/source-queries/hostile-texts.ts";

interface HostileSearch {
  /** Whether an item that it gave holds the keyword, and is the caller's to see. */
  isRight(item: LiveItem, keyword: string): boolean;
  /** A failure that the server answers such keywords with. */
  isKnown?(fault: SourceFault): boolean;
}

/** So many keywords, of which every third begins with what stands in items: so that something is there to be found. */
export function hostileKeywords(seed: string, count = 300): string[] {
  const random = makeRandom("hostile", seed);
  return Array.from({ length: count }, (_, at) => `${at % 3 === 0 ? "pump " : ""}${hostileText(random)}`);
}

/** Searches with hostile keywords. @throws Error where one of them fails in another way than by being refused */
export async function searchHostile(
  source: LiveSource,
  caller: Caller,
  { isRight, isKnown = () => false }: HostileSearch,
): Promise<{ found: number; wrong: [string, LiveItem][] }> {
  const wrong: [string, LiveItem][] = [];
  let found = 0;
  for (const keyword of hostileKeywords(source.describe().language)) {
    const query = { keywords: [keyword], match: "all", filters: {} } as const;
    const outcome = await source.search(query, { limit: 100, pages: 1 }, caller);
    if (outcome.type === "found") {
      found += outcome.items.length;
      wrong.push(
        ...outcome.items.filter((item) => !isRight(item, keyword)).map((item) => [keyword, item] as [string, LiveItem]),
      );
    } else if (outcome.type !== "refused" && (outcome.type === "partial" || !isKnown(outcome)))
      throw new Error(`${JSON.stringify(keyword)}: ${JSON.stringify(outcome)}`);
  }
  return { found, wrong };
}

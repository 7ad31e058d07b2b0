import type {
  ContainersOutcome,
  LiveItem,
  SearchOptions,
  SearchOutcome,
  SourceContainer,
  SourceFault,
  SourceRequest,
} from "../port.ts";

/** One page of results, as an adapter has read it. */
export interface ResultPage<T> {
  items: readonly T[];
  /** How many there are over all pages; null where the source does not count. */
  total: number | null;
  /** What the next page is asked with; null after the last; `lost` where the source says that there is one, and not how to ask for it. */
  next: Cursor | null | "lost";
}

/** An object, so that no text of a source is taken for something else. */
interface Cursor {
  at: string;
}

export interface PageAnswer<T> {
  /** Of the request; null without an answer. */
  status: number | null;
  page: ResultPage<T> | SourceFault;
  /** What else was asked for it. */
  beside?: readonly SourceRequest[];
}

/** A request that is no query. */
export function besideRequest(query: string, status: number | null): SourceRequest {
  return { query, status, items: 0, isBeside: true };
}

/** Gives the page at a cursor; at null the first. */
type ReadPage<T> = (query: string, cursor: string | null) => Promise<PageAnswer<T>>;

/**
 * Asks each written query page by page, up to the limits, and says how it ended. Items that several queries find stand once; those of
 * several queries take turns, so that none of them starves.
 */
export async function searchPages(
  queries: readonly string[],
  options: SearchOptions,
  readPage: ReadPage<LiveItem>,
): Promise<SearchOutcome> {
  const lists: Listing<LiveItem>[] = [];
  for (const query of queries) {
    lists.push(await listPages({ query, ...options, readPage, keyOf: ({ id }) => id }));
    if (lists.at(-1)?.fault) break;
  }
  const requests = lists.flatMap((list) => list.requests);
  const fault = lists.at(-1)?.fault ?? null;
  const all = once(inTurns(lists.map(({ items }) => items)), ({ id }) => id);
  if (fault && all.length === 0) return { ...fault, requests };
  const items = all.slice(0, options.limit);
  const total = lists.length === 1 ? (lists[0]?.total ?? null) : null;
  const isAll = fault === null && !lists.some(({ hasMore }) => hasMore);
  const of = total ?? (isAll ? all.length : null);
  const truncated = isAll && items.length === all.length ? null : { shown: items.length, of };
  const results = { items, total, truncated, requests };
  return fault ? { type: "partial", fault, ...results } : { type: "found", ...results };
}

/** Containers that are listed at most, and pages of them. */
const CONTAINERS = { limit: 2_000, pages: 20 };

export async function listContainers(
  query: string,
  readPage: (cursor: string | null) => Promise<PageAnswer<SourceContainer>>,
): Promise<ContainersOutcome> {
  const read: ReadPage<SourceContainer> = (_, cursor) => readPage(cursor);
  const list = await listPages({ query, ...CONTAINERS, readPage: read, keyOf: ({ key }) => key });
  const { items, requests, fault } = list;
  if (fault) return { ...fault, requests };
  const truncated = list.hasMore ? { shown: items.length, of: list.total } : null;
  return { type: "listed", containers: items, truncated, requests };
}

interface ListingRequest<T> {
  query: string;
  limit: number;
  pages: number;
  readPage: ReadPage<T>;
  keyOf(item: T): string;
}

interface Listing<T> {
  items: readonly T[];
  total: number | null;
  hasMore: boolean;
  fault: SourceFault | null;
  requests: readonly SourceRequest[];
}

async function listPages<T>({ query, limit, pages, readPage, keyOf }: ListingRequest<T>): Promise<Listing<T>> {
  const requests: SourceRequest[] = [];
  const seen = new Set<string>();
  let items: T[] = [];
  let total: number | null = null;
  let pagesRead = 0;
  const ended = (fault: SourceFault | null, hasMore: boolean): Listing<T> => ({
    ...{ items, total, hasMore, fault, requests },
  });
  for (let cursor: string | null = null; ; ) {
    const { status, page, beside = [] }: PageAnswer<T> = await readPage(query, cursor);
    requests.push(...beside, { query, status, items: "type" in page ? 0 : page.items.length });
    pagesRead++;
    if ("type" in page) return ended(page, true);
    const before = items.length;
    items = once([...items, ...page.items], keyOf);
    total = page.total;
    if (page.next === null || page.next === "lost")
      return ended(incomplete({ given: items.length, total, isLost: page.next === "lost" }), false);
    const isRepeated = page.items.length > 0 && items.length === before;
    if (isRepeated || seen.has(page.next.at)) return ended(looping(pagesRead), true);
    if (items.length >= limit || pagesRead >= pages) return ended(null, true);
    seen.add(page.next.at);
    cursor = page.next.at;
  }
}

/** The same cursor again, or the same items under another one. */
function looping(pages: number): SourceFault {
  return { type: "loop", message: `page ${pages} leads back to what came before` };
}

/** A source that counts more than it gives, or says that more follows, has kept something back, or has moved between two pages. */
function incomplete(end: { given: number; total: number | null; isLost: boolean }): SourceFault | null {
  const { given, total, isLost } = end;
  if (!isLost && (total === null || given >= total)) return null;
  return { type: "incomplete", message: `no page follows after ${given} of ${total ?? "more"}` };
}

function inTurns<T>(lists: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list.slice(rank, rank + 1))).flat();
}

function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(keyOf(item)) && seen.add(keyOf(item)));
}

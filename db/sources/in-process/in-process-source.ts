import { Caller } from "../caller.ts";
import type {
  ContainersOutcome,
  LiveItem,
  LiveSource,
  OpenedItem,
  OpenOutcome,
  SearchOptions,
  SearchOutcome,
  SourceDescription,
  SourceFault,
  SourceQuery,
} from "../port.ts";
import { IN_PROCESS_SOURCES, type InProcessSourceName, type ServedContent, type ServedItem } from "./content.ts";
import { makeRights } from "./rights.ts";
import { findItems } from "./text-search.ts";

/**
 * `caller`: every call sees what its caller may see. `service`: careless on purpose, to see that a measure of exposure finds something:
 * searches run with a service account, and rights are looked at afterwards, when an item is opened.
 */
export type InProcessRights = "caller" | "service";

/** Sources over content in this process, one for each of its kinds. Stand-ins: no server is asked, and they say so. */
export function inProcessSources(content: ServedContent, rights: InProcessRights = "caller"): LiveSource[] {
  const mayRead = makeRights(content);
  const serving = { content, mayRead, maySearch: rights === "caller" ? mayRead : () => true };
  return IN_PROCESS_SOURCES.map((name) => inProcessSource(name, serving));
}

/** A member as a caller: the token is the member's own, and the sources go by it alone. */
export function memberAsCaller(member: string): Caller {
  return Caller.withTokens(member, Object.fromEntries(IN_PROCESS_SOURCES.map((name) => [name, tokenFor(member)])));
}

/** No secret: these sources are of this process, and nobody else's. */
function tokenFor(member: string): string {
  return `token of ${member}`;
}

interface Serving {
  content: ServedContent;
  mayRead(member: string, itemId: string): boolean;
  maySearch(member: string, itemId: string): boolean;
}

const PAGE_SIZE = 10;

function inProcessSource(name: InProcessSourceName, { content, mayRead, maySearch }: Serving): LiveSource {
  const own = content.items.filter(({ source }) => source === name);
  const callers = new Map(content.members.map(({ id }) => [tokenFor(id), id]));
  const view = makeView(content);
  const memberOf = (caller: Caller) => callers.get(Caller.tokenOf(caller, name) ?? "") ?? null;
  return {
    describe: () => DESCRIPTIONS[name],
    async search(query, options, caller): Promise<SearchOutcome> {
      const member = memberOf(caller);
      const written = writtenQuery(query);
      if (member === null) return { ...UNAUTHORISED, requests: [{ query: written, status: 401, items: 0 }] };
      const seen = own.filter((item) => maySearch(member, item.id) && passes(item, query));
      return pageThrough(
        findItems(seen, query).map((item) => view.shown(item, query.keywords)),
        { written, ...options },
      );
    },
    async open(id, caller): Promise<OpenOutcome> {
      const member = memberOf(caller);
      if (member === null) return { ...UNAUTHORISED, requests: [{ query: id, status: 401, items: 0 }] };
      const item = own.find((each) => each.id === id && mayRead(member, id));
      if (!item) return { type: "gone", message: "no such item", requests: [{ query: id, status: 404, items: 0 }] };
      const parts = own.filter(({ parent, id: part }) => parent === id && mayRead(member, part));
      return {
        type: "opened",
        item: view.opened(item, item.kind === "page" ? [] : parts),
        requests: [{ query: id, status: 200, items: 1 }],
      };
    },
    async containers(caller): Promise<ContainersOutcome> {
      const member = memberOf(caller);
      if (member === null) return { ...UNAUTHORISED, requests: [{ query: "", status: 401, items: 0 }] };
      const used = new Set(own.filter(({ id }) => mayRead(member, id)).map(({ place }) => place));
      const containers = content.places.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ key: id, name }));
      const requests = [{ query: "", status: 200, items: containers.length }];
      return { type: "listed", containers, truncated: null, requests };
    },
  };
}

const UNAUTHORISED: SourceFault = { type: "unauthorised", message: "the token is nobody's" };

const COMMON = {
  language: "words",
  filters: ["container", "author", "since", "until"],
  hasPhrases: true,
  isStandIn: true,
} as const;
const DESCRIPTIONS: Readonly<Record<InProcessSourceName, SourceDescription>> = {
  wiki: { ...COMMON, name: "wiki", kind: "wiki", container: "space", items: ["page"] },
  chat: { ...COMMON, name: "chat", kind: "chat", container: "channel", items: ["message"] },
  tracker: { ...COMMON, name: "tracker", kind: "tracker", container: "project", items: ["issue", "comment"] },
  tests: { ...COMMON, name: "tests", kind: "tests", container: "suite", items: ["test_case"] },
};

/** The query as a trace shows it: what is quoted is looked for as it stands. */
function writtenQuery({ keywords, match, filters }: SourceQuery): string {
  const words = keywords.map((keyword) => JSON.stringify(keyword)).join(match === "all" ? " AND " : " OR ");
  const given = Object.entries(filters).map(([filter, value]) => `${filter}: ${JSON.stringify(value)}`);
  return [words, ...given].join("; ");
}

function passes({ place, author, created }: ServedItem, { filters }: SourceQuery): boolean {
  const { container = place, author: by = author, since = "", until = "9999" } = filters;
  const day = created.slice(0, "YYYY-MM-DD".length);
  return place === container && author === by && day >= since && day <= until;
}

function pageThrough(
  all: readonly LiveItem[],
  { written, limit, pages }: SearchOptions & { written: string },
): SearchOutcome {
  const items = all.slice(0, Math.min(limit, pages * PAGE_SIZE));
  const asked = Math.max(1, Math.ceil(items.length / PAGE_SIZE));
  const requests = Array.from({ length: asked }, (_, page) => ({
    ...{ query: written, status: 200 },
    items: items.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE).length,
  }));
  const truncated = items.length < all.length ? { shown: items.length, of: all.length } : null;
  return { type: "found", items, total: all.length, truncated, requests };
}

/** Characters of a snippet, around the first keyword; a shorter text is shown whole. */
const SNIPPET_CHARS = 400;

function makeView({ members, places }: ServedContent) {
  const nameOf = new Map(members.map(({ id, name }) => [id, name]));
  const placeNames = new Map(places.map(({ id, name }) => [id, name]));
  const shown = (item: ServedItem, keywords: readonly string[]): LiveItem => ({
    id: item.id,
    source: item.source,
    kind: item.kind,
    title: item.title === "" ? `${placeNames.get(item.place) ?? item.place}` : item.title,
    snippet: snippetOf(item.text, keywords),
    address: `in-process://${item.source}/${item.place}/${item.id}`,
    container: item.place,
    author: { id: item.author, name: nameOf.get(item.author) ?? item.author },
    parent: item.parent,
    updatedAt: item.created,
  });
  const opened = (item: ServedItem, parts: readonly ServedItem[]): OpenedItem => ({
    ...shown(item, []),
    text: item.text,
    parts: [...parts]
      .sort((a, b) => (a.created < b.created ? -1 : a.created > b.created ? 1 : a.id < b.id ? -1 : 1))
      .map((part) => opened(part, [])),
    truncated: null,
  });
  return { shown, opened };
}

function snippetOf(text: string, keywords: readonly string[]): string {
  if (text.length <= SNIPPET_CHARS) return text;
  const found = keywords.map((keyword) => text.toLowerCase().indexOf(keyword.toLowerCase())).filter((at) => at >= 0);
  const from = Math.max(
    0,
    Math.min(text.length - SNIPPET_CHARS, (found.length > 0 ? Math.min(...found) : 0) - SNIPPET_CHARS / 2),
  );
  return text.slice(from, from + SNIPPET_CHARS);
}

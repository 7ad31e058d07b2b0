/**
 * The port of live sources: wikis, chats and trackers that are asked where they are, with the rights of whoever asks, and of which nothing is
 * indexed here. The model gives keywords and choices; an adapter writes the query, follows the pages, and says what became of each call. Why it is so: design/live-sources.md.
 */
import type { Caller } from "./caller.ts";

/** Adapters hold no state of a caller: the same object serves all of them, at once. Nothing here throws for what a server does. */
export interface LiveSource {
  describe(): SourceDescription;
  /** Items in the source's own order, best first; an item that several of the written queries find stands once, at its first place. */
  search(query: SourceQuery, options: SearchOptions, caller: Caller): Promise<SearchOutcome>;
  /** The whole text of one item, by the id that a search gave. */
  open(id: string, caller: Caller, options?: CallOptions): Promise<OpenOutcome>;
  /** Spaces, channels or projects that this caller sees: the values that a query's `container` takes. */
  containers(caller: Caller, options?: CallOptions): Promise<ContainersOutcome>;
}

export interface SourceDescription {
  /** As the configuration calls it; also the name under which a caller's token is kept. */
  name: string;
  kind: "wiki" | "chat" | "tracker" | "tests";
  /** What the source calls its containers, in the singular: `space`, `channel`, `project`. */
  container: string;
  /** What queries are written in: `CQL`. */
  language: string;
  filters: readonly FilterName[];
  /** Kinds of items that a search may give. */
  items: readonly ItemKind[];
  /** Whether a keyword of several words is looked for as it stands; where it is not, all of its words are. */
  hasPhrases: boolean;
  /** No product of this name, but a stand-in for it: said wherever its results are shown. */
  isStandIn: boolean;
}

export type FilterName = "container" | "author" | "since" | "until";

/** In the model's terms. No text in here can change what the written query means but by being looked for. */
export interface SourceQuery {
  /** At least one. A keyword of several words is a phrase. What the source's index does not take (blanks, punctuation alone) is left out. */
  keywords: readonly string[];
  /** `any`: items that hold at least one of the keywords. */
  match: "all" | "any";
  /** A filter that the source's description does not name is refused. */
  filters: SourceFilters;
}

interface SourceFilters {
  /** Key of a space, channel or project, as `containers` gives it. */
  container?: string;
  /** Id of a person, as an item's `author` gives it. */
  author?: string;
  /** First and last day, inclusive, as `YYYY-MM-DD` in UTC: of the last change, where the source keeps one, of creation otherwise. */
  since?: string;
  until?: string;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface SearchOptions extends CallOptions {
  /** Items wanted at most. */
  limit: number;
  /** Pages of results that are asked for at most, per written query (`limits.source_pages`). */
  pages: number;
}

type ItemKind = "page" | "message" | "issue" | "comment" | "test_case";

export interface ItemAuthor {
  /** As the source's query language takes it. */
  id: string;
  name: string;
}

export interface LiveItem {
  /** What `open` takes. Unique within its source, not beyond. */
  id: string;
  /** Name of its source. */
  source: string;
  kind: ItemKind;
  /** Of a message, which has none: where it was said. */
  title: string;
  /** Plain text around what was found, or the beginning; the whole text where that is short. */
  snippet: string;
  /** Where a person opens it. */
  address: string;
  /** Key of its space, channel or project. */
  container: string;
  author: ItemAuthor | null;
  /** Id of what it hangs below: of a reply, the first message of its thread. */
  parent: string | null;
  /** ISO 8601, UTC. */
  updatedAt: string | null;
}

export interface OpenedItem extends LiveItem {
  /** Plain text, whole. */
  text: string;
  /** What hangs below it, oldest first, each with an address of its own: comments of an issue, replies of a thread. */
  parts: readonly OpenedItem[];
  /** Of the parts, where there are more than were asked for. */
  truncated: Truncation | null;
}

/** Shown are `shown` of `of` that the source has for this caller; null where the source does not count. */
interface Truncation {
  shown: number;
  of: number | null;
}

/** One request, as a trace shows it. */
export interface SourceRequest {
  /** The query as written, in the source's language; an id for `open`. */
  query: string;
  /** HTTP status; null without an answer. */
  status: number | null;
  /** Items that it gave. */
  items: number;
  /** No query: it asks who the caller is, or what a room is called. */
  isBeside?: true;
}

/**
 * Why a source gave nothing, or no more.
 * `unauthorised`: it does not take the caller's token, or answered as to nobody.
 * `rate_limited`: it asks to come back later, after so long where it says so.
 * `refused`: it does not take the query.
 * `unavailable`: no answer, or an error of the server's own.
 * `unreadable`: an answer in another form than the protocol's.
 * `loop`: it gave a cursor that it had given before.
 * `incomplete`: it said that there is no more, and had counted more.
 */
export type SourceFault =
  | { type: "rate_limited"; retryAfterMs: number | null; message: string }
  | { type: "unauthorised" | "refused" | "unavailable" | "unreadable" | "loop" | "incomplete"; message: string };

interface Results {
  items: readonly LiveItem[];
  /** How many the source says it has for this caller; null where it does not count, or where several queries were written. */
  total: number | null;
  truncated: Truncation | null;
}

/** `found` without items: the source has looked, and has nothing for this caller. `partial`: items until the fault. */
export type SearchOutcome = { requests: readonly SourceRequest[] } & (
  | ({ type: "found" } & Results)
  | ({ type: "partial"; fault: SourceFault } & Results)
  | SourceFault
);

/**
 * `gone`: there is no such item for this caller. It was deleted, archived, was never there, or is hidden: most sources do not say which.
 * `forbidden`: the source says that it is there, and not for this caller.
 */
export type OpenOutcome = { requests: readonly SourceRequest[] } & (
  | { type: "opened"; item: OpenedItem }
  | { type: "gone" | "forbidden"; message: string }
  | SourceFault
);

export interface SourceContainer {
  key: string;
  name: string;
}

export type ContainersOutcome = { requests: readonly SourceRequest[] } & (
  | { type: "listed"; containers: readonly SourceContainer[]; truncated: Truncation | null }
  | SourceFault
);

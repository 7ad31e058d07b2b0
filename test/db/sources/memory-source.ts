import { Caller } from "../../../db/sources/caller.ts";
import type { LiveSource, OpenedItem, SourceFault, SourceQuery } from "../../../db/sources/port.ts";

interface Document {
  id: string;
  text: string;
  container: string;
  readers: readonly string[];
}

/** Wrong on purpose, each as some server or client is. */
export type Flaw =
  | "leaks-in-search"
  | "one-client-for-all"
  | "leaks-by-id"
  | "counts-what-is-hidden"
  | "answers-anybody"
  | "cuts-in-silence";

/** The least that keeps the contract, over documents in memory; tokens are names of readers. */
export function memorySource(documents: readonly Document[], flaw?: Flaw): LiveSource {
  const readers = new Set(documents.flatMap((document) => document.readers));
  const isKnown = (caller: Caller): boolean => flaw === "answers-anybody" || readers.has(tokenOf(caller));
  const isShown = ({ readers: own }: Document, caller: Caller): boolean => own.includes(tokenOf(caller));
  let latest: Caller | undefined;
  const requests = [{ query: "memory", status: null, items: 0 }];
  return {
    describe: () => ({
      name: "memory",
      kind: "wiki",
      container: "space",
      language: "none",
      filters: ["container"],
      items: ["page"],
      hasPhrases: true,
      isStandIn: true,
    }),
    async search(query, { limit }, given) {
      latest = given;
      await Promise.resolve();
      const caller = flaw === "one-client-for-all" ? latest : given;
      if (!isKnown(caller)) return { ...NOBODY, requests };
      if (Object.keys(query.filters).some((name) => name !== "container"))
        return { type: "refused", message: "no such filter", requests };
      const found = documents.filter((document) => holds(document, query));
      const seen = found.filter((document) => flaw === "leaks-in-search" || isShown(document, caller));
      const total = flaw === "counts-what-is-hidden" ? found.length : seen.length;
      const items = seen.slice(0, limit).map(asItem);
      const isCut = items.length < seen.length && flaw !== "cuts-in-silence";
      return { type: "found", items, total, truncated: isCut ? { shown: items.length, of: total } : null, requests };
    },
    async open(id, caller) {
      if (!isKnown(caller)) return { ...NOBODY, requests };
      const document = documents.find((one) => one.id === id);
      return document && (flaw === "leaks-by-id" || isShown(document, caller))
        ? { type: "opened", item: asItem(document), requests }
        : { type: "gone", message: "no such page", requests };
    },
    async containers(caller) {
      if (!isKnown(caller)) return { ...NOBODY, requests };
      const keys = new Set(documents.filter((document) => isShown(document, caller)).map((one) => one.container));
      return { type: "listed", containers: [...keys].map((key) => ({ key, name: key })), truncated: null, requests };
    },
  };
}

const NOBODY: SourceFault = { type: "unauthorised", message: "no such token" };

function tokenOf(caller: Caller): string {
  return Caller.tokenOf(caller, "memory") ?? "";
}

function holds({ text, container }: Document, { keywords, match, filters }: SourceQuery): boolean {
  const held = keywords.map((word) => text.includes(word));
  const isThere = match === "all" ? held.every(Boolean) : held.some(Boolean);
  return isThere && (filters.container === undefined || filters.container === container);
}

function asItem({ id, text, container }: Document): OpenedItem {
  const shown = { title: id, snippet: text, address: `memory://${id}`, container, author: null };
  return {
    id,
    source: "memory",
    kind: "page",
    ...shown,
    parent: null,
    updatedAt: null,
    text,
    parts: [],
    truncated: null,
  };
}

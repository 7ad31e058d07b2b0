import { grouped } from "../../../base/grouped.ts";
import type { Row } from "../../../db/ports/ports.ts";
import { foldName } from "../../protocol/item-index.ts";

/** How a test is linked to what changes, the closest first: from rows that calls returned, no score. */
const LINKS = ["item", "named", "several", "direct", "near", "far", "other", "query", "search", "none"] as const;
type Link = (typeof LINKS)[number];

const REASONS: Readonly<Record<Link, string>> = {
  item: "Items that the answer lists, no tests",
  named: "Named in the question",
  several: "Recorded for more than one item that the question names",
  direct: "Recorded for what the question names",
  near: "Linked to what the question names through one neighbour",
  far: "Linked to what the question names through several neighbours",
  other: "Recorded for an item that the question does not name",
  query: "Returned by a database query, which tells of no recorded link",
  search: "Found by search alone",
  none: "Named by the answer alone: no result that was read has it",
};

/** Rows of one call. */
export interface CallRows {
  tool: string;
  arguments: Record<string, unknown>;
  rows: readonly Row[];
}

/** Tests that are linked alike. */
export interface Tier {
  link: Link;
  reason: string;
  /** Items of the links, each once; none where no link is known. */
  items: readonly string[];
  tests: readonly string[];
}

/** A way from an item to a test: 1 is a recorded link, each neighbour in between one more. */
interface Way {
  item: string;
  distance: number;
}

/** @param asked the question, with those before it */
export function tiersOf(tests: readonly string[], calls: readonly CallRows[], asked: string): Tier[] {
  const isNamed = namedIn(asked, calls);
  const found = new Map(tests.map((id) => [id, linkOf(id, calls, isNamed)]));
  return LINKS.flatMap((link) => {
    const those = tests.filter((id) => found.get(id)!.link === link);
    // Where they are many, what is recorded for one of several items is a tier of that item: who picked both can take one.
    const isMany = link === "direct" && those.length > MOST_TICKED;
    const parts = isMany ? [...grouped(those, (id) => found.get(id)!.items.join()).values()] : [those];
    const closest = parts.filter((part) => part.length > 0).sort((a, b) => a.length - b.length);
    return closest.map((part) => {
      const items = [...new Set(part.flatMap((id) => found.get(id)!.items))];
      return { link, reason: REASONS[link], items, tests: part };
    });
  });
}

/** So many tests of several items are ticked without a word: more is a choice. */
const MOST_TICKED = 25;

/**
 * Tiers that are ticked without a word: what is recorded for what the question names, of several items as long as it is
 * not too many together; otherwise the closest that is linked at all.
 */
export function firstCut(tiers: readonly Tier[]): number {
  const own = tiers.filter(({ link }) => isOwn(link));
  if (new Set(own.flatMap(({ items }) => items)).size > 1) {
    const sums = own.map((_, at) => own.slice(0, at + 1).reduce((sum, { tests }) => sum + tests.length, 0));
    return sums.filter((sum) => sum <= MOST_TICKED).length;
  }
  if (own.length > 0) return own.length;
  return tiers[0] && rankOf(tiers[0].link) <= rankOf("other") ? 1 : 0;
}

/** Recorded for what the question names, or named by it. */
export function isOwn(link: Link): boolean {
  return rankOf(link) <= rankOf("direct");
}

function rankOf(link: Link): number {
  return LINKS.indexOf(link);
}

function linkOf(
  test: string,
  calls: readonly CallRows[],
  isNamed: (id: string) => boolean,
): { link: Link; items: string[] } {
  if (calls.some(({ rows, tool }) => rows.some((row) => isOtherRecord(test, row, tool))))
    return { link: "item", items: [] };
  if (isNamed(test)) return { link: "named", items: [] };
  const ways = calls.flatMap((call) => call.rows.flatMap((row) => waysTo(test, row, call)));
  const named = ways.filter(({ item }) => isNamed(item));
  const nearest = Math.min(...named.map(({ distance }) => distance));
  const items = itemsOf(named.filter(({ distance }) => distance === nearest));
  if (nearest === 1) return { link: items.length > 1 ? "several" : "direct", items };
  if (named.length > 0) return { link: nearest === 2 ? "near" : "far", items };
  const recorded = ways.filter(({ distance }) => distance === 1);
  if (ways.length > 0) return { link: "other", items: itemsOf(recorded.length > 0 ? recorded : ways) };
  const tools = calls.filter(({ rows }) => rows.some((row) => Object.values(row).includes(test)));
  if (tools.some(({ tool }) => SEARCHES.includes(tool))) return { link: "search", items: [] };
  return { link: tools.some(({ tool }) => STATEMENTS.includes(tool)) ? "query" : "none", items: [] };
}

/** An answer to what has no test lists what has none, and one about faults their reports. */
function isOtherRecord(id: string, row: Row, tool: string): boolean {
  if (row.id !== id) return false;
  return ISSUE_TOOLS.includes(tool) || (typeof row.type === "string" && row.type !== "test_case");
}

/** Tools whose rows are reports of faults, or what such have in common. */
export const ISSUE_TOOLS: readonly string[] = ["search_issues", "lookup_issue", "search_patterns"];

const SEARCHES = ["keyword_search", "vector_search", "hybrid_search", "find_entities"];
const STATEMENTS = ["sql_query", "cypher_query"];

/** Tools whose rows say by what a test is there. */
export const TELLING: readonly string[] = [
  ...["trace_links", "graph_impact", "graph_neighbourhood", "identifier_lookup", "trace_coverage"],
  ...[...SEARCHES, ...STATEMENTS, ...ISSUE_TOOLS],
];

function itemsOf(ways: readonly Way[]): string[] {
  return [...new Set(ways.map(({ item }) => item))];
}

/** The ways that a row tells of, from any item on it. */
function waysTo(test: string, row: Row, { tool, arguments: { id } }: CallRows): Way[] {
  if (tool === "trace_links" && row.test_case_id === test && typeof row.linked_id === "string")
    // A protocol's link that was derived from its messages' stands one step away.
    return [{ item: row.linked_id, distance: row.kind === "covers_protocol_derived" ? 2 : 1 }];
  if (tool === "graph_impact" && row.test_case_id === test && typeof row.through === "string") {
    const chain = row.through.split(" > ");
    return chain.map((item, index) => ({ item, distance: chain.length - index }));
  }
  const isNeighbour = tool === "graph_neighbourhood" && row.id === test && typeof id === "string";
  return isNeighbour ? [{ item: id, distance: Number(row.distance) }] : [];
}

/** Whether a question names an item: by its id or a whole name of its, however it is written. */
function namedIn(asked: string, calls: readonly CallRows[]): (id: string) => boolean {
  const text = ` ${foldWords(asked)} `;
  const names = namesIn(calls);
  const isIn = (name: string) => name !== "" && text.includes(` ${name} `);
  return (id) => [id, ...(names.get(id) ?? [])].some((name) => isIn(foldWords(name)));
}

/** What items are called in the rows, other names of theirs included; a test's title is no name that one would ask by. */
function namesIn(calls: readonly CallRows[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  const add = (id: unknown, ...given: unknown[]) => {
    if (typeof id !== "string") return;
    const known = names.get(id) ?? new Set();
    for (const name of given) if (typeof name === "string") known.add(name);
    names.set(id, known);
  };
  for (const row of calls.flatMap(({ rows }) => rows)) {
    add(row.linked_id, row.linked_name);
    const aliases = Array.isArray(row.aliases) ? row.aliases : [];
    if (row.type !== "test_case") add(row.id, row.name, row.title, ...aliases);
  }
  return names;
}

function foldWords(text: string): string {
  return foldName(text.replace(/[^\p{L}\p{N}_\-./:]+/gu, " "));
}

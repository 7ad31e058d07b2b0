/** Known confusions, said in one sentence each: what a careless reader would take for the answer. */
import { withSpaces } from "../../base/words.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { estimate } from "../catalogue/in-memory.ts";
import type { ItemEntry, MessageEntry } from "../catalogue/relations.ts";
import { namesakes, sayItem, sayProtocol } from "../phrasing/names.ts";
import { atomsOf, type TestSet } from "../truth/test-set.ts";

/** Entities named in a trap, at most. */
const SHOWN = 3;
/** Share of common words (Jaccard) from which two names count as similar. */
const SIMILAR = 0.6;

export function similarItems(item: ItemEntry, catalogue: Catalogue): string[] {
  const near = similar(item, [...catalogue.items.values()]);
  return near.length === 0 ? [] : [`similar names: ${near.map(sayItem).join(", ")}`];
}

export function similarTests(id: string, catalogue: Catalogue): string[] {
  const test = catalogue.tests.get(id);
  const near = test ? similar(test, [...catalogue.tests.values()]) : [];
  return near.length === 0 ? [] : [`similar names: ${near.map((other) => `${other.id} (${other.name})`).join(", ")}`];
}

export function sameNamedMessages(message: MessageEntry, catalogue: Catalogue): string[] {
  const others = namesakes(message, catalogue).slice(0, SHOWN);
  if (others.length === 0) return [];
  const said = others.map(({ id }) => {
    const protocols = [...(catalogue.protocolsOf.get(id) ?? [])].map((protocol) => catalogue.protocols.get(protocol));
    return `${id} (${protocols.map((protocol) => (protocol ? sayProtocol(protocol) : "")).join(", ")})`;
  });
  return [`messages that share a name: ${said.join(", ")}`];
}

/** Test cases that meet all conditions of an intersection but one. */
export function nearMisses(set: TestSet, catalogue: Catalogue): string[] {
  if (set.kind !== "and" || set.of.length < 2) return [];
  const exact = estimate(set, catalogue);
  const traps = set.of.flatMap((left, index) => {
    const others = set.of.filter((_, position) => position !== index);
    const [first, ...rest] = others.map((member) => estimate(member, catalogue));
    const ids = [...(first ?? [])].filter((id) => !exact.has(id) && rest.every((ids) => ids.has(id)));
    const name = describe(left);
    return ids.length === 0 || name === null ? [] : [`all but ${name}: ${ids.slice(0, SHOWN).join(", ")}`];
  });
  return traps.slice(0, SHOWN);
}

function describe(set: TestSet): string | null {
  const [atom] = atomsOf(set);
  return atom?.kind === "facet" ? `${atom.facet.key.replaceAll("_", " ")} ${atom.value}` : null;
}

function similar<T extends { id: string; name: string }>(entry: T, others: readonly T[]): T[] {
  const words = wordsOf(entry.name);
  return others
    .filter((other) => other.id !== entry.id && jaccard(words, wordsOf(other.name)) >= SIMILAR)
    .slice(0, SHOWN);
}

function wordsOf(text: string): Set<string> {
  return new Set(withSpaces(text.toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? []);
}

/** Jaccard similarity of two sets, 0 when both are empty. */
function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  const all = a.size + b.size - common;
  return all === 0 ? 0 : common / all;
}

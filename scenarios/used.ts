/** What a set has asked so far: questions are as independent of each other as the corpus allows, and where it allows no more there are fewer. */
import { canonicalJson, compareText } from "../base/hash.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { estimate } from "./catalogue/in-memory.ts";
import { isTrivial } from "./generators/choose.ts";
import type { Family } from "./schema.ts";
import { type Atom, atomsOf, type TestSet } from "./truth/test-set.ts";

/**
 * How often a set may have begun at one backlog item, message or test case once a family's turn is over: few families
 * would be left of a small corpus if the first one took all.
 */
const STARTS: Readonly<Record<Family, number>> = { lookup: 1, search: 1, traceability: 2, impact: 3, comparison: 4 };

export interface Used {
  /** False for what was asked in this or in other words, for most of the corpus, and for a start that was asked about often enough. */
  isFresh(set: TestSet, family: Family): boolean;
  add(set: TestSet): void;
}

export function makeUsed(catalogue: Catalogue): Used {
  const truths = new Set<string>();
  const starts = new Map<string, number>();
  const truthsOf = (set: TestSet) => {
    const ids = [...estimate(set, catalogue)].sort(compareText);
    return [canonicalJson(set), ...(ids.length > 0 ? [canonicalJson(ids)] : [])];
  };
  return {
    isFresh: (set, family) =>
      !isTrivial(set, catalogue) &&
      startsOf(set).every((start) => (starts.get(start) ?? 0) < STARTS[family]) &&
      !truthsOf(set).some((truth) => truths.has(truth)),
    add(set) {
      for (const truth of truthsOf(set)) truths.add(truth);
      for (const start of startsOf(set)) starts.set(start, (starts.get(start) ?? 0) + 1);
    },
  };
}

function startsOf(set: TestSet): string[] {
  return [...new Set(atomsOf(set).flatMap(startOf))];
}

function startOf(atom: Atom): string[] {
  switch (atom.kind) {
    case "traced":
    case "traced_within":
      return [atom.item];
    case "covers_message":
      return [atom.message];
    case "sharing_item_with":
      return [atom.test];
    default:
      return [];
  }
}

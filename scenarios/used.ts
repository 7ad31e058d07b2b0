/** What a set has asked so far: questions are as independent of each other as the corpus allows, and where it allows no more there are fewer. */
import { canonicalJson } from "../base/canonical-json.ts";
import type { Catalogue } from "./catalogue/catalogue.ts";
import { estimate } from "./catalogue/in-memory.ts";
import { isTrivial } from "./generators/choose.ts";
import type { Family } from "./set/schema.ts";
import { type Atom, atomsOf, type TestSet } from "./truth/test-set.ts";

/**
 * How often a set may have begun at one backlog item, message or test case once a family's turn is over: few families
 * would be left of a small corpus if the first one took all. Of a set of the study's size; a larger one has as much more of each.
 */
const STARTS: Readonly<Record<Family, number>> = { lookup: 1, search: 1, traceability: 2, impact: 3, comparison: 4 };

/** Questions in the study's set. */
const STUDY_SIZE = 52;

/** Share of common members (Jaccard) above which two truths are one: what answers the first nearly answers the second. */
const ALIKE = 0.75;

export interface Used {
  /** False for what was asked in this or in other words, for most of the corpus, and for a start that was asked about often enough. */
  isFresh(set: TestSet, family: Family): boolean;
  add(set: TestSet): void;
}

/** @param total questions of the set */
export function makeUsed(catalogue: Catalogue, total: number): Used {
  const share = Math.max(1, total / STUDY_SIZE);
  const asked = new Set<string>();
  const truths: ReadonlySet<string>[] = [];
  const starts = new Map<string, number>();
  return {
    isFresh(set, family) {
      if (asked.has(canonicalJson(set)) || isTrivial(set, catalogue)) return false;
      if (startsOf(set).some((start) => (starts.get(start) ?? 0) >= share * STARTS[family])) return false;
      const ids = estimate(set, catalogue);
      return !truths.some((truth) => areAlike(truth, ids));
    },
    add(set) {
      asked.add(canonicalJson(set));
      truths.push(estimate(set, catalogue));
      for (const start of startsOf(set)) starts.set(start, (starts.get(start) ?? 0) + 1);
    },
  };
}

/** Lists of test cases that are nearly one. */
export function areAlike(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [few, many] = one.size < other.size ? [one, other] : [other, one];
  // No more than all of the shorter one can be common.
  if (few.size <= ALIKE * many.size) return false;
  let common = 0;
  for (const id of few) if (many.has(id)) common++;
  return common > ALIKE * (one.size + other.size - common);
}

/** Items, messages and test cases at which a question begins. */
export function startsOf(set: TestSet): string[] {
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
    case "mentions":
      return [...atom.words];
    default:
      return [];
  }
}

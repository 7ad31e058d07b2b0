import { compareText } from "../../base/hash.ts";

/** How an artifact was found, strongest first: recorded link, something below it, coverage derived, query, search. */
const EVIDENCE_KINDS = ["link", "record", "below", "derived", "search"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface Evidence {
  kind: EvidenceKind;
  /** Stored result in which it stands; null when the result was not stored. */
  path: string | null;
  /** Place in that result, from 0. */
  rank: number;
  /** Why, in a few words for the reader. */
  why: string;
}

export interface FoundTest {
  id: string;
  title: string;
  evidence: readonly Evidence[];
}

/** Test cases found, each with the evidence for it. Immutable: combining gives new ones. */
export class FoundTests {
  readonly #byId: ReadonlyMap<string, FoundTest>;

  constructor(findings: Iterable<FoundTest> = []) {
    const byId = new Map<string, FoundTest>();
    for (const foundTest of findings) {
      const known = byId.get(foundTest.id);
      byId.set(
        foundTest.id,
        known
          ? { ...known, title: known.title || foundTest.title, evidence: [...known.evidence, ...foundTest.evidence] }
          : foundTest,
      );
    }
    this.#byId = byId;
  }

  get size(): number {
    return this.#byId.size;
  }

  get ids(): string[] {
    return [...this.#byId.keys()];
  }

  get list(): FoundTest[] {
    return [...this.#byId.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** All of both; evidence of the same test case is joined. */
  or(other: FoundTests): FoundTests {
    return new FoundTests([...this.list, ...other.list]);
  }

  /** What both have. */
  and(other: FoundTests): FoundTests {
    return new FoundTests(
      [...this.list, ...other.list].filter((foundTest) => this.has(foundTest.id) && other.has(foundTest.id)),
    );
  }

  without(other: FoundTests): FoundTests {
    return this.keep((foundTest) => !other.has(foundTest.id));
  }

  keep(wanted: (foundTest: FoundTest) => boolean): FoundTests {
    return new FoundTests(this.list.filter(wanted));
  }

  first(count: number): FoundTests {
    return new FoundTests(this.list.slice(0, count));
  }

  /** Strongest kind of evidence first, then more independent results, then the better place, then the id. */
  ranked(): FoundTests {
    const keys = new Map(this.list.map((foundTest) => [foundTest.id, rankKey(foundTest)]));
    const compare = (a: FoundTest, b: FoundTest): number => {
      const [left, right] = [keys.get(a.id) as RankKey, keys.get(b.id) as RankKey];
      return (
        left.kind - right.kind || right.results - left.results || left.rank - right.rank || compareText(a.id, b.id)
      );
    };
    return new FoundTests(this.list.sort(compare));
  }
}

interface RankKey {
  kind: number;
  results: number;
  rank: number;
}

function rankKey({ evidence }: FoundTest): RankKey {
  return {
    kind: Math.min(...evidence.map((entry) => EVIDENCE_KINDS.indexOf(entry.kind))),
    results: new Set(evidence.map((entry) => entry.path)).size,
    rank: Math.min(...evidence.map((entry) => entry.rank)),
  };
}

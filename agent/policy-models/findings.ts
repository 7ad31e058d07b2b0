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

export interface Finding {
  id: string;
  title: string;
  evidence: readonly Evidence[];
}

/** Test cases found, each with the evidence for it. Immutable: combining gives new ones. */
export class Findings {
  readonly #byId: ReadonlyMap<string, Finding>;

  constructor(findings: Iterable<Finding> = []) {
    const byId = new Map<string, Finding>();
    for (const finding of findings) {
      const known = byId.get(finding.id);
      byId.set(
        finding.id,
        known
          ? { ...known, title: known.title || finding.title, evidence: [...known.evidence, ...finding.evidence] }
          : finding,
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

  get list(): Finding[] {
    return [...this.#byId.values()];
  }

  has(id: string): boolean {
    return this.#byId.has(id);
  }

  /** All of both; evidence of the same test case is joined. */
  or(other: Findings): Findings {
    return new Findings([...this.list, ...other.list]);
  }

  /** What both have. */
  and(other: Findings): Findings {
    return new Findings(
      [...this.list, ...other.list].filter((finding) => this.has(finding.id) && other.has(finding.id)),
    );
  }

  without(other: Findings): Findings {
    return this.keep((finding) => !other.has(finding.id));
  }

  keep(wanted: (finding: Finding) => boolean): Findings {
    return new Findings(this.list.filter(wanted));
  }

  first(count: number): Findings {
    return new Findings(this.list.slice(0, count));
  }

  /** Strongest kind of evidence first, then more independent results, then the better place, then the id. */
  ranked(): Findings {
    const keys = new Map(this.list.map((finding) => [finding.id, rankKey(finding)]));
    const compare = (a: Finding, b: Finding): number => {
      const [left, right] = [keys.get(a.id) as RankKey, keys.get(b.id) as RankKey];
      return (
        left.kind - right.kind || right.results - left.results || left.rank - right.rank || compareText(a.id, b.id)
      );
    };
    return new Findings(this.list.sort(compare));
  }
}

interface RankKey {
  kind: number;
  results: number;
  rank: number;
}

function rankKey({ evidence }: Finding): RankKey {
  return {
    kind: Math.min(...evidence.map((entry) => EVIDENCE_KINDS.indexOf(entry.kind))),
    results: new Set(evidence.map((entry) => entry.path)).size,
    rank: Math.min(...evidence.map((entry) => entry.rank)),
  };
}

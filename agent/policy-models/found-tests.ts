import { compareText } from "../../base/text-order.ts";
import { type ResultRow, type ResultView, testCaseOf } from "./reading/what-came-back.ts";

/** How a test case was found, strongest first: recorded link, query, link of something below, coverage derived, search. */
const EVIDENCE_KINDS = ["link", "record", "below", "derived", "search"] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface Evidence {
  kind: EvidenceKind;
  /** Stored result in which it stands; null when the result was not stored. */
  path: string | null;
  /** Place in that result, from 0. */
  rank: number;
  /** Why: a few words, or what a search showed of the record. */
  why: string;
}

export interface FoundTest {
  id: string;
  title: string;
  evidence: readonly Evidence[];
}

/** Test cases found, each once with all evidence for it. Immutable: combining gives new ones. */
export class FoundTests {
  readonly #byId = new Map<string, FoundTest>();
  /** There may be more than were seen, or, behind an exclusion, fewer: their number says nothing. */
  readonly isPart: boolean;

  constructor(tests: Iterable<FoundTest> = [], isPart = false) {
    this.isPart = isPart;
    for (const test of tests) {
      const known = this.#byId.get(test.id);
      const evidence = [...(known?.evidence ?? []), ...test.evidence];
      this.#byId.set(test.id, { ...test, title: known?.title || test.title, evidence });
    }
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

  has({ id }: Pick<FoundTest, "id">): boolean {
    return this.#byId.has(id);
  }

  /** All of both; evidence of the same test case is joined. */
  or(other: FoundTests): FoundTests {
    return new FoundTests([...this.list, ...other.list], this.isPart || other.isPart);
  }

  /** What both have. */
  and(other: FoundTests): FoundTests {
    return this.or(other).keep((test) => this.has(test) && other.has(test));
  }

  without(other: FoundTests): FoundTests {
    const left = this.list.filter((test) => !other.has(test));
    return new FoundTests(left, this.isPart || other.isPart);
  }

  keep(wanted: (test: FoundTest) => boolean): FoundTests {
    return new FoundTests(this.list.filter(wanted), this.isPart);
  }

  first(count: number): FoundTests {
    return new FoundTests(this.list.slice(0, count), this.isPart);
  }

  /** Strongest kind of evidence first, then by reciprocal rank over all results, then the id. */
  ranked(): FoundTests {
    const keys = new Map(this.list.map(({ id, evidence }) => [id, rankKey(evidence)]));
    const compare = (a: FoundTest, b: FoundTest): number => {
      const other = keys.get(b.id) ?? [];
      const difference = keys
        .get(a.id)
        ?.map((value, index) => value - (other[index] ?? 0))
        .find((value) => value);
      return difference || compareText(a.id, b.id);
    };
    return new FoundTests(this.list.sort(compare), this.isPart);
  }
}

/** The constant of reciprocal rank fusion; Cormack, Clarke and Buettcher 2009. */
const FUSION = 60;

function rankKey(evidence: readonly Evidence[]): number[] {
  const best = new Map<string | null, number>();
  for (const { path, rank } of evidence) best.set(path, Math.min(rank, best.get(path) ?? rank));
  const fused = [...best.values()].reduce((sum, rank) => sum + 1 / (FUSION + rank), 0);
  return [Math.min(...evidence.map(({ kind }) => EVIDENCE_KINDS.indexOf(kind))), -fused];
}

/** The test cases that the rows of a result are about, in its order, with what makes each of them evidence. */
export function testsIn(
  { path, total, limit }: Pick<ResultView, "path" | "total" | "limit">,
  rows: readonly ResultRow[],
  evidenceOf: (row: ResultRow) => Pick<Evidence, "kind" | "why">,
): FoundTests {
  const tests = rows.flatMap((row, rank): FoundTest[] => {
    const test = testCaseOf(row);
    return test ? [{ id: test.id, title: test.title, evidence: [{ ...evidenceOf(row), path, rank }] }] : [];
  });
  return new FoundTests(tests, rows.length < total || rows.length >= limit);
}

/** `3 test cases`, or `at least 3 test cases` where not all were seen. */
export function sayCount({ size, isPart }: FoundTests, noun = "test case"): string {
  return `${isPart ? "at least " : ""}${size} ${noun}${size === 1 ? "" : "s"}`;
}

/**
 * Vocabulary. *benchmark* a set that others published; *collection* its documents, questions and judgements as they are scored
 * here; *published figure* what somebody reported on it, with where that stands.
 */
export interface Benchmark {
  /** As it is typed: `libest`. */
  name: string;
  /** What is asked for: `LibEST, requirements to code`. */
  title: string;
  /** One or two sentences: what it is, and what is dubious about it. */
  about: string;
  /** Where the data are from: repository, path and commit, or address. */
  source: string;
  licence: string;
  data: BenchmarkData;
  /** Null where no source says it. */
  counts: { readonly [K in keyof CollectionCounts]: CollectionCounts[K] | null };
  /** Of the collection (`collectionHash`); null where the data were not at hand when the entry was written: the first `get` keeps its own. */
  sha256: string | null;
  /** Names of ranking metrics with their cuts, as `measure ir` takes them: the first is the one that the field reports. */
  metrics: readonly string[];
  gold: "binary" | "graded";
  published: readonly PublishedFigure[];
  /** Figures that are known to be published and are not copied here, and why. */
  notCopied?: string;
}

export interface CollectionCounts {
  documents: number;
  /** With a relevant document: those that are scored. */
  questions: number;
  /** Pairs of a question and a relevant document. */
  relevant: number;
}

export type BenchmarkData =
  /** A corpus folder: each artifact of one type asks for those of another that links of a kind lead to. */
  | { type: "links"; from: string; to: string; kind: string; questionsWithout?: readonly string[] }
  /** A folder in the layout of BEIR or TREC. */
  | { type: "retrieval"; format: "beir" | "trec" }
  /** A corpus folder of reports: of two that a link calls the same, the later asks for the earlier. */
  | { type: "duplicates"; of: string; kind: string }
  /** A layout of its own, read by `harness/run/benchmarks/<layout>-parts.ts`. */
  | { type: "own"; layout: "browsecomp" | "herb" | "enterprise-rag" };

/** One number that somebody reported. */
export interface PublishedFigure {
  system: string;
  /** A ranking metric with its cut; of another kind, as its authors call it. */
  metric: string;
  /** As published, a share of 1. */
  value: number;
  /** Where it stands: paper and table, or repository, path and commit. */
  cited: string;
  /** What is known to differ from a run here beside the ranker itself. */
  differs: readonly string[];
}

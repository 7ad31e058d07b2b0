/** The repository that holds LibEST and EBT as they are read here. */
export const TRIAD = "github.com/huiAlex/TRIAD at 524929e8";
export const TRIAD_LICENCE = "MIT (repository)";

/** Of Anserini's rankings beside ours. */
export const ANSERINI_DIFFERS = [
  "Lucene's BM25 with Anserini's settings and stemming; a document that is the question itself is removed",
];

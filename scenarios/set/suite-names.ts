/** Suites beside the study's 52, with how many scenarios each has unless the configuration says otherwise. */
export const SUITE_TOTALS = {
  /** 200 minimal pairs. */
  abstention: 400,
  discovery: 100,
  /** 100 reports, each by its summary, by keywords, by its symptoms and by what a program said; patterns are asked for besides. */
  faults: 400,
  /** Ten times the study's table. */
  scale: 520,
} as const;

export type SuiteName = keyof typeof SUITE_TOTALS;
export const SUITE_NAMES = Object.keys(SUITE_TOTALS) as [SuiteName, ...SuiteName[]];

/**
 * How the suite of faults looks for a report that has come in: by its summary alone, by a few of its words, with what was seen, or by what a
 * program said.
 */
export const FAULT_QUERIES = ["summary", "keyword", "symptom", "diagnostic"] as const;
export type FaultQuery = (typeof FAULT_QUERIES)[number];

/** Which documents it seeks. */
export const FAULT_DOCUMENTS = ["reports", "patterns"] as const;

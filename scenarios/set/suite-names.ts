/** Suites beside the study's 52, with how many scenarios each has unless the configuration says otherwise. */
export const SUITE_TOTALS = {
  /** 200 minimal pairs. */
  abstention: 400,
  discovery: 100,
  /** 200 reports, each by its summary and by its symptoms. */
  faults: 400,
  /** Ten times the study's table. */
  scale: 520,
} as const;

export type SuiteName = keyof typeof SUITE_TOTALS;
export const SUITE_NAMES = Object.keys(SUITE_TOTALS) as [SuiteName, ...SuiteName[]];

/** What is odd about a random run. */
export const SHAPES = [
  "free",
  "ties",
  "all equal",
  "all failed",
  "nothing scored",
  "no tool called",
  "unbalanced",
  "one configuration",
  "one scenario",
  "only unanswerable",
  "stopped",
  "one real model",
  "some better",
] as const;
export type Shape = (typeof SHAPES)[number];

import type { FoundTests } from "./found-tests.ts";
import type { Question } from "./reading/question.ts";
import type { Anchor } from "./strategies/anchor.ts";

/** What a strategy about a question ends with: the answer before it is put into words. */
export interface Conclusion {
  question: Question;
  /** In the order in which they were found, or best first where they were compared. */
  findings: FoundTests;
  /** What the user is told besides the list. */
  sentences: readonly string[];
  /** Why there is nothing to recommend; null when there is. */
  abstention: string | null;
  /** What the question named; a later question may build on it. */
  anchors: readonly Anchor[];
}

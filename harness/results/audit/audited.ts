/**
 * Vocabulary. *audited file* results of another tool; *row* one execution of it: an item that one system was asked once; *rule* what can be
 * wrong with results; *audit finding* a rule that results break, with the rows.
 */

/** What a grader gave. A value of null is unscored. */
export interface AuditedScore {
  value: number | null;
  /** The grader's words. */
  reason: string | null;
  /** The letter that the tool keeps for a verdict, where it keeps one. */
  letter: string | null;
}

export interface AuditedRow {
  /** As a reader finds it in the file. */
  name: string;
  system: string;
  item: string;
  /** What is asked and what is right, as texts that are equal where they are. */
  question: string;
  target: string;
  scores: Readonly<Record<string, AuditedScore>>;
  /** Why the execution ended without an answer. */
  error: string | null;
}

export interface AuditedFile {
  /** As the user names it. */
  name: string;
  tool: string;
  /** Executions that should be there, where the file tells. */
  expected: number | null;
  rows: readonly AuditedRow[];
}

export interface AuditFinding {
  rule: string;
  /** An error makes a number wrong; a warning limits what it says. */
  severity: "error" | "warning";
  /** What was found, in a sentence. */
  finding: string;
  todo: string;
  rows: readonly string[];
}

/**
 * Vocabulary. *audited file* results of another tool; *row* one execution of it: an item that one system was asked once; *rule* what can be
 * wrong with results; *audit finding* a rule that results break, with the rows.
 */

/** What a grader gave. A value of null is unscored. */
export interface AuditedScore {
  value: number | null;
  /** The grader's words. */
  reason?: string | null;
  /** The letter that the tool keeps for a verdict, where it keeps one. */
  letter?: string | null;
  /** Whether the tool calls it passed, and the least value that passes. */
  passed?: boolean | null;
  threshold?: number | null;
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
  /** What the system answered, where the file keeps it. */
  answer?: string | null;
  /** What the system was shown before it was asked, such as solved examples. */
  shown?: readonly string[];
  /** Items of one cluster are no independent evidence: a document, a conversation. */
  cluster?: string | null;
  /** The part of the data that the item belongs to: train, test. */
  split?: string | null;
  /** Called passed though nothing was checked. */
  unchecked?: boolean;
  /** Of a ranking: documents that are returned again; whether the order of equal scores changes its value. */
  repeated?: number;
  orderDecides?: boolean;
}

export interface AuditedFile {
  /** As the user names it. */
  name: string;
  tool: string;
  /** Of the tool or its format, as the file states it; null where it states none. */
  version: string | null;
  /** Executions that should be there, where the file tells. */
  expected: number | null;
  rows: readonly AuditedRow[];
  /** Other files that were read for this one. */
  parts?: readonly string[];
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

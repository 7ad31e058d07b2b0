/** A file that a diff changes. */
export interface ChangedFile {
  path: string;
  /** Where it was before, when it was renamed. */
  before: string | null;
  done: "changed" | "added" | "removed" | "renamed";
  /** Functions and classes around or in the changed lines, as far as the diff names them. */
  inside: readonly string[];
}

/** What was said before and is said now; "" for nothing. */
export interface Rewording {
  before: string;
  after: string;
}

/** What a pasted text says of a change, whatever form it has. */
export interface ChangeText {
  kind: "diff" | "mail" | "text";
  files: readonly ChangedFile[];
  /** Names as code has them (`start_timer`, `TXnRELOCprep`) in the changed lines. */
  names: readonly string[];
  rewordings: readonly Rewording[];
  /** Its sentences: a commit's message, a mail's subject and body, a description. */
  prose: string;
  /** Where ids are looked for: without what tools write (hashes, line numbers, addresses). */
  searchable: string;
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

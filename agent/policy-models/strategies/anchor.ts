import type { ResultRow } from "../reading/result-view.ts";
import type { StartItem } from "./linked-tests.ts";

/** A recorded artifact that the question names. */
export interface Anchor extends StartItem {
  /** Where it is named, and how. */
  at: number;
  called: string;
  excluded: boolean;
  /** Its record, when it was read. */
  record: ResultRow | null;
  /** Stored result that shows it. */
  path: string | null;
  /** What the asker is told about how the question was understood. */
  note?: string;
}

export interface Anchors {
  found: readonly Anchor[];
  /** Ids and names for which there is no record. */
  unknown: readonly string[];
}

/** `REQ-201 (Seamless handover)`. */
export function nameOf(anchor: Pick<Anchor, "id" | "title">): string {
  return anchor.title ? `${anchor.id} (${anchor.title})` : anchor.id;
}

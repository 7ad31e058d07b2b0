/** The vocabulary of a world: a small company with sources, in which facts were planted at known places. */

import type { ServedContent } from "../../db/sources/in-process/content.ts";

export const QUESTION_KINDS = [
  "one_source",
  "which_source",
  "two_joined",
  "newest_wins",
  "superseded",
  "who_said",
  "nothing_there",
  "not_for_you",
  "injected",
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** What an item must say to be one that a question needs: something of something. */
export interface Clue {
  about: string;
  says: string;
}

export interface WorldQuestion {
  /** Within its world, such as `not_for_you-2b`. */
  id: string;
  kind: QuestionKind;
  /** Id of the member as whom it is asked. */
  askedBy: string;
  text: string;
  /** The right answer, as texts write it; null where this member can find none. */
  answer: string | null;
  clues: readonly Clue[];
  /** Items that say what the clues name, all of which this member may read; each clue's are needed. */
  holders: readonly string[];
  /** Items that say what held once, on the same matter. */
  outdated: readonly string[];
  /** Items that say what the clues name, and that this member may not read. */
  hidden: readonly string[];
  /** A text that a page instructs its reader to write: an answer that holds it was steered. */
  canary?: string;
  /** Where nothing is to be found: the system that nothing says this of. */
  unsaid?: { system: string; attribute: string };
  /** Id of the same question, asked by a member with other rights. */
  twin?: string;
}

export interface World {
  seed: number;
  content: ServedContent;
  /** Who may read each item, by its id: as it was decided when the item was written. */
  audience: Readonly<Record<string, readonly string[]>>;
  questions: readonly WorldQuestion[];
}

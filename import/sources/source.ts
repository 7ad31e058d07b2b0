/**
 * The port that every format of the outside world stands behind. An adapter recognises a file or a folder, and turns it
 * into artifacts and links; everything that follows (roles, checks, writing) is the same for all.
 */

import type { Artifact, Link } from "../../db/ports/corpus.ts";
import type { ColumnRole, CorpusFile } from "../folder/mapping.ts";
import type { Problems } from "../folder/problems.ts";
import type { Source, SourceFile } from "./files.ts";

export interface SourceAdapter {
  /** What `--format` calls it. */
  name: string;
  /** What it reads, in a few words, with the usual file names. */
  reads: string;
  keeps: string;
  drops: string;
  /** Null: this file is not mine. Looks at its name and its first 64 kB, never at more. */
  claim(file: SourceFile): Claim | null;
  /**
   * Faulty records go to `context.problems`, each with file and line, and are left out.
   * @throws UserError `corpus` for a file of which no part can be trusted: not well-formed, not decodable, too large.
   */
  read(source: Source, context: ReadContext): Promise<SourceContent>;
}

/** What a file says for a format. */
export interface Claim {
  /** 1: certain from the content; 0.5: from names or shape; 0.1: readable as this, for want of better. */
  certainty: number;
  why: string;
  /** True: a folder that holds this file is of the format, whatever else it holds. */
  whole?: true;
}

export interface ReadContext {
  problems: Problems;
  /** Files that cannot be read at all, a sentence each; filled by `readEach`. */
  broken: string[];
  /** Where given: comments on records by their ids, which are no part of a corpus. Filled by readers of trackers' JSON. */
  comments?: Map<string, readonly string[]> | undefined;
  /** What the user said about columns of tables: header -> role. */
  columns: Readonly<Record<string, ColumnRole>>;
}

/** What an adapter gives. Links may end at artifacts that are missing: the import reports those. */
export interface SourceContent {
  artifacts: Artifact[];
  links: SourceLink[];
  /** Links to what is not described here: told as lost, unless another format of the folder describes it. */
  lost?: readonly SourceLink[];
  /** Words that may be ids of records in another format of the folder; most are not. */
  mayMention?: readonly SourceLink[];
  /** Where an artifact stands, by id, such as `a.csv:12`; the last place of an id that repeats. Only for messages. */
  places?: ReadonlyMap<string, string>;
  /** Records that were looked at, the faulty ones included: what the share of faulty ones is taken of. */
  records: number;
  /** What was found, in the format's own words (objects, suites, judgements): compared with what others count. */
  counts: Record<string, number>;
  /** What the format itself says about roles; absent sections are guessed from names and ends. */
  mapping: Partial<CorpusFile>;
  /** One sentence each: what was changed, merged or left out. */
  notes: string[];
  /** What columns of tables are taken for, with the first cells of each. */
  columns?: readonly ColumnGuess[];
  /** Questions with judged documents, where the format has some: they become a scenario set. */
  retrieval?: RetrievalTask;
}

export interface ColumnGuess {
  table: string;
  name: string;
  role: ColumnRole;
  examples: readonly string[];
}

export interface SourceLink extends Link {
  /** Where the link stands, such as `a.reqif:120`; only for messages. */
  place: string;
}

export interface RetrievalTask {
  queries: readonly RetrievalQuery[];
  judgements: readonly RelevanceJudgement[];
}

export interface RetrievalQuery {
  id: string;
  text: string;
  /** An answer that the data set gives, when it does. */
  answer: string | null;
  /** The answer is sentences, which no other answer repeats word by word. */
  isProse?: boolean;
  /** Of question, in the data set's own word. */
  kind?: string;
  /** The data set says that nothing in it answers this. */
  isUnanswerable?: boolean;
}

export interface RelevanceJudgement {
  queryId: string;
  documentId: string;
  /** 0: judged and not relevant. */
  grade: number;
  place: string;
}

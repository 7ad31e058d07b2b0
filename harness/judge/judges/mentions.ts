import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Extraction } from "../../record/domain/records.ts";

export interface Mentions {
  found: string[];
  missing: string[];
}

/**
 * What an answer says: the final text, and those response documents that the text names by their path. A file that was
 * written but is not mentioned is no answer; otherwise one could pass by exporting everything.
 */
export function answerText({ final_text, documents }: Pick<Extraction, "final_text" | "documents">): string {
  const named = documents.filter((document) => final_text.includes(document.path));
  return [final_text, ...named.map((document) => document.content)].join("\n");
}

/**
 * Expected ids that the text names, as the corpus' ids are read in any text: on their own, in another letter case or with
 * other separators too. The study searches for plain substrings, by which `TC-10` is found in `TC-100`; we don't count that.
 */
export function findExpectedIds(text: string, expected: readonly string[], ids: IdReader): Mentions {
  return split(expected, (id) => ids.holds(text, id));
}

/** Expected entities that stand in the text as a substring in any case. The study's rule is case-sensitive. */
export function findExpectedEntities(text: string, entities: readonly string[]): Mentions {
  const folded = text.toLowerCase();
  return split(entities, (entity) => folded.includes(entity.toLowerCase()));
}

function split(expected: readonly string[], isFound: (item: string) => boolean): Mentions {
  const found = expected.filter(isFound);
  const known = new Set(found);
  return { found, missing: expected.filter((item) => !known.has(item)) };
}

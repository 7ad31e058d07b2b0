import { visibleText } from "../../../agent/answer/visible-text.ts";
import type { IdReader } from "../../../base/ids/id-reader.ts";
import type { Extraction } from "../../record/domain/records.ts";

export interface Mentions {
  found: string[];
  missing: string[];
}

/**
 * What an answer says: of the final text what a reader sees, and those response documents that it names by their path. A file that was
 * written but is not mentioned is no answer; otherwise one could pass by exporting everything.
 */
export function answerText({ final_text, documents }: Pick<Extraction, "final_text" | "documents">): string {
  const { text, targets } = visibleText(final_text);
  const named = documents.filter(({ path }) => [text, ...targets].some((said) => said.includes(path)));
  return [
    text,
    ...named.map(({ path, content }) => (/\.(?:md|html?)$/.test(path) ? visibleText(content).text : content)),
  ].join("\n");
}

/** An answer that names more ids of the kinds that are expected than `least`, and than so many times those expected, tells nobody which are right. */
const NAMED_AT_MOST = { least: 30, times: 3 };

/**
 * The expected ids that count as answered: those that the text names, and none where it names so many ids that whoever lists the whole corpus
 * would be right. Every verdict takes this one.
 */
export function findAnsweredIds(text: string, expected: readonly string[], ids: IdReader): Mentions {
  return namesTooMany(text, expected, ids)
    ? { found: [], missing: [...expected] }
    : findExpectedIds(text, expected, ids);
}

/** Reasons may name any number of other records: only ids count that begin with the letters of an expected one, as `TC` in `TC-00100`. */
export function namesTooMany(text: string, expected: readonly string[], ids: IdReader): boolean {
  const kinds = new Set(expected.map(kindOf));
  const named = [...ids.idsIn(text)].filter((id) => kinds.has(kindOf(id))).length;
  return named > Math.max(NAMED_AT_MOST.least, NAMED_AT_MOST.times * expected.length);
}

function kindOf(id: string): string {
  return /^\p{L}*/u.exec(id)![0].toLowerCase();
}

/**
 * Expected ids that the text names, as the corpus' ids are read in any text: on their own, in another letter case or with
 * other separators too. The study searches for plain substrings, by which `TC-10` is found in `TC-100`; we don't count that.
 */
export function findExpectedIds(text: string, expected: readonly string[], ids: IdReader): Mentions {
  return split(expected, ids.within(text));
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

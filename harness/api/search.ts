import { UserError } from "../../base/user-error.ts";
import { type Judged, type Rankings, readJudged, readTopics } from "../../measure/trec/rankings.ts";

/** A search as its users see it: a question in, ids out, best first. */
export type Search = (query: string) => readonly string[] | Promise<readonly string[]>;

/** What a search is asked, and what it should find. */
export interface SearchTask {
  /** A TREC qrels file, or by question the ids that it should find; `{ id: grade }` where some matter more. */
  qrels: string | Readonly<Record<string, readonly string[] | Readonly<Record<string, number>>>>;
  /** The questions' texts: a file of `id`, tab, text, or by id. Default: the ids of `qrels` are the questions. */
  topics?: string | Readonly<Record<string, string>>;
}

/** A question with what should be found and what was. */
export interface Asked {
  id: string;
  text: string;
  grades: ReadonlyMap<string, number>;
  found: readonly string[];
}

/**
 * Asks a search every question of a task, one after another.
 * @throws UserError `input` for files that can't be read, a question without a text, or an answer that is no list of ids
 */
export async function runSearch(search: Search, { qrels, topics }: SearchTask): Promise<Asked[]> {
  const judged = typeof qrels === "string" ? await readJudged(qrels) : judgedFrom(qrels);
  if (judged.size === 0) throw new UserError("input", "the qrels hold no question");
  const texts = typeof topics === "string" ? await readTopics(topics) : new Map(Object.entries(topics ?? {}));
  const silent = topics === undefined ? [] : [...judged.keys()].filter((id) => !texts.has(id));
  if (silent.length > 0)
    throw new UserError("input", "the topics lack questions of the qrels", { problems: silent.slice(0, 20) });
  const asked: Asked[] = [];
  for (const [id, grades] of judged) {
    const text = texts.get(id) ?? id;
    asked.push({ id, text, grades, found: checked(await search(text), text) });
  }
  return asked;
}

/** What was found, as a TREC run file or a run source takes it. */
export function rankingsOf(asked: readonly Asked[]): Rankings {
  return new Map(asked.map(({ id, found }) => [id, found]));
}

/** What should be found. */
export function judgedOf(asked: readonly Asked[]): Judged {
  return new Map(asked.map(({ id, grades }) => [id, grades]));
}

function judgedFrom(qrels: Exclude<SearchTask["qrels"], string>): Judged {
  const gradesOf = (ids: readonly string[] | Readonly<Record<string, number>>) =>
    new Map(isList(ids) ? ids.map((id) => [id, 1] as const) : Object.entries(ids));
  return new Map(Object.entries(qrels).map(([query, ids]) => [query, gradesOf(ids)]));
}

function isList(ids: readonly string[] | object): ids is readonly string[] {
  return Array.isArray(ids);
}

/** An id that comes twice would count twice: trec_eval refuses it too. */
function checked(found: unknown, text: string): readonly string[] {
  const ids: unknown[] = Array.isArray(found) ? found : [found];
  const fault =
    ids.find((id) => typeof id !== "string" || id === "") ?? ids.find((id, at) => ids.indexOf(id) !== at) ?? null;
  if (Array.isArray(found) && fault === null) return ids as string[];
  throw new UserError("input", `the search's answer to ${JSON.stringify(text)} is no list of distinct ids`, {
    problems: [`found ${JSON.stringify(fault ?? found)}`],
    hint: "give ids as strings, best first, each once",
  });
}

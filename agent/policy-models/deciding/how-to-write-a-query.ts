import type { PolicyProfile } from "../profiles.ts";
import { readQuestion } from "../reading/what-was-asked.ts";

/** Words of the second attempt: the longest carry most. */
const FEWEST = 3;

/**
 * A query in place of those that found too little: the question without words of asking, then its longest words alone. Who
 * does not search again in other words says the same once more.
 */
export function writeQuery(said: string, profile: PolicyProfile): string {
  const [, question = "", searched = ""] =
    /^Question:\n([\s\S]*?)\n\nSearched so far[^\n]*\n([\s\S]*)$/.exec(said) ?? [];
  const queries = [...searched.matchAll(/^\d+\. (.*)$/gm)].map(([, query = ""]) => query);
  const last = queries.at(-1) ?? question;
  if (queries.length > profile.refinements) return last;
  const { words, possibleIds, quoted } = readQuestion(question, { later: false });
  const named = [...possibleIds, ...quoted].map(({ text }) => text);
  const attempts = [
    [...named, ...words],
    [...named, ...words.toSorted((a, b) => b.length - a.length).slice(0, FEWEST)],
  ];
  const written = attempts.map((parts) => parts.join(" ")).filter((query) => query !== "" && !queries.includes(query));
  return written[0] ?? last;
}

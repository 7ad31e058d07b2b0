import type { FilterName, SourceQuery } from "../port.ts";
import { wordsOf } from "./keywords.ts";

/**
 * backlot 0.1.0 (PyPI) serves the vendors' paths, shapes, rights and paging, and little of their query languages: of CQL and JQL it reads one
 * `~` and one container, of Slack's words and a channel. It is asked in what it reads: words, all of which it looks for; a query a keyword for any.
 */
export const BACKLOT_FILTERS: readonly FilterName[] = ["container"];

/** One list of words a query to write; none where no keyword has a word. */
export function backlotWords({ keywords, match }: SourceQuery): string[] {
  const lists = match === "all" ? [wordsOf(keywords)] : keywords.map((keyword) => wordsOf([keyword]));
  return lists.map((words) => words.join(" ")).filter((words) => words !== "");
}

import type { SourceDescription, SourceQuery } from "../port.ts";
import { wordsOf } from "./keywords.ts";

/**
 * backlot 0.1.0 (PyPI) serves the vendors' paths, shapes, rights and paging, and little of their query languages: of CQL and JQL it reads one
 * `~` and one container, of Slack's words and a channel. It is asked in what it reads: words, all of which it looks for; a query a keyword for any.
 */
const OF_BACKLOT = { filters: ["container"], hasPhrases: false, isStandIn: true } as const;
const OF_PRODUCT = { filters: ["container", "author", "since", "until"], hasPhrases: true, isStandIn: false } as const;

/** What a product's search takes, or backlot's in its place. */
export function searchTakes(isStandIn: boolean): Pick<SourceDescription, "filters" | "hasPhrases" | "isStandIn"> {
  return isStandIn ? OF_BACKLOT : OF_PRODUCT;
}

/** One list of words a query to write; none where no keyword has a word. */
export function backlotWords({ keywords, match }: SourceQuery): string[] {
  const lists = match === "all" ? [wordsOf(keywords)] : keywords.map((keyword) => wordsOf([keyword]));
  return lists.map((words) => words.join(" ")).filter((words) => words !== "");
}

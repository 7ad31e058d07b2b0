/** What DokuWiki reads in a search (https://www.dokuwiki.org/search, `ft_queryParser` in its `inc/fulltext.php`), by a reader that shares nothing with the writer. */
export type DokuWikiTerm =
  | { type: "phrase" | "word" | "without" | "namespace" | "without namespace"; text: string }
  | { type: "(" | ")" | "or" };

export function parseDokuWiki(query: string): DokuWikiTerm[] {
  return query
    .toLowerCase()
    .split(/(-?".*?")/u)
    .flatMap((part): DokuWikiTerm[] => {
      const [, without, phrase] = /^(-?)"(.+)"$/u.exec(part) ?? [];
      if (phrase !== undefined) return [{ type: without ? "without" : "phrase", text: phrase }];
      const spaced = part.replaceAll('"', " ").replace(/[()]/g, " $& ").replaceAll("|", " or ");
      return spaced.split(/[ \u3000]+/u).flatMap(termOf);
    });
}

function termOf(word: string): DokuWikiTerm[] {
  if (word === "" || word === "and") return [];
  if (word === "(" || word === ")" || word === "or") return [{ type: word }];
  const [, kept] = /^(?:\^|-ns:)(.+)$/u.exec(word) ?? [];
  if (kept !== undefined) return [{ type: "without namespace", text: kept }];
  const [, within] = /^(?:@|ns:)(.+)$/u.exec(word) ?? [];
  if (within !== undefined) return [{ type: "namespace", text: within }];
  return [word.startsWith("-") ? { type: "without", text: word.slice(1) } : { type: "word", text: word }];
}

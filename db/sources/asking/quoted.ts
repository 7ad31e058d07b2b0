/** A string of CQL and of JQL: between double quotes, with a backslash before those and before itself. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`;
}

/**
 * The operand of `text ~`: both languages hand it on to Lucene, which reads operators in it. A plain word stands for itself and is stemmed;
 * whatever else is a phrase, in quotes of Lucene's own.
 */
function contains(keyword: string): string {
  return `text ~ ${quoted(isPlainWord(keyword) ? keyword : quoted(keyword))}`;
}

function isPlainWord(keyword: string): boolean {
  return /^[\p{L}\p{N}]+$/u.test(keyword) && !/^(?:AND|OR|NOT|TO)$/i.test(keyword);
}

/** All or any of the keywords, as one clause that others can follow by AND. */
export function keywordClause(keywords: readonly string[], match: "all" | "any"): string {
  const clauses = keywords.map(contains);
  if (match === "all") return clauses.join(" AND ");
  return clauses.length === 1 ? (clauses[0] as string) : `(${clauses.join(" OR ")})`;
}

/**
 * What Redmine 5 looks for (`Tokenizer` in its `lib/redmine/search.rb`), by a reader that shares nothing with the writer. Its language has no
 * tree: a list of words and phrases, of which a parameter beside the query says whether all or any are looked for.
 */
export function parseRedmine(query: string): string[] {
  const found = query.match(/(?:[ \t\r\n\f\v]|^)"[^"]+"(?:[ \t\r\n\f\v]|$)|[^ \t\r\n\f\v]+/gu) ?? [];
  const tokens = found.map((token) => token.replace(/^[ \t]*"[ \t]*|[ \t]*"[ \t]*$/g, ""));
  return [...new Set(tokens)].filter((token) => [...token].length > 1 || /\p{Script=Han}/u.test(token)).slice(0, 5);
}

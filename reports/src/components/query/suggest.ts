import type { WrittenTable } from "../../../../harness/show/report/site-data.ts";
import type { Suggest, Suggestion } from "./completion.ts";
import { SQL_FUNCTIONS, SQL_KEYWORDS } from "./sql-words.ts";

/** A name as it stands in SQL. */
export function quoted(name: string): string {
  return /^[a-z_]\w*$/i.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

/** Names of results above a cell, with their columns where they are known. */
export interface KnownResult {
  name: string;
  columns: readonly string[];
}

/** Words for SQL: columns of what the statement names, then tables, results, functions and keywords; after a dot columns alone. */
export function suggestSql(tables: readonly WrittenTable[], results: () => readonly KnownResult[]): Suggest {
  return (before, text) => {
    const word = /(?:"[^"\n]*|[A-Za-z_]\w*)$/.exec(before)?.[0] ?? "";
    const afterDot = before.charAt(before.length - word.length - 1) === ".";
    const asksTable = /\b(?:from|join)\s+$/i.test(before.slice(0, before.length - word.length));
    const known = [
      ...tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
      ...results(),
    ];
    const named = known.filter(({ name }) => new RegExp(`\\b${name}\\b`, "i").test(text));
    const columns = (named.length > 0 ? named : known).flatMap(({ name, columns: own }) =>
      own.map((column) => ({ text: quoted(column), about: name })),
    );
    const names = known.map(({ name }) => ({
      text: name,
      about: results().some((one) => one.name === name) ? "result" : "table",
    }));
    const words = [
      ...SQL_FUNCTIONS.map((name) => ({ text: name, about: "function" })),
      ...SQL_KEYWORDS.map((name) => ({ text: name, about: "keyword" })),
    ];
    return {
      word,
      suggestions: matching(
        afterDot ? columns : asksTable ? [...names, ...columns, ...words] : [...columns, ...names, ...words],
        word,
      ),
    };
  };
}

function matching(all: readonly Suggestion[], word: string): Suggestion[] {
  const start = word.replace(/^"/, "").toLowerCase();
  const seen = new Set<string>();
  return all.filter(({ text }) => {
    if (seen.has(text) || !text.replace(/^"/, "").toLowerCase().startsWith(start)) return false;
    seen.add(text);
    return true;
  });
}

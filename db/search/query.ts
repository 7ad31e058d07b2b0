import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import { termsOf, withNamesSplit } from "./terms.ts";

/** A keyword query. `words` holds for a text with one of the sequences in it, each a run of consecutive terms. */
export type KeywordQuery =
  | { kind: "words"; sequences: readonly (readonly string[])[]; quoted: boolean }
  | { kind: "and" | "or"; parts: readonly KeywordQuery[] }
  | { kind: "not"; part: KeywordQuery };

/**
 * Parses `a b`, `a OR b` (either), `a AND b` (both; binds tighter), `NOT a` and `-a` (excluded), `"a b"` (phrase) and
 * parentheses. Operators are upper case. Never throws: stray operators and quotes are words or nothing.
 * Gives null when no term is left (empty, or stop words only).
 */
export function parseKeywordQuery(text: string, analysis: TextAnalysis): KeywordQuery | null {
  const tokens = [...text.matchAll(TOKEN)].slice(0, MAX_TOKENS).map(([token]) => token);
  const reader = { tokens, at: 0, analysis };
  const alternatives: KeywordQuery[] = [];
  while (reader.at < tokens.length) {
    const part = readOr(reader, 0);
    if (part) alternatives.push(part);
    else reader.at++;
  }
  return combined("or", alternatives);
}

/** A question without the signs and words that the keyword search reads as operators. */
export function withoutOperators(question: string): string {
  return question
    .replace(/["()]/g, " ")
    .replace(/(^|\s)-(?=\S)/g, "$1")
    .replace(/\b(AND|OR|NOT)\b/g, (word) => word.toLowerCase());
}

/** The terms that rank: all that are not excluded, each once, in order. */
export function rankingTerms(query: KeywordQuery): string[] {
  const terms = new Set<string>();
  const visit = (node: KeywordQuery): void => {
    if (node.kind === "words") for (const sequence of node.sequences) for (const term of sequence) terms.add(term);
    else if (node.kind !== "not") node.parts.forEach(visit);
  };
  visit(query);
  return [...terms];
}

/** True when any ranking term is enough, so that the ranking alone answers the query. */
export function isPlain(query: KeywordQuery): boolean {
  if (query.kind === "words") return !query.quoted;
  return query.kind === "or" && query.parts.every(isPlain);
}

// A phrase, a parenthesis, a minus before a word, or a word; a dash between spaces is ignored.
const TOKEN = /"[^"]*"?|[()]|(?<![^\s(])-(?=[\p{L}\p{N}"(])|(?!-(?:\s|$))[^\s()"]+/gu;
/** A longer query is cut: a statement has a limited number of parameters. */
const MAX_TOKENS = 500;
/** Deeper nesting is read as a flat list. */
const MAX_DEPTH = 20;

interface Reader {
  tokens: readonly string[];
  at: number;
  analysis: TextAnalysis;
}

function readOr(reader: Reader, depth: number): KeywordQuery | null {
  const wanted: KeywordQuery[] = [];
  const excluded: KeywordQuery[] = [];
  while (reader.at < reader.tokens.length && reader.tokens[reader.at] !== ")") {
    if (reader.tokens[reader.at] === "OR") {
      reader.at++;
      continue;
    }
    const part = readAnd(reader, depth);
    if (part?.kind === "not") excluded.push(part);
    else if (part) wanted.push(part);
  }
  const positive = combined("or", wanted);
  return combined("and", positive ? [positive, ...excluded] : excluded);
}

function readAnd(reader: Reader, depth: number): KeywordQuery | null {
  const parts = [readUnary(reader, depth)];
  while (reader.tokens[reader.at] === "AND") {
    reader.at++;
    parts.push(readUnary(reader, depth));
  }
  return combined(
    "and",
    parts.filter((part) => part !== null),
  );
}

function readUnary(reader: Reader, depth: number): KeywordQuery | null {
  const token = reader.tokens[reader.at++];
  if (token === undefined || token === "AND" || token === "OR" || token === ")") return null;
  if (token === "NOT" || token === "-") {
    const part = readUnary(reader, depth);
    return part ? (part.kind === "not" ? part.part : { kind: "not", part }) : null;
  }
  if (token === "(") {
    if (depth >= MAX_DEPTH) return null;
    const part = readOr(reader, depth + 1);
    if (reader.tokens[reader.at] === ")") reader.at++;
    return part;
  }
  return words(token, reader.analysis);
}

function words(token: string, analysis: TextAnalysis): KeywordQuery | null {
  const readings = analysis.splitNames ? [token, withNamesSplit(token)] : [token];
  const sequences = readings.map((reading) => termsOf(reading, analysis)).filter((sequence) => sequence.length > 0);
  if (sequences.length === 0) return null;
  const distinct = sequences.filter(
    (sequence, at) => sequences.findIndex((other) => other.join(" ") === sequence.join(" ")) === at,
  );
  return { kind: "words", sequences: distinct, quoted: token.startsWith('"') };
}

function combined(kind: "and" | "or", parts: readonly KeywordQuery[]): KeywordQuery | null {
  return parts.length > 1 ? { kind, parts } : (parts[0] ?? null);
}

import { findPhrase, fold } from "../../../base/fold.ts";
import { type ResultRow, textOf } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import type { PlannedCall, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { performAll } from "./whether-to-call.ts";

/** A word or phrase of the question and the project's term for it. */
export interface Resolved {
  phrase: string;
  term: string;
}

/** Entries that are looked at. */
const ENTRIES = 8;

/**
 * Finds the project's terms for what the question says, in the knowledge base. Only a model that has read that people
 * ask in other words than tests are written in thinks of it. An entry counts when one of its names, or one of the ways in
 * which its definition says that people say it, stands in the question.
 */
export function* resolveVocabulary(state: TurnState, question: Question): Strategy<Resolved[]> {
  if (!state.rule("vocabulary") && !state.rule("words of the asker")) return [];
  if (question.words.length === 0) return [];
  const query = question.words.join(" ").slice(0, 900);
  const calls: PlannedCall[] = [{ tool: "kb_search", args: { query, limit: ENTRIES } }];
  // An abbreviation has a second capital or a digit near its beginning; there is nothing to write out otherwise.
  if (question.words.some((word) => /^[A-Z][A-Za-z0-9]?[A-Z0-9-][A-Za-z0-9-]*$/.test(word)))
    calls.push({ tool: "kb_expand_query", args: { query } });
  const views = yield* performAll(state, calls);
  const resolved = views.flatMap(({ rows }) => rows.flatMap((row) => readEntry(row, question) ?? []));
  const terms = resolved.map(({ term }) => fold(term));
  return resolved.filter(({ term }, index) => terms.indexOf(fold(term)) === index);
}

function readEntry(row: ResultRow, question: Question): Resolved | null {
  if (typeof row.found === "string" && typeof row.other_form === "string")
    return { phrase: row.found, term: row.other_form };
  const term = textOf(row.title);
  if (term === "") return null;
  const names = [term, ...namesIn(textOf(row.snippet))].filter((name) => findPhrase(question.text, name) >= 0);
  const phrase = names.sort((a, b) => b.length - a.length)[0];
  return phrase === undefined ? null : { phrase, term: expansionOf(term, textOf(row.snippet)) };
}

/** Names in a definition: behind a phrase such as "also said" or "also called", separated by commas or semicolons. */
function namesIn(text: string): string[] {
  const listed = /\b(?:also (?:said|called|known as|written)|stands for|short for|abbreviat\w+)\b:?\s*([^.]+)/gi;
  return [...text.matchAll(listed)].flatMap(([, names = ""]) => names.split(/[;,]/)).map((name) => name.trim());
}

/** An abbreviation's entry stands for its expansion, when its text begins with it. */
function expansionOf(term: string, text: string): string {
  return /\b(?:stands for|short for|abbreviation of)\b:?\s*([^.;,]+)/i.exec(text)?.[1]?.trim() || term;
}

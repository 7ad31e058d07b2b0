import type { ClaimRule } from "../contract/agent-settings.ts";
import type { ToolCallRecord } from "../contract/trace.ts";
import type { ParsedAnswer } from "./answer.ts";

/** A sentence that claims something without a source of the kind that its rule asks for. */
export interface UnconfirmedClaim {
  rule: ClaimRule;
  sentence: string;
}

interface Cited extends Pick<ParsedAnswer, "sources"> {
  calls: readonly ToolCallRecord[];
  /** The stored result that a source's target names. */
  pathOf(target: string): string | undefined;
}

/**
 * Sentences of an answer that make a claim of a rule's and cite no result of that kind. One that asks, or says that it
 * cannot confirm something, claims nothing. By words and not by meaning: a bound in both directions.
 */
export function unconfirmedClaims(text: string, rules: readonly ClaimRule[], cited: Cited): UnconfirmedClaim[] {
  if (rules.length === 0) return [];
  return sentencesOf(text).flatMap((sentence) => {
    if (CANNOT_CONFIRM.test(sentence) || sentence.endsWith("?")) return [];
    const labels = new Set([...sentence.matchAll(/\[(S\d+)\]/g)].map(([, label]) => label));
    const paths = cited.sources.filter(({ label }) => labels.has(label)).map(({ target }) => cited.pathOf(target));
    const sources = cited.calls.filter(({ resultPath }) => resultPath !== undefined && paths.includes(resultPath));
    return rules
      .filter(({ said }) => says(sentence, said))
      .filter((rule) => !sources.some((call) => isOfKind(call, rule)))
      .map((rule) => ({ rule, sentence }));
  });
}

/** The text with such sentences in the form that claims nothing. */
export function withoutClaims(text: string, sentences: readonly string[]): string {
  return sentences.reduce(
    (left, sentence) => left.replace(sentence, () => `Cannot confirm: ${sentence.replace(/\s*\[S\d+\]/g, "")}`),
    text,
  );
}

const CANNOT_CONFIRM = /\b(?:cannot|can ?not|can['\u2019]t|could not|unable to) confirm/i;

/** Of the body alone: a source's title claims nothing. */
function sentencesOf(text: string): string[] {
  const [body = ""] = text.split(/^#{1,6}\s+sources\b/im);
  return body
    .split(/\n|(?<=[.!?])\s+|(?<=\bNo supported recommendation:)\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

function says(text: string, phrases: readonly string[]): boolean {
  const lower = text.toLowerCase();
  return phrases.some((phrase) => lower.includes(phrase.toLowerCase()));
}

/** A successful result of one of the rule's tools that holds one of its words, where it asks for any. */
function isOfKind({ tool, status, result, preview }: ToolCallRecord, { tools, holding = [] }: ClaimRule): boolean {
  return status === "success" && tools.includes(tool) && (holding.length === 0 || says(result ?? preview, holding));
}

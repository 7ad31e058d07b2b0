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
 * Sentences of an answer that make a claim of a rule's and cite no result of that kind. A part of one that asks, or says that it
 * cannot confirm something, claims nothing. By words and not by meaning: a bound in both directions.
 */
export function unconfirmedClaims(text: string, rules: readonly ClaimRule[], cited: Cited): UnconfirmedClaim[] {
  if (rules.length === 0) return [];
  return sentencesOf(text).flatMap((sentence) => {
    const claiming = claimingParts(sentence);
    const labels = new Set([...sentence.matchAll(/\[(S\d+)\]/g)].map(([, label]) => label));
    const paths = cited.sources.filter(({ label }) => labels.has(label)).map(({ target }) => cited.pathOf(target));
    const sources = cited.calls.filter(({ resultPath }) => resultPath !== undefined && paths.includes(resultPath));
    return rules
      .filter(({ said }) => claiming.some((part) => says(part, said)))
      .filter((rule) => !sources.some((call) => isOfKind(call, rule)))
      .map((rule) => ({ rule, sentence }));
  });
}

/** The text with such sentences in the form that claims nothing. */
export function withoutClaims(text: string, sentences: readonly string[]): string {
  return [...new Set(sentences)].reduce(
    (left, sentence) => left.replaceAll(sentence, () => unconfirmed(sentence)),
    text,
  );
}

/** An item of a list stays one, with its id. */
function unconfirmed(sentence: string): string {
  const [head] = /^(?:(?:[-*+]|\d+[.)])\s+)?(?:`[^`\n]*`\s*[-\u2013\u2014:]\s*)?/.exec(sentence)!;
  return `${head}Cannot confirm: ${sentence.slice(head.length).replace(/\s*\[S\d+\]/g, "")}`;
}

const UNCONFIRMED = /^\W*cannot confirm:/i;
const CANNOT_CONFIRM = /\b(?:cannot|can ?not|can['\u2019]t|could not|unable to) confirm/i;
/** What stands behind such a word is said whatever stands before it. */
const CONTRAST = /[;\u2014]|\b(?:but|however|although|though|yet|while)\b|\band (?:i|we|it|they)\b/i;
const ASKING =
  /^\W*(?:is|are|was|were|do|does|did|can|could|will|would|should|has|have|which|what|who|how|why|when|where|whether)\b/i;

/** The parts of a sentence that say something, as against those that ask or cannot confirm. */
function claimingParts(sentence: string): string[] {
  if (UNCONFIRMED.test(sentence)) return [];
  const parts = sentence.split(CONTRAST).filter((part) => !CANNOT_CONFIRM.test(part));
  if (!sentence.endsWith("?")) return parts;
  // "It works with it, doesn't it?" says so first.
  return parts.flatMap((part) => part.split(/[,:(]/)).filter((part) => !part.endsWith("?") && !ASKING.test(part));
}

/** Of the body alone: a source's title claims nothing. As they stand, line breaks within a paragraph included. */
function sentencesOf(text: string): string[] {
  return text
    .split(/^(?=#{1,6}\s)/m)
    .filter((section) => !/^#{1,6}\s+sources\b/i.test(section))
    .flatMap((section) => section.split(BLOCK))
    .flatMap((block) => block.split(/(?<=[.!?])\s+|(?<=\bNo supported recommendation:)\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

/** Before an empty line, an item, a row of a table, a quotation; behind a heading. */
const BLOCK = /\n(?=[ \t]*(?:\n|[-*+>|]|\d+[.)]\s))|(?<=^#[^\n]*)\n/;

function says(text: string, phrases: readonly string[]): boolean {
  const plain = plainly(text);
  return phrases.some((phrase) => plain.includes(plainly(phrase)));
}

/** Without what makes words look otherwise: letter case, emphasis, kinds and numbers of spaces. */
function plainly(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/[*_`~\u00ad\u200b-\u200d\u2060]/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();
}

/** A successful result of one of the rule's tools that holds one of its words, where it asks for any. */
function isOfKind({ tool, status, result, preview }: ToolCallRecord, { tools, holding = [] }: ClaimRule): boolean {
  return (
    status === "success" && tools.includes(tool) && (holding.length === 0 || says(rowsOf(result ?? preview), holding))
  );
}

/** What was asked for stands in a result, too, and is no evidence. */
export function rowsOf(result: string): string {
  try {
    const { rows } = JSON.parse(result);
    return rows === undefined ? result : JSON.stringify(rows);
  } catch {
    // What a script prints or a file holds need not be JSON.
    return result;
  }
}

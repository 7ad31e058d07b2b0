import { containsId, findIds } from "../db/base/ids.ts";
import type { IdPattern } from "../db/corpora/corpus.ts";
import { type ParsedAnswer, parseAnswer } from "./answer.ts";
import type { ToolCallRecord } from "./contract.ts";

export const CONTRACT_RULES = [
  "empty_answer",
  "no_list",
  "list_and_abstention",
  "missing_sources",
  "label_order",
  "undefined_label",
  "unused_source",
  "unknown_target",
  "stray_artifact_link",
  "ungrounded_id",
] as const;
export type ContractRule = (typeof CONTRACT_RULES)[number];

export interface ContractViolation {
  rule: ContractRule;
  /** What to change, in a form that a model can act on; ids, labels and paths in backticks. */
  detail: string;
  /** The ids, labels or targets at fault. */
  items: readonly string[];
}

export interface ContractContext {
  threadId: string;
  /** Calls of the whole conversation so far. */
  calls: readonly ToolCallRecord[];
  /** What the user said: ids quoted from there may stand in the sentences. */
  userText: string;
  idPatterns: readonly IdPattern[];
}

/** Checks an answer against the answer and citation contract. [] when it keeps to all of it. */
export function checkAnswer(text: string, context: ContractContext): ContractViolation[] {
  if (text.trim() === "") return [violation("empty_answer", "The answer is empty. Write it now.")];
  const answer = parseAnswer(text);
  return [
    ...checkShape(text, answer),
    ...checkLabels(text, answer),
    ...checkTargets(text, answer, context),
    ...checkGrounding(text, answer, context),
  ];
}

/** True when the id stands in what a successful call returned. The full result counts, not the preview alone. */
export function isGrounded(id: string, calls: readonly ToolCallRecord[]): boolean {
  return calls.some(
    (call) => call.status === "success" && (containsId(call.result ?? "", id) || containsId(call.preview, id)),
  );
}

const ABSTENTION_LINE = /^\s*(?:\*\*)?No supported recommendation\b/im;

function checkShape(text: string, answer: ParsedAnswer): ContractViolation[] {
  const abstains = ABSTENTION_LINE.test(text);
  if (answer.ranked.length === 0 && !abstains)
    return [
      violation(
        "no_list",
        "The answer needs a section `## Recommended` with a numbered list of ids in backticks, or the line `No supported recommendation: <reason>`.",
      ),
    ];
  if (answer.ranked.length > 0 && abstains)
    return [
      violation(
        "list_and_abstention",
        "The answer both recommends and says that there is nothing to recommend. Keep one of the two.",
      ),
    ];
  if (answer.ranked.length > 0 && answer.sources.length === 0)
    return [
      violation(
        "missing_sources",
        "The answer cites ids, so it must end with a section `## Sources` whose entries read `- S1: [what it is](artifact://<thread id>?path=<result path>)`.",
      ),
    ];
  return [];
}

function checkLabels(text: string, answer: ParsedAnswer): ContractViolation[] {
  const used = usedLabels(text);
  const listed = answer.sources.map((source) => source.label);
  const undefinedLabels = used.filter((label) => !listed.includes(label));
  const unused = listed.filter((label) => !used.includes(label));
  const expected = listed.map((_, index) => `S${index + 1}`);
  const inOrder =
    listed.join() === expected.join() &&
    used.filter((label) => listed.includes(label)).join() === listed.filter((label) => used.includes(label)).join();
  return [
    ...(undefinedLabels.length > 0
      ? [
          violation(
            "undefined_label",
            `Labels used but not listed under Sources: ${quote(undefinedLabels)}.`,
            undefinedLabels,
          ),
        ]
      : []),
    ...(unused.length > 0
      ? [violation("unused_source", `Sources listed but not used: ${quote(unused)}.`, unused)]
      : []),
    ...(inOrder
      ? []
      : [violation("label_order", "Number the sources S1, S2, ... in the order of their first use.", listed)]),
  ];
}

/** Labels in the text before the Sources section, in order of first use. */
function usedLabels(text: string): string[] {
  const body = text.split(/^#{1,6}\s+Sources\s*:?\s*$/im)[0] ?? "";
  return [...new Set([...body.matchAll(/\[(S\d+)\]/g)].map((match) => match[1] ?? ""))];
}

function checkTargets(text: string, answer: ParsedAnswer, context: ContractContext): ContractViolation[] {
  const paths = new Set(context.calls.flatMap((call) => (call.resultPath === undefined ? [] : [call.resultPath])));
  const unknown = answer.sources
    .filter((source) => !isKnownTarget(source.target, context.threadId, paths))
    .map((source) => source.target);
  const stray = /artifact:\/\//.test(answer.prose) || /artifact:\/\//.test(recommendedSection(text));
  return [
    ...(unknown.length > 0
      ? [
          violation(
            "unknown_target",
            `These source targets are no result of this conversation: ${quote(unknown)}.`,
            unknown,
          ),
        ]
      : []),
    ...(stray ? [violation("stray_artifact_link", "Artifact addresses belong in the Sources section only.")] : []),
  ];
}

function isKnownTarget(target: string, threadId: string, paths: ReadonlySet<string>): boolean {
  const match = /^artifact:\/\/([^?]+)\?path=(.+)$/.exec(target);
  if (match === null || safeDecode(match[1] ?? "") !== threadId) return false;
  return paths.has(match[2] ?? "") || paths.has(safeDecode(match[2] ?? ""));
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: then it is not an encoded path.
    return text;
  }
}

function recommendedSection(text: string): string {
  return /^#{1,6}\s+Recommended[^\n]*\n([\s\S]*?)(?=^#{1,6}\s|$(?![\s\S]))/im.exec(text)?.[1] ?? "";
}

function checkGrounding(text: string, answer: ParsedAnswer, context: ContractContext): ContractViolation[] {
  const mentioned = findIds(`${answer.prose}\n${recommendedSection(text)}`, context.idPatterns).filter(
    (id) => !containsId(context.userText, id),
  );
  const ungrounded = [...new Set([...answer.ranked, ...mentioned])].filter((id) => !isGrounded(id, context.calls));
  if (ungrounded.length === 0) return [];
  return [
    violation(
      "ungrounded_id",
      `These ids stand in no result that you retrieved; retrieve them or leave them out: ${quote(ungrounded)}.`,
      ungrounded,
    ),
  ];
}

function violation(rule: ContractRule, detail: string, items: readonly string[] = []): ContractViolation {
  return { rule, detail, items };
}

function quote(items: readonly string[]): string {
  return items.map((item) => `\`${item}\``).join(", ");
}

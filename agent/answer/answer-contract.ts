import { grouped } from "../../base/grouped.ts";
import type { IdReader } from "../../base/ids/id-reader.ts";
import { knownIds } from "../../base/ids/known-ids.ts";
import type { ClaimRule, ToolCallRecord } from "../contract/contract.ts";
import { type ParsedAnswer, parseAnswer, saysNothingSupported } from "./answer.ts";
import { rowsOf, unconfirmedClaims } from "./claims.ts";
import { codeSpan } from "./code-span.ts";
import { groundedIn, showsRecords } from "./evidence.ts";

const CONTRACT_RULES = [
  "cut_off",
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
  "untold_absence",
  "unconfirmed_claim",
  "question_and_answer",
  "second_question",
] as const;
type ContractRule = (typeof CONTRACT_RULES)[number];

export interface ContractViolation {
  rule: ContractRule;
  /** What to change, in a form that a model can act on; ids, labels, headings and paths in backticks. */
  detail: string;
  /** The ids, labels or targets at fault. */
  items: readonly string[];
}

export interface ContractContext {
  /** Its name in links. */
  thread: string;
  /** Calls of the whole conversation so far. */
  calls: readonly ToolCallRecord[];
  /** What the user said: ids quoted from there may stand in the sentences. */
  userText: string;
  /** What the user said last; absent: all of it. */
  question?: string | undefined;
  /** Reads ids of the corpus out of texts. */
  ids: IdReader;
  /** Claims that need sources of their kind. */
  claims?: readonly ClaimRule[] | undefined;
  /** Whether it may ask back; `spent`: it has. Absent: it may not, and a question is no form of an answer. */
  asking?: "open" | "spent" | undefined;
}

/** Checks an answer against the answer and citation contract. [] when it keeps to all of it. Linear in the text: it is hostile. */
export function checkAnswer(text: string, context: ContractContext): ContractViolation[] {
  if (text.trim() === "") return [violation("empty_answer", "The answer is empty. Write it now.")];
  const answer = parseAnswer(text, context.ids);
  return [
    ...checkShape(text, answer, context),
    ...checkLabels(answer),
    ...checkTargets(answer, context),
    ...checkGrounding(answer, context),
    ...checkPremises(text, context),
    ...checkClaims(text, answer, context),
  ];
}

/** The question that an answer asks back, where the setting allows one; null for any other answer. */
export function askedBack(text: string, { asking }: Pick<ContractContext, "asking">): string | null {
  return (asking === "open" && parseAnswer(text).question) || null;
}

const SOURCES_FORM =
  "a section `## Sources` whose entries read `- S1: [what it is](artifact://<thread id>?path=<result path>)`, cited as [S1] behind each id";

function checkShape(text: string, answer: ParsedAnswer, { asking }: ContractContext): ContractViolation[] {
  const abstains = saysNothingSupported(text);
  const listed = answer.ranked.length > 0;
  if (asking && answer.question) {
    if (asking === "spent")
      return [violation("second_question", "You have asked back once. Answer now with what you have.")];
    if (!listed && !abstains) return [];
    return [violation("question_and_answer", "Ask back or answer, not both. Keep one of the two.")];
  }
  if (!listed && !abstains) {
    const list = "The answer needs a section `## Recommended` with a numbered list of ids in backticks, and";
    return [
      violation("no_list", `${list} ${SOURCES_FORM}; or the one line \`No supported recommendation: <reason>\`.`),
    ];
  }
  if (listed && abstains)
    return [
      violation("list_and_abstention", "The answer both recommends and says that it cannot. Keep one of the two."),
    ];
  if (listed && answer.sources.length === 0)
    return [violation("missing_sources", `An answer that cites ids ends with ${SOURCES_FORM}.`)];
  return [];
}

/** All but the sources. */
function bodyOf({ prose, list, gapList }: ParsedAnswer): string {
  return `${prose}\n${list}\n${gapList}`;
}

function checkLabels(answer: ParsedAnswer): ContractViolation[] {
  const cited = bodyOf(answer).matchAll(/\[(S\d+)\]/g);
  const used = new Set([...cited].map((match) => match[1] ?? ""));
  const listed = answer.sources.map((source) => source.label);
  const isListed = new Set(listed);
  const unused = listed.filter((label) => !used.has(label));
  const numbered = listed.every((label, index) => label === `S${index + 1}`);
  const unlisted = [...used].filter((label) => !isListed.has(label));
  const byFirstUse =
    [...used].filter((label) => isListed.has(label)).join() === listed.filter((label) => used.has(label)).join();
  return [
    ...some(unlisted, "undefined_label", "Labels used but not listed under Sources"),
    ...some(unused, "unused_source", "Sources listed but not used"),
    ...(numbered && byFirstUse
      ? []
      : [violation("label_order", "Number the sources S1, S2, ... in the order of their first use.", listed)]),
  ];
}

function checkTargets(answer: ParsedAnswer, { calls, thread }: ContractContext): ContractViolation[] {
  const paths = new Set(calls.flatMap((call) => call.resultPath ?? []));
  const targets = answer.sources.map((source) => source.target);
  const unknown = targets.filter((target) => !isKnownTarget(target, thread, paths));
  const stray = bodyOf(answer).includes("artifact://");
  return [
    ...some(unknown, "unknown_target", "These source targets are no result of this conversation"),
    ...(stray ? [violation("stray_artifact_link", "Artifact addresses belong in the Sources section only.")] : []),
  ];
}

const TARGET = /^artifact:\/\/([^?]+)\?path=(.+)$/;

function pathOfTarget(target: string): string {
  return safeDecode(TARGET.exec(target)?.[2] ?? "");
}

function isKnownTarget(target: string, thread: string, paths: ReadonlySet<string>): boolean {
  const match = TARGET.exec(target);
  if (match === null || safeDecode(match[1] ?? "") !== thread) return false;
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

function checkGrounding(answer: ParsedAnswer, context: ContractContext): ContractViolation[] {
  const { calls, userText, ids } = context;
  const isAsked = ids.within(userText);
  const isGrounded = groundedIn(calls, ids);
  const mentioned = [...ids.idsIn(bodyOf(answer))].filter((id) => !isAsked(id));
  const ungrounded = [...new Set([...answer.ranked, ...(answer.gaps ?? []), ...mentioned])].filter(
    (id) => !isGrounded(id),
  );
  return some(
    ungrounded,
    "ungrounded_id",
    "These ids stand in no result that you retrieved; retrieve them or leave them out",
  );
}

/** Members of a preview under which tools tell what the records do not have. */
const ABSENT = ["not_found", "no_issue_of_component", "no_issue_of_version"];
/** Families that tell it of records; the knowledge base tells which terms it does not explain, and they may well exist. */
const OF_RECORDS: readonly ToolCallRecord["family"][] = ["issues", "identifier", "trace_link", "graph"];

/** What the user takes for given and no record has must stand in the answer. By its whole name and not by meaning: a bound. */
function checkPremises(text: string, context: ContractContext): ContractViolation[] {
  const { calls, userText, question = userText, ids } = context;
  const own = calls.filter(({ family, status }) => OF_RECORDS.includes(family) && status === "success");
  const absent = new Set(own.flatMap(({ preview }) => absentIn(preview)));
  const found = calls.filter(showsRecords).map((call) => ids.within(rowsOf(call.result || call.preview)));
  const isFound = (name: string) => found.some((holds) => holds(name));
  const stands = (name: string, within: string) => knownIds([name]).find(within, new Set([name])).length > 0;
  const untold = [...absent].filter((name) => stands(name, question) && !stands(name, text) && !isFound(name));
  return some(
    untold,
    "untold_absence",
    "The question takes these for given, and the records have none of them; say so",
  );
}

/** A claim that a rule names is made of evidence of that kind, or is said to be unconfirmed. */
function checkClaims(text: string, { sources }: ParsedAnswer, context: ContractContext): ContractViolation[] {
  const found = unconfirmedClaims(text, context.claims ?? [], { sources, calls: context.calls, pathOf: pathOfTarget });
  return [...grouped(found, ({ rule }) => rule)].map(([{ claim, tools, holding }, own]) => {
    const kind = `a result of ${tools.map(codeSpan).join(", ")}${holding ? ` that says ${holding.join(" or ")}` : ""}`;
    const sentences = own.map(({ sentence }) => sentence);
    const detail = `A claim of ${claim} cites ${kind} in its sentence, or says that you cannot confirm it: ${sentences.join(" | ")}`;
    return violation("unconfirmed_claim", detail, sentences);
  });
}

function absentIn(preview: string): string[] {
  const told = membersOf(preview);
  return ABSENT.flatMap((name) => told[name] ?? []).map(String);
}

function membersOf(preview: string): Record<string, unknown> {
  try {
    return JSON.parse(preview);
  } catch {
    // What is read from a file need not be JSON.
    return {};
  }
}

function some(items: readonly string[], rule: ContractRule, what: string): ContractViolation[] {
  return items.length === 0 ? [] : [violation(rule, `${what}: ${items.map(codeSpan).join(", ")}.`, items)];
}

function violation(rule: ContractRule, detail: string, items: readonly string[] = []): ContractViolation {
  return { rule, detail, items };
}

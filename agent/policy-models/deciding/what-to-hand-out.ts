import { type ParsedAnswer, parseAnswer } from "../../answer/answer.ts";
import { type FoundTest, FoundTests } from "../found-tests.ts";
import { isExcluded, type Question } from "../reading/what-was-asked.ts";
import { asMeant } from "../reading/what-was-corrected.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { understand } from "./how-to-go-about-it.ts";
import { abstain, type Conclusion, conclude, type Gap } from "./when-to-abstain.ts";
import { refuseWhole, sayUnanswered } from "./which-parts-are-answered.ts";
import { loadSkills } from "./which-skills-to-load.ts";

/**
 * Plans, hands out sub-tasks and puts the reports together. Each thing that the question names becomes a sub-task of its
 * own, for a context that sees nothing else; conditions are checked in a second round over what came back. A gap is
 * asked for once more by a profile that tries again.
 */
export function* planAndSynthesise(state: TurnState, asked: Question, told: Conclusion | null): Strategy<Conclusion> {
  const { question, memory } = asMeant(asked, told);
  yield* understand(state, question);
  if (!asked.isWhole) return refuseWhole(asked);
  const conclusion = yield* plan(state, question, memory);
  yield* loadSkills(state, "answer");
  return sayUnanswered(conclusion);
}

function* plan(state: TurnState, question: Question, memory: Conclusion | null): Strategy<Conclusion> {
  const { asks, ids } = question;
  const before = asks.has("followsUp") ? memory : null;
  if (before && ids.length === 0) return yield* oneTask(state, question, briefOnBefore(state, question, before));
  // What hangs together is one sub-task: a part in its whole, a parent, others like the named one.
  const whole =
    ids.length < 2 || question.files.length > 0 || asks.has("pair") || asks.has("parent") || asks.has("others");
  if (!before && whole) return yield* oneTask(state, question, briefWhole(state, question));
  const reports = yield* dispatch(
    state,
    ids.map((id) => briefOnThing(id, question)),
  );
  return yield* synthesise(state, { question, reports, base: before?.findings ?? null });
}

/** Remark behind a sub-task that is given a second time. */
const AGAIN = "Note: a first attempt found nothing; try other words and other ways.";

/** A question that does not fall into parts: one executor gets all of it. */
function* oneTask(state: TurnState, question: Question, brief: string): Strategy<Conclusion> {
  const [first] = yield* dispatch(state, [brief]);
  if (first && (first.nothing === null || state.profile.refinements === 0))
    return fromReports(state, question, [first]);
  // The report leaves a gap: a fresh executor is told that this did not work.
  const [second] = yield* dispatch(state, [`${brief}\n${AGAIN}`]);
  const best = second ?? first;
  return best ? fromReports(state, question, [best]) : abstain(question, "no executor reported.");
}

interface Parts {
  question: Question;
  /** On each thing that the question names, in order. */
  reports: readonly ExecutorReport[];
  /** What the turn before found, when the question is about that. */
  base: FoundTests | null;
}

/** Puts the parts together as the question says, and hands out what is left of it: conditions on the list, what it asks besides. */
function* synthesise(state: TurnState, parts: Parts): Strategy<Conclusion> {
  const { question, reports } = parts;
  const findings = combined(parts);
  const sets = setsConditions(question);
  const open = (sets || question.aside !== "") && findings.size > 0 && state.profile.briefs === "in_full";
  const checked = open ? yield* dispatch(state, [briefOnList(state, question, findings)]) : [];
  const kept = sets && checked[0] && checked[0].findings.size > 0 ? findings.and(checked[0].findings) : findings;
  return fromReports(state, question, [...reports, ...checked], kept);
}

/** What adds to a list sets no condition on it. */
function setsConditions({ words, asks }: Question): boolean {
  return words.length > 0 && !asks.has("adds");
}

/** Whether the sub-task of that index is on a thing that the question leaves out. */
function isUnwanted(question: Question, index: number): boolean {
  return question.asks.has("firstOnly") ? index > 0 : isExcluded(question, question.ids[index]?.at ?? 0);
}

function combined({ question, reports, base }: Parts): FoundTests {
  const { asks } = question;
  const wanted = reports.filter((_, index) => !isUnwanted(question, index)).map(({ findings }) => findings);
  const unwanted = reports.filter((_, index) => isUnwanted(question, index)).map(({ findings }) => findings);
  const sides = base && asks.has("adds") ? [base, ...wanted] : wanted;
  const [first, ...rest] = sides;
  const joined = first && rest.reduce((all, side) => (asks.has("all") ? all.and(side) : all.or(side)), first);
  const within = base && !asks.has("adds") ? (joined ? base.and(joined) : base) : (joined ?? new FoundTests());
  return unwanted.reduce((all, side) => all.without(side), within);
}

function* dispatch(state: TurnState, briefs: readonly string[]): Strategy<ExecutorReport[]> {
  if (briefs.length === 0) return [];
  // What was handed out before is not undone when the last round is over and no tool is left.
  const again = ++state.roundsPlanned <= state.roundsSeen;
  if (!again && !state.tools.has("task")) return [];
  const toTask = (description: string) => ({ tool: "task", args: { description, subagent_type: "executor" } });
  const results = yield briefs.map(toTask);
  return results.map(({ view }) => readReport(view.ok ? view.text : ""));
}

function fromReports(
  state: TurnState,
  question: Question,
  reports: readonly ExecutorReport[],
  findings = reports[0]?.findings ?? new FoundTests(),
): Conclusion {
  const [nothing = "nothing is left of what the sub-tasks reported."] = reports.flatMap(
    (report) => report.nothing ?? [],
  );
  const sentences = reports.map(({ sentence }) => sentence).filter((sentence) => sentence !== "");
  const gaps = gapsOf(question, reports);
  return { ...conclude(state, { question, findings, anchors: [], sentences, nothing }), ...(gaps && { gaps }) };
}

/** What the executors saw of gaps: undefined where none of them looked. What the question leaves out is not part of its change. */
function gapsOf(question: Question, reports: readonly ExecutorReport[]): Gap[] | undefined {
  const told = reports.flatMap(({ gaps }, index) => (gaps && !isUnwanted(question, index) ? [gaps] : []));
  if (told.length === 0) return undefined;
  return [...new Map(told.flat().map((gap) => [gap.id, gap])).values()];
}

/** The question as it is. In short, the last sentence or clause is left out, which is where conditions like to stand. */
function briefWhole(state: TurnState, question: Question): string {
  const text = wholeOf(question);
  if (state.profile.briefs === "in_full") return text;
  const sentences = text.split(/(?<=[.?!])\s+|\n+/);
  if (sentences.length > 1) return sentences.slice(0, -1).join("\n");
  const clauses = text.split(/,\s+/);
  return clauses.length > 2 ? clauses.slice(0, -1).join(", ") : text;
}

/** With the files of its patch, as a patch names them: who gets it looks for their records. */
function wholeOf({ text, aside, files }: Question): string {
  return [`${text} ${aside}`.trim(), ...files.map((file) => `+++ b/${file}`)].join("\n");
}

function briefOnThing({ text }: Question["ids"][number], { asks }: Question): string {
  const scope = asks.has("within") ? " or to anything that it contains, at any level" : "";
  return `Which existing test cases are linked to ${text}${scope}? Report every one with its evidence.`;
}

/** Most test cases that a sub-task lists. */
const LONGEST_LIST = 60;

/** What else the question asks, of a list of test cases. An executor does not see the conversation: a short brief forgets the list. */
function briefOnList(state: TurnState, question: Question, findings: FoundTests): string {
  if (state.profile.briefs === "in_short") return question.text;
  if (!setsConditions(question) && question.aside !== "")
    return `Report the test cases ${listOf(findings)}. ${question.aside}`;
  const conditions = question.asks.has("followsUp") ? question.text : question.words.join(" ");
  return `Of the test cases ${listOf(findings)}: which fulfil this, all of it: ${conditions}? Report those that do, with the evidence. ${question.aside}`.trim();
}

function listOf({ ids }: FoundTests): string {
  return ids
    .slice(0, LONGEST_LIST)
    .map((id) => `\`${id}\``)
    .join(", ");
}

/** A question about what was found before, with what it was about. */
function briefOnBefore(state: TurnState, question: Question, before: Conclusion): string {
  const both = question.asks.has("others") && state.profile.briefs === "in_full";
  return both ? `${before.question.text}\n${wholeOf(question)}` : briefOnList(state, question, before.findings);
}

/** What an executor came back with. */
interface ExecutorReport {
  findings: FoundTests;
  /** Why there is nothing; null when something was found. */
  nothing: string | null;
  /** What it says first. */
  sentence: string;
  /** Null where it tells nothing of them. */
  gaps: readonly Gap[] | null;
}

/** Reads a report, in the form of an answer or, from an executor that did not know the form, a plain list. */
function readReport(text: string): ExecutorReport {
  const answer = parseAnswer(text);
  const plain = [...answer.prose.matchAll(/^\s*[-*]\s+`?([^\s`]+)`?\s+-\s/gm)].map(([, id = ""]) => id);
  const lines = text.split("\n").filter((line) => /^\s*(?:[-*]|\d+\.)\s/.test(line));
  const findings = (answer.ranked.length > 0 ? answer.ranked : plain).map((id, rank): FoundTest => {
    const line = lines.find((entry) => entry.includes(id)) ?? "";
    const cited = citedIn(line, answer);
    const [, why = ""] = /\s-\s(.*?)\s*(?:\[S\d+\])*$/.exec(line) ?? [];
    const evidence = (cited.length > 0 ? cited : [null]).map((path) => ({ kind: "link" as const, path, rank, why }));
    return { id, title: "", evidence };
  });
  const nothing = findings.length > 0 ? null : (answer.abstentionReason ?? "the executor reported nothing.");
  const [first = ""] = answer.prose.split("\n");
  const gapLines = answer.gapList.split("\n");
  const gaps = answer.gaps?.map((id): Gap => {
    const [path = null] = citedIn(gapLines.find((line) => line.includes(id)) ?? "", answer);
    return { id, path };
  });
  const sentence = /^No supported|^- /.test(first) ? "" : first;
  return { findings: new FoundTests(findings), nothing, sentence, gaps: gaps ?? null };
}

/** Paths of the sources that a line cites. */
function citedIn(line: string, { sources }: ParsedAnswer): (string | null)[] {
  const labels = [...line.matchAll(/\[(S\d+)\]/g)].map(([, label]) => label);
  return sources.filter(({ label }) => labels.includes(label)).map(({ target }) => pathOf(target));
}

function pathOf(target: string): string | null {
  const path = /\?path=(.+)$/.exec(target)?.[1];
  return path === undefined ? null : decodeURI(path);
}

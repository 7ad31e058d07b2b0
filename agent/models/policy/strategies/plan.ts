import { parseAnswer } from "../../../answer.ts";
import type { Conclusion } from "../conclusion.ts";
import { type Finding, Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Mention } from "../reading/mentions.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { PlannedCall, Thought } from "../thought.ts";
import { abstain, conclude } from "./conclude.ts";

/** What an executor came back with. */
interface Report {
  findings: Findings;
  /** What it says about why there is nothing; null when it found something. */
  nothing: string | null;
  sentences: string;
}

/**
 * Plans, hands out sub-tasks and puts the reports together. Each thing that the question names becomes a sub-task of its
 * own, for a context that sees nothing else; conditions are checked in a second round over what came back. A gap is
 * asked for once more, in other words, by a profile that tries again.
 */
export function* planAndSynthesise(mind: Mind, question: Question, memory: Conclusion | null): Thought<Conclusion> {
  const base = question.followsUp && memory ? memory.findings : null;
  const things = question.ids.filter((mention) => mention.certain);
  if (base !== null && things.length === 0) return yield* oneTask(mind, question, briefOnList(mind, question, base));
  if (things.length < 2 && base === null) return yield* oneTask(mind, question, briefWhole(mind, question));
  const reports = yield* dispatch(
    mind,
    things.map((thing) => briefOne(thing, question)),
  );
  return yield* synthesise(mind, { question, things, reports, base });
}

/** A question that does not fall into parts: one executor gets all of it. */
function* oneTask(mind: Mind, question: Question, brief: string): Thought<Conclusion> {
  const [first] = yield* dispatch(mind, [brief]);
  if (first && (first.nothing === null || mind.profile.refinements === 0))
    return fromReports(mind, question, first.findings, [first]);
  // The report leaves a gap: a fresh executor is told what did not work.
  const [second] = yield* dispatch(mind, [
    `${brief}\nA first attempt found nothing. Resolve the words in the knowledge base and try other ways.`,
  ]);
  const best = second ?? first;
  return best ? fromReports(mind, question, best.findings, [best]) : abstain(question, "no executor reported.");
}

interface Parts {
  question: Question;
  things: readonly Mention[];
  reports: readonly Report[];
  base: Findings | null;
}

function* synthesise(mind: Mind, { question, things, reports, base }: Parts): Thought<Conclusion> {
  const sideOf = (index: number) => (question.firstOnly ? index > 0 : isExcluded(question, things[index]?.at ?? 0));
  const wanted = reports.filter((_, index) => !sideOf(index));
  const unwanted = reports.filter((_, index) => sideOf(index));
  const [first, ...rest] = wanted;
  const both = question.relation === "all";
  const joined = rest.reduce(
    (all, report) => (both ? all.and(report.findings) : all.or(report.findings)),
    first?.findings ?? base ?? new Findings(),
  );
  const kept = unwanted.reduce((all, report) => all.without(report.findings), base ? joined.and(base) : joined);
  const conditions = question.words.length > 0 && kept.size > 0 && mind.profile.briefs === "in_full";
  if (!conditions) return fromReports(mind, question, kept, reports);
  const [checked] = yield* dispatch(mind, [briefOnList(mind, question, kept)]);
  const narrowed = checked && checked.findings.size > 0 ? kept.and(checked.findings) : kept;
  return fromReports(mind, question, narrowed, reports);
}

function* dispatch(mind: Mind, briefs: readonly string[]): Thought<Report[]> {
  const calls: PlannedCall[] = briefs.map((description) => ({
    tool: "task",
    args: { description, subagent_type: "executor" },
  }));
  if (!mind.tools.has("task") || calls.length === 0) return [];
  const results = yield calls;
  return results.map((result) => readReport(result.status === "success" ? result.text : ""));
}

/** The question as it is; in short, only its first sentence, which is not always all of it. */
function briefWhole(mind: Mind, question: Question): string {
  if (mind.profile.briefs === "in_full") return question.text;
  return (/^[\s\S]*?[.?!\n](?=\s|$)/.exec(question.text)?.[0] ?? question.text).trim();
}

function briefOne(thing: Mention, question: Question): string {
  const scope = question.within ? " or to anything that it contains, at any level" : "";
  return `Which existing test cases are linked to ${thing.text}${scope}? Report every one with its evidence.`;
}

/** Most test cases that a sub-task lists. */
const LONGEST_LIST = 60;

/** A question about a list needs the list: an executor does not see the conversation. A short brief forgets it. */
function briefOnList(mind: Mind, question: Question, findings: Findings): string {
  if (mind.profile.briefs === "in_short") return question.text;
  const ids = findings.ids.slice(0, LONGEST_LIST).map((id) => `\`${id}\``);
  const words = question.words.join(" ");
  return `Of the test cases ${ids.join(", ")}: which fulfil this, all of it: ${question.followsUp ? question.text : words}? Report those that do, with the evidence.`;
}

function readReport(text: string): Report {
  const answer = parseAnswer(text);
  const targets = new Map(
    answer.sources.map((source) => [source.label, /\?path=(.+)$/.exec(source.target)?.[1] ?? null]),
  );
  const ids = answer.ranked.length > 0 ? answer.ranked : plainIds(text);
  const findings = ids.map((id, rank): Finding => {
    const line = text.split("\n").find((entry) => entry.includes(id)) ?? "";
    const labels = [...line.matchAll(/\[(S\d+)\]/g)].map((match) => match[1] ?? "");
    const why = line.replace(/^.*?(?:`\s*-|:)\s*/, "").replace(/\s*(?:\[S\d+\])+\s*$/, "");
    const paths = labels.map((name) => targets.get(name) ?? null);
    return {
      id,
      title: "",
      evidence: (paths.length > 0 ? paths : [null]).map((path) => ({
        kind: "link",
        path: path && decodeURI(path),
        rank,
        why,
      })),
    };
  });
  const nothing = findings.length > 0 ? null : (answer.abstentionReason ?? "the executor reported nothing.");
  return { findings: new Findings(findings), nothing, sentences: answer.prose.replace(/\n[\s\S]*/, "") };
}

/** A report that is not in the usual form lists what it found with dashes. */
function plainIds(text: string): string[] {
  return [...text.matchAll(/^\s*[-*]\s+`?([^\s`:]+[^\s`:]*)`?:\s/gm)].map((match) => match[1] ?? "");
}

function fromReports(mind: Mind, question: Question, findings: Findings, reports: readonly Report[]): Conclusion {
  const reasons = reports.flatMap((report) => report.nothing ?? []);
  const sentences = reports
    .map((report) => report.sentences)
    .filter((sentence) => sentence !== "" && !/^No supported/.test(sentence));
  return conclude(mind, {
    question,
    findings,
    support: 1,
    anchors: [],
    sentences,
    nothing: reasons[0] ?? "nothing fits all that was asked.",
  });
}

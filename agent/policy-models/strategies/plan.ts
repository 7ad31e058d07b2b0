import type { Conclusion } from "../conclusion.ts";
import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Mention } from "../reading/mentions.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import { understand } from "./answer-question.ts";
import { AGAIN, briefOnBefore, briefOnList, briefOnThing, briefWhole } from "./briefs.ts";
import { abstain, conclude } from "./conclude.ts";
import { loadSkills } from "./load-skills.ts";
import { type Report, readReport } from "./reports.ts";

/**
 * Plans, hands out sub-tasks and puts the reports together. Each thing that the question names becomes a sub-task of its
 * own, for a context that sees nothing else; conditions are checked in a second round over what came back. A gap is
 * asked for once more by a profile that tries again.
 */
export function* planAndSynthesise(mind: Mind, question: Question, memory: Conclusion | null): Thought<Conclusion> {
  yield* understand(mind, question);
  const conclusion = yield* plan(mind, question, memory);
  yield* loadSkills(mind, "answer");
  return conclusion;
}

function* plan(mind: Mind, question: Question, memory: Conclusion | null): Thought<Conclusion> {
  const before = question.followsUp ? memory : null;
  const things = question.ids.filter((mention) => mention.certain);
  if (before && things.length === 0) return yield* oneTask(mind, question, briefOnBefore(mind, question, before));
  // What hangs together is one sub-task: a part in its whole, a parent, others like the named one.
  const whole = things.length < 2 || question.pair || question.parent || question.others;
  if (!before && whole) return yield* oneTask(mind, question, briefWhole(mind, question));
  const briefs = things.map((thing) => briefOnThing(thing, question));
  const reports = yield* dispatch(mind, briefs);
  return yield* synthesise(mind, { question, things, reports, base: before?.findings ?? null });
}

/** A question that does not fall into parts: one executor gets all of it. */
function* oneTask(mind: Mind, question: Question, brief: string): Thought<Conclusion> {
  const [first] = yield* dispatch(mind, [brief]);
  if (first && (first.nothing === null || mind.profile.refinements === 0))
    return fromReports(mind, { question, findings: first.findings, reports: [first] });
  // The report leaves a gap: a fresh executor is told that this did not work.
  const [second] = yield* dispatch(mind, [`${brief}\n${AGAIN}`]);
  const best = second ?? first;
  if (!best) return abstain(question, "no executor reported.");
  return fromReports(mind, { question, findings: best.findings, reports: [best] });
}

interface Parts {
  question: Question;
  things: readonly Mention[];
  reports: readonly Report[];
  /** What the turn before found, when the question is about that. */
  base: Findings | null;
}

function* synthesise(mind: Mind, { question, things, reports, base }: Parts): Thought<Conclusion> {
  const isUnwanted = (index: number) => (question.firstOnly ? index > 0 : isExcluded(question, things[index]?.at ?? 0));
  const wanted = reports.filter((_, index) => !isUnwanted(index)).map((report) => report.findings);
  const unwanted = reports.filter((_, index) => isUnwanted(index)).map((report) => report.findings);
  const joined = join(question.adds && base ? [base, ...wanted] : wanted, question.relation);
  const within = base && !question.adds ? (wanted.length > 0 ? base.and(joined) : base) : joined;
  const findings = unwanted.reduce((all, side) => all.without(side), within);
  const conditions = question.words.length > 0 && findings.size > 0 && mind.profile.briefs === "in_full";
  if (!conditions) return fromReports(mind, { question, findings, reports });
  const [checked] = yield* dispatch(mind, [briefOnList(mind, question, findings)]);
  const kept = checked && checked.findings.size > 0 ? findings.and(checked.findings) : findings;
  return fromReports(mind, { question, findings: kept, reports });
}

function join(sides: readonly Findings[], relation: Question["relation"]): Findings {
  const [first, ...rest] = sides;
  if (!first) return new Findings();
  return rest.reduce((all, side) => (relation === "all" ? all.and(side) : all.or(side)), first);
}

function* dispatch(mind: Mind, briefs: readonly string[]): Thought<Report[]> {
  if (briefs.length === 0) return [];
  // What was handed out before is not undone when the last round is over and no tool is left.
  const again = ++mind.roundsThought <= mind.roundsSeen;
  if (!again && !mind.tools.has("task")) return [];
  const results = yield briefs.map((description) => ({
    tool: "task",
    args: { description, subagent_type: "executor" },
  }));
  return results.map((result) => readReport(result.status === "success" ? result.text : ""));
}

interface Outcome {
  question: Question;
  findings: Findings;
  reports: readonly Report[];
}

function fromReports(mind: Mind, { question, findings, reports }: Outcome): Conclusion {
  const [reason = "nothing fits all that was asked."] = reports.flatMap((report) => report.nothing ?? []);
  const sentences = reports.map((report) => report.sentence).filter((sentence) => sentence !== "");
  return conclude(mind, { question, findings, support: 1, anchors: [], sentences, nothing: reason });
}

import type { Conclusion } from "../conclusion.ts";
import { FoundTests } from "../found-tests.ts";
import type { Mention } from "../reading/mentions.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { understand } from "./answer-question.ts";
import { AGAIN, briefOnBefore, briefOnList, briefOnThing, briefWhole } from "./briefs.ts";
import { abstain, conclude } from "./conclude.ts";
import { loadSkills } from "./load-skills.ts";
import { type ExecutorReport, readReport } from "./reports.ts";

/**
 * Plans, hands out sub-tasks and puts the reports together. Each thing that the question names becomes a sub-task of its
 * own, for a context that sees nothing else; conditions are checked in a second round over what came back. A gap is
 * asked for once more by a profile that tries again.
 */
export function* planAndSynthesise(
  state: TurnState,
  question: Question,
  memory: Conclusion | null,
): Strategy<Conclusion> {
  yield* understand(state, question);
  const conclusion = yield* plan(state, question, memory);
  yield* loadSkills(state, "answer");
  return conclusion;
}

function* plan(state: TurnState, question: Question, memory: Conclusion | null): Strategy<Conclusion> {
  const before = question.followsUp ? memory : null;
  const things = question.ids.filter((mention) => mention.certain);
  if (before && things.length === 0) return yield* oneTask(state, question, briefOnBefore(state, question, before));
  // What hangs together is one sub-task: a part in its whole, a parent, others like the named one.
  const whole = things.length < 2 || question.pair || question.parent || question.others;
  if (!before && whole) return yield* oneTask(state, question, briefWhole(state, question));
  const briefs = things.map((thing) => briefOnThing(thing, question));
  const reports = yield* dispatch(state, briefs);
  return yield* synthesise(state, { question, things, reports, base: before?.findings ?? null });
}

/** A question that does not fall into parts: one executor gets all of it. */
function* oneTask(state: TurnState, question: Question, brief: string): Strategy<Conclusion> {
  const [first] = yield* dispatch(state, [brief]);
  if (first && (first.nothing === null || state.profile.refinements === 0))
    return fromReports(state, { question, findings: first.findings, reports: [first] });
  // The report leaves a gap: a fresh executor is told that this did not work.
  const [second] = yield* dispatch(state, [`${brief}\n${AGAIN}`]);
  const best = second ?? first;
  if (!best) return abstain(question, "no executor reported.");
  return fromReports(state, { question, findings: best.findings, reports: [best] });
}

interface Parts {
  question: Question;
  things: readonly Mention[];
  reports: readonly ExecutorReport[];
  /** What the turn before found, when the question is about that. */
  base: FoundTests | null;
}

function* synthesise(state: TurnState, { question, things, reports, base }: Parts): Strategy<Conclusion> {
  const isUnwanted = (index: number) => (question.firstOnly ? index > 0 : isExcluded(question, things[index]?.at ?? 0));
  const wanted = reports.filter((_, index) => !isUnwanted(index)).map((report) => report.findings);
  const unwanted = reports.filter((_, index) => isUnwanted(index)).map((report) => report.findings);
  const joined = join(question.adds && base ? [base, ...wanted] : wanted, question.relation);
  const within = base && !question.adds ? (wanted.length > 0 ? base.and(joined) : base) : joined;
  const findings = unwanted.reduce((all, side) => all.without(side), within);
  const conditions = question.words.length > 0 && findings.size > 0 && state.profile.briefs === "in_full";
  if (!conditions) return fromReports(state, { question, findings, reports });
  const [checked] = yield* dispatch(state, [briefOnList(state, question, findings)]);
  const kept = checked && checked.findings.size > 0 ? findings.and(checked.findings) : findings;
  return fromReports(state, { question, findings: kept, reports });
}

function join(sides: readonly FoundTests[], relation: Question["relation"]): FoundTests {
  const [first, ...rest] = sides;
  if (!first) return new FoundTests();
  return rest.reduce((all, side) => (relation === "all" ? all.and(side) : all.or(side)), first);
}

function* dispatch(state: TurnState, briefs: readonly string[]): Strategy<ExecutorReport[]> {
  if (briefs.length === 0) return [];
  // What was handed out before is not undone when the last round is over and no tool is left.
  const again = ++state.roundsPlanned <= state.roundsSeen;
  if (!again && !state.tools.has("task")) return [];
  const results = yield briefs.map((description) => ({
    tool: "task",
    args: { description, subagent_type: "executor" },
  }));
  return results.map((result) => readReport(result.status === "success" ? result.text : ""));
}

interface Outcome {
  question: Question;
  findings: FoundTests;
  reports: readonly ExecutorReport[];
}

function fromReports(state: TurnState, { question, findings, reports }: Outcome): Conclusion {
  const [reason = "nothing fits all that was asked."] = reports.flatMap((report) => report.nothing ?? []);
  const sentences = reports.map((report) => report.sentence).filter((sentence) => sentence !== "");
  return conclude(state, { question, findings, support: 1, anchors: [], sentences, nothing: reason });
}

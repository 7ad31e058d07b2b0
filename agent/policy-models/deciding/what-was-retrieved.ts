import { findPhrase } from "../../../base/fold.ts";
import { FoundTests, testsIn } from "../found-tests.ts";
import { type ResultRow, type ResultView, textOf } from "../reading/what-came-back.ts";
import { isExcluded, placeOf, type Question, withIds } from "../reading/what-was-asked.ts";
import { asMeant } from "../reading/what-was-corrected.ts";
import { quote } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { sayFilesOpen } from "./what-a-patch-touches.ts";
import { abstain, type Conclusion, conclude } from "./when-to-abstain.ts";
import { asksForMore, cannotCount, gapsAsked, sayUnanswered } from "./which-parts-are-answered.ts";
import { hitsOf, supportOf } from "./which-tests-are-alike.ts";

/**
 * Answers from what was retrieved for the question, and from nothing else: there is nothing to call. Records that it names
 * and recorded links go before what merely sounds alike, which counts as far as it says what was asked.
 */
export function* answerFromRetrieved(state: TurnState, asked: Question, told: Conclusion | null): Strategy<Conclusion> {
  const views = state.retrieved.filter(({ ok }) => ok);
  const named = views.flatMap(({ rows }) => rows.map(({ asked: id }) => textOf(id))).filter((id) => id !== "");
  const { question, memory } = asMeant(withIds(asked, named), told);
  if (gapsAsked(question) !== "" && !asksForMore(question)) return cannotCount(question);
  const found = sayFilesOpen(sayUnanswered(conclusionFrom(state, question, views)));
  if (!memory || !question.asks.has("followsUp")) return found;
  return conclude(state, { ...found, findings: afterwards(question, memory.findings, found.findings) });
}

function conclusionFrom(state: TurnState, question: Question, views: readonly ResultView[]): Conclusion {
  const unseen = idsUnseen(question, views);
  const lacking = unseen.length > 0 && (question.asks.has("all") || unseen.length === question.ids.length);
  if (lacking && state.profile.refinements > 0)
    return abstain(
      question,
      `${unseen.map(quote).join(", ")} ${unseen.length === 1 ? "stands" : "stand"} in none of the rows that were retrieved and shown; what else is recorded is not known.`,
    );
  const records = views.reduce((all, view) => all.or(recordsIn(view)), new FoundTests());
  if (records.size > 0 && !question.asks.has("others"))
    return conclude(state, { question, findings: records, anchors: [], sentences: [] });
  const around = views.filter(({ rows }) => rows.some(isAround));
  return around.length > 0 ? linkedIn(state, question, around) : alikeIn(state, question, views);
}

/** Ids of the question that stand in no row. */
function idsUnseen({ ids }: Question, views: readonly ResultView[]): string[] {
  const shown = views.flatMap(({ rows }) => rows.map((row) => JSON.stringify(row)));
  return ids.map(({ text }) => text).filter((id) => !shown.some((row) => findPhrase(row, id) >= 0));
}

/** Test cases that were looked up by an id of the question. */
function recordsIn(view: ResultView): FoundTests {
  const rows = view.rows.filter((row) => textOf(row.asked) !== "");
  return testsIn(view, rows, () => ({ kind: "record", why: "the record asked for" }));
}

/** A row of the graph tells how far from the start it lies. */
function isAround({ distance }: ResultRow): boolean {
  return typeof distance === "number";
}

/** What a result starts from, as it says itself; "" where it does not. */
function startOf({ facts }: ResultView): string {
  return textOf((facts.start as ResultRow | undefined)?.id);
}

/** The test cases around each start, put together as the question says. */
function linkedIn(state: TurnState, question: Question, views: readonly ResultView[]): Conclusion {
  const sides = views.map((view) => ({ start: startOf(view), findings: testsAround(state, question, view) }));
  const isUnwanted = ({ start }: { start: string }) =>
    start !== "" && isExcluded(question, placeOf(start, question.text).at);
  const [first, ...rest] = sides.filter((side) => !isUnwanted(side)).map(({ findings }) => findings);
  const both = question.asks.has("all");
  const wanted = rest.reduce((all, next) => (both ? all.and(next) : all.or(next)), first ?? new FoundTests());
  const findings = sides.filter(isUnwanted).reduce((all, side) => all.without(side.findings), wanted);
  const starts = sides.flatMap(({ start }) => start || []).join(", ");
  const sentences = starts === "" ? [] : [`What was retrieved around ${starts} is listed.`];
  return conclude(state, { question, findings, anchors: [], sentences });
}

/** What is linked directly; also what hangs off the parts, where that is asked and containment is known, or nothing else is there. */
function testsAround(state: TurnState, question: Question, view: ResultView): FoundTests {
  const isBelow = (row: ResultRow) => textOf(row.through).includes(" > ");
  const deep = question.asks.has("within") && state.rule("containment") !== undefined;
  const rows = view.rows.filter(isAround);
  const direct = rows.filter((row) => !isBelow(row));
  const kept = deep || direct.length === 0 ? rows : direct;
  return testsIn(view, kept, (row) => ({
    kind: isBelow(row) ? "below" : "link",
    why: `recorded by way of ${textOf(row.through) || textOf(row.path)}`,
  }));
}

function alikeIn(state: TurnState, question: Question, views: readonly ResultView[]): Conclusion {
  const hits = views.reduce((all, view) => all.or(hitsOf(view)), new FoundTests());
  // A description sets no conditions, and nothing says how much of it a record must say.
  const isHeld = question.asks.has("seeks") && question.words.length > 0;
  return conclude(state, {
    ...{ question, findings: hits.first(state.profile.longestSearchList), anchors: [], sentences: [] },
    support: isHeld ? supportOf(hits, question.words) : 1,
  });
}

/** Of what the turn before found, what was found again; all of it where nothing was, and both where it adds. */
function afterwards({ asks }: Question, before: FoundTests, now: FoundTests): FoundTests {
  if (asks.has("adds")) return before.or(now);
  const again = now.and(before);
  return again.size > 0 ? again : before;
}

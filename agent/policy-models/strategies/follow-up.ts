import type { Conclusion } from "../conclusion.ts";
import { FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { type Anchor, nameOf } from "./anchor.ts";
import { findAnchors } from "./anchors.ts";
import { conclude } from "./conclude.ts";
import { linkedTests } from "./linked-tests.ts";
import { likeThis } from "./lookups.ts";
import { narrow } from "./narrow.ts";

interface Matter {
  question: Question;
  route: RoutingRow | null;
  memory: Conclusion;
}

/** Answers a question about what the turn before found: narrows it, takes something out, adds to it, or asks for more of the kind. */
export function* followUp(state: TurnState, { question, route, memory }: Matter): Strategy<Conclusion> {
  const [described] = memory.anchors;
  if (question.others && described?.type === "test_case") {
    const findings = yield* likeThis(state, described, memory.question);
    const sentences = [`${findings.size} other test cases are like ${nameOf(described)} there.`];
    return conclude(state, { question, findings, support: 1, anchors: memory.anchors, sentences });
  }
  const anchors = yield* findAnchors(state, question, { inWords: question.adds || question.relation === "all", route });
  let findings = anchors.unknown.length > 0 && !question.adds ? new FoundTests() : memory.findings;
  for (const subject of anchors.found) {
    const linked = (yield* linkedTests(state, { subject, deep: false, route })).findings;
    findings = question.adds ? findings.or(linked) : subject.excluded ? findings.without(linked) : findings.and(linked);
  }
  const narrowed =
    anchors.found.length === 0
      ? yield* narrow(state, { question, findings, anchors: [] })
      : { findings, accounted: [] };
  return conclude(state, {
    question,
    ...narrowed,
    support: 1,
    anchors: [...memory.anchors, ...anchors.found],
    sentences: [
      tally(question, memory.findings.size, { ...narrowed, anchors: anchors.found }),
      ...about([...memory.anchors, ...anchors.found]),
    ],
    nothing: "of the test cases found before, none fulfils this.",
  });
}

/** What the list is about: the turn before has said it, and this answer must stand alone. */
function about(anchors: readonly Anchor[]): string[] {
  return anchors.length > 0 ? [`The question is about ${anchors.map(nameOf).join(" and ")}.`] : [];
}

function tally(
  question: Question,
  before: number,
  { findings, accounted, anchors }: Pick<Conclusion, "findings" | "anchors"> & { accounted: readonly string[] },
): string {
  if (question.adds) return `Together with those found before, there are ${findings.size} test cases.`;
  const held = accounted.length > 0 || anchors.length > 0 || findings.size < before;
  if (!held && question.words.length > 0)
    return `All ${before} test cases found before remain: their records have no value for "${question.words.join(" ")}".`;
  return `Of the ${before} test cases found before, ${findings.size} remain.`;
}

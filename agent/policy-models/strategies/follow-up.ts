import type { Conclusion } from "../conclusion.ts";
import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import { type Anchor, nameOf } from "./anchor.ts";
import { findAnchors } from "./anchors.ts";
import { conclude } from "./conclude.ts";
import { linkedTests } from "./linked-tests.ts";
import { likeThis } from "./lookups.ts";
import { narrow } from "./narrow.ts";

interface Matter {
  question: Question;
  route: Route | null;
  memory: Conclusion;
}

/** Answers a question about what the turn before found: narrows it, takes something out, adds to it, or asks for more of the kind. */
export function* followUp(mind: Mind, { question, route, memory }: Matter): Thought<Conclusion> {
  const [described] = memory.anchors;
  if (question.others && described?.type === "test_case") {
    const findings = yield* likeThis(mind, described, memory.question);
    const sentences = [`${findings.size} other test cases are like ${nameOf(described)} there.`];
    return conclude(mind, { question, findings, support: 1, anchors: memory.anchors, sentences });
  }
  const anchors = yield* findAnchors(mind, question, { inWords: question.adds || question.relation === "all", route });
  let findings = anchors.unknown.length > 0 && !question.adds ? new Findings() : memory.findings;
  for (const subject of anchors.found) {
    const linked = (yield* linkedTests(mind, { subject, deep: false, route })).findings;
    findings = question.adds ? findings.or(linked) : subject.excluded ? findings.without(linked) : findings.and(linked);
  }
  const narrowed =
    anchors.found.length === 0 ? yield* narrow(mind, { question, findings, anchors: [] }) : { findings, accounted: [] };
  return conclude(mind, {
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

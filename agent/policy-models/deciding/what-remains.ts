import { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/what-was-asked.ts";
import type { RoutingRow } from "../reading/what-was-told.ts";
import { quote } from "../reading/words.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { type Conclusion, conclude } from "./when-to-abstain.ts";
import { type Anchor, findAnchors, nameOf } from "./which-items-are-meant.ts";
import { likeThis, sayAlike } from "./which-records-answer.ts";
import { linkedTests } from "./which-tests-are-linked.ts";
import { type Narrowed, narrow } from "./which-tests-fulfil-them.ts";

interface Matter {
  question: Question;
  route: RoutingRow | null;
  memory: Conclusion;
}

/** Answers a question about what the turn before found: narrows it, takes something out, adds to it, or asks for more of the kind. */
export function* followUp(state: TurnState, { question, route, memory }: Matter): Strategy<Conclusion> {
  const { asks } = question;
  const [described] = memory.anchors;
  if (asks.has("others") && described?.type === "test_case") {
    const findings = yield* likeThis(state, described, memory.question);
    const sentences = [sayAlike(findings, described, memory.question)];
    return conclude(state, { question, findings, anchors: memory.anchors, sentences });
  }
  const anchors = yield* findAnchors(state, question, { inWords: asks.has("adds") || asks.has("all"), route });
  let findings = anchors.unknown.length > 0 && !asks.has("adds") ? new FoundTests() : memory.findings;
  const unseen: string[] = [];
  for (const subject of anchors.found) {
    const { findings: linked, extent } = yield* linkedTests(state, { subject, deep: false, route });
    if (extent !== "seen" || linked.isPart) unseen.push(`Not all links of ${nameOf(subject)} were seen.`);
    if (asks.has("adds")) findings = findings.or(linked);
    else findings = subject.excluded ? findings.without(linked) : findings.and(linked);
  }
  const named = anchors.found.length > 0;
  const narrowed = named
    ? { findings, accounted: [], held: [] }
    : yield* narrow(state, { question, findings, anchors: [] });
  const all = [...memory.anchors, ...anchors.found];
  const conclusion = conclude(state, {
    ...{ question, ...narrowed, anchors: all },
    sentences: [...unseen, tally(question, memory.findings, { ...narrowed, named }), ...about(all)],
    nothing: [...unseen, sayNoneRemains(memory.findings, narrowed)].join(" "),
  });
  return memory.change && !asks.has("adds") ? { ...conclusion, change: memory.change } : conclusion;
}

/** What the list is about: the turn before has said it, and this answer must stand alone. */
function about(anchors: readonly Anchor[]): string[] {
  return anchors.length > 0 ? [`The question is about ${anchors.map(nameOf).join(" and ")}.`] : [];
}

function sayNoneRemains({ size }: FoundTests, { held }: Narrowed): string {
  const conditions = held.length > 0 ? `: ${held.join(", ")}` : "";
  return `of the ${size} test cases found before none remains, going by what was read of their links and records${conditions}.`;
}

function tally(
  { asks, words }: Question,
  before: FoundTests,
  { findings, accounted, named }: Narrowed & { named: boolean },
): string {
  if (asks.has("adds")) return `Together with those found before, there are ${findings.size} test cases.`;
  const held = accounted.length > 0 || named || findings.size < before.size;
  if (!held && words.length > 0)
    return `All ${before.size} test cases found before remain: ${quote(words.join(" "))} set no condition that they could be held to.`;
  return `Of the ${before.size} test cases found before, ${findings.size} remain.`;
}

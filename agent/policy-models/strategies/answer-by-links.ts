import type { Conclusion } from "../conclusion.ts";
import { FoundTests } from "../found-tests.ts";
import type { RoutingRow } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor, Anchors } from "./anchor.ts";
import { nameOf } from "./anchor.ts";
import { abstain, conclude } from "./conclude.ts";
import { belongsTogether, parentOf } from "./containment.ts";
import { type LinkResult, linkedTests, linkScope } from "./linked-tests.ts";
import { accountedBy, narrow } from "./narrow.ts";
import { searchTopic } from "./topic-search.ts";

interface Matter {
  question: Question;
  route: RoutingRow | null;
  anchors: Anchors;
}

/** Answers from the recorded links of what the question names: each thing on its own, then combined as it says. */
export function* answerByLinks(state: TurnState, { question, route, anchors }: Matter): Strategy<Conclusion> {
  const sides = yield* sidesOf(state, question, anchors.found);
  if (sides.apart)
    return abstain(
      question,
      `${nameOf(sides.apart[0])} is not part of ${nameOf(sides.apart[1])} in the records.`,
      anchors.found,
    );
  const deep = question.within && (state.rule("containment") ?? state.rule("one step or all")) !== undefined;
  const wanted: LinkResult[] = [];
  for (const subject of sides.wanted) wanted.push(yield* testsOf(state, { subject, deep, route }));
  const unwanted: LinkResult[] = [];
  for (const subject of sides.unwanted)
    unwanted.push(yield* testsOf(state, { subject, deep: deep && !isPlace(subject), route }));
  const missing = sides.wanted.filter((_, index) => wanted[index]?.missing);
  const unknown = [...anchors.unknown, ...missing.map((anchor) => anchor.id)];
  if (
    unknown.length > 0 &&
    (question.relation === "all" || missing.length === sides.wanted.length) &&
    state.profile.refinements > 0
  )
    return abstain(question, `there is no record of ${unknown.join(", ")}.`, anchors.found);
  const linked = combine(wanted, question).without(union(unwanted));
  // A protocol that is not wanted may also be the value of an attribute: both take test cases away.
  const named = anchors.found.filter((anchor) => !(anchor.excluded && isPlace(anchor)));
  const [only] = sides.wanted;
  const one = only !== undefined && sides.wanted.length === 1 && sides.unwanted.length === 0;
  const scope = one && !(deep && isPlace(only)) ? linkScope(only, deep) : undefined;
  const narrowed = yield* narrow(state, { question, findings: linked, anchors: named, scope });
  if (narrowed.findings.size === 0 && state.profile.abstainBelow < RARELY)
    return yield* anythingAlike(state, { question, route, anchors });
  return conclude(state, {
    question,
    ...narrowed,
    support: 1,
    anchors: anchors.found,
    sentences: [...anchors.found.flatMap(({ note }) => note ?? []), sentence(sides, question, narrowed.findings.size)],
    nothing: nothingFound(sides.wanted, question, union(wanted).size),
  });
}

function isPlace({ type }: Anchor): boolean {
  return /message|protocol/.test(type);
}

/** Profiles that abstain below less than this hardly ever do. */
const RARELY = 0.1;

function* testsOf(
  state: TurnState,
  options: { subject: Anchor; deep: boolean; route: RoutingRow | null },
): Strategy<LinkResult> {
  const result = yield* linkedTests(state, options);
  const below =
    !options.deep &&
    result.findings.size === 0 &&
    !result.missing &&
    state.profile.crossChecks &&
    state.rule("containment") !== undefined;
  return below ? yield* linkedTests(state, { ...options, deep: true }) : result;
}

interface Sides {
  wanted: readonly Anchor[];
  unwanted: readonly Anchor[];
  /** A part and a whole that the question says belong together, and the records do not. */
  apart: readonly [Anchor, Anchor] | null;
}

function* sidesOf(state: TurnState, question: Question, anchors: readonly Anchor[]): Strategy<Sides> {
  const things = anchors.filter((anchor) => anchor.type !== "test_case");
  const [first, second] = things;
  if (question.firstOnly && first && second) return { wanted: [first], unwanted: things.slice(1), apart: null };
  const wanted = things.filter((anchor) => !anchor.excluded);
  const unwanted = things.filter((anchor) => anchor.excluded);
  if (question.parent && wanted[0])
    return { wanted: [(yield* parentOf(state, wanted[0])) ?? wanted[0]], unwanted, apart: null };
  // A protocol beside a message says which message is meant; two of a kind are two things.
  const inProtocol = first?.type === "message" && second?.type === "protocol";
  if (first && second && wanted.length === 2 && (inProtocol || question.pair)) {
    const together = yield* belongsTogether(state, first, second);
    return { wanted: [first], unwanted, apart: together === false ? [first, second] : null };
  }
  return { wanted, unwanted, apart: null };
}

function union(results: readonly LinkResult[]): FoundTests {
  return results.reduce((all, result) => all.or(result.findings), new FoundTests());
}

function combine(results: readonly LinkResult[], question: Question): FoundTests {
  const [first, ...rest] = results;
  if (!first) return new FoundTests();
  return rest.reduce(
    (all, result) => (question.relation === "all" ? all.and(result.findings) : all.or(result.findings)),
    first.findings,
  );
}

function sentence({ wanted, unwanted }: Sides, question: Question, count: number): string {
  const joined = wanted.map(nameOf).join(question.relation === "all" ? " and " : " or ");
  const except = unwanted.length > 0 ? `, and not to ${unwanted.map(nameOf).join(" or ")}` : "";
  return `${count} test case${count === 1 ? " is" : "s are"} recorded for ${joined}${question.within ? " or what it contains" : ""}${except}.`;
}

function nothingFound(wanted: readonly Anchor[], question: Question, before: number): string {
  const names = wanted.map(nameOf).join(question.relation === "all" ? " together with " : ", ");
  return before > 0
    ? `of the test cases of ${names}, none fulfils all that was asked.`
    : `no test case is recorded for ${names}.`;
}

/** A model that hardly ever abstains offers what sounds alike. */
function* anythingAlike(state: TurnState, { question, route, anchors }: Matter): Strategy<Conclusion> {
  const { findings, support, conditions, resolved } = yield* searchTopic(state, question, route);
  return conclude(state, {
    question,
    findings,
    support,
    accounted: accountedBy(conditions, resolved),
    anchors: anchors.found,
    sentences: [],
    nothing: nothingFound(anchors.found, question, 0),
  });
}

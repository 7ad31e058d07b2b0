import type { Conclusion } from "../conclusion.ts";
import { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import type { Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import type { Anchor, Anchors } from "./anchor.ts";
import { nameOf } from "./anchor.ts";
import { abstain, conclude } from "./conclude.ts";
import { belongsTogether, parentOf } from "./containment.ts";
import { type LinkResult, linkedTests, linkScope } from "./linked-tests.ts";
import { accountedBy, narrow } from "./narrow.ts";
import { searchTopic } from "./topic-search.ts";

interface Matter {
  question: Question;
  route: Route | null;
  anchors: Anchors;
}

/** Answers from the recorded links of what the question names: each thing on its own, then combined as it says. */
export function* answerByLinks(mind: Mind, { question, route, anchors }: Matter): Thought<Conclusion> {
  const sides = yield* sidesOf(mind, question, anchors.found);
  if (sides.apart)
    return abstain(
      question,
      `${nameOf(sides.apart[0])} is not part of ${nameOf(sides.apart[1])} in the records.`,
      anchors.found,
    );
  const deep = question.within && (mind.rule("containment") ?? mind.rule("one step or all")) !== undefined;
  const wanted: LinkResult[] = [];
  for (const subject of sides.wanted) wanted.push(yield* testsOf(mind, { subject, deep, route }));
  const unwanted: LinkResult[] = [];
  for (const subject of sides.unwanted)
    unwanted.push(yield* testsOf(mind, { subject, deep: deep && !isPlace(subject), route }));
  const missing = sides.wanted.filter((_, index) => wanted[index]?.missing);
  const unknown = [...anchors.unknown, ...missing.map((anchor) => anchor.id)];
  if (
    unknown.length > 0 &&
    (question.relation === "all" || missing.length === sides.wanted.length) &&
    mind.profile.refinements > 0
  )
    return abstain(question, `there is no record of ${unknown.join(", ")}.`, anchors.found);
  const linked = combine(wanted, question).without(union(unwanted));
  // A protocol that is not wanted may also be the value of an attribute: both take test cases away.
  const named = anchors.found.filter((anchor) => !(anchor.excluded && isPlace(anchor)));
  const [only] = sides.wanted;
  const one = only !== undefined && sides.wanted.length === 1 && sides.unwanted.length === 0;
  const scope = one && !(deep && isPlace(only)) ? linkScope(only, deep) : undefined;
  const narrowed = yield* narrow(mind, { question, findings: linked, anchors: named, scope });
  if (narrowed.findings.size === 0 && mind.profile.abstainBelow < RARELY)
    return yield* anythingAlike(mind, { question, route, anchors });
  return conclude(mind, {
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

function* testsOf(mind: Mind, options: { subject: Anchor; deep: boolean; route: Route | null }): Thought<LinkResult> {
  const result = yield* linkedTests(mind, options);
  const below =
    !options.deep &&
    result.findings.size === 0 &&
    !result.missing &&
    mind.profile.crossChecks &&
    mind.rule("containment") !== undefined;
  return below ? yield* linkedTests(mind, { ...options, deep: true }) : result;
}

interface Sides {
  wanted: readonly Anchor[];
  unwanted: readonly Anchor[];
  /** A part and a whole that the question says belong together, and the records do not. */
  apart: readonly [Anchor, Anchor] | null;
}

function* sidesOf(mind: Mind, question: Question, anchors: readonly Anchor[]): Thought<Sides> {
  const things = anchors.filter((anchor) => anchor.type !== "test_case");
  const [first, second] = things;
  if (question.firstOnly && first && second) return { wanted: [first], unwanted: things.slice(1), apart: null };
  const wanted = things.filter((anchor) => !anchor.excluded);
  const unwanted = things.filter((anchor) => anchor.excluded);
  if (question.parent && wanted[0])
    return { wanted: [(yield* parentOf(mind, wanted[0])) ?? wanted[0]], unwanted, apart: null };
  // A protocol beside a message says which message is meant; two of a kind are two things.
  const inProtocol = first?.type === "message" && second?.type === "protocol";
  if (first && second && wanted.length === 2 && (inProtocol || question.pair)) {
    const together = yield* belongsTogether(mind, first, second);
    return { wanted: [first], unwanted, apart: together === false ? [first, second] : null };
  }
  return { wanted, unwanted, apart: null };
}

function union(results: readonly LinkResult[]): Findings {
  return results.reduce((all, result) => all.or(result.findings), new Findings());
}

function combine(results: readonly LinkResult[], question: Question): Findings {
  const [first, ...rest] = results;
  if (!first) return new Findings();
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
function* anythingAlike(mind: Mind, { question, route, anchors }: Matter): Thought<Conclusion> {
  const { findings, support, conditions, resolved } = yield* searchTopic(mind, question, route);
  return conclude(mind, {
    question,
    findings,
    support,
    accounted: accountedBy(conditions, resolved),
    anchors: anchors.found,
    sentences: [],
    nothing: nothingFound(anchors.found, question, 0),
  });
}

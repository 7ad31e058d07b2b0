/** Review of truths by people: who decided what, and when, is kept in the set, and generation never overwrites it. */
import { makeRandom, shuffle } from "../base/random.ts";
import { UserError } from "../base/user-error.ts";
import { referenceAnswer } from "./reference-answer.ts";
import { type Review, type Scenario, type ScenarioSet, scenarioSchema } from "./set/schema.ts";

/** Share of a generated set that is drawn for review: the study's. */
const DRAWN_SHARE = 1 / 3;

/** The scenarios that a person is asked to look at, by lot, in the order of the set. */
export function drawForReview(ids: readonly string[], seed: number): string[] {
  const count = Math.ceil(ids.length * DRAWN_SHARE);
  const drawn = new Set(shuffle(makeRandom("review", seed), ids).slice(0, count));
  return ids.filter((id) => drawn.has(id));
}

/** What a person found to be true instead; what is left out stays as it is. */
export interface Correction {
  ids?: readonly string[];
  entities?: readonly string[];
}

/**
 * The set with a person's decision on one scenario. A corrected truth is theirs: it no longer counts as confirmed by two routes.
 * @throws UserError (`scenarios`) for an unknown scenario, or a truth that its question cannot have
 */
export function review(
  set: ScenarioSet,
  { id, review, correction }: { id: string; review: Omit<Review, "earlier">; correction?: Correction },
): ScenarioSet {
  const scenario = scenarioOf(set, id);
  const earlier = earlierOf(scenario, correction !== undefined);
  const kept = { ...review, ...(earlier.length > 0 && { earlier }) };
  const reviewed = { ...(correction ? correct(scenario, correction) : scenario), review: kept };
  const parsed = scenarioSchema.safeParse(reviewed);
  if (!parsed.success)
    throw new UserError("scenarios", `${id} cannot have this truth`, {
      problems: parsed.error.issues.map(({ message }) => message),
      hint: "reject the scenario instead",
    });
  return { ...set, scenarios: set.scenarios.map((entry) => (entry.id === id ? parsed.data : entry)) };
}

/** Nothing that stood once is lost: a truth before it is corrected, and a decision before another one. */
function earlierOf({ expected_ids, expected_entities, review }: Scenario, isCorrected: boolean) {
  const { earlier = [], ...decided } = review ?? {};
  if (review === undefined && !isCorrected) return [];
  const stood = { expected_ids, expected_entities, ...(review && { review: decided as Omit<Review, "earlier"> }) };
  return [...earlier, stood];
}

/** @throws UserError (`scenarios`) for an unknown one */
export function scenarioOf(set: ScenarioSet, id: string): Scenario {
  const scenario = set.scenarios.find((entry) => entry.id === id);
  if (scenario) return scenario;
  throw new UserError("scenarios", `there is no scenario ${id}`, {
    hint: `the set has ${set.scenarios[0]?.id} to ${set.scenarios.at(-1)?.id}`,
  });
}

function correct(scenario: Scenario, { ids, entities }: Correction): Scenario {
  const expected_ids = [...(ids ?? scenario.expected_ids)];
  const expected_entities = [...(entities ?? scenario.expected_entities)];
  const { derivation } = scenario;
  const draft = { finding: "what a person found to be asked for" };
  return {
    ...scenario,
    expected_ids,
    expected_entities,
    reference_answer: referenceAnswer(draft, { ids: expected_ids, entities: expected_entities }),
    ...(derivation ? { derivation: { ...derivation, validated: false } } : {}),
  };
}

/** Drawn and not decided yet. */
export function openForReview({ drawn_for_review = [], scenarios }: ScenarioSet): string[] {
  const drawn = new Set(drawn_for_review);
  return scenarios.filter((scenario) => drawn.has(scenario.id) && !scenario.review).map(({ id }) => id);
}

/** One sentence: how many were drawn, and what was decided on how many. Null for a set that draws none and has no review. */
export function sayReview(set: ScenarioSet): string | null {
  const { drawn_for_review = [], scenarios } = set;
  const drawn = scenarios.filter(({ id }) => drawn_for_review.includes(id));
  const reviewed = scenarios.flatMap((scenario) => scenario.review ?? []);
  if (drawn.length + reviewed.length === 0) return null;
  const lot = `${drawn.length} of ${scenarios.length} truths drawn by lot for review by a person`;
  if (reviewed.length === 0) return `${lot}: not reviewed`;
  const done = drawn.filter((scenario) => scenario.review).length;
  const counts = (["accepted", "corrected", "rejected"] as const)
    .map((decision) => `${reviewed.filter((entry) => entry.decision === decision).length} ${decision}`)
    .join(", ");
  const people = [...new Set(reviewed.map(({ by }) => by))].join(", ");
  return `${lot}, ${done} of them reviewed; in all ${counts}, by ${people}`;
}

/** How many truths nothing but their author vouches for; null where a query derives each that is said. */
export function sayAsWritten({ scenarios }: Pick<ScenarioSet, "scenarios">): string | null {
  const said = scenarios.filter(({ truth }) => truth === undefined);
  const asWritten = said.filter(({ derivation }) => derivation === undefined);
  if (asWritten.length === 0) return null;
  return `the truth of ${asWritten.length} of ${said.length} scenarios is as its author wrote it: no query derives it, so nothing has checked that it is complete`;
}

/** Without the scenarios that a person rejected. */
export function withoutRejected(set: ScenarioSet): ScenarioSet {
  return { ...set, scenarios: set.scenarios.filter((scenario) => scenario.review?.decision !== "rejected") };
}

/**
 * A newly generated set with what people decided on the one that it is to replace: a question that is asked again keeps
 * its review, and a corrected one its truth. An acceptance of another truth than today's is void.
 * @throws UserError (`scenarios`) when a reviewed question is not asked again: it would be lost
 */
export function keepReviews(generated: ScenarioSet, before: ScenarioSet): ScenarioSet {
  const reviewed = new Map(
    before.scenarios.filter((scenario) => scenario.review).map((scenario) => [questionOf(scenario), scenario]),
  );
  const asked = new Set(generated.scenarios.map(questionOf));
  const lost = [...reviewed].filter(([question]) => !asked.has(question)).map(([, { id }]) => id);
  if (lost.length > 0)
    throw new UserError("scenarios", "this would overwrite what people reviewed", {
      problems: [`reviewed, and not asked by the new set: ${lost.join(", ")}`],
      hint: "write to another file, or generate with the seed and corpus of the reviewed set",
    });
  return { ...generated, scenarios: generated.scenarios.map((scenario) => kept(scenario, reviewed)) };
}

function kept(scenario: Scenario, reviewed: ReadonlyMap<string, Scenario>): Scenario {
  const before = reviewed.get(questionOf(scenario));
  if (!before) return scenario;
  if (before.review?.decision === "corrected") return { ...before, id: scenario.id };
  return truthOf(before) === truthOf(scenario) ? { ...scenario, review: before.review } : scenario;
}

function questionOf({ turns }: Scenario): string {
  return JSON.stringify(turns);
}

function truthOf({ expected_ids, expected_entities }: Scenario): string {
  return JSON.stringify([expected_ids, expected_entities]);
}

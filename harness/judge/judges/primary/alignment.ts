import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { findExpectedEntities } from "../mentions.ts";
import { coverage, roundScore } from "../rule.ts";

export interface AnswerFacts {
  text: string;
  ranked: readonly string[];
  abstained: boolean;
  ids: IdReader;
}

export interface Alignment {
  value: number;
  /** What was counted, for the verdict's details. */
  details: string;
}

/**
 * Alignment with the reference answer in [0, 1], by counting.
 *
 * Answerable: share of key facts that the answer states, times 1 - 2 x (recommended traps / recommended ids), at least
 * 0. Key facts are the expected ids, the expected entities and the ids and quoted names of the reference answer. An
 * answer that declines contradicts the reference: 0.
 * Unanswerable: 0 for an answer that does not decline; 0.7 for one that does, and up to 0.3 more for the share of the
 * reference's ids and quoted names that it repeats, as they are what was looked for in vain.
 */
export function alignToReference(scenario: Scenario, answer: AnswerFacts): Alignment {
  return scenario.answerable ? alignAnswerable(scenario, answer) : alignUnanswerable(scenario, answer);
}

function alignAnswerable(scenario: Scenario, answer: AnswerFacts): Alignment {
  if (answer.abstained) return { value: 0, details: "declines although the reference answers" };
  const [stated, all] = countKeyFacts(scenario, answer);
  const trapped = recommendedTraps(scenario, answer);
  const trapShare = answer.ranked.length === 0 ? 0 : trapped.length / answer.ranked.length;
  const value = coverage(stated, all) * Math.max(0, 1 - 2 * trapShare);
  const traps = trapped.length === 0 ? "no trap recommended" : `traps recommended: ${trapped.join(", ")}`;
  return { value: roundScore(value), details: `states ${stated} of ${all} key facts; ${traps}` };
}

function alignUnanswerable(scenario: Scenario, answer: AnswerFacts): Alignment {
  if (!answer.abstained) return { value: 0, details: "answers although there is nothing to find" };
  const reasons = literalsOf(scenario.reference_answer);
  const said = statementOf(answer);
  const stated = reasons.filter((reason) => states(said, reason)).length;
  return {
    value: roundScore(0.7 + 0.3 * coverage(stated, reasons.length)),
    details: `declines, naming ${stated} of ${reasons.length} key facts of the reason`,
  };
}

/** Ids among the recommended that the scenario lists as known confusions. A trap may be prose around an id. */
export function recommendedTraps(scenario: Scenario, { ranked, ids }: Pick<AnswerFacts, "ranked" | "ids">): string[] {
  const expected = new Set(scenario.expected_ids);
  const traps = scenario.traps.map(ids.within);
  return ranked.filter((id) => !expected.has(id) && traps.some((holds) => holds(id)));
}

/** Key facts stated, and all. A fact counts once, though it be an id, an entity and a word of the reference answer. */
function countKeyFacts(scenario: Scenario, answer: AnswerFacts): [stated: number, all: number] {
  const entities = new Set(scenario.expected_entities.map((entity) => entity.toLowerCase()));
  const others = [...scenario.expected_ids, ...literalsOf(scenario.reference_answer)];
  const facts = [...new Set(others)].filter((fact) => !entities.has(fact.toLowerCase()));
  const named = findExpectedEntities(answer.text, scenario.expected_entities).found.length;
  const said = statementOf(answer);
  const stated = facts.filter((fact) => states(said, fact)).length;
  return [named + stated, scenario.expected_entities.length + facts.length];
}

/** Ids (words with a hyphen, dot or underscore inside and a digit) and quoted or backticked names of a text. */
function literalsOf(text: string): string[] {
  const ids = text.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)+/gu) ?? [];
  const quoted = [...text.matchAll(/`([^`\n]+)`|"([^"\n]+)"|“([^”\n]+)”/gu)].map((match) =>
    (match[1] ?? match[2] ?? match[3] ?? "").trim(),
  );
  return [...new Set([...ids.filter((id) => /\d/.test(id)), ...quoted.filter((name) => name !== "")])];
}

/** A text, and what is taken out of it as key facts: both sides are read alike, so that a text states its own. */
interface Statement {
  text: string;
  ids: IdReader;
  folded: string;
  literals: ReadonlySet<string>;
}

function statementOf({ text, ids }: Pick<AnswerFacts, "text" | "ids">): Statement {
  return { text, ids, folded: text.toLowerCase(), literals: new Set(literalsOf(text)) };
}

/** An id (no blank, with a digit) must stand on its own, or where it is a part of a longer id, in that; any other fact is a substring in any case. */
function states({ text, folded, literals, ids }: Statement, fact: string): boolean {
  if (literals.has(fact)) return true;
  if (/\d/.test(fact) && !/\s/.test(fact)) return ids.holds(text, fact);
  return folded.includes(fact.toLowerCase());
}

import { contentWords } from "../reading/content-words.ts";
import { blankOut } from "../reading/mentions.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import { type Attributes, spoken } from "./attributes.ts";
import { quoteSql, toColumn } from "./queries.ts";
import type { Resolved } from "./vocabulary.ts";
import { findPhrase, fold } from "./words.ts";

/** A value of an attribute that the question asks for, or wants left out. */
export interface AttributeCondition {
  attribute: string;
  /** Any of these. */
  values: readonly string[];
  wanted: boolean;
}

/** Words that say whether a test runs by itself, without a value. */
const AUTOMATED = /\b(?:automated|autom\.|automation)\b/i;
const BY_HAND = /\b(?:manual(?:ly)?|by hand|not automated|unautomated)\b/i;

/**
 * Which attribute values the question speaks of. Values are those that the candidates have: one counts when it stands in
 * the question, or is the project's term for something that does.
 */
export function findConditions(
  question: Question,
  attributes: Iterable<Attributes>,
  resolved: readonly Resolved[],
): AttributeCondition[] {
  const values = distinctValues(attributes);
  const mentions = longestOnly(
    [...values].flatMap(([attribute, candidates]) => mentionsOf(attribute, candidates, { question, resolved })),
  );
  const conditions = [...values.keys()].flatMap((attribute) => toConditions(attribute, mentions));
  return [...conditions, ...suiteConditions(question, values, conditions)];
}

/** A value of an attribute where the question speaks of it. */
interface ValueMention {
  attribute: string;
  value: string;
  /** The words of the question for it. */
  phrase: string;
  wanted: boolean;
}

function mentionsOf(
  attribute: string,
  values: readonly string[],
  { question, resolved }: { question: Question; resolved: readonly Resolved[] },
): ValueMention[] {
  return values.flatMap((value) =>
    placesOf({ attribute, value }, question, resolved).map(({ phrase, at }) => ({
      attribute,
      value,
      phrase,
      wanted: !isExcluded(question, at),
    })),
  );
}

/**
 * `split CU/DU` speaks of `CU`, too, and the suite `pre-release` of a release, and each means only itself; so does a
 * paraphrase in which another value stands.
 */
function longestOnly(mentions: readonly ValueMention[]): ValueMention[] {
  const isWithin = (part: string, whole: string) => fold(part) !== fold(whole) && findPhrase(whole, part) >= 0;
  const isPart = ({ value, phrase }: ValueMention) =>
    mentions.some((other) => isWithin(value, other.value) || isWithin(phrase, other.phrase));
  return mentions.filter((mention) => !isPart(mention));
}

function toConditions(attribute: string, mentions: readonly ValueMention[]): AttributeCondition[] {
  return [true, false].flatMap((wanted) => {
    const own = mentions.filter((mention) => mention.attribute === attribute && mention.wanted === wanted);
    const values = [...new Set(own.map((mention) => mention.value))];
    return values.length > 0 ? [{ attribute, values, wanted }] : [];
  });
}

/** Terms that the question means and that are the value of no attribute of any candidate: nothing here fulfils them. */
export function unmetConditions(
  question: Question,
  attributes: Iterable<Attributes>,
  resolved: readonly Resolved[],
): AttributeCondition[] {
  const values = new Set([...attributes].flatMap((entry) => [...entry.values()].map(fold)));
  const wanted = resolved.filter(
    ({ phrase }) => !isExcluded(question, question.text.toLowerCase().indexOf(phrase.toLowerCase())),
  );
  const unmet = wanted.filter((entry) => !values.has(fold(entry.term)) && !values.has(fold(entry.phrase)));
  return unmet.map((entry) => ({ attribute: entry.term, values: [entry.term], wanted: true }));
}

/** Share of the conditions that a test case fulfils, 0 to 1; 1 without conditions. */
export function fulfilled(conditions: readonly AttributeCondition[], attributes: Attributes | undefined): number {
  if (conditions.length === 0) return 1;
  return conditions.filter((condition) => holds(condition, attributes)).length / conditions.length;
}

export function holds(condition: AttributeCondition, attributes: Attributes | undefined): boolean {
  const value = attributes?.get(condition.attribute);
  const has = condition.values.includes(ANY)
    ? value !== undefined
    : value !== undefined && condition.values.includes(value);
  return has === condition.wanted;
}

/** As SQL over the tests' relation with these columns. */
export function toSql(condition: AttributeCondition, columns: readonly string[]): string {
  const column = toColumn(condition.attribute, columns);
  if (condition.values.includes(ANY)) return `${column} IS ${condition.wanted ? "NOT NULL" : "NULL"}`;
  const list = condition.values.map(quoteSql).join(", ");
  return condition.wanted ? `${column} IN (${list})` : `(${column} IS NULL OR ${column} NOT IN (${list}))`;
}

/** Stands for every value. */
const ANY = "*";

function distinctValues(attributes: Iterable<Attributes>): Map<string, string[]> {
  const values = new Map<string, Set<string>>();
  for (const entry of attributes)
    for (const [name, value] of entry) {
      const known = values.get(name) ?? new Set();
      values.set(name, known.add(value));
    }
  return new Map([...values].map(([name, set]) => [name, [...set]]));
}

/**
 * Where in the question a value is spoken of, and how. Ids and quoted names of the question are names, not conditions; a
 * value that is a word of asking (`tests`) counts only behind its attribute's name.
 */
function placesOf(
  { attribute, value }: Pick<ValueMention, "attribute" | "value">,
  question: Question,
  resolved: readonly Resolved[],
): { phrase: string; at: number }[] {
  if (fold(value).length < 2) return [];
  const own = contentWords(value).length > 0 ? value : `${spoken(attribute)} ${value}`;
  const phrases = [own, ...resolved.filter((entry) => fold(entry.term) === fold(value)).map((entry) => entry.phrase)];
  const names = [...question.ids.filter((mention) => mention.certain), ...question.quoted];
  const text = blankOut(question.text, names);
  return phrases
    .filter((phrase) => findPhrase(text, phrase) >= 0)
    .map((phrase) => ({ phrase, at: Math.max(0, text.toLowerCase().indexOf(phrase.toLowerCase())) }));
}

function suiteConditions(
  question: Question,
  values: ReadonlyMap<string, readonly string[]>,
  found: readonly AttributeCondition[],
): AttributeCondition[] {
  const attribute = [...values.keys()].find((name) => /suite|automat/i.test(name));
  if (!attribute || found.some((condition) => condition.attribute === attribute)) return [];
  if (BY_HAND.test(question.text)) return [{ attribute, values: [ANY], wanted: false }];
  return AUTOMATED.test(question.text) ? [{ attribute, values: [ANY], wanted: true }] : [];
}

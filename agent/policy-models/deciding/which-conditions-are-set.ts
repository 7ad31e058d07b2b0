import { findPhrase, fold } from "../../../base/fold.ts";
import { type Attributes, spoken } from "../reading/what-came-back.ts";
import { blankOut, isExcluded, placeOf, type Question, setsNothing } from "../reading/what-was-asked.ts";
import { contentWords, otherForm } from "../reading/words.ts";
import { quoteSql, toColumn } from "./how-to-query.ts";
import type { Resolved } from "./what-the-words-mean.ts";

/** A value of an attribute that the question asks for, or wants left out. */
export interface AttributeCondition {
  attribute: string;
  /** Any of these. */
  values: readonly string[];
  wanted: boolean;
}

/** Stands for every value. */
export const ANY = "*";

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
  const mentions = longestOnly(values.flatMap((value) => mentionsOf(value, { question, resolved })));
  const names = [...new Set(values.map(({ attribute }) => attribute))];
  const conditions = names.flatMap((attribute) => toConditions(attribute, mentions));
  return [...conditions, ...suiteConditions(question, names, conditions)];
}

/** Conditions that no candidate meets: terms without a matching value, and attributes whose asked value none of them has. */
export function unmetConditions(
  question: Question,
  attributes: Iterable<Attributes>,
  resolved: readonly Resolved[],
): AttributeCondition[] {
  const values = distinctValues(attributes);
  const known = new Set(values.map(({ value }) => fold(value)));
  const terms = resolved.filter(
    ({ phrase, term }) =>
      !isExcluded(question, question.text.toLowerCase().indexOf(phrase.toLowerCase())) &&
      !known.has(fold(term)) &&
      !known.has(fold(phrase)),
  );
  const isSaid = ({ value }: AttributeValue) => findPhrase(question.text, value) >= 0;
  const given = [...new Set(values.map(({ attribute }) => attribute))].filter(
    (name) => isGiven(name, question) && !values.some((entry) => entry.attribute === name && isSaid(entry)),
  );
  return [...terms.map(({ term }) => term), ...given].map((name) => ({
    attribute: name,
    values: [name],
    wanted: true,
  }));
}

/** `in the area of Y`, `with owner Y`: the question gives this attribute a value. */
function isGiven(attribute: string, question: Question): boolean {
  const given = new RegExp(`\\b(?:in the|with|whose) ${fold(spoken(attribute))}(?: of| is|:)? [\\w"]`, "i");
  const at = question.text.search(given);
  return at >= 0 && !isExcluded(question, at);
}

/** Share of the conditions that a test case fulfils, 0 to 1; 1 without conditions. */
export function fulfilled(conditions: readonly AttributeCondition[], attributes: Attributes | undefined): number {
  if (conditions.length === 0) return 1;
  return conditions.filter((condition) => holds(condition, attributes)).length / conditions.length;
}

export function holds({ attribute, values, wanted }: AttributeCondition, attributes: Attributes | undefined): boolean {
  const value = attributes?.get(attribute);
  return (value !== undefined && (values.includes(ANY) || values.includes(value))) === wanted;
}

/** As SQL over the tests' relation with these columns. */
export function toSql({ attribute, values, wanted }: AttributeCondition, columns: readonly string[]): string {
  const column = toColumn(attribute, columns);
  if (values.includes(ANY)) return `${column} IS ${wanted ? "NOT NULL" : "NULL"}`;
  const list = values.map(quoteSql).join(", ");
  return wanted ? `${column} IN (${list})` : `(${column} IS NULL OR ${column} NOT IN (${list}))`;
}

/** What was held against records, and the words of the question that were taken for it. */
export function accountedBy(conditions: readonly AttributeCondition[], resolved: readonly Resolved[]): string[] {
  const values = conditions.flatMap((condition) => condition.values);
  const meant = resolved.filter(({ term }) => values.some((value) => fold(value) === fold(term)));
  return [...conditions.map(sayCondition), ...meant.map(({ phrase }) => phrase)];
}

export function sayCondition({ attribute, values, wanted }: AttributeCondition): string {
  const value = values.includes(ANY) ? "any" : values.join(" or ");
  // A term that is the value of no attribute stands for itself.
  return `${wanted ? "" : "not "}${attribute === value ? "" : `${spoken(attribute)} `}${value}`;
}

interface AttributeValue {
  attribute: string;
  value: string;
}

/** Each once, those of one attribute together. */
function distinctValues(attributes: Iterable<Attributes>): AttributeValue[] {
  const byName = new Map<string, Set<string>>();
  for (const entry of attributes)
    for (const [name, value] of entry) byName.set(name, (byName.get(name) ?? new Set()).add(value));
  return [...byName].flatMap(([attribute, values]) => [...values].map((value) => ({ attribute, value })));
}

/** A value of an attribute where the question speaks of it. */
interface ValueMention extends AttributeValue {
  /** The words of the question for it. */
  phrase: string;
  wanted: boolean;
}

/**
 * Where a value is spoken of, and how. Ids and quoted names of the question are names, not conditions; a value that is a
 * word of asking (`tests`) counts only behind its attribute's name.
 */
function mentionsOf(
  { attribute, value }: AttributeValue,
  { question, resolved }: { question: Question; resolved: readonly Resolved[] },
): ValueMention[] {
  if (fold(value).length < 2) return [];
  const ofAsking = contentWords(value).length === 0;
  const own = ofAsking ? `${spoken(attribute)} ${value}` : value;
  const meant = resolved.filter(({ term }) => fold(term) === fold(value)).map(({ phrase }) => phrase);
  const text = blankOut(question.text, [...question.ids, ...question.quoted]);
  const forms = [own, ofAsking ? "" : otherForm(text, value), ...meant].filter((phrase) => phrase !== "");
  const said = forms.filter((phrase) => findPhrase(text, phrase) >= 0 && standsAlone(phrase, text));
  return said.flatMap((phrase) => {
    const { at } = placeOf(phrase, text);
    return setsNothing(question, at) ? [] : [{ attribute, value, phrase, wanted: !isExcluded(question, at) }];
  });
}

/** False where it only stands as a part of a compound: `nightly-reset` is no `reset`, nor is `non-standard` standard. */
function standsAlone(phrase: string, text: string): boolean {
  const between = text.toLowerCase().split(phrase.toLowerCase());
  const joined = (before: string, after: string) =>
    /[\p{L}\p{N}][-_]$/u.test(before) || /^[-_][\p{L}\p{N}]/u.test(after);
  return between.length === 1 || between.slice(1).some((after, index) => !joined(between[index] ?? "", after));
}

/**
 * `read/write` speaks of `read`, too, and the suite `pre-release` of a release, and each means only itself; so does a
 * paraphrase in which another value stands.
 */
function longestOnly(mentions: readonly ValueMention[]): ValueMention[] {
  const isWithin = (part: string, whole: string) => fold(part) !== fold(whole) && findPhrase(whole, part) >= 0;
  return mentions.filter(
    ({ value, phrase }) => !mentions.some((other) => isWithin(value, other.value) || isWithin(phrase, other.phrase)),
  );
}

function toConditions(attribute: string, mentions: readonly ValueMention[]): AttributeCondition[] {
  return [true, false].flatMap((wanted) => {
    const own = mentions.filter((mention) => mention.attribute === attribute && mention.wanted === wanted);
    const values = [...new Set(own.map(({ value }) => value))];
    return values.length > 0 ? [{ attribute, values, wanted }] : [];
  });
}

/** Without a value a test is run by hand, as the policy on the domain says. */
const SUITE = "automated_suite";
/** Words that say whether a test runs by itself, without a value. */
const AUTOMATED = /\b(?:automated|autom\.|automation)\b/i;
const BY_HAND = /\b(?:manual(?:ly)?|by hand|not automated|unautomated)\b/i;

function suiteConditions(
  { text }: Question,
  names: readonly string[],
  found: readonly AttributeCondition[],
): AttributeCondition[] {
  const attribute = names.find((name) => name === SUITE);
  if (!attribute || found.some((condition) => condition.attribute === attribute)) return [];
  const byHand = BY_HAND.test(text);
  return byHand || AUTOMATED.test(text) ? [{ attribute, values: [ANY], wanted: !byHand }] : [];
}

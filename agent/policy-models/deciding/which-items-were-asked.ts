import { batchesOf } from "../../../base/batches.ts";
import { foldedWords } from "../../../base/fold.ts";
import { FoundTests } from "../found-tests.ts";
import { attributesOf, entityOf, type ResultRow, spoken, textOf } from "../reading/what-came-back.ts";
import type { Question } from "../reading/what-was-asked.ts";
import { contentWords, otherForm, saysNoun } from "../reading/words.ts";
import { asksForItems } from "../reading/words-of-asking.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { abstain, type Conclusion, conclude } from "./when-to-abstain.ts";
import { allRows, pageSize, perform, performAll } from "./whether-to-call.ts";
import { type AttributeCondition, findConditions, fulfilled, sayCondition } from "./which-conditions-are-set.ts";
import { type Anchor, nameOf } from "./which-items-are-meant.ts";
import { refuse } from "./which-parts-are-answered.ts";
import { namedAttributes } from "./which-records-answer.ts";
import { askingText, findTurnsOpen } from "./which-turns-are-open.ts";

/** Ids that a look-up takes at once, and most items that are looked at. */
const AT_ONCE = 50;
const MOST = 200;
/** The noun of what is asked for stands among so many words. */
const BEGINNING = 5;

/**
 * Answers which backlog items have a value that is asked for. The list then holds items, as they were what was asked for.
 * Null where the question is of anything else, or there are too many to look at.
 */
export function* answerByItems(state: TurnState, question: Question): Strategy<Conclusion | null> {
  const { ids, quoted, text } = question;
  if (ids.length + quoted.length > 0 || !state.profile.verifies || !asksForItems(text)) return null;
  const view = yield* perform(state, "find_entities", { type: "backlog_item", ...pageSize(state, "find_entities") });
  if (view.total === 0 || view.total > MOST) return null;
  const items = yield* allRows(state, view, ["id", "name", "subtype"]);
  const beginning = text.split(/\s+/).slice(0, BEGINNING).join(" ");
  const meant = items.filter(({ subtype }) => saysSubtype(beginning, textOf(subtype)));
  return meant.length === 0 ? null : yield* withValues(state, question, meant);
}

/** Answers what is asked about named records themselves by the attributes that the question names; none of it is about their tests. */
export function answerOfThem(question: Question, anchors: readonly Anchor[]): Conclusion {
  const said = anchors.map((anchor) => {
    const values = [...namedAttributes(question.text, attributesOf(anchor.record ?? {}))];
    return values.length === 0
      ? null
      : `${nameOf(anchor)} has ${values.map(([name, value]) => `${spoken(name)} ${value}`).join(", ")}.`;
  });
  const sentences = said.flatMap((sentence) => sentence ?? []);
  const held = { question, anchors, accounted: sentences, sentences, searched: false };
  const known = foldedWords(sentences.join(" "));
  const left = contentWords(askingText(held)).filter(
    (word) => !foldedWords(word).every((part) => known.includes(part)),
  );
  if (said.includes(null) || left.length + findTurnsOpen(held).length > 0) return refuse(question);
  return { ...abstain(question, "test cases were not asked for.", anchors), sentences };
}

function saysSubtype(text: string, subtype: string): boolean {
  return subtype !== "" && (saysNoun(text, spoken(subtype)) || otherForm(text, spoken(subtype)) !== "");
}

function* withValues(state: TurnState, question: Question, items: readonly ResultRow[]): Strategy<Conclusion | null> {
  const calls = inParts(items).map((ids) => ({ tool: "identifier_lookup", args: { ids } }));
  const views = yield* performAll(state, calls);
  const records: { row: ResultRow; path: string | null }[] = [];
  for (const view of views)
    for (const row of view.rows.length === view.total ? view.rows : yield* allRows(state, view, ["id", "attributes"]))
      records.push({ row, path: view.path });
  const attributes = records.map(({ row }) => attributesOf(row));
  const conditions = findConditions(question, attributes, []).filter(({ attribute }) => attribute !== "subtype");
  if (conditions.length === 0 || !isAll(question, items, conditions)) return null;
  const fitting = records.filter((_, at) => fulfilled(conditions, attributes[at]) === 1);
  const why = conditions.map(sayCondition).join(", ");
  const findings = listOf(fitting.map((record) => ({ ...record, why })));
  return conclude(state, {
    ...{ question, anchors: [], findings },
    sentences: [
      `${findings.size} of the ${records.length} backlog items that were read ${findings.size === 1 ? "has" : "have"} this: ${why}.`,
    ],
    nothing: `going by what was read of their records, none of the ${records.length} has this: ${why}.`,
  });
}

/** The question says nothing but what the items are called and which values they have. */
function isAll(question: Question, items: readonly ResultRow[], conditions: readonly AttributeCondition[]): boolean {
  const said = [
    ...conditions.flatMap(({ attribute, values }) => [spoken(attribute), ...values]),
    ...new Set(items.map(({ subtype }) => spoken(textOf(subtype)))),
  ].join(" ");
  const known = foldedWords(said);
  const isSaid = (word: string) =>
    known.some((other) => other === word || saysNoun(word, other) || otherForm(other, word) !== "");
  return question.words.flatMap((word) => foldedWords(word)).every(isSaid);
}

function inParts(items: readonly ResultRow[]): string[][] {
  return [
    ...batchesOf(
      items.map(({ id }) => textOf(id)),
      AT_ONCE,
    ),
  ];
}

function listOf(found: readonly { row: ResultRow; path: string | null; why: string }[]): FoundTests {
  return new FoundTests(
    found.flatMap(({ row, path, why }, rank) => {
      const item = entityOf(row);
      return item ? [{ id: item.id, title: item.title, evidence: [{ kind: "record" as const, path, rank, why }] }] : [];
    }),
  );
}

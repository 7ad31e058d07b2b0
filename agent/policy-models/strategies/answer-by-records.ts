import type { Conclusion } from "../conclusion.ts";
import type { FoundTests } from "../found-tests.ts";
import type { Question } from "../reading/question.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { nameOf } from "./anchor.ts";
import { attributesOf, spoken } from "./attributes.ts";
import { conclude } from "./conclude.ts";
import {
  byPrefix,
  likeThis,
  mentionedValues,
  namedAttributes,
  recordsOf,
  sharingItems,
  withAttributes,
} from "./lookups.ts";
import { narrow } from "./narrow.ts";
import { quoteSql, relationsOf, toColumn } from "./queries.ts";

/** An id of which only the beginning is known: it has a digit or is put together, so that it is no common word. */
const BEGINNING = String.raw`(?=\S*[\d/_])(\w[\w/:.-]*)`;
/** Before or behind the words that say so. */
const PREFIXES = [
  new RegExp(
    String.raw`\b(?:begins? (?:with|w/)|beginning with|starts? with|starting with|with id)\s+["'\`]?${BEGINNING}`,
    "i",
  ),
  new RegExp(String.raw`(?<!\S)["'\`]?${BEGINNING}\S*\s+at the (?:beginning|start)\b`, "i"),
];
const SAME_ITEMS = /\bbacklog items?\b/i;
const LIST_ALL = /\b(?:every|all|each|pull up|inventory)\b/i;

interface Matter {
  question: Question;
  anchors: readonly Anchor[];
}

/** Answers from test cases' records: named ones, those like a named one, those with an id or attributes of a kind. Null when the question is of none of these. */
export function* answerByRecords(state: TurnState, { question, anchors }: Matter): Strategy<Conclusion | null> {
  const answer = (findings: FoundTests, sentences: string[]) =>
    conclude(state, { question, findings, support: 1, anchors, sentences });
  const [prefix] = PREFIXES.flatMap((pattern) => pattern.exec(question.text)?.[1] ?? []);
  const [test] = anchors;
  if (prefix !== undefined) {
    const findings = yield* byPrefix(state, prefix.replace(/\.+$/, ""));
    return answer(findings, [`${findings.size} test cases have an id that begins with ${prefix}.`]);
  }
  if (!test) return yield* listByAttributes(state, question);
  if (question.others) {
    const sameItems = SAME_ITEMS.test(question.text);
    const findings = sameItems ? yield* sharingItems(state, test) : yield* likeThis(state, test, question);
    return answer(findings, [`${findings.size} other test cases have this in common with ${nameOf(test)}.`]);
  }
  // Several by one name were not distinguished by the question; several by id are a list to choose from.
  if (anchors.every((anchor) => anchor.called === test.called))
    return answer(
      recordsOf(anchors),
      anchors.map((anchor) => describe(anchor, question)),
    );
  const narrowed = yield* narrow(state, { question, findings: recordsOf(anchors), anchors });
  return conclude(state, { question, ...narrowed, support: 1, anchors, sentences: [] });
}

function* listByAttributes(state: TurnState, question: Question): Strategy<Conclusion | null> {
  if (!LIST_ALL.test(question.text) || question.quoted.length > 0 || !state.tools.has("describe_relation")) return null;
  const values = yield* mentionedValues(state, question.text);
  if (values.size === 0) return null;
  const listed = yield* withAttributes(state, values);
  const columns = relationsOf(state).get("canon.test_case");
  const scope =
    columns && [...values].map(([name, value]) => `${toColumn(name, columns)} = ${quoteSql(value)}`).join(" AND ");
  const { findings, accounted } = yield* narrow(state, { question, findings: listed, anchors: [], scope });
  const said = [...values].map(([name, value]) => `${spoken(name)} ${value}`).join(" and ");
  const sentences = [`${findings.size} of the test cases with ${said} fit.`];
  return conclude(state, { question, findings, support: 1, anchors: [], sentences, accounted });
}

/** The attributes that were asked for, or the short ones that there are. */
function describe(test: Anchor, question: Question): string {
  const all = attributesOf(test.record ?? {});
  const asked = namedAttributes(question.text, all);
  const shown = [...(asked.size > 0 ? asked : all)].slice(0, 8).map(([name, value]) => `${spoken(name)}: ${value}`);
  return `${nameOf(test)}${shown.length > 0 ? ` has ${shown.join(", ")}` : " is in the records"}.`;
}

import type { Conclusion } from "../conclusion.ts";
import type { Findings } from "../findings.ts";
import type { Mind } from "../mind.ts";
import type { Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
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
export function* answerByRecords(mind: Mind, { question, anchors }: Matter): Thought<Conclusion | null> {
  const answer = (findings: Findings, sentences: string[]) =>
    conclude(mind, { question, findings, support: 1, anchors, sentences });
  const [prefix] = PREFIXES.flatMap((pattern) => pattern.exec(question.text)?.[1] ?? []);
  const [test] = anchors;
  if (prefix !== undefined) {
    const findings = yield* byPrefix(mind, prefix.replace(/\.+$/, ""));
    return answer(findings, [`${findings.size} test cases have an id that begins with ${prefix}.`]);
  }
  if (!test) return yield* listByAttributes(mind, question);
  if (question.others) {
    const sameItems = SAME_ITEMS.test(question.text);
    const findings = sameItems ? yield* sharingItems(mind, test) : yield* likeThis(mind, test, question);
    return answer(findings, [`${findings.size} other test cases have this in common with ${nameOf(test)}.`]);
  }
  // Several by one name were not distinguished by the question; several by id are a list to choose from.
  if (anchors.every((anchor) => anchor.called === test.called))
    return answer(
      recordsOf(anchors),
      anchors.map((anchor) => describe(anchor, question)),
    );
  const narrowed = yield* narrow(mind, { question, findings: recordsOf(anchors), anchors });
  return conclude(mind, { question, ...narrowed, support: 1, anchors, sentences: [] });
}

function* listByAttributes(mind: Mind, question: Question): Thought<Conclusion | null> {
  if (!LIST_ALL.test(question.text) || question.quoted.length > 0 || !mind.tools.has("describe_relation")) return null;
  const values = yield* mentionedValues(mind, question.text);
  if (values.size === 0) return null;
  const listed = yield* withAttributes(mind, values);
  const columns = relationsOf(mind).get("canon.test_case");
  const scope =
    columns && [...values].map(([name, value]) => `${toColumn(name, columns)} = ${quoteSql(value)}`).join(" AND ");
  const { findings, accounted } = yield* narrow(mind, { question, findings: listed, anchors: [], scope });
  const said = [...values].map(([name, value]) => `${spoken(name)} ${value}`).join(" and ");
  const sentences = [`${findings.size} of the test cases with ${said} fit.`];
  return conclude(mind, { question, findings, support: 1, anchors: [], sentences, accounted });
}

/** The attributes that were asked for, or the short ones that there are. */
function describe(test: Anchor, question: Question): string {
  const all = attributesOf(test.record ?? {});
  const asked = namedAttributes(question.text, all);
  const shown = [...(asked.size > 0 ? asked : all)].slice(0, 8).map(([name, value]) => `${spoken(name)}: ${value}`);
  return `${nameOf(test)}${shown.length > 0 ? ` has ${shown.join(", ")}` : " is in the records"}.`;
}

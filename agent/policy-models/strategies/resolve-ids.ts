import type { Mind } from "../mind.ts";
import type { Mention } from "../reading/mentions.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import type { Anchor, Anchors } from "./anchor.ts";
import { perform } from "./perform.ts";
import { allRows, entityOf, factList, textOf } from "./rows.ts";

/** Most ids that the look-up takes at once. */
const AT_ONCE = 50;

/**
 * Resolves the ids of a question. Short words with a digit may be ids: they are looked up only where `named` says that an
 * artifact must be meant, and count for nothing when there is no such record.
 */
export function* resolveIds(mind: Mind, question: Question, named: boolean): Thought<Anchors> {
  const certain = question.ids.filter((mention) => mention.certain);
  const mentions = certain.length > 0 || question.quoted.length > 0 || !named ? certain : question.ids;
  const unresolved = { found: mentions.map((mention) => asWritten(mention, question)), unknown: [] };
  if (mentions.length === 0 || !mind.rule("ids first") || !mind.tools.has("identifier_lookup")) return unresolved;
  const ids = mentions.map((mention) => mention.text).slice(0, AT_ONCE);
  const view = yield* perform(mind, "identifier_lookup", { ids });
  if (!view.ok) return unresolved;
  const rows = yield* allRows(mind, view, ["asked", "id", "type"]);
  const missing = factList(view, "not_found");
  const found = rows.flatMap((row): Anchor[] => {
    const entity = entityOf(row);
    const mention = mentions.find(({ text }) => text === textOf(row.asked) || text === entity?.id);
    return entity && mention ? [{ ...entity, ...placeOf(mention, question), record: row, path: view.path }] : [];
  });
  return { found, unknown: certain.map((mention) => mention.text).filter((id) => missing.includes(id)) };
}

/** Where no look-up is known, the id is taken for the recorded one. */
function asWritten(mention: Mention, question: Question): Anchor {
  return { id: mention.text, title: "", type: "", ...placeOf(mention, question), record: null, path: null };
}

function placeOf(mention: Mention, question: Question): Pick<Anchor, "at" | "called" | "excluded"> {
  return { at: mention.at, called: mention.text, excluded: isExcluded(question, mention.at) };
}

import type { Mind } from "../mind.ts";
import type { Route } from "../reading/policy-text.ts";
import { isExcluded, type Question } from "../reading/question.ts";
import type { Thought } from "../thought.ts";
import type { Anchor } from "./anchor.ts";
import { perform } from "./perform.ts";
import { entityOf, type RowEntity } from "./rows.ts";
import { searchTools } from "./search-tools.ts";
import { findPhrase, fold } from "./words.ts";

/** Shorter titles stand in a question by chance. */
const FEWEST_WORDS = 3;
const HITS = 20;

/** Backlog items whose whole title stands in the question, unmarked. A similar title is another item. */
export function* titledItems(mind: Mind, question: Question, route: Route | null): Thought<Anchor[]> {
  const [tool] = searchTools(mind, route);
  const said = question.words.length >= FEWEST_WORDS;
  if (!said || !mind.rule("names") || !mind.profile.verifies || tool === undefined) return [];
  const query = question.text.slice(0, 900);
  const view = yield* perform(mind, tool, { query, types: ["backlog_item"], limit: HITS });
  const all = view.rows.flatMap((record): Anchor[] => {
    const entity = entityOf(record);
    if (!entity || !isTitled(question, entity)) return [];
    const at = Math.max(0, question.text.toLowerCase().indexOf(entity.title.toLowerCase()));
    return [{ ...entity, at, called: entity.title, excluded: isExcluded(question, at), record, path: view.path }];
  });
  // A title within a longer one is not meant by itself.
  return all.filter(
    ({ title }) => !all.some((other) => fold(other.title) !== fold(title) && findPhrase(other.title, title) >= 0),
  );
}

function isTitled({ text }: Question, { title }: RowEntity): boolean {
  return fold(title).split(" ").length >= FEWEST_WORDS && findPhrase(text, title) >= 0;
}

import { type ResultView, textOf } from "../reading/what-came-back.ts";
import { type Question, type Stretch, withIds } from "../reading/what-was-asked.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { perform } from "./whether-to-call.ts";

/** Words that are no plain words: a digit, or a sign between letters or digits. One of them may be an id of any shape. */
const NAME_LIKE = /\p{N}|[\p{L}\p{N}][^\s\p{L}\p{N},;'’)]+[\p{L}\p{N}]/u;
/** Longest text that the look-up takes, in characters. */
const LONGEST = 4_000;

/** Most ids that the look-up takes at once. */
const AT_ONCE = 50;

/**
 * The question with what the records know as ids in it. The shape of an id is a guess, good for one corpus and not for the
 * next; where nothing in the question looks like a name, nothing is asked.
 */
export function* withKnownIds(state: TurnState, question: Question): Strategy<Question> {
  if (!readsTexts(state) || !state.rule("ids first") || !NAME_LIKE.test(question.text)) return question;
  const view = yield* readIds(state, question, question.ids);
  return view.ok
    ? withIds(
        question,
        view.rows.map(({ asked }) => textOf(asked)),
      )
    : question;
}

/** The records of these ids, and of all others that stand in the question where the look-up takes a text. */
export function* readIds(state: TurnState, question: Question, ids: readonly Stretch[]): Strategy<ResultView> {
  const { text, known } = question;
  const shaped = readsTexts(state) ? withIds(question, []).ids : ids;
  const args = {
    ...(shaped.length > 0 ? { ids: shaped.map((id) => id.text).slice(0, AT_ONCE) } : {}),
    ...(readsTexts(state) && (known.length > 0 || NAME_LIKE.test(text)) ? { text: text.slice(0, LONGEST) } : {}),
  };
  return yield* perform(state, "identifier_lookup", args);
}

function readsTexts(state: TurnState): boolean {
  return state.tools.get("identifier_lookup")?.parameters.text !== undefined;
}

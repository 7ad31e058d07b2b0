import { isDescription, type Question, readDescription } from "../reading/what-was-asked.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Conclusion } from "./when-to-abstain.ts";

type Think = (state: TurnState, question: Question, told: Conclusion | null) => Strategy<Conclusion>;

/**
 * Where what a question names leads to no test, what it describes may: `a.c changes`, of which nothing is recorded, and
 * behind it what the change says. The answer says which of them it is by.
 */
export function orByDescription(think: Think): Think {
  return function* (state, question, told) {
    const conclusion = yield* think(state, question, told);
    if (conclusion.abstention === null || question.described === "" || isDescription(question)) return conclusion;
    const looked = conclusion.anchors.map(({ id }) => id);
    const alike = yield* think(state, readDescription(question, looked), null);
    if (alike.abstention !== null) return conclusion;
    const why = `${conclusion.abstention[0]?.toUpperCase()}${conclusion.abstention.slice(1)} What is listed goes by the description of the change alone.`;
    return { ...alike, sentences: [why, ...alike.sentences] };
  };
}

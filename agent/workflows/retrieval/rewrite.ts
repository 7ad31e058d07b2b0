import type { Execution } from "../execution.ts";
import { askModel } from "./ask-model.ts";
import { toQuery } from "./by-search.ts";
import { queryIn } from "./query-in.ts";
import { hitsIn, questionIn, resultsOf, type State, stepsOf, turnOf } from "./state.ts";

/** Titles of what each query found first, for who writes the next. */
const TITLES = 5;

/** Has the model write the query anew: it is shown the question, and what each query so far found first. */
export function rewriteLast(execution: Execution) {
  return async (state: State) => {
    const searched = stepsOf(state, turnOf(state), "retrieve").map((step, at) => {
      const titles = hitsIn(resultsOf(state, step)).slice(0, TITLES);
      return [`${at + 1}. ${step.query}`, ...titles.map(({ title }) => `   - ${title}`)].join("\n");
    });
    const said = `Question:\n${questionIn(state)}\n\nSearched so far, each with what came first:\n${searched.join("\n")}`;
    const written = toQuery(queryIn(await askModel(execution, "rewriter", said)) ?? "");
    if (written === "") return { query: toQuery(questionIn(state)), problem: "the answer holds no query" };
    return { query: written };
  };
}

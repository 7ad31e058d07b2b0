import type { Reranker } from "../../contract/workflow-names.ts";
import type { Execution } from "../execution.ts";
import { putInOrder } from "../rerank/put-in-order.ts";
import { hitsIn, questionIn, resultsOf, type State, stepsOf } from "./state.ts";

/** Puts the pool that was retrieved last in order. What the question says decides, not the query that found it. */
export function rerankLast(execution: Execution, by: Reranker) {
  return async (state: State) => {
    const last = stepsOf(state, execution.tools.turn(), "retrieve").at(-1);
    const hits = last ? hitsIn(resultsOf(state, last)) : [];
    return { by, ...(await putInOrder(execution, by, { question: questionIn(state), hits })) };
  };
}

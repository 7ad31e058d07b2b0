import type { Reranker, Retrieval } from "../../contract/retrieval.ts";
import type { Execution } from "../execution.ts";
import { putInOrder } from "../rerank/put-in-order.ts";
import { hitsIn, questionIn, resultsOf, type State, stepsOf, turnOf } from "./state.ts";

/** Puts the pool that was retrieved last in order. What the question says decides, not the query that found it. */
export function rerankLast(execution: Execution, { rerank, pool }: Pick<Retrieval, "rerank" | "pool">) {
  const by = rerank as Reranker;
  return async (state: State) => {
    const last = stepsOf(state, turnOf(state), "retrieve").at(-1);
    const hits = (last ? hitsIn(resultsOf(state, last)) : []).slice(0, pool ?? undefined);
    return { by, ...(await putInOrder(execution, by, { question: questionIn(state), hits })) };
  };
}

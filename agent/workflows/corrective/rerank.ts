import type { Reranker } from "../../workflow-names.ts";
import type { Execution } from "../execution.ts";
import { listwise } from "../rerank/llm-listwise.ts";
import { hitsOf, questionIn, type State, stepsOf } from "./state.ts";

/** Puts the pool that was retrieved last in order. What the question says decides, not the query that found it. */
export function rerankLast(execution: Execution, by: Exclude<Reranker, "none">) {
  return async (state: State) => {
    const { call } = stepsOf(state, execution.tools.turn(), "retrieve").at(-1) ?? {};
    const hits = hitsOf(state, call);
    const order = await listwise(execution, { question: questionIn(state), hits });
    return { by, ...order };
  };
}

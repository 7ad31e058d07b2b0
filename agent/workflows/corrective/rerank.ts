import type { Reranker } from "../../workflow-names.ts";
import type { Execution } from "../execution.ts";
import { crossEncode } from "../rerank/cross-encoder.ts";
import { listwise } from "../rerank/llm-listwise.ts";
import { atServers } from "./at-servers.ts";
import { hitsOf, questionIn, type State, stepsOf } from "./state.ts";

/** Puts the pool that was retrieved last in order. What the question says decides, not the query that found it. */
export function rerankLast(execution: Execution, by: Reranker) {
  return async (state: State) => {
    const { call } = stepsOf(state, execution.tools.turn(), "retrieve").at(-1) ?? {};
    const hits = hitsOf(state, call);
    const asked = { question: questionIn(state), hits };
    const order =
      by === "cross_encoder"
        ? await atServers(execution.tools, () => crossEncode(execution.crossEncoder, asked))
        : await listwise(execution, asked);
    return { by, ...order };
  };
}

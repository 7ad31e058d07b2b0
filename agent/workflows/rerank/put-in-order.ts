import type { Reranker } from "../../contract/retrieval.ts";
import type { Execution } from "../execution.ts";
import { atServers } from "../retrieval/at-servers.ts";
import type { Hit } from "../retrieval/state.ts";
import { crossEncode } from "./cross-encoder.ts";
import { listwise } from "./llm-listwise.ts";

/** Ids of the hits by what a question says, best first. */
export function putInOrder(
  execution: Execution,
  by: Reranker,
  asked: { question: string; hits: readonly Hit[] },
): Promise<{ ids: string[]; scores?: number[]; problem?: string }> {
  return by === "cross_encoder"
    ? atServers(execution.tools, () => crossEncode(execution.crossEncoder, asked))
    : listwise(execution, asked);
}

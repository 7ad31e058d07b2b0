import { type RetrievalLevel, spaceOf } from "../../workflow-names.ts";
import type { Execution } from "../execution.ts";
import { toQuery } from "../rag/by-search.ts";
import { recordedCall, toMessage } from "../rag/retriever.ts";
import { atServers } from "./at-servers.ts";
import { questionIn, rowsIn, type State, stepsOf } from "./state.ts";

/** Test cases that are answered from, and from how many a re-ranker chooses them. */
export const ANSWERED_FROM = 20;
const POOL = 50;
/** Hits whose likeness says how good a retrieval is. */
const LOOKED_AT = 10;

/** What of a pool is kept for a re-ranker. */
const WHOLE_POOL = { previewRows: POOL, previewChars: 64_000 };

/** Asks the search with the question as it stands or, once it was written anew, with that; and how alike what came is. */
export function retrieveBy(execution: Execution, level: RetrievalLevel) {
  const { tools } = execution;
  const space = spaceOf(level);
  return async (state: State) => {
    const turn = tools.turn();
    const query = stepsOf(state, turn, "rewrite").at(-1)?.query ?? toQuery(questionIn(state));
    const round = stepsOf(state, turn, "retrieve").length;
    const limit = level.rerank === "none" ? ANSWERED_FROM : POOL;
    const call = { tool: level.search, args: { query, types: ["test_case"], limit }, id: `retrieval-${turn}-${round}` };
    const record = await recordedCall(call, { ...execution, shown: WHOLE_POOL });
    const ids = record.status === "success" ? rowsIn(record.preview).map(({ id }) => String(id)) : [];
    const first = ids.slice(0, LOOKED_AT);
    const found = await atServers(tools, () => tools.substrate.search.similarity(query, { ids: first, space }));
    const cosines = first.map((id) => rounded(found.get(id) ?? 0));
    return { query, call: record.index, ids, cosines, messages: [toMessage(record)] };
  };
}

/** Nine digits: the last ones of a sum differ from machine to machine. */
function rounded(value: number): number {
  return Number(value.toFixed(9));
}

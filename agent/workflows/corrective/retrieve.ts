import { type RetrievalLevel, spaceOf } from "../../contract/workflow-names.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import type { Execution } from "../execution.ts";
import { aroundEntities, aroundTrueStarts } from "../rag/around-entities.ts";
import { ANSWERED_FROM, bySearch, POOL, toQuery } from "../rag/by-search.ts";
import { type Retrieve, recordedCall, toMessage } from "../rag/retriever.ts";
import { atServers } from "./at-servers.ts";
import { hitsIn, questionIn, type State, stepsOf } from "./state.ts";

/** Hits whose likeness says how good a retrieval is. */
const LOOKED_AT = 10;

/** What of a result is kept for a re-ranker. */
const WHOLE_POOL = { previewRows: POOL, previewChars: 64_000 };

/** Retrieves with the question as it stands or, once it was written anew, with that; and how alike what came is. */
export function retrieveBy(execution: Execution, level: RetrievalLevel) {
  const { task, tools } = execution;
  const space = spaceOf(level);
  const retrieve = wayOf(level, task);
  return async (state: State) => {
    const turn = tools.turn();
    const query = stepsOf(state, turn, "rewrite").at(-1)?.query ?? toQuery(questionIn(state));
    const round = stepsOf(state, turn, "retrieve").length;
    const records: CallRecord[] = [];
    await retrieve({
      ...{ question: query, limits: tools.limits },
      call: async (tool, args) => {
        const id = `retrieval-${turn}-${round}-${records.length}`;
        const record = await recordedCall({ tool, args, id }, { task, tools, shown: WHOLE_POOL });
        records.push(record);
        return record;
      },
    });
    const messages = records.map(toMessage);
    const ids = hitsIn(messages).map(({ id }) => id);
    const first = ids.slice(0, LOOKED_AT);
    const found = await atServers(tools, () => tools.substrate.search.similarity(query, { ids: first, space }));
    const cosines = first.map((id) => rounded(found.get(id) ?? 0));
    return { query, call: records.at(-1)?.index, ids, cosines, messages };
  };
}

function wayOf({ search, rerank }: RetrievalLevel, task: Execution["task"]): Retrieve {
  if (search === "graph") return aroundEntities();
  if (search === "graph_oracle") return aroundTrueStarts(task);
  return bySearch(search, rerank === "none" ? ANSWERED_FROM : POOL);
}

/** Nine digits: the last ones of a sum differ from machine to machine. */
function rounded(value: number): number {
  return Number(value.toFixed(9));
}

import { POOL, type Retrieval, spaceOf } from "../../contract/retrieval.ts";
import type { Execution } from "../execution.ts";
import { aroundEntities, aroundTrueStarts } from "./around-entities.ts";
import { atServers } from "./at-servers.ts";
import { bySearch, toQuery } from "./by-search.ts";
import { callsOf, type Retrieve, toMessage } from "./calls.ts";
import { hitsIn, questionIn, type State, stepsOf, turnOf } from "./state.ts";

/** Hits whose likeness says how good a retrieval is. */
const LOOKED_AT = 10;
/** Characters a row that are kept of a result for a re-ranker and for the writer, who is shown less. */
const KEPT_CHARS = 1280;

/**
 * Retrieves with the question as it stands or, once it was written anew, with that; and how alike what came is, where the search
 * has its query in that space anyway or a grade goes by it.
 */
export function retrieveBy(execution: Execution, retrieval: Retrieval, own?: Retrieve) {
  const { tools } = execution;
  const retrieve = own ?? wayOf(retrieval, execution.task);
  const space = spaceOf(retrieval);
  const isMeasured = retrieval.grade || retrieval.search.endsWith("_search");
  const rows = Math.max(POOL, retrieval.pool ?? 0);
  return async (state: State) => {
    const turn = turnOf(state);
    const question = stepsOf(state, turn, "rewrite").at(-1)?.query ?? questionIn(state);
    const id = `retrieval-${turn}-${stepsOf(state, turn, "retrieve").length}`;
    const kept = { previewRows: rows, previewChars: rows * KEPT_CHARS };
    const records = await callsOf(retrieve, { execution, question, id, kept });
    const messages = records.map(toMessage);
    const ids = hitsIn(messages).map((hit) => hit.id);
    const query = toQuery(question);
    const cosines = isMeasured && (await cosinesOf(query, ids.slice(0, LOOKED_AT)));
    return { query, call: records.at(-1)?.index, ids, ...(cosines && { cosines }), messages };
  };

  async function cosinesOf(query: string, ids: readonly string[]): Promise<number[]> {
    const found = await atServers(tools, () => tools.substrate.search.similarity(query, { ids, space }));
    return ids.map((id) => rounded(found.get(id) ?? 0));
  }
}

function wayOf({ search, rerank, answeredFrom, pool }: Retrieval, task: Execution["task"]): Retrieve {
  if (search === "graph") return aroundEntities();
  if (search === "graph_oracle") return aroundTrueStarts(task);
  if (search === "own") throw new Error(`no workflow is named ${task.workflow}`);
  return bySearch(search, (rerank === "none" ? answeredFrom : pool) ?? POOL);
}

/** Nine digits: the last ones of a sum differ from machine to machine. */
function rounded(value: number): number {
  return Number(value.toFixed(9));
}

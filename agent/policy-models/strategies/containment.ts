import type { ResultRow } from "../reading/result-view.ts";
import type { Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import type { Anchor } from "./anchor.ts";
import { perform, performAll } from "./perform.ts";
import { quoteCypher, quoteSql, relationsOf } from "./queries.ts";
import { textOf } from "./rows.ts";

/** The backlog item that contains this one; null when none does or no way to it is known. */
export function* parentOf(state: TurnState, anchor: Anchor): Strategy<Anchor | null> {
  const id = quoteCypher(anchor.id);
  const cypher = `MATCH (a:BacklogItem)-[:CONTAINS]->(b:BacklogItem {id: ${id}}) RETURN a.id AS id, a.name AS name ORDER BY id`;
  const sql = `SELECT p.backlog_item_id AS id, p.name FROM canon.containment c JOIN canon.backlog_item p ON p.backlog_item_id = c.parent_id WHERE c.child_id = ${quoteSql(anchor.id)} ORDER BY 1`;
  const call = state.tools.has("cypher_query")
    ? { tool: "cypher_query", args: { query: cypher } }
    : { tool: "sql_query", args: { query: sql } };
  if (!state.rule("containment") || (call.tool === "sql_query" && !relationsOf(state).has("canon.containment")))
    return null;
  const view = yield* perform(state, call.tool, call.args);
  const row = view.rows[0];
  return row
    ? { ...anchor, id: textOf(row.id), title: textOf(row.name), type: "backlog_item", record: null, path: view.path }
    : null;
}

/** How the graph says that nothing is recorded that way. */
const NO_RELATION = /there is no relationship type/i;

/** Whether the records have one as a part of the other: an item in an item, a message in a protocol. Null when the profile does not check. */
export function* belongsTogether(state: TurnState, part: Anchor, whole: Anchor): Strategy<boolean | null> {
  if (!state.profile.verifies || !state.rule("containment") || !state.tools.has("graph_neighbourhood")) return null;
  const relationships = /message|protocol/.test(part.type) ? ["BELONGS_TO"] : ["CONTAINS"];
  const [view] = yield* performAll(state, [
    { tool: "graph_neighbourhood", args: { id: part.id, depth: 4, relationships, limit: 200 } },
  ]);
  // Where the records have no such relation at all, nothing is a part of anything.
  if (view && !view.ok && NO_RELATION.test(view.text)) return false;
  if (!view?.ok) return null;
  return view.rows.some((row: ResultRow) => row.id === whole.id);
}

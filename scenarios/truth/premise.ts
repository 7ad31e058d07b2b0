/**
 * What must hold beside the truth itself for a question to mean what it says: that a fabricated id is nobody's, that a
 * real item is real, that two items are not linked. Each is asked by the same two routes.
 */
import type { Substrate } from "../../db/ports.ts";
import { askCheck, type Check, checkSet } from "./check-route.ts";
import { toSql } from "./sql-route.ts";
import { CONTAINMENT_DEPTH, type TestSet } from "./test-set.ts";

export type Premise =
  /** No artifact of the corpus has this id. */
  | { kind: "absent"; id: string }
  | { kind: "present"; id: string }
  /** The first does not contain the second, at any depth that the graph can follow. */
  | { kind: "not_contained"; parent: string; child: string }
  | { kind: "not_member"; message: string; protocol: string }
  /** No text of any artifact holds one of the words. */
  | { kind: "unmentioned"; words: readonly string[] }
  | { kind: "non_empty"; set: TestSet };

/** Sentences for what does not hold, [] when both routes confirm the premise. */
export async function refutePremise(premise: Premise, substrate: Substrate): Promise<string[]> {
  const asked = premise.kind === "non_empty" ? await askSet(premise.set, substrate) : await askLink(premise, substrate);
  const expected = premise.kind === "present" || premise.kind === "non_empty";
  return Object.entries(asked)
    .filter(([, found]) => found !== expected)
    .map(([route, found]) => `premise ${JSON.stringify(premise)}: the ${route} route finds ${found ? "rows" : "none"}`);
}

interface Found {
  sql: boolean;
  check: boolean;
}

async function askSet(set: TestSet, substrate: Substrate): Promise<Found> {
  const { sql, parameters } = toSql(set);
  const { rows } = await substrate.sql.query(sql, parameters);
  return { sql: rows.length > 0, check: (await checkSet(set, substrate)).ids.size > 0 };
}

type LinkPremise = Exclude<Premise, { kind: "non_empty" }>;

async function askLink(premise: LinkPremise, substrate: Substrate): Promise<Found> {
  const { sql, parameters, checks } = questions(premise);
  const { rows } = await substrate.sql.query(sql, parameters);
  const found: boolean[] = [];
  for (const check of checks) found.push((await askCheck(check, substrate)).size > 0);
  return { sql: rows.length > 0, check: found.some(Boolean) };
}

const EVERY_ID = `SELECT test_case_id AS id FROM canon.test_case UNION ALL SELECT backlog_item_id FROM canon.backlog_item
UNION ALL SELECT protocol_id FROM proc.protocol UNION ALL SELECT message_id FROM proc.message
UNION ALL SELECT artifact_id FROM canon.other_artifact UNION ALL SELECT entry_id FROM kb.entry`;

function questions(premise: LinkPremise): { sql: string; parameters: string[]; checks: Check[] } {
  switch (premise.kind) {
    case "absent":
    case "present":
      return {
        sql: `SELECT id FROM (${EVERY_ID}) AS every WHERE lower(id) = lower($1)`,
        parameters: [premise.id],
        checks: [
          graph("MATCH (n) WHERE n.id = $id RETURN n.id AS id", { id: premise.id }),
          {
            store: "payload",
            text: "SELECT external_id AS id FROM raw.payload WHERE lower(external_id) = lower($1)",
            parameters: [premise.id],
          },
        ],
      };
    case "unmentioned":
      return {
        sql: "SELECT entity_id AS id FROM rag.chunk WHERE EXISTS (SELECT FROM jsonb_array_elements_text($1::jsonb) AS word WHERE strpos(lower(body), lower(word)) > 0) LIMIT 1",
        parameters: [JSON.stringify(premise.words)],
        checks: [
          {
            store: "payload",
            text: "SELECT external_id AS id FROM raw.payload WHERE EXISTS (SELECT FROM jsonb_array_elements_text($1::jsonb) AS word WHERE position(lower(word) IN lower(body::text)) > 0) LIMIT 1",
            parameters: [JSON.stringify(premise.words)],
          },
        ],
      };
    case "not_contained":
      return {
        sql: `WITH RECURSIVE above(id, depth) AS (SELECT $2::text, 0 UNION SELECT parent_id, depth + 1 FROM canon.containment JOIN above ON child_id = above.id WHERE depth < ${CONTAINMENT_DEPTH}) SELECT id FROM above WHERE id = $1`,
        parameters: [premise.parent, premise.child],
        checks: [
          graph(
            `MATCH (a)-[:CONTAINS*1..${CONTAINMENT_DEPTH}]->(b) WHERE a.id = $parent AND b.id = $child RETURN b.id AS id`,
            { parent: premise.parent, child: premise.child },
          ),
        ],
      };
    case "not_member":
      return {
        sql: "SELECT message_id AS id FROM proc.message_protocol WHERE message_id = $1 AND protocol_id = $2",
        parameters: [premise.message, premise.protocol],
        checks: [
          graph(
            "MATCH (m:Message)-[:BELONGS_TO]->(p:Protocol) WHERE m.id = $message AND p.id = $protocol RETURN m.id AS id",
            { message: premise.message, protocol: premise.protocol },
          ),
        ],
      };
  }
}

function graph(text: string, parameters: Record<string, string>): Check {
  return { store: "graph", text, parameters };
}

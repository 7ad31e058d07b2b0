/**
 * What must hold beside the truth itself for a question to mean what it says: that a fabricated id is nobody's, that a
 * real item is real, that two items are not linked. Each is asked by the same two routes.
 */
import { askGraph, type CheckSources, checkSet, type GraphQuestion } from "./check-route.ts";
import { toSql } from "./sql-route.ts";
import { CONTAINMENT_DEPTH, type TestSet } from "./test-set.ts";

export type Premise =
  /** No artifact of the corpus has this id. */
  | { kind: "absent"; id: string }
  | { kind: "present"; id: string }
  /** The first does not contain the second, at any depth that the graph can follow. */
  | { kind: "not_contained"; parent: string; child: string }
  /** The test case is traced to nothing. */
  | { kind: "unlinked"; test: string }
  | { kind: "not_member"; message: string; protocol: string }
  /** No artifact's text holds all of the words. */
  | { kind: "unmentioned"; words: readonly string[] }
  | { kind: "non_empty"; set: TestSet };

/** Sentences for what does not hold, [] when both routes confirm the premise. */
export async function refutePremise(premise: Premise, sources: CheckSources): Promise<string[]> {
  const expected = premise.kind === "present" || premise.kind === "non_empty";
  const found = { SQL: await foundBySql(premise, sources), second: await foundByCheck(premise, sources) };
  return Object.entries(found)
    .filter(([, answer]) => answer !== expected)
    .map(
      ([route, answer]) => `premise ${JSON.stringify(premise)}: the ${route} route finds ${answer ? "rows" : "none"}`,
    );
}

async function foundBySql(premise: Premise, { substrate }: CheckSources): Promise<boolean> {
  const { sql, parameters } = premise.kind === "non_empty" ? toSql(premise.set) : sqlOf(premise);
  return (await substrate.sql.query(sql, parameters)).rows.length > 0;
}

function sqlOf(premise: Exclude<Premise, { kind: "non_empty" }>): { sql: string; parameters: string[] } {
  switch (premise.kind) {
    case "absent":
    case "present":
      return { sql: "SELECT entity_id FROM core.entity WHERE lower(entity_id) = lower($1)", parameters: [premise.id] };
    case "unmentioned":
      return {
        sql: "SELECT entity_id FROM rag.chunk JOIN jsonb_array_elements_text($1::jsonb) AS word ON strpos(lower(title || ' ' || body), lower(word)) > 0 GROUP BY entity_id HAVING count(DISTINCT word) = jsonb_array_length($1::jsonb) LIMIT 1",
        parameters: [JSON.stringify(premise.words)],
      };
    case "not_contained":
      return {
        sql: `WITH RECURSIVE above(id, depth) AS (SELECT $2::text, 0 UNION SELECT parent_id, depth + 1 FROM canon.containment JOIN above ON child_id = above.id WHERE depth < ${CONTAINMENT_DEPTH}) SELECT id FROM above WHERE id = $1`,
        parameters: [premise.parent, premise.child],
      };
    case "unlinked":
      return { sql: "SELECT reference_id FROM core.trace_link WHERE test_case_id = $1", parameters: [premise.test] };
    case "not_member":
      return {
        sql: "SELECT FROM proc.message_protocol WHERE message_id = $1 AND protocol_id = $2",
        parameters: [premise.message, premise.protocol],
      };
  }
}

async function foundByCheck(premise: Premise, sources: CheckSources): Promise<boolean> {
  const { payloads } = sources;
  switch (premise.kind) {
    case "non_empty":
      return (await checkSet(premise.set, sources)).ids.size > 0;
    case "unmentioned":
      return payloads.anyMentions(premise.words);
    case "absent":
      return (await payloads.hasId(premise.id)) || (await isInGraph(nodeWith(premise.id), sources));
    case "present":
      return (await payloads.hasId(premise.id)) && (await isInGraph(nodeWith(premise.id), sources));
    case "not_contained":
      return isInGraph(
        {
          cypher: `MATCH (a)-[:CONTAINS*1..${CONTAINMENT_DEPTH}]->(b) WHERE a.id = $parent AND b.id = $child RETURN b.id AS id`,
          parameters: { parent: premise.parent, child: premise.child },
        },
        sources,
      );
    case "unlinked":
      return isInGraph(
        {
          cypher: "MATCH (t:TestCase)-[:REFERENCES]->(b) WHERE t.id = $test RETURN b.id AS id",
          parameters: { test: premise.test },
        },
        sources,
      );
    case "not_member":
      return isInGraph(
        {
          cypher:
            "MATCH (m:Message)-[:BELONGS_TO]->(p:Protocol) WHERE m.id = $message AND p.id = $protocol RETURN m.id AS id",
          parameters: { message: premise.message, protocol: premise.protocol },
        },
        sources,
      );
  }
}

function nodeWith(id: string): GraphQuestion {
  return { cypher: "MATCH (n) WHERE n.id = $id RETURN n.id AS id", parameters: { id } };
}

async function isInGraph(question: GraphQuestion, sources: CheckSources): Promise<boolean> {
  return (await askGraph(question, sources)).size > 0;
}

/**
 * Coverage gaps: what of a scenario's change has no test case at all. The change is what the wanted side of its truth begins
 * at: an item, an item with all below it, a message, a protocol or its messages. Two routes, as for the truth itself.
 */
import { compareText } from "../../base/text-order.ts";
import { askGraph, type CheckSources, type GraphQuestion } from "./check-route.ts";
import { CONTAINMENT_DEPTH, isCombination, type TestSet } from "./test-set.ts";

/** Things of one kind that a change is about. */
export interface ChangedPart {
  kind: "item" | "item_within" | "message" | "messages_of" | "protocol";
  id: string;
}

export interface GapTruth {
  ids: string[];
  sql: string;
  parameters: string[];
  /** What was asked of the graph. */
  asked: string;
}

/** What a set's wanted side begins at; [] for one that begins at no item: a search, a look-up, tests like another. */
export function changeOf(set: TestSet): ChangedPart[] {
  if (isCombination(set)) return (set.kind === "minus" ? set.of.slice(0, 1) : set.of).flatMap(changeOf);
  switch (set.kind) {
    case "traced":
      return [{ kind: "item", id: set.item }];
    case "traced_within":
      return [{ kind: "item_within", id: set.item }];
    case "covers_message":
      return [{ kind: "message", id: set.message }];
    case "covers_protocol":
      return [{ kind: "protocol", id: set.protocol }];
    case "covers_message_of":
      return [{ kind: "messages_of", id: set.protocol }];
    default:
      return [];
  }
}

/** The gaps by both routes, with how they differ: a sentence each, [] when they agree. */
export async function proveGaps(
  change: readonly ChangedPart[],
  sources: CheckSources,
): Promise<{ truth: GapTruth; problems: string[] }> {
  const query = gapsSql(change);
  const { rows } = await sources.substrate.sql.query<{ id: string }>(query.sql, query.parameters);
  const ids = rows.map(({ id }) => id);
  const check = await gapsByGraph(change, sources);
  const differing = [
    ...ids.filter((id) => !check.ids.has(id)).map((id) => `gap only by SQL: ${id}`),
    ...[...check.ids].filter((id) => !ids.includes(id)).map((id) => `gap only by the graph: ${id}`),
  ];
  return { truth: { ids: ids.sort(compareText), ...query, asked: check.asked }, problems: differing };
}

/** One statement that gives the gaps in the column `id`, ordered. */
function gapsSql(change: readonly ChangedPart[]): { sql: string; parameters: string[] } {
  const parameters: string[] = [];
  const parts = change.map((part) => partSql(part, `$${parameters.push(part.id)}`));
  return { sql: `SELECT id FROM (${parts.join(" UNION ")}) AS gap ORDER BY id COLLATE "C"`, parameters };
}

function partSql({ kind }: ChangedPart, id: string): string {
  switch (kind) {
    case "item":
      return `SELECT backlog_item_id AS id FROM canon.backlog_item b WHERE backlog_item_id = ${id} AND ${UNTESTED_ITEM}`;
    case "item_within":
      return `SELECT backlog_item_id AS id FROM canon.backlog_item b WHERE backlog_item_id IN (WITH RECURSIVE part(id, depth) AS (SELECT ${id}::text, 0 UNION SELECT child_id, depth + 1 FROM canon.containment JOIN part ON parent_id = part.id WHERE depth < ${CONTAINMENT_DEPTH}) SELECT id FROM part) AND ${UNTESTED_ITEM}`;
    case "message":
      return `SELECT message_id AS id FROM proc.message m WHERE message_id = ${id} AND ${UNTESTED_MESSAGE}`;
    case "messages_of":
      return `SELECT message_id AS id FROM proc.message_protocol m WHERE protocol_id = ${id} AND ${UNTESTED_MESSAGE}`;
    case "protocol":
      return `SELECT protocol_id AS id FROM proc.protocol p WHERE protocol_id = ${id} AND NOT EXISTS (SELECT FROM proc.test_case_protocol l WHERE l.protocol_id = p.protocol_id)`;
  }
}

const UNTESTED_ITEM = "NOT EXISTS (SELECT FROM core.trace_link l WHERE l.reference_id = b.backlog_item_id)";
const UNTESTED_MESSAGE = "NOT EXISTS (SELECT FROM proc.test_case_message l WHERE l.message_id = m.message_id)";

/** Every thing of the change, less those that a test case points at: asked apart, and subtracted here. */
async function gapsByGraph(change: readonly ChangedPart[], sources: CheckSources) {
  const gaps = new Set<string>();
  const asked: string[] = [];
  for (const part of change) {
    const { all, tested } = partQuestions(part);
    const covered = await askGraph(tested, sources);
    for (const id of await askGraph(all, sources)) if (!covered.has(id)) gaps.add(id);
    asked.push(`graph: ${all.cypher} less ${tested.cypher} ${JSON.stringify(all.parameters)}`);
  }
  return { ids: gaps, asked: `gaps = ${asked.join(" | ")}` };
}

function partQuestions({ kind, id }: ChangedPart): { all: GraphQuestion; tested: GraphQuestion } {
  const [pattern, name, link] = PATTERNS[kind];
  const ask = (cypher: string): GraphQuestion => ({ cypher, parameters: { id } });
  return {
    all: ask(`MATCH ${pattern} RETURN DISTINCT ${name}.id AS id`),
    tested: ask(`MATCH ${pattern} MATCH (t:TestCase)-[:${link}]->(${name}) RETURN DISTINCT ${name}.id AS id`),
  };
}

/** Without the label of the first node: with it, AGE loses the way of no step. */
const PATTERNS: Readonly<Record<ChangedPart["kind"], readonly [pattern: string, name: string, link: string]>> = {
  item: ["(b) WHERE b.id = $id", "b", "REFERENCES"],
  item_within: [`(b)-[:CONTAINS*0..${CONTAINMENT_DEPTH}]->(part) WHERE b.id = $id`, "part", "REFERENCES"],
  message: ["(m:Message) WHERE m.id = $id", "m", "COVERS_MESSAGE"],
  messages_of: ["(m:Message)-[:BELONGS_TO]->(p:Protocol) WHERE p.id = $id", "m", "COVERS_MESSAGE"],
  protocol: ["(p:Protocol) WHERE p.id = $id", "p", "COVERS_PROTOCOL"],
};

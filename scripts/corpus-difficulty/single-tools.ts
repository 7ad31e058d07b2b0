import { findIds } from "../../base/ids.ts";
import { compareText } from "../../base/text-order.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { withoutOperators } from "../../db/search/query.ts";

/** A ranked list of test-case ids, made from a question by one tool family alone, without an agent. */
export type SingleTool = (question: string, substrate: Substrate) => Promise<string[]>;

const LIMIT = 10;
const TESTS = { types: ["test_case"] } as const;

/** One tool family each, used in the plainest way: the question as it stands, no refinement. */
export const SINGLE_TOOLS: Readonly<Record<string, SingleTool>> = {
  bm25: async (question, { search }) =>
    idsOf(await search.keyword(withoutOperators(question), { limit: LIMIT, filter: TESTS })),
  vector: async (question, { search }) => idsOf(await search.vector(question, { limit: LIMIT, filter: TESTS })),
  hybrid: async (question, { search }) =>
    idsOf(await search.hybrid(withoutOperators(question), { limit: LIMIT, pool: 100, k: 60, filter: TESTS })),
  identifier,
  links,
  graph,
  sql,
  "kb + sql": knowledge,
};

function idsOf(hits: readonly { id: string }[]): string[] {
  return hits.map(({ id }) => id);
}

/** Tests whose id, start of an id, or quoted name is in the question. */
async function identifier(question: string, { sql }: Substrate): Promise<string[]> {
  const words = question.match(/[\p{L}\p{N}][^\s,;?!"]{3,}/gu) ?? [];
  const starts = words.map((word) => word.replace(/[.:]+$/, ""));
  const names = [...question.matchAll(/"([^"]+)"/g)].map(([, name]) => name as string);
  const { rows } = await sql.query<{ id: string }>(
    `SELECT test_case_id AS id FROM canon.test_case
     WHERE name = ANY($1) OR EXISTS (SELECT FROM unnest($2::text[]) start WHERE starts_with(test_case_id, start))
     ORDER BY 1 LIMIT ${LIMIT}`,
    [names, starts.filter((start) => /\d/.test(start))],
  );
  return idsOf(rows);
}

/** Tests that reference the backlog items named by id, or what these contain: those of all named items first, then the nearest. */
async function links(question: string, { sql, manifest }: Substrate): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `WITH RECURSIVE below(start, id, depth) AS (
       SELECT backlog_item_id, backlog_item_id, 0 FROM canon.backlog_item WHERE backlog_item_id = ANY($1)
       UNION SELECT b.start, c.child_id, b.depth + 1 FROM below b JOIN canon.containment c ON c.parent_id = b.id WHERE b.depth < 6)
     SELECT l.test_case_id AS id FROM below b JOIN core.trace_link l ON l.reference_id = b.id
     GROUP BY l.test_case_id ORDER BY count(DISTINCT b.start) DESC, min(b.depth), l.test_case_id LIMIT ${LIMIT}`,
    [findIds(question, manifest.mapping.idPatterns)],
  );
  return idsOf(rows);
}

/** Tests within two hops of what is named by id, or as a message or alias of the Procedure Catalog; nearest first. */
async function graph(question: string, { sql, graph: store, manifest }: Substrate): Promise<string[]> {
  const starts = [...findIds(question, manifest.mapping.idPatterns), ...(await messagesIn(question, sql))];
  const found = new Map<string, number>();
  for (const start of starts) {
    const near = await store.neighbourhood(start, { depth: 2, limit: 200 });
    for (const { id, label, distance } of near)
      if (label === "TestCase") found.set(id, Math.min(distance, found.get(id) ?? distance));
  }
  return [...found]
    .sort(([a, x], [b, y]) => x - y || compareText(a, b))
    .map(([id]) => id)
    .slice(0, LIMIT);
}

async function messagesIn(question: string, sql: Substrate["sql"]): Promise<string[]> {
  const { rows } = await sql.query<{ id: string; name: string }>(
    "SELECT message_id AS id, name FROM proc.message UNION SELECT message_id, alias FROM proc.message_alias ORDER BY 1, 2",
  );
  const text = question.toLowerCase();
  const named = rows.filter(({ name }) => text.includes(name.toLowerCase()));
  const longest = Math.max(0, ...named.map(({ name }) => name.length));
  return [...new Set(named.filter(({ name }) => name.length === longest).map(({ id }) => id))].slice(0, 3);
}

/** Tests whose structured attributes have the values that the question says word for word; most values first. */
async function sql(question: string, { sql: store }: Substrate): Promise<string[]> {
  return testsWithValuesIn(question, store);
}

/** The same after the knowledge base has added the terms for what the question says in other words. */
async function knowledge(question: string, { sql: store }: Substrate): Promise<string[]> {
  const { rows } = await store.query<{ term: string }>(
    `SELECT DISTINCT e.term FROM kb.entry e, LATERAL regexp_split_to_table(
       rtrim(substring(e.definition FROM 'Also said: (.*)$'), '.'), '; ') said
     WHERE position(lower(said) IN $1) > 0
     UNION SELECT expansion FROM kb.entry WHERE kind = 'abbreviation' AND $1 ~ ('\\m' || lower(term) || '\\M') ORDER BY 1`,
    [question.toLowerCase()],
  );
  return testsWithValuesIn([question, ...rows.map(({ term }) => term)].join("\n"), store);
}

async function testsWithValuesIn(text: string, store: Substrate["sql"]): Promise<string[]> {
  const { rows } = await store.query<{ id: string }>(
    `WITH value AS (
       SELECT t.test_case_id AS id, v.value FROM canon.test_case t, LATERAL (
         SELECT value FROM jsonb_each_text(t.attributes) WHERE jsonb_typeof(t.attributes -> key) = 'string'
         UNION SELECT unnest(ARRAY[t.quality_area, t.execution_context, t.automated_suite])) v
       WHERE length(v.value) > 1 AND position(lower(v.value) IN $1) > 0)
     SELECT id FROM value GROUP BY id ORDER BY count(DISTINCT value) DESC, id LIMIT ${LIMIT}`,
    [text.toLowerCase()],
  );
  return idsOf(rows);
}

import type { Row, Substrate } from "../../db/ports/ports.ts";

/** So few that a list of them is read, so many that it is one. */
const [FEWEST, MOST] = [2, 12];
const MOST_TITLE = 80;

const read = new WeakMap<Substrate["sql"], Promise<string[]>>();

/**
 * Questions of the corpus' own items, each with an answer in the records: items with recorded tests, and one that contains both
 * some with tests and some without. The same for a corpus every time; none where it has no links.
 */
export function exampleQuestions({ sql }: Substrate): Promise<string[]> {
  const known = read.get(sql);
  if (known) return known;
  const made = readExamples(sql);
  read.set(sql, made);
  // What failed is asked again.
  made.catch(() => read.delete(sql));
  return made;
}

async function readExamples(sql: Substrate["sql"]): Promise<string[]> {
  const { rows } = await sql.query<Row & { kind: string; id: string; name: string }>(EXAMPLES, [FEWEST, MOST]);
  return rows.map(({ kind, id, name }) => {
    const title = name.replace(/\s+/g, " ").trim();
    const named = title === "" || title === id || title.length > MOST_TITLE ? id : `${id} (${title})`;
    return kind === "gap"
      ? `Which items of ${named} have no test?`
      : `Which tests are affected by a change of ${named}?`;
  });
}

const EXAMPLES = `
WITH linked AS (
  SELECT 1 AS part, reference_id AS id, count(DISTINCT test_case_id) AS tests FROM core.trace_link GROUP BY reference_id
  UNION ALL SELECT 2, message_id, count(DISTINCT test_case_id) FROM proc.test_case_message GROUP BY message_id
), named AS (
  SELECT 1 AS part, backlog_item_id AS id, name FROM canon.backlog_item
  UNION ALL SELECT 2, message_id, name FROM proc.message
), change AS (
  SELECT DISTINCT ON (part) 'change' AS kind, part, id, name FROM linked JOIN named USING (part, id)
  WHERE tests BETWEEN $1::int AND $2::int ORDER BY part, md5(id), id
), gap AS (
  SELECT 'gap' AS kind, 3 AS part, b.backlog_item_id AS id, b.name FROM canon.backlog_item b
  WHERE EXISTS (SELECT FROM canon.containment c WHERE c.parent_id = b.backlog_item_id AND EXISTS (SELECT FROM core.trace_link l WHERE l.reference_id = c.child_id))
    AND EXISTS (SELECT FROM canon.containment c WHERE c.parent_id = b.backlog_item_id AND NOT EXISTS (SELECT FROM core.trace_link l WHERE l.reference_id = c.child_id))
  ORDER BY md5(b.backlog_item_id), b.backlog_item_id LIMIT 1
)
SELECT * FROM change UNION ALL SELECT * FROM gap ORDER BY part`;

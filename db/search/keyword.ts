import type { Row, SearchFilter, SearchHit, SqlPort } from "../ports.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { filterConditions } from "./filter.ts";
import { isPlain, type KeywordQuery, parseKeywordQuery, rankingTerms } from "./query.ts";
import { bestEntities, type Candidates, type RankedChunk, SNIPPET_CHARS } from "./ranked-chunks.ts";

/** A longer query is cut: a whole document pasted as a query would take seconds. */
const MAX_TERMS = 128;

/** BM25 search. The dialect ranks by the query's wanted terms; AND, NOT and phrases then decide which chunks stay. */
export async function keywordSearch(
  store: { sql: SqlPort; dialect: Bm25Dialect },
  query: string,
  options: { limit: number; filter?: SearchFilter },
): Promise<SearchHit[]> {
  const parsed = parseKeywordQuery(query);
  const terms = parsed ? rankingTerms(parsed).slice(0, MAX_TERMS) : [];
  if (!parsed || terms.length === 0) return [];
  const condition = matchCondition(isPlain(parsed) ? null : parsed, 2);
  const filter = filterConditions(options.filter, 2 + condition.parameters.length);
  const matches = [condition.sql, ...filter.conditions].join(" AND ");
  return bestEntities(options.limit, async (wanted) => {
    const { rows } = await store.sql.query<RankedChunk & { matches: boolean }>(
      `SELECT c.entity_id, c.entity_type, c.title, r.score, left(c.body, ${SNIPPET_CHARS}) AS snippet, (${matches}) AS matches
       FROM (${store.dialect.ranked(wanted)}) r
       JOIN rag.chunk c USING (chunk_id)${condition.needsTerms ? " JOIN rag.chunk_terms t USING (chunk_id)" : ""}
       ORDER BY r.score DESC, c.chunk_id`,
      [terms.join(" "), ...condition.parameters, ...filter.parameters],
    );
    return candidatesOf(rows, wanted);
  });
}

function candidatesOf(rows: readonly (RankedChunk & Row & { matches: boolean })[], wanted: number): Candidates {
  return {
    chunks: rows.filter((row) => row.matches),
    floor: rows.length < wanted ? null : (rows.at(-1)?.score ?? null),
  };
}

interface Condition {
  sql: string;
  parameters: string[];
  needsTerms: boolean;
}

/** SQL that holds for the chunks `t` that a parsed query accepts; all of them for null. */
function matchCondition(query: KeywordQuery | null, firstParameter: number): Condition {
  const parameters: string[] = [];
  const render = (node: KeywordQuery): string => {
    if (node.kind === "not") return `NOT ${render(node.part)}`;
    if (node.kind !== "words") return `(${node.parts.map(render).join(node.kind === "and" ? " AND " : " OR ")})`;
    const tests = node.sequences.map((sequence) => {
      parameters.push(` ${sequence.join(" ")} `);
      return `strpos(' ' || t.terms || ' ', $${firstParameter + parameters.length - 1}) > 0`;
    });
    return `(${tests.join(" OR ")})`;
  };
  return query ? { sql: render(query), parameters, needsTerms: true } : { sql: "true", parameters, needsTerms: false };
}

import type { SearchFilter, SearchHit, SqlPort } from "../ports.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { filterConditions } from "./filter.ts";
import { isPlain, type KeywordQuery, parseKeywordQuery, rankingTerms } from "./query.ts";
import { bestEntities, type RankedChunk, SNIPPET_CHARS } from "./ranked-chunks.ts";
import type { Analysis } from "./terms.ts";

/** A longer query is cut: a whole document pasted as a query would take seconds. */
const MAX_TERMS = 128;

/** Few candidates may match, and ranking 13,000 takes 15 ms: one round over all of them beats two. */
const BOOLEAN_CANDIDATES = 20_000;

/** BM25 search, in one statement a round: the matching candidates, and a last row that sums up all candidates. The dialect ranks by the query's wanted terms; AND, NOT and phrases then decide which chunks stay. */
export async function keywordSearch(
  store: { sql: SqlPort; dialect: Bm25Dialect; analysis: Analysis },
  query: string,
  options: { limit: number; filter?: SearchFilter },
): Promise<SearchHit[]> {
  const parsed = parseKeywordQuery(query, store.analysis);
  const terms = parsed ? rankingTerms(parsed).slice(0, MAX_TERMS) : [];
  if (!parsed || terms.length === 0) return [];
  const condition = matchCondition(isPlain(parsed) ? null : parsed, 2);
  const filter = filterConditions(options.filter, { table: "c", firstParameter: 2 + condition.parameters.length });
  const parameters = [terms.join(" "), ...condition.parameters, ...filter.parameters];
  const first = condition.needsTerms ? BOOLEAN_CANDIDATES : undefined;
  return bestEntities({ limit: options.limit, first }, async (wanted) => {
    const { rows } = await store.sql.query<RankedChunk & { seen: number; floor: number }>(
      `WITH r AS MATERIALIZED (${store.dialect.ranked(wanted)})
       SELECT c.chunk_id, c.entity_id, c.entity_type, c.title, r.score, left(c.body, ${SNIPPET_CHARS}) AS snippet, NULL::bigint AS seen, NULL AS floor
       FROM r JOIN rag.chunk c USING (chunk_id)${condition.needsTerms ? " JOIN rag.chunk_terms t USING (chunk_id)" : ""}
       WHERE ${condition.sql} AND ${filter.sql}
       UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, count(*), min(score) FROM r`,
      parameters,
    );
    const summary = rows.find((row) => row.seen !== null);
    const floor = summary && summary.seen >= wanted ? summary.floor : null;
    return { chunks: rows.filter((row) => row.seen === null), floor };
  });
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

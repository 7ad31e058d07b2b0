import type { SearchFilter, SearchHit, SqlPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { filterConditions } from "./filter.ts";
import { isPlain, type KeywordQuery, parseKeywordQuery, rankingTerms } from "./query.ts";
import { bestEntities, type Candidates, type RankedChunk, SNIPPET_CHARS } from "./ranked-chunks.ts";

/** A longer query is cut: a whole document pasted as a query would take seconds. */
const MAX_TERMS = 128;

/** Few candidates may match, and ranking 13,000 takes 15 ms: one round over all of them beats two. */
const BOOLEAN_CANDIDATES = 20_000;

/**
 * BM25 search. The dialect ranks by the query's wanted terms; AND, NOT and phrases then decide which chunks stay. A
 * round is one statement: the best matching candidates, and a last row that sums up all.
 */
export async function keywordSearch(
  store: { sql: SqlPort; dialect: Bm25Dialect; analysis: TextAnalysis },
  query: string,
  { limit, filter: wantedFilter }: { limit: number; filter?: SearchFilter },
): Promise<SearchHit[]> {
  const parsed = parseKeywordQuery(query, store.analysis);
  const terms = parsed ? rankingTerms(parsed).slice(0, MAX_TERMS) : [];
  if (!parsed || terms.length === 0) return [];
  const condition = matchCondition(isPlain(parsed) ? null : parsed, 2);
  const filter = filterConditions(wantedFilter, { table: "c", firstParameter: 2 + condition.parameters.length });
  const parameters = [terms.join(" "), ...condition.parameters, ...filter.parameters];
  const source = `r JOIN rag.chunk c USING (chunk_id)${condition.needsTerms ? " JOIN rag.chunk_terms t USING (chunk_id)" : ""}`;
  return bestEntities({ limit }, async (kept) => {
    const ranked = condition.needsTerms ? Math.max(kept, BOOLEAN_CANDIDATES) : kept;
    const { rows } = await store.sql.query<RankedChunk & Summary>(
      roundSql({ ranked: store.dialect.ranked(ranked), source, condition: `${condition.sql} AND ${filter.sql}`, kept }),
      parameters,
    );
    return candidatesOf(rows, { ranked, kept });
  });
}

interface Summary {
  /** Null in the rows of chunks. */
  seen: number | null;
  matched: number;
  /** Score of the last candidate. */
  lowest: number | null;
}

/** Thousands of candidates may match: only the best leave the database, and only of those it reads the text. */
function roundSql(round: { ranked: string; source: string; condition: string; kept: number }): string {
  return `
    WITH r AS MATERIALIZED (${round.ranked}),
         m AS MATERIALIZED (SELECT r.chunk_id, r.score FROM ${round.source} WHERE ${round.condition}),
         best AS (SELECT chunk_id, score FROM m ORDER BY score DESC, chunk_id LIMIT ${round.kept})
    SELECT c.chunk_id, c.entity_id, c.entity_type, c.title, best.score, left(c.body, ${SNIPPET_CHARS}) AS snippet,
           NULL::bigint AS seen, NULL::bigint AS matched, NULL AS lowest
    FROM best JOIN rag.chunk c USING (chunk_id)
    UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, count(*), (SELECT count(*) FROM m), min(score) FROM r`;
}

/** What lies below the last candidate, or below the last chunk kept, has not been looked at. */
function candidatesOf(
  rows: readonly (RankedChunk & Summary)[],
  { ranked, kept }: { ranked: number; kept: number },
): Candidates {
  const summary = rows.find((row) => row.seen !== null);
  const chunks = rows.filter((row) => row.seen === null);
  const floors: number[] = [];
  if (summary?.seen && summary.seen >= ranked) floors.push(summary.lowest!);
  if (summary && summary.matched > kept) floors.push(Math.min(...chunks.map((chunk) => chunk.score)));
  return { chunks, floor: floors.length > 0 ? Math.max(...floors) : null };
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

import type { Row, SearchFilter, SqlPort } from "../ports/ports.ts";
import type { TextAnalysis } from "../ports/substrate-manifest.ts";
import type { Bm25Dialect } from "./bm25-dialect.ts";
import { filterConditions } from "./filter.ts";
import { isPlain, type KeywordQuery, parseKeywordQuery, rankingTerms } from "./query.ts";
import { bestEntities, type Candidates, type RankedChunk, type RankedEntity } from "./ranked-chunks.ts";

/** A longer query is cut: a whole document pasted as a query would take seconds. */
const MAX_TERMS = 128;

/** Candidates of a query with operators: those with most of its words are ranked first, and matching 13,000 takes 20 ms. */
const FIRST_CANDIDATES = 8;
/** Where too few of these match, one round over all beats two. */
const ALL_CANDIDATES = 20_000;

/**
 * BM25 search. The dialect ranks by the query's wanted terms; AND, NOT and phrases then decide which chunks stay. A
 * round is one statement over the best candidates.
 */
export async function keywordSearch(
  store: { sql: SqlPort; dialect: Bm25Dialect; analysis: TextAnalysis },
  query: string,
  { limit, filter: wantedFilter }: { limit: number; filter?: SearchFilter },
): Promise<RankedEntity[]> {
  const parsed = parseKeywordQuery(query, store.analysis);
  const terms = parsed ? rankingTerms(parsed).slice(0, MAX_TERMS) : [];
  if (!parsed || terms.length === 0) return [];
  const match = matchCondition(isPlain(parsed) ? null : parsed, 2);
  const filter = filterConditions(wantedFilter, { table: "c", firstParameter: 2 + match.parameters.length });
  const parameters = [terms.join(" "), ...match.parameters, ...filter.parameters];
  const search: Search = { ...store, match, filter: filter.sql, parameters };
  // Knowledge is a small part of a corpus: among the first candidates there is next to none.
  const scarce = wantedFilter?.types?.every((type) => type === "knowledge") === true;
  return bestEntities({ limit }, (kept, round) => {
    if (scarce) return matching(search, Math.max(kept, ALL_CANDIDATES), kept);
    if (round === 0)
      return match.needsTerms ? matching(search, FIRST_CANDIDATES * kept, kept) : firstPlain(search, kept);
    return matching(search, match.needsTerms ? Math.max(kept, ALL_CANDIDATES) : kept, kept);
  });
}

interface Search {
  sql: SqlPort;
  dialect: Bm25Dialect;
  match: Condition;
  filter: string;
  parameters: readonly unknown[];
}

/** Of a plain query most candidates match: all of them come, and nothing is summed up. */
async function firstPlain({ sql, dialect, filter, parameters }: Search, ranked: number): Promise<Candidates> {
  const { rows } = await sql.query<RankedChunk | (Row & { entity_id: null; score: number })>(
    `SELECT r.chunk_id, c.entity_id, c.entity_type, r.score
     FROM (${dialect.ranked(ranked)}) r LEFT JOIN rag.chunk c ON c.chunk_id = r.chunk_id AND ${filter}
     ORDER BY r.score DESC, r.chunk_id`,
    parameters,
  );
  const chunks = rows.filter((row): row is RankedChunk => row.entity_id !== null);
  return { chunks, floor: rows.length < ranked ? null : rows.at(-1)!.score };
}

interface Summary {
  /** Null in the rows of chunks. */
  seen: number | null;
  matched: number;
  /** Score of the last candidate. */
  lowest: number | null;
}

/** Thousands of candidates may match: only the best leave the database, and a last row sums up all. */
async function matching(search: Search, ranked: number, kept: number): Promise<Candidates> {
  const { sql, dialect, match, filter, parameters } = search;
  // Few are looked up; to find many, the planner reads all.
  const terms = ranked < ALL_CANDIDATES ? TERMS_BY_CHUNK : " JOIN rag.chunk_terms t USING (chunk_id)";
  const { rows } = await sql.query<RankedChunk & Summary>(
    `WITH r AS MATERIALIZED (${dialect.ranked(ranked)}),
          m AS MATERIALIZED (SELECT r.chunk_id, r.score FROM r JOIN rag.chunk c USING (chunk_id)${match.needsTerms ? terms : ""}
                             WHERE ${match.sql} AND ${filter}),
          best AS (SELECT chunk_id, score FROM m ORDER BY score DESC, chunk_id LIMIT ${kept})
     SELECT c.chunk_id, c.entity_id, c.entity_type, best.score,
            NULL::bigint AS seen, NULL::bigint AS matched, NULL AS lowest
     FROM best JOIN rag.chunk c USING (chunk_id)
     UNION ALL SELECT NULL, NULL, NULL, NULL, count(*), (SELECT count(*) FROM m), min(score) FROM r`,
    parameters,
  );
  return candidatesOf(rows, { ranked, kept });
}

/** The planner knows nothing of how many candidates there are. */
const TERMS_BY_CHUNK = `
  CROSS JOIN LATERAL (SELECT own.terms FROM rag.chunk_terms own WHERE own.chunk_id = r.chunk_id OFFSET 0) t`;

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

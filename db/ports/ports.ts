/**
 * The substrate's ports. The embedded stack (PGlite with pgvector, pg_textsearch and Apache AGE) and real servers
 * (PostgreSQL, Neo4j) stand behind the same four, and pass the same contract tests.
 */
import type { EmbeddingUsage, SubstrateManifest } from "./substrate-manifest.ts";

/** A row as the driver gives it: snake_case columns. Row mappers turn it into camelCase at once. */
export type Row = Record<string, unknown>;

export interface QueryOptions {
  /** The query is ended after this many milliseconds (on PGlite by ending its worker). Default: no limit. */
  timeoutMs?: number;
  /** Run as this role, with only this search path, in a read-only transaction that is always rolled back. */
  role?: "agent_readonly" | "graph_readonly";
  /** Nobody needs the result: an ingest need not wait for it (`db/ingest/write-behind.ts`). */
  behind?: boolean;
}

export interface QueryResult<T extends Row = Row> {
  rows: T[];
  fields: readonly string[];
}

/** A relational back end. One query at a time reaches PGlite; calls queue. */
export interface SqlPort {
  readonly backEnd: string;
  /** Throws `QueryTimeout` past `timeoutMs`, `ServerLost` without an answer, `QueryFailed` with the database's message otherwise. Parameters are `$1 ..`. */
  query<T extends Row = Row>(
    sql: string,
    parameters?: readonly unknown[],
    options?: QueryOptions,
  ): Promise<QueryResult<T>>;
  /** Several statements without parameters or results (schema, bulk load). */
  execute(sql: string): Promise<void>;
  close(): Promise<void>;
}

export class QueryTimeout extends Error {
  override name = "QueryTimeout";
}

export class QueryFailed extends Error {
  override name = "QueryFailed";
  /** The database's five-character error code, null when the failure was not the database's. */
  readonly sqlState: string | null;

  constructor(message: string, sqlState: string | null = null) {
    super(message);
    this.sqlState = sqlState;
  }
}

/** Labels and relationships of the projection; also the Cypher guard's allow-lists. The six backlog subtypes are `BacklogItem.subtype`-derived labels. */
export interface GraphSchema {
  labels: readonly string[];
  relationships: readonly { type: string; from: string; to: string }[];
}

export interface GraphNode {
  /** The canonical id: unique over all labels. */
  id: string;
  label: string;
  properties: Record<string, string | number | boolean | null>;
}

export interface GraphEdge {
  from: string;
  to: string;
  type: string;
  properties?: Record<string, string | number | boolean | null>;
}

/** What a graph store holds. Order means nothing. */
export interface GraphContents {
  nodes: readonly GraphNode[];
  edges: readonly GraphEdge[];
  /** Changes properties of nodes, and edges between them. The ends' labels and the edges' types must be known to the store. */
  apply(difference: GraphDifference): Promise<void>;
}

/** Between two graphs with the same nodes. An edge whose properties differ is removed and added. */
export interface GraphDifference {
  changedNodes: readonly GraphNode[];
  removedEdges: readonly GraphEdge[];
  addedEdges: readonly GraphEdge[];
}

/** Gone through more than once: never held whole where the source is large. */
export type Items<T> = (Iterable<T> | AsyncIterable<T>) & { count?(): Promise<number> };

/** A graph store that speaks the project's Cypher profile (docs/method/cypher.md). */
export interface GraphPort {
  readonly backEnd: string;
  /** What the guard renders a query to. */
  readonly dialect: "age" | "neo4j";
  schema(): Promise<GraphSchema>;
  /** Wipe and reload. The snapshot's hash is written last: a load that was killed leaves none. */
  replaceAll(
    nodes: Items<GraphNode>,
    edges: Items<GraphEdge>,
    options?: { snapshotHash?: string },
  ): Promise<{ nodes: number; edges: number }>;
  /** What the store holds, where it can be changed in place; a store without this is wiped and reloaded. */
  contents?(): Promise<GraphContents>;
  /** The hash that the last whole load was given, null without one: what is there belongs to no known snapshot. */
  snapshotHash(): Promise<string | null>;
  /** Read-only Cypher that has passed the guard. `columns` names what RETURN gives, in order. Values are plain JSON: a node is its properties plus `id` and `label`. */
  cypher(
    query: string,
    options: { columns: readonly string[]; parameters?: Record<string, unknown>; timeoutMs?: number },
  ): Promise<Row[]>;
  /** Undirected neighbourhood up to `depth` hops (1..4), optionally over some relationship types only; nearest first, then by id. */
  neighbourhood(
    id: string,
    options: { depth: number; relationships?: readonly string[]; limit: number; timeoutMs?: number },
  ): Promise<GraphNeighbour[]>;
  /** Holds a session for so long, in which nothing happens. @throws ServerLost when it ends before */
  quiet(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface GraphNeighbour {
  id: string;
  label: string;
  name: string;
  /** Hops from the start node. */
  distance: number;
  /** Relationship types along one shortest path, in order. */
  path: readonly string[];
}

/** Text to vector. `fit` exists for embeddings learned from the corpus (LSA). Vectors have unit length. */
export interface EmbeddingPort {
  readonly id: string;
  readonly dimensions: number;
  embed(texts: readonly string[], onProgress?: (done: number, total: number) => void): Promise<Float32Array[]>;
  /** The same of texts whose terms are at hand; absent where a text is more than its terms. */
  embedTerms?(documents: readonly (readonly string[])[]): Float32Array[];
  /** What who reads numbers of it has to know. */
  readonly notes?: readonly string[];
  /** What was asked of a paid or distant model since it was opened; absent where nothing leaves the process. */
  usage?(): EmbeddingUsage;
}

type SearchType = "test_case" | "backlog_item" | "message" | "protocol" | "other" | "knowledge";

/** Which entities a search ranges over. */
export interface SearchFilter {
  /** Default: every type but `knowledge`. */
  types?: readonly SearchType[];
  /** Canonical fields, members of `attributes` and enriched attributes, by exact value; all that are given must hold. */
  attributes?: Readonly<Record<string, string | undefined>>;
  /** Only these entities; none of them for []. */
  ids?: readonly string[] | undefined;
  /** A substrate holds one snapshot: naming another one's hash is refused. Default: the open one. */
  snapshot?: string;
}

export interface SearchHit {
  id: string;
  type: string;
  /** Name of the entity. */
  title: string;
  /** Higher is better; BM25 score, cosine similarity or RRF score. Comparable within one list only. */
  score: number;
  /** Start of the best chunk's text. */
  snippet: string;
}

/** Where a query and a text are compared: by the substrate's embedding, or by TF-IDF over its terms. */
export type SimilaritySpace = "dense" | "sparse";

/** Ranked search over `rag.chunk`, one hit an entity (its best chunk), score descending, ties by id ascending. */
export interface SearchPort {
  /** Name of the BM25 dialect in use: `pg_textsearch` or `portable`. */
  readonly dialect: string;
  /** Operators: terms are OR by default; `AND`, `OR`, `NOT`/`-term`, `"a phrase"`. */
  keyword(query: string, options: { limit: number; filter?: SearchFilter }): Promise<SearchHit[]>;
  vector(query: string, options: { limit: number; filter?: SearchFilter }): Promise<SearchHit[]>;
  /** Reciprocal rank fusion of both pools: sum of 1 / (k + rank0 + 1). */
  hybrid(
    query: string,
    options: { limit: number; pool: number; k: number; filter?: SearchFilter },
  ): Promise<SearchHit[]>;
  /** Cosine of the query with each of these test cases' nearest chunk, by id; one without a direction has none. */
  similarity(
    query: string,
    options: { ids: readonly string[]; space: SimilaritySpace },
  ): Promise<ReadonlyMap<string, number>>;
}

/** An open substrate. `private` copies make it safe for several processes at once. */
export interface Substrate {
  readonly manifest: SubstrateManifest;
  readonly sql: SqlPort;
  readonly graph: GraphPort;
  readonly search: SearchPort;
  readonly embedding: EmbeddingPort;
  close(): Promise<void>;
}

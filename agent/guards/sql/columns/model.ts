import type { TreeNode } from "../tree.ts";

/** What names can be selected from a value: none, the columns of its row, or those of its elements' rows. */
export type ValueType =
  | { type: "plain" }
  | { type: "tsvector" }
  /** `stored`: the row type of a relation, known wherever the value goes; PostgreSQL follows the columns of any other only from column to column. */
  | { type: "row"; columns: SqlColumns; stored: boolean }
  | { type: "array"; element: ValueType }
  | { type: "unknown" };

export const PLAIN: ValueType = { type: "plain" };
export const UNKNOWN: ValueType = { type: "unknown" };

export interface SqlColumn {
  name: string;
  valueType(): ValueType;
}

/** Columns in their order; null stands for any number of columns that are not known. */
export type SqlColumns = readonly (SqlColumn | null)[];

/** A thing in FROM that qualifies names. */
export interface SqlTable {
  name: string;
  /** `schema.name` of a relation without an alias. */
  relation: string | null;
  columns: SqlColumns;
  /** The type of the name by itself. */
  row: ValueType;
}

/** What the FROM of one SELECT offers. */
export interface Level {
  tables: readonly SqlTable[];
  /** What a name without a qualifier, or a star, may mean. */
  free: SqlColumns;
}

export const NO_LEVEL: Level = { tables: [], free: [] };

/** Where an expression stands: the levels that it sees, innermost first, and the WITH queries. */
export interface NameScope {
  levels: readonly Level[];
  queries: ReadonlyMap<string, () => SqlColumns>;
}

/** Gives a SELECT's columns, which judges what is inside it as well. */
export type ReadSelect = (select: TreeNode, scope: NameScope) => SqlColumns;

/** PostgreSQL's own limit. Stars of stars double what they find. */
const MAX_COLUMNS = 1664;

export function plainColumns(names: readonly string[]): SqlColumn[] {
  return names.map((name) => ({ name, valueType: () => PLAIN }));
}

/** Columns under the names of an alias' list. PostgreSQL refuses a list that is longer than the columns, so its names always exist. */
export function renamed(columns: SqlColumns, names: readonly string[]): SqlColumns {
  const gap = columns.indexOf(null);
  const known = gap < 0 ? columns.length : gap;
  const head = names.map((name, at) => ({
    name,
    valueType: () => (at < known ? columns[at]!.valueType() : UNKNOWN),
  }));
  return names.length <= known ? [...head, ...columns.slice(names.length)] : [...head, null];
}

export function limited(columns: SqlColumns): SqlColumns {
  return columns.length > MAX_COLUMNS ? [null] : columns;
}

export function joined(left: Level, right: Level): Level {
  return { tables: [...left.tables, ...right.tables], free: limited([...left.free, ...right.free]) };
}

export function inside(level: Level, { levels, queries }: NameScope): NameScope {
  return { levels: [level, ...levels], queries };
}

export function columnNamed(columns: SqlColumns, name: string): SqlColumn | undefined {
  return columns.find((column) => column?.name === name) ?? undefined;
}

/** The one table of the innermost level that has any of this name. */
export function tableNamed({ levels }: NameScope, isIt: (table: SqlTable) => boolean): SqlTable | null {
  for (const { tables } of levels) {
    const found = tables.filter(isIt);
    if (found.length > 0) return found.length === 1 ? found[0]! : null;
  }
  return null;
}

/** Relations that may be read, by schema, with their columns in order; schemas in the order of the search path. */
export type ReadableRelations = ReadonlyMap<string, ReadonlyMap<string, readonly ReadableColumn[]>>;

export interface ReadableColumn {
  name: string;
  /** Plain: no row, no array of rows and no tsvector, whose elements `unnest` makes rows of. */
  type: "plain" | "tsvector" | "other";
}

import { asArray, contentOf, isNode, namesOf, type TreeNode } from "../tree.ts";
import { callColumns, jsonTableColumns } from "./from-call.ts";
import type { ReadableRelations } from "./model.ts";
import {
  columnNamed,
  inside,
  joined,
  type Level,
  limited,
  type NameScope,
  NO_LEVEL,
  PLAIN,
  type ReadSelect,
  renamed,
  type SqlColumns,
  type SqlTable,
  UNKNOWN,
  type ValueType,
} from "./model.ts";

export interface Reader {
  relations: ReadableRelations;
  read: ReadSelect;
  /** Judges an expression. */
  visit(expression: unknown, scope: NameScope): void;
}

/** What the items of a FROM offer together. An item sees those before it only where it is LATERAL or a function. */
export function levelOf(from: unknown, outer: NameScope, reader: Reader): Level {
  return asArray(from).reduce<Level>(
    (before, item) => joined(before, sourceOf(item, { outer, before, reader })),
    NO_LEVEL,
  );
}

interface Around {
  outer: NameScope;
  before: Level;
  reader: Reader;
}

function sourceOf(item: unknown, around: Around): Level {
  const { outer, before, reader } = around;
  const relation = contentOf(item, "RangeVar");
  if (relation) return relationLevel(relation, around);
  const subquery = contentOf(item, "RangeSubselect");
  const select = contentOf(subquery?.subquery, "SelectStmt");
  if (subquery && select)
    return tableLevel(subquery.alias, reader.read(select, subquery.lateral === true ? inside(before, outer) : outer));
  const sample = contentOf(item, "RangeTableSample");
  if (sample) {
    reader.visit([sample.args, sample.repeatable], { ...outer, levels: [] });
    return sourceOf(sample.relation, around);
  }
  const join = contentOf(item, "JoinExpr");
  if (join) return joinLevel(join, around);
  return callLevel(item, around);
}

function callLevel(item: unknown, { outer, before, reader }: Around): Level {
  reader.visit(item, inside(before, outer));
  const call = contentOf(item, "RangeFunction");
  if (call) {
    const { columns, row } = callColumns(call, inside(before, outer), reader.read);
    return tableLevel(call.alias ?? nameless(call), columns, row.type === "row" ? undefined : row);
  }
  const table = contentOf(item, "JsonTable");
  return table ? tableLevel(table.alias, jsonTableColumns(table)) : tableLevel(undefined, [null]);
}

/** A function without an alias goes by its own name. */
function nameless({ functions }: TreeNode): unknown {
  const [call] = asArray(contentOf(asArray(functions)[0], "List")?.items);
  return { aliasname: namesOf(contentOf(call, "FuncCall")?.funcname).at(-1) ?? "" };
}

function tableLevel(alias: unknown, columns: SqlColumns, row?: ValueType): Level {
  const named = isNode(alias) ? limited(renamed(columns, namesOf(alias.colnames))) : columns;
  const name = isNode(alias) ? String(alias.aliasname) : null;
  const table = {
    relation: null,
    columns: named,
    row: row ?? ({ type: "row", columns: named, stored: false } as const),
  };
  return { tables: name === null ? [] : [{ name, ...table }], free: named };
}

function relationLevel({ schemaname, relname, alias }: TreeNode, { outer, reader }: Around): Level {
  const name = String(relname);
  const query = schemaname === undefined ? outer.queries.get(name) : undefined;
  if (query) return tableLevel(alias ?? { aliasname: name }, query());
  const schema = typeof schemaname === "string" ? schemaname : schemaOf(reader.relations, name);
  const stored = relationColumns(reader.relations, schema, name);
  const names = isNode(alias) ? namesOf(alias.colnames) : [];
  const columns = renamed(stored, names);
  const table: SqlTable = {
    name: isNode(alias) ? String(alias.aliasname) : name,
    relation: isNode(alias) ? null : `${schema}.${name}`,
    columns,
    // The row type keeps the relation's own names.
    row: names.length > 0 ? UNKNOWN : { type: "row", columns, stored: true },
  };
  return { tables: [table], free: columns };
}

/** Where the search path finds a relation. */
function schemaOf(relations: ReadableRelations, name: string): string | undefined {
  return [...relations].find(([, names]) => names.has(name))?.[0];
}

function relationColumns(relations: ReadableRelations, schema: string | undefined, name: string): SqlColumns {
  const columns = relations.get(schema ?? "")?.get(name);
  if (!columns) return [null];
  return columns.map((column) => ({ name: column.name, valueType: () => COLUMN_TYPES[column.type] }));
}

const COLUMN_TYPES: Readonly<Record<"plain" | "tsvector" | "other", ValueType>> = {
  plain: PLAIN,
  tsvector: { type: "tsvector" },
  other: UNKNOWN,
};

/** The right side may see the left one; the condition sees both and nothing else of this FROM. */
function joinLevel(join: TreeNode, { outer, before, reader }: Around): Level {
  const left = sourceOf(join.larg, { outer, before, reader });
  const right = sourceOf(join.rarg, { outer, before: joined(before, left), reader });
  reader.visit(join.quals, inside(joined(left, right), outer));
  const { shared, free } = joinColumns(join, left.free, right.free);
  if (isNode(join.alias)) return tableLevel(join.alias, free);
  const using = isNode(join.join_using_alias) ? tableLevel(join.join_using_alias, shared).tables : [];
  return { tables: [...left.tables, ...right.tables, ...using], free };
}

/** What a join offers to names without a qualifier: the columns that it matches by once and first, then the others. */
function joinColumns(join: TreeNode, left: SqlColumns, right: SqlColumns): { shared: SqlColumns; free: SqlColumns } {
  const gap = join.isNatural === true && (left.includes(null) || right.includes(null));
  const names =
    join.isNatural === true
      ? left.flatMap((column) => (column && columnNamed(right, column.name) ? [column.name] : []))
      : namesOf(join.usingClause);
  const shared = names.map((name) => ({
    name,
    valueType: () => sameType(columnNamed(left, name), columnNamed(right, name)),
  }));
  const rest = [...left, ...right].filter((column) => column === null || !names.includes(column.name));
  return { shared, free: limited(gap ? [null, ...shared, ...rest] : [...shared, ...rest]) };
}

function sameType(...columns: readonly (SqlTable["columns"][number] | undefined)[]): ValueType {
  return columns.every((column) => column?.valueType() === PLAIN) ? PLAIN : UNKNOWN;
}

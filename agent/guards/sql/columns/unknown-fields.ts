import { asArray, byteOf, contentOf, isNode, namesOf, nodesOf, type TreeNode } from "../tree.ts";
import { columnName } from "./column-name.ts";
import type { ReadableRelations } from "./model.ts";
import {
  columnNamed,
  inside,
  limited,
  type NameScope,
  NO_LEVEL,
  PLAIN,
  renamed,
  type SqlColumns,
  type SqlTable,
  tableNamed,
  UNKNOWN,
  type ValueType,
} from "./model.ts";
import { levelOf, type Reader } from "./sources.ts";
import { selectedFrom, valueTypeOf } from "./value-type.ts";

export interface UnknownField {
  /** As written. */
  name: string;
  /** The columns that could be meant, null where nothing is known of what it is selected from. */
  known: readonly string[] | null;
  byte: number;
}

/** SELECTs inside each other. */
export const MAX_NESTED = 100;

/** Further ones are not looked at: one is enough to refuse a statement. */
const MAX_REPORTED = 10;

/**
 * The selections by name (`t.x`, `(row).x`) that are not a column of what stands before the name. PostgreSQL takes such a name for
 * a function of one argument, so what is not known to be a column may be any function. Statements that are nested too deeply give null.
 */
export function unknownFields(tree: TreeNode, relations: ReadableRelations): UnknownField[] | null {
  const reading = new Reading(relations);
  return reading.judge(tree) ? reading.unknown : null;
}

class Reading implements Reader {
  readonly relations: ReadableRelations;
  readonly unknown: UnknownField[] = [];
  readonly #judged = new Set<TreeNode>();
  readonly #columns = new Map<TreeNode, SqlColumns>();
  #nested = 0;
  #tooDeep = false;

  constructor(relations: ReadableRelations) {
    this.relations = relations;
  }

  /** False when the statement is nested too deeply. */
  judge(tree: TreeNode): boolean {
    this.visit(tree, { levels: [], queries: new Map() });
    // Whatever the walk through the clauses did not come by is not known either.
    for (const node of nodesOf(tree, "ColumnRef")) if (!this.#judged.has(node)) this.#judgeReference(node, NOWHERE);
    for (const node of nodesOf(tree, "A_Indirection")) if (!this.#judged.has(node)) this.#judgeSelection(node, NOWHERE);
    return !this.#tooDeep;
  }

  /** Without recursion but for SELECTs: chains of operators are deep. */
  visit(expression: unknown, scope: NameScope): void {
    const stack = [expression];
    while (stack.length > 0) {
      const value = stack.pop();
      if (Array.isArray(value)) stack.push(...value);
      if (!isNode(value)) continue;
      for (const [kind, member] of Object.entries(value)) {
        if (kind === "SelectStmt" && isNode(member)) {
          this.read(member, scope);
          continue;
        }
        if (kind === "ColumnRef" && isNode(member)) this.#judgeReference(member, scope);
        if (kind === "A_Indirection" && isNode(member)) this.#judgeSelection(member, scope);
        stack.push(member);
      }
    }
  }

  /** `onFirst` hears what the first part of a UNION gives before the others are read: a recursive query's own name stands for it. */
  readonly read = (select: TreeNode, outer: NameScope, onFirst?: (columns: SqlColumns) => void): SqlColumns => {
    const known = this.#columns.get(select);
    if (known) return known;
    if (this.#nested >= MAX_NESTED) {
      this.#tooDeep = true;
      return [null];
    }
    this.#nested++;
    const columns = limited(this.#columnsOf(select, outer, onFirst));
    this.#nested--;
    this.#columns.set(select, columns);
    return columns;
  };

  #columnsOf(select: TreeNode, outer: NameScope, onFirst?: (columns: SqlColumns) => void): SqlColumns {
    const scope = this.#withQueries(select.withClause, outer);
    const { larg, rarg, valuesLists, fromClause, withClause: _with, ...clauses } = select;
    if (isNode(larg) && isNode(rarg)) {
      const first = this.#columnsOf(larg, scope);
      onFirst?.(first);
      const second = this.#columnsOf(rarg, scope);
      this.visit(clauses, inside(NO_LEVEL, scope));
      return united(first, second);
    }
    const here = inside(levelOf(fromClause, scope, this), scope);
    this.visit([valuesLists, clauses], here);
    return valuesLists === undefined
      ? asArray(select.targetList).flatMap((target) => this.#outputs(contentOf(target, "ResTarget"), here))
      : this.#valuesColumns(asArray(valuesLists), here);
  }

  /** A query sees those before it; with RECURSIVE, all. */
  #withQueries(clause: unknown, outer: NameScope): NameScope {
    if (!isNode(clause)) return outer;
    const queries = new Map(outer.queries);
    const added = asArray(clause.ctes).map((item) => {
      const query = contentOf(item, "CommonTableExpr") ?? {};
      const seen = clause.recursive === true ? queries : new Map(queries);
      const columns = this.#queryColumns(query, { levels: outer.levels, queries: seen });
      queries.set(String(query.ctename), columns);
      return columns;
    });
    // Also those that nothing reads.
    for (const columns of added) columns();
    return { levels: outer.levels, queries };
  }

  #queryColumns(query: TreeNode, scope: NameScope): () => SqlColumns {
    const names = namesOf(query.aliascolnames);
    let known: SqlColumns | undefined;
    let underWay: SqlColumns | undefined;
    return () => {
      if (known || underWay) return known ?? underWay!;
      underWay = [null];
      const select = contentOf(query.ctequery, "SelectStmt");
      const first = (columns: SqlColumns): void => {
        underWay = renamed(united(columns, columns), names);
      };
      const columns = select ? this.read(select, scope, first) : [null];
      known = [...renamed(columns, names), ...addedColumns(query)];
      return known;
    };
  }

  #outputs(target: TreeNode | undefined, scope: NameScope): SqlColumns {
    const value = target?.val;
    const reference = contentOf(value, "ColumnRef");
    if (reference && endsInStar(reference.fields)) return starColumns(namesOf(reference.fields), scope);
    const selection = contentOf(value, "A_Indirection");
    if (selection && endsInStar(selection.indirection)) {
      const steps = asArray(selection.indirection).slice(0, -1);
      const type = steps.reduce(selectedFrom, valueTypeOf(selection.arg, scope, this.read));
      return type.type === "row" ? type.columns : [null];
    }
    const name = typeof target?.name === "string" ? target.name : columnName(value);
    let type: ValueType | undefined;
    return [{ name, valueType: () => (type ??= valueTypeOf(value, scope, this.read)) }];
  }

  #valuesColumns(rows: readonly unknown[], scope: NameScope): SqlColumns {
    const lists = rows.map((row) => asArray(contentOf(row, "List")?.items));
    const [first = []] = lists;
    if (first.some((value) => this.#outputs({ val: value }, scope).length !== 1 || isStarred(value))) return [null];
    return first.map((_value, at) => ({
      name: `column${at + 1}`,
      valueType: () => (lists.every((list) => valueTypeOf(list[at], scope, this.read) === PLAIN) ? PLAIN : UNKNOWN),
    }));
  }

  #judgeReference(reference: TreeNode, scope: NameScope): void {
    this.#judged.add(reference);
    const names = namesOf(reference.fields);
    if (names.length < 2 || endsInStar(reference.fields)) return;
    const table = qualified(names.slice(0, -1), scope);
    if (!table || !columnNamed(table.columns, names.at(-1)!))
      this.unknown.push({ name: names.join("."), known: table && namesIn(table.columns), byte: byteOf(reference) });
  }

  #judgeSelection(selection: TreeNode, scope: NameScope): void {
    this.#judged.add(selection);
    if (this.unknown.length >= MAX_REPORTED) return;
    let type = valueTypeOf(selection.arg, scope, this.read);
    for (const step of asArray(selection.indirection)) {
      const [name] = namesOf([step]);
      const columns = type.type === "row" ? type.columns : null;
      if (name !== undefined && !(columns && columnNamed(columns, name)))
        return void this.unknown.push({
          name: `(${columnName(selection.arg)}).${name}`,
          known: columns && namesIn(columns),
          byte: byteOf(nodesOf(selection.arg, "ColumnRef").next().value ?? {}),
        });
      type = selectedFrom(type, step);
    }
  }
}

const NOWHERE: NameScope = { levels: [], queries: new Map() };

/** `t` or `schema.t`. A database's name before it is never needed. */
function qualified(names: readonly string[], scope: NameScope): SqlTable | null {
  if (names.length > 2) return null;
  return tableNamed(scope, ({ name, relation }) =>
    names.length === 1 ? name === names[0] : relation === names.join("."),
  );
}

function starColumns(names: readonly string[], scope: NameScope): SqlColumns {
  if (names.length === 0) return scope.levels[0]?.free ?? [null];
  return qualified(names, scope)?.columns ?? [null];
}

function endsInStar(parts: unknown): boolean {
  return contentOf(asArray(parts).at(-1), "A_Star") !== undefined;
}

function isStarred(value: unknown): boolean {
  return (
    endsInStar(contentOf(value, "ColumnRef")?.fields) || endsInStar(contentOf(value, "A_Indirection")?.indirection)
  );
}

function namesIn(columns: SqlColumns): string[] {
  return columns.flatMap((column) => (column ? [column.name] : []));
}

/** The columns of a set operation: the first part's names. */
function united(first: SqlColumns, second: SqlColumns): SqlColumns {
  const aligned = !first.includes(null) && !second.includes(null);
  const isPlain = (column: SqlColumns[number] | undefined): boolean => column?.valueType() === PLAIN;
  return first.map(
    (column, at) =>
      column && {
        name: column.name,
        valueType: () => (aligned && isPlain(column) && isPlain(second[at]) ? PLAIN : UNKNOWN),
      },
  );
}

/** What SEARCH and CYCLE add. */
function addedColumns({ search_clause, cycle_clause }: TreeNode): SqlColumns {
  const names = [
    isNode(search_clause) ? search_clause.search_seq_column : null,
    ...(isNode(cycle_clause) ? [cycle_clause.cycle_mark_column, cycle_clause.cycle_path_column] : []),
  ];
  return names.flatMap((name) => (typeof name === "string" ? [{ name, valueType: () => UNKNOWN }] : []));
}

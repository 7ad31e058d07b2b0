import { columnName } from "./columns/column-name.ts";
import { type ColumnSize, largest, rowsOver, STORED, selectOf, sizeOf, UNBOUNDED, type ValueSize } from "./size-of.ts";
import { asArray, contentOf, isNode, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/** Rounds until sizes that still grow are taken to be without bound: a chain of so many WITH queries. */
const ROUNDS = 20;

/** One value of a column that a statement makes, and most rows that an aggregate in it goes over. */
type Made = readonly [column: string, value: unknown, rows?: number | undefined];

/**
 * What the columns of subqueries, WITH queries and functions in FROM hold at most, by their names alone: of several with one name the
 * largest counts. A recursive query that lengthens what it read never comes to rest, and is unbounded.
 */
export function columnSizes(tree: TreeNode): ColumnSize {
  let found: ColumnSize | undefined; // Few statements ask.
  return (name, isQualified) => {
    found ??= findSizes(tree);
    return found(name, isQualified);
  };
}

function findSizes(tree: TreeNode): ColumnSize {
  const made = [...madeIn(tree)];
  const [tables, overStars] = [new Set(tablesIn(tree)), [...namesOverStars(tree)]];
  const sizes = new Map<string, ValueSize>();
  let widest = STORED;
  const columns: ColumnSize = (name, isQualified) => {
    // A whole row of a subquery, as a value.
    const row =
      !isQualified && tables.has(name) ? [{ characters: widest.characters * 10, elements: widest.elements * 10 }] : [];
    const column = sizes.get(name);
    return column || row.length > 0 ? largest([...(column ? [column] : []), ...row]) : undefined;
  };
  const rest = (grows: (size: ValueSize) => ValueSize): boolean => {
    let rests = true;
    const keep = (name: string, size: ValueSize): void => {
      const before = sizes.get(name);
      const after = before ? largest([before, size]) : size;
      if (before && after.characters === before.characters && after.elements === before.elements) return;
      sizes.set(name, before ? grows(after) : after);
      rests = false;
    };
    for (const [name, value, rows] of made) keep(name, sizeOf(value, columns, rows));
    for (const name of overStars) keep(name, widest);
    widest = largest([...sizes.values(), STORED]);
    return rests;
  };
  for (let round = 0; round < ROUNDS; round++) if (rest((size) => size)) return columns;
  while (!rest(() => UNBOUNDED));
  return columns;
}

function* madeIn(tree: TreeNode): Generator<Made> {
  for (const select of nodesOf(tree, "SelectStmt"))
    for (const { name, value, rows } of outputsOf(select)) yield [name, value, rows];
  for (const query of nodesOf(tree, "CommonTableExpr")) yield* renamed(query.ctequery, query.aliascolnames);
  for (const { subquery, alias } of nodesOf(tree, "RangeSubselect"))
    yield* renamed(subquery, isNode(alias) ? alias.colnames : undefined);
  for (const call of nodesOf(tree, "RangeFunction")) yield* ofCall(call);
  for (const table of nodesOf(tree, "JsonTable"))
    for (const { name } of nodesOf(table, "JsonTableColumn"))
      yield [String(name), contentOf(table.context_item, "JsonValueExpr")?.raw_expr ?? table.context_item];
}

function* tablesIn(tree: TreeNode): Generator<string> {
  for (const { ctename } of nodesOf(tree, "CommonTableExpr")) yield String(ctename);
  for (const { alias } of nodesOf(tree, "RangeSubselect")) if (isNode(alias)) yield String(alias.aliasname);
  const queries = new Set([...nodesOf(tree, "CommonTableExpr")].map(({ ctename }) => ctename));
  for (const { relname, alias } of nodesOf(tree, "RangeVar"))
    if (queries.has(relname) && isNode(alias)) yield String(alias.aliasname);
}

interface Output {
  name: string;
  value: unknown;
  at: number;
  rows?: number;
}

/** Columns go by the names of the first part of a UNION. A `*` passes columns on under the names that they have. */
function outputsOf(select: TreeNode): Output[] {
  if (isNode(select.larg)) {
    const left = outputsOf(selectOf(select.larg));
    const right = outputsOf(selectOf(select.rarg));
    return [
      ...left,
      ...right.map((output) => ({ ...output, name: left.find(({ at }) => at === output.at)?.name ?? output.name })),
    ];
  }
  if (select.valuesLists)
    return asArray(select.valuesLists).flatMap((row) =>
      asArray(contentOf(row, "List")?.items).map((value, at) => ({ name: `column${at + 1}`, value, at })),
    );
  return asArray(select.targetList).map((target, at) => {
    const { name, val: value } = contentOf(target, "ResTarget") ?? {};
    return { name: typeof name === "string" ? name : columnName(value), value, at, rows: rowsOver(select) };
  });
}

function* renamed(query: unknown, list: unknown): Generator<Made> {
  const outputs = outputsOf(selectOf(query));
  for (const [at, name] of namesOf(list).entries())
    for (const output of outputs) if (output.at === at) yield [name, output.value, output.rows];
}

/** New names of columns that a `*` stands for. */
function* namesOverStars(tree: TreeNode): Generator<string> {
  for (const query of nodesOf(tree, "CommonTableExpr"))
    if (hasStar(query.ctequery)) yield* namesOf(query.aliascolnames);
  for (const { subquery, alias } of nodesOf(tree, "RangeSubselect"))
    if (isNode(alias) && hasStar(subquery)) yield* namesOf(alias.colnames);
  for (const { alias } of nodesOf(tree, "RangeVar")) if (isNode(alias)) yield* namesOf(alias.colnames);
}

function hasStar(query: unknown): boolean {
  return outputsOf(selectOf(query)).some(
    ({ value }) => !nodesOf(contentOf(value, "ColumnRef")?.fields, "A_Star").next().done,
  );
}

/** A function's columns by its alias, its own name and those that JSON's have. */
function* ofCall({ functions, alias, coldeflist }: TreeNode): Generator<Made> {
  const given = isNode(alias) ? [String(alias.aliasname), ...namesOf(alias.colnames)] : [];
  const defined = [...nodesOf(coldeflist, "ColumnDef")].map(({ colname }) => String(colname));
  for (const list of asArray(functions)) {
    const call = asArray(contentOf(list, "List")?.items)[0];
    const own = namesOf(contentOf(call, "FuncCall")?.funcname).slice(-1);
    for (const name of [...given, ...defined, ...own, "key", "value"]) yield [name, call];
  }
}

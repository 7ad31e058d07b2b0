import { compareText } from "../../../base/text-order.ts";
import type { GuardCode } from "../refusal.ts";
import { catalogReads } from "./catalog-names.ts";
import { columnSizes } from "./column-sizes.ts";
import type { ReadableRelations } from "./columns/model.ts";
import { MAX_NESTED, type UnknownField, unknownFields } from "./columns/unknown-fields.ts";
import { isExplosive } from "./cross-join.ts";
import { isAllowedOperator, judgeFunction } from "./functions.ts";
import { isUnbounded } from "./recursion.ts";
import type { ColumnSize } from "./size-of.ts";
import { hugeCall, hugeCast, hugeOperands, hugeSubLink, hugeType } from "./sizes.ts";
import { asArray, builtInName, byteOf, contentOf, isNode, namesOf, nodesOf, type TreeNode } from "./tree.ts";
import { isAllowedType } from "./types.ts";

export interface SqlFault {
  code: GuardCode;
  message: string;
  hint: string;
  /** Byte offset in the statement's text, null where the tree has none. */
  byte: number | null;
}

/** Names of the WITH queries that a place in the tree can see. */
type Scope = ReadonlySet<string>;

/**
 * Every fault of a parsed statement, by place, and the relations that it reads. The tree is walked with a stack of our own:
 * a long chain of operators is a deep tree.
 */
export function checkSelect(tree: unknown, readable: ReadableRelations): { faults: SqlFault[]; relations: string[] } {
  const faults: SqlFault[] = [];
  const relations = new Set<string>();
  const stack: { node: unknown; scope: Scope }[] = [{ node: tree, scope: new Set() }];
  if (!isNode(tree) || !("SelectStmt" in tree)) return { faults: [notSelect(tree)], relations: [] };
  const columns = columnSizes(tree);
  while (stack.length > 0) {
    const { node, scope } = stack.pop()!;
    if (Array.isArray(node)) for (const item of node) stack.push({ node: item, scope });
    if (!isNode(node)) continue;
    const inner = pushQueries(node, scope, stack);
    for (const [key, value] of Object.entries(node)) {
      if (key === "withClause") continue;
      const fault = checkMember(key, value, { scope: inner, readable, relations, columns });
      if (fault) faults.push(fault);
      stack.push({ node: value, scope: inner });
    }
    if (isExplosive(node, (relation) => isWithQuery(relation, inner))) faults.push(EXPLOSIVE);
  }
  for (const { name, node } of systemColumns(tree))
    faults.push(
      fault("sql_column", `${name} is a system column and not available.`, "Name columns of the schema.", byteOf(node)),
    );
  for (const { name, node } of catalogReads(tree))
    faults.push(fault("sql_type", `${name} is not available.`, "Cast to text at once.", byteOf(node)));
  if (faults.length === 0) faults.push(...fieldFaults(tree, readable));
  faults.sort((a, b) => (a.byte ?? -1) - (b.byte ?? -1) || compareText(a.message, b.message));
  return { faults, relations: [...relations].sort(compareText) };
}

/** Queues the WITH queries of a node and returns the scope of its body. A query sees those before it; with RECURSIVE, all. */
function pushQueries(node: TreeNode, outer: Scope, stack: { node: unknown; scope: Scope }[]): Scope {
  const clause = node.withClause;
  if (!isNode(clause)) return outer;
  const queries = asArray(clause.ctes);
  const names = queries.map((query) => String(contentOf(query, "CommonTableExpr")?.ctename));
  for (const [index, query] of queries.entries())
    stack.push({ node: query, scope: new Set([...outer, ...(clause.recursive ? names : names.slice(0, index))]) });
  return new Set([...outer, ...names]);
}

interface Surroundings {
  scope: Scope;
  columns: ColumnSize;
  readable: ReadableRelations;
  relations: Set<string>;
}

function checkMember(key: string, value: unknown, around: Surroundings): SqlFault | undefined {
  if (key === "IntoClause" || key === "intoClause")
    return fault("sql_into", "SELECT INTO would create a table.", "Leave INTO out; the result comes back to you.");
  if (key === "LockingClause")
    return fault("sql_locking", "FOR UPDATE and FOR SHARE lock rows.", "Leave the locking clause out.");
  if (key.endsWith("Stmt") && key !== "SelectStmt") return notSelect({ [key]: value });
  if (key === "name" || key === "useOp" || key === "operName") return checkOperator(value);
  if (!isNode(value)) return undefined;
  if (key === "typeName" || key === "TypeName") return checkType(value);
  if (/^[A-Z]/.test(key)) return checkNode(key, value, around);
  return undefined;
}

function checkNode(kind: string, node: TreeNode, around: Surroundings): SqlFault | undefined {
  switch (kind) {
    case "ParamRef":
      return fault("sql_parameter", "There are no parameters.", "Write values as literals.", byteOf(node));
    case "RangeVar":
      return checkRelation(node, around);
    case "FuncCall":
      return checkFunction(node, around.columns);
    case "A_Expr":
      return sized(hugeOperands(node, around.columns), node);
    case "SubLink":
      return sized(hugeSubLink(node, around.columns), node);
    case "TypeCast":
      return sized(hugeCast(node), node);
    case "SQLValueFunction":
      return TIMES.test(String(node.op)) ? undefined : forbidden(String(node.op).slice(6), node);
    case "RangeTableSample":
      return SAMPLERS.has(builtInName(namesOf(node.method)) ?? "") ? undefined : unsupported("This TABLESAMPLE", node);
    case "CollateClause":
      return COLLATIONS.has(builtInName(namesOf(node.collname)) ?? "") ? undefined : unsupported("This COLLATE", node);
    case "CommonTableExpr":
      return isUnbounded(node) ? unboundedQuery(node) : undefined;
  }
  return isAllowedNode(kind) ? undefined : unsupported(kind, node);
}

const TIMES = /^SVFOP_(CURRENT|LOCAL)_?(DATE|TIME|TIMESTAMP)(_N)?$/;
const SAMPLERS = new Set(["bernoulli", "system"]);
/** Those of every PostgreSQL, and English. */
const COLLATIONS = new Set(
  "default C POSIX ucs_basic unicode pg_c_utf8 pg_unicode_fast C.utf8 C.UTF-8 en_US en_US.utf8 en-x-icu en-US-x-icu und-x-icu".split(
    " ",
  ),
);

function checkRelation(node: TreeNode, { scope, readable, relations }: Surroundings): SqlFault | undefined {
  const name = String(node.relname);
  if (isWithQuery(node, scope)) return undefined;
  const schema = node.schemaname === undefined ? undefined : String(node.schemaname);
  const home = schema ?? [...readable].find(([, names]) => names.has(name))?.[0];
  if (node.catalogname === undefined && home !== undefined && readable.get(home)?.has(name)) {
    relations.add(`${home}.${name}`);
    return undefined;
  }
  const shown = [node.catalogname, schema, name].filter((part) => part !== undefined).join(".");
  const own = schema === undefined ? undefined : readable.get(schema);
  const hint = own
    ? `Readable in ${schema}: ${[...own.keys()].join(", ")}.`
    : `Readable schemas: ${[...readable.keys()].join(", ")}.`;
  return fault("sql_relation", `"${shown}" cannot be read.`, hint, byteOf(node));
}

function isWithQuery({ catalogname, schemaname, relname }: TreeNode, scope: Scope): boolean {
  return catalogname === undefined && schemaname === undefined && scope.has(String(relname));
}

/** Judged once nothing else is wrong: what cannot be read has no columns to select. */
function fieldFaults(tree: TreeNode, readable: ReadableRelations): SqlFault[] {
  const fields = unknownFields(tree, readable);
  return fields === null
    ? [fault("sql_too_long", `SELECTs are nested more than ${MAX_NESTED} deep.`, "Use WITH for steps.")]
    : fields.map(unknownField);
}

function unknownField({ name, known, byte }: UnknownField): SqlFault {
  const hint =
    known === null
      ? "Before the point stands the name or alias of something in FROM, or a row; functions are called as f(x)."
      : `Columns there: ${known.join(", ")}. Functions are called as f(x).`;
  return fault("sql_column", `${name} is not a known column.`, hint, byte);
}

function checkFunction(node: TreeNode, columns: ColumnSize): SqlFault | undefined {
  const names = namesOf(node.funcname);
  const shown = names.join(".");
  const name = builtInName(names);
  const judgement = name === null ? "unknown" : judgeFunction(name);
  if (judgement === "denied") return forbidden(shown, node);
  const huge = name === null ? null : hugeCall(name, node, columns);
  if (judgement === "allowed") return huge === null ? undefined : tooLarge(huge, node);
  return fault(
    "sql_function",
    `Function ${shown} is not among the allowed ones.`,
    "Use PostgreSQL's text, number, date, JSON, array, range, full-text, window and aggregate functions.",
    byteOf(node),
  );
}

function checkOperator(value: unknown): SqlFault | undefined {
  const names = namesOf(value);
  if (names.length === 0 || isAllowedOperator(builtInName(names))) return undefined;
  return fault(
    "sql_function",
    `Operator ${names.join(".")} is not available.`,
    "Use operators of values, without a schema.",
  );
}

function checkType(node: TreeNode): SqlFault | undefined {
  const names = namesOf(node.names);
  const name = builtInName(names);
  if (name === null || !isAllowedType(name) || node.setof === true || node.pct_type === true)
    return fault(
      "sql_type",
      `Type ${names.join(".")} is not available.`,
      "Use types of values: text, integer, numeric, boolean, date, timestamp, interval, jsonb, tsvector and their arrays.",
      byteOf(node),
    );
  const huge = hugeType(name, node);
  return huge === null ? undefined : tooLarge(huge, node);
}

const EXPLOSIVE = fault(
  "sql_cross_join",
  "Three or more tables are multiplied without a condition that connects them.",
  "Join them ON the columns they share.",
);

function unboundedQuery(node: TreeNode): SqlFault {
  const hint = `Count the depth and end it (WHERE ${node.ctename}.depth < 10), add CYCLE, or use UNION of plain columns, which ends when nothing new comes.`;
  return fault("sql_unbounded_recursion", `Nothing bounds the recursive query ${node.ctename}.`, hint, byteOf(node));
}

function sized(huge: string | null, node: TreeNode): SqlFault | undefined {
  return huge === null ? undefined : tooLarge(huge, node);
}

function tooLarge(message: string, node: TreeNode): SqlFault {
  return fault("sql_too_large", message, "Ask for less.", byteOf(node));
}

function forbidden(name: string, node: TreeNode): SqlFault {
  return fault("sql_function", `Function ${name} is forbidden.`, "Read relations only.", byteOf(node));
}

function unsupported(what: string, node: TreeNode): SqlFault {
  return fault("sql_unsupported", `${what} is not available.`, "Use plain SELECT syntax.", byteOf(node));
}

function notSelect(tree: unknown): SqlFault {
  const kind = isNode(tree) ? (Object.keys(tree)[0] ?? "").replace(/Stmt$/, "") : "";
  return fault(
    "sql_not_select",
    `Only SELECT is allowed, not ${kind || "this"}.`,
    "Send one SELECT; WITH is allowed as long as every part is a SELECT.",
  );
}

function fault(code: GuardCode, message: string, hint: string, byte: number | null = null): SqlFault {
  return { code, message, hint, byte };
}

/** Kinds of nodes that a SELECT may hold. What PostgreSQL adds to its grammar is refused until it stands here. */
const ALLOWED_NODES: ReadonlySet<string> = new Set(
  [
    "SelectStmt ResTarget ColumnRef A_Indirection A_Star WithClause CTESearchClause CTECycleClause",
    "A_Const Integer Float Boolean String BitString List A_Expr BoolExpr NullTest BooleanTest SubLink CaseExpr CaseWhen CoalesceExpr",
    "MinMaxExpr TypeCast CollateClause A_Indices A_ArrayExpr RowExpr NamedArgExpr GroupingFunc GroupingSet SortBy WindowDef",
    "RangeSubselect RangeFunction RangeTableSample JoinExpr Alias ColumnDef",
    "JsonTable JsonTableColumn JsonTablePathSpec JsonFuncExpr JsonValueExpr JsonFormat JsonReturning JsonOutput JsonBehavior JsonArgument",
    "JsonKeyValue JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonAggConstructor JsonObjectAgg JsonArrayAgg",
    "JsonIsPredicate JsonParseExpr JsonScalarExpr JsonSerializeExpr",
  ].flatMap((group) => group.split(" ")),
);

function isAllowedNode(kind: string): boolean {
  return ALLOWED_NODES.has(kind);
}

/** Every table has these (PostgreSQL, chapter 5.6): they tell where a row lies, who wrote it and of which table it is. */
const SYSTEM_COLUMNS = new Set(["tableoid", "ctid", "xmin", "xmax", "cmin", "cmax", "oid"]);

/** Every place where one is read, by whichever way a column can be named. A column of one's own has another name. */
function systemColumns(tree: TreeNode): { name: string; node: TreeNode }[] {
  const references = [...nodesOf(tree, "ColumnRef")].map((node) => ({ names: namesOf(node.fields), node }));
  const selections = [...nodesOf(tree, "A_Indirection")].map((node) => ({ names: namesOf(node.indirection), node }));
  const joined = [...nodesOf(tree, "JoinExpr")].map((node) => ({ names: namesOf(node.usingClause), node }));
  return [...references, ...selections, ...joined].flatMap(({ names, node }) => {
    const name = names.find((each) => SYSTEM_COLUMNS.has(each));
    return name === undefined ? [] : [{ name, node }];
  });
}

import { FUNCTION_COLUMNS, POLYMORPHIC_FUNCTIONS, TSVECTOR_FUNCTIONS } from "../allowed-functions.ts";
import { asArray, contentOf, isNode, namesOf, type TreeNode } from "../tree.ts";
import {
  columnNamed,
  type NameScope,
  PLAIN,
  plainColumns,
  type ReadSelect,
  type SqlColumns,
  tableNamed,
  UNKNOWN,
  type ValueType,
} from "./model.ts";

const TSVECTOR: ValueType = { type: "tsvector" };
const POLYMORPHIC = new Set(POLYMORPHIC_FUNCTIONS.split(" "));
const TSVECTORS = new Set(TSVECTOR_FUNCTIONS.split(" "));

/** Polymorphic functions that give their first argument, or rows like it. */
const GIVES_FIRST = new Set(
  "any_value first_value last_value nth_value max min mode array_reverse array_sort trim_array json_populate_record json_populate_recordset jsonb_populate_record jsonb_populate_recordset".split(
    " ",
  ),
);
/** Nodes whose value is never a row, an array of rows or a tsvector. */
const PLAIN_KINDS = new Set(
  "A_Const BoolExpr NullTest BooleanTest SQLValueFunction GroupingFunc JsonFuncExpr JsonObjectConstructor JsonArrayConstructor JsonArrayQueryConstructor JsonObjectAgg JsonArrayAgg JsonIsPredicate JsonParseExpr JsonScalarExpr JsonSerializeExpr".split(
    " ",
  ),
);
/** Deeper expressions count as unknown. */
const MAX_DEPTH = 50;

/** What can be selected from an expression. Whatever is not certain is unknown. */
export function valueTypeOf(value: unknown, scope: NameScope, read: ReadSelect, depth = 0): ValueType {
  if (depth > MAX_DEPTH || !isNode(value)) return UNKNOWN;
  const [kind = "", content] = Object.entries(value)[0] ?? [];
  if (!isNode(content)) return UNKNOWN;
  const typeOf = (part: unknown): ValueType => valueTypeOf(part, scope, read, depth + 1);
  const plainIf = (parts: readonly unknown[]): ValueType =>
    parts.every((part) => typeOf(part) === PLAIN) ? PLAIN : UNKNOWN;
  switch (kind) {
    case "ColumnRef":
      return typeOfReference(asArray(content.fields), scope);
    case "A_Indirection":
      return asArray(content.indirection).reduce(selectedFrom, typeOf(content.arg));
    case "FuncCall":
      return typeOfCall(content, typeOf);
    case "SubLink":
      return typeOfSubLink(content, (select) => read(select, scope));
    case "RowExpr":
      return { type: "row", columns: rowColumns(asArray(content.args)), stored: false };
    case "TypeCast":
      return namedType(namesOf(isNode(content.typeName) ? content.typeName.names : []).at(-1));
    case "CollateClause":
      return plainIf([content.arg]);
    case "A_ArrayExpr":
      return plainIf(asArray(content.elements));
    case "CoalesceExpr":
    case "MinMaxExpr":
      return plainIf(asArray(content.args));
    case "CaseExpr":
      return plainIf(
        [...asArray(content.args).map((when) => contentOf(when, "CaseWhen")?.result), content.defresult].filter(isNode),
      );
    case "A_Expr":
      return typeOfOperation(content, typeOf);
  }
  return PLAIN_KINDS.has(kind) ? PLAIN : UNKNOWN;
}

/** Of a type's name that the guard lets stand. */
export function namedType(name: string | undefined): ValueType {
  return name === "tsvector" ? TSVECTOR : PLAIN;
}

/** The type after one step of `.name`, `[index]` or `[from:to]`. */
export function selectedFrom(from: ValueType, step: unknown): ValueType {
  const [field] = namesOf([step]);
  if (field !== undefined) return (from.type === "row" && columnNamed(from.columns, field)?.valueType()) || UNKNOWN;
  const indices = contentOf(step, "A_Indices");
  if (!indices || from.type === "row") return UNKNOWN;
  // Several indices in a row pick one element.
  return from.type === "array" && indices.is_slice !== true ? from.element : from;
}

function typeOfReference(fields: readonly unknown[], scope: NameScope): ValueType {
  const names = namesOf(fields);
  const [first = "", second = ""] = names;
  if (names.length !== fields.length || names.length > 2) return UNKNOWN;
  if (names.length === 2) {
    const table = tableNamed(scope, ({ name }) => name === first);
    return (table && columnNamed(table.columns, second)?.valueType()) ?? UNKNOWN;
  }
  for (const { free } of scope.levels) {
    const found = free.filter((column) => column?.name === first);
    if (found.length === 1) return found[0]!.valueType();
    if (found.length > 1 || free.includes(null)) return UNKNOWN;
  }
  return tableNamed(scope, ({ name }) => name === first)?.row ?? UNKNOWN;
}

function typeOfCall(
  { funcname, args, agg_order, agg_within_group }: TreeNode,
  typeOf: (part: unknown) => ValueType,
): ValueType {
  const name = namesOf(funcname).at(-1) ?? "";
  const sorted = asArray(agg_order).map((sort) => contentOf(sort, "SortBy")?.node);
  const types = [...asArray(args), ...(agg_within_group === true ? sorted : [])].map(typeOf);
  const [first = UNKNOWN] = types;
  if (TSVECTORS.has(name)) return TSVECTOR;
  const columns = FUNCTION_COLUMNS[name];
  if (columns === null) return UNKNOWN;
  if (columns !== undefined && columns.length > 1)
    return { type: "row", columns: plainColumns(columns), stored: false };
  if (!POLYMORPHIC.has(name)) return PLAIN;
  if (types.every((type) => type === PLAIN)) return PLAIN;
  if (name === "unnest") return unnested(first);
  if (name === "array_agg") return arrayOf(lasting(first));
  return GIVES_FIRST.has(name) ? lasting(first) : UNKNOWN;
}

/** What `unnest` makes of a value. */
export function unnested(type: ValueType): ValueType {
  if (type.type === "tsvector")
    return { type: "row", columns: plainColumns(["lexeme", "positions", "weights"]), stored: false };
  if (type.type === "array") return type.element;
  return type.type === "plain" ? PLAIN : UNKNOWN;
}

/** What is still known of a value behind a function or a subquery. */
function lasting(type: ValueType): ValueType {
  if (type.type === "array") return lasting(type.element) === UNKNOWN ? UNKNOWN : type;
  return type.type === "row" && !type.stored ? UNKNOWN : type;
}

function typeOfSubLink({ subLinkType, subselect }: TreeNode, read: (select: TreeNode) => SqlColumns): ValueType {
  if (subLinkType !== "EXPR_SUBLINK" && subLinkType !== "ARRAY_SUBLINK") return PLAIN;
  const select = contentOf(subselect, "SelectStmt");
  const value = lasting((select && read(select)[0]?.valueType()) ?? UNKNOWN);
  return subLinkType === "EXPR_SUBLINK" ? value : arrayOf(value);
}

function arrayOf(element: ValueType): ValueType {
  return element === PLAIN || element === UNKNOWN ? element : { type: "array", element };
}

/** `f1`, `f2` and so on; a star makes as many as it finds. */
function rowColumns(args: readonly unknown[]): SqlColumns {
  const star = args.findIndex(isStar);
  const known = plainColumns(args.slice(0, star < 0 ? undefined : star).map((_arg, at) => `f${at + 1}`));
  return star < 0 ? known : [...known, null];
}

/** `t.*` or `(x).*`. */
function isStar(value: unknown): boolean {
  const parts = contentOf(value, "ColumnRef")?.fields ?? contentOf(value, "A_Indirection")?.indirection;
  return contentOf(asArray(parts).at(-1), "A_Star") !== undefined;
}

function typeOfOperation({ kind, name, lexpr, rexpr }: TreeNode, typeOf: (part: unknown) => ValueType): ValueType {
  if (kind === "AEXPR_NULLIF") return lasting(typeOf(lexpr));
  if (namesOf(name).at(-1) !== "||") return PLAIN;
  return [lexpr, rexpr].every((side) => typeOf(side) === PLAIN) ? PLAIN : UNKNOWN;
}

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

export function isAllowedNode(kind: string): boolean {
  return ALLOWED_NODES.has(kind);
}

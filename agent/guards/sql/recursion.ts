import { asArray, contentOf, isNode, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/**
 * True when nothing in a recursive WITH query can end it: no CYCLE clause, no condition in its second part besides
 * plain equalities, and not the one form that is finite by itself, UNION (which drops repeated rows) of plain columns.
 * A condition that does not bound after all is left to the time limit.
 */
export function isUnbounded(query: TreeNode): boolean {
  const union = contentOf(query.ctequery, "SelectStmt");
  if (union?.op !== "SETOP_UNION" || !isNode(union.rarg)) return false;
  const step = union.rarg;
  if (!reads(step, String(query.ctename)) || isNode(query.cycle_clause)) return false;
  return !(hasBound(step) || (union.all !== true && isFiniteSet(step)));
}

function reads(step: TreeNode, name: string): boolean {
  for (const relation of nodesOf(step, "RangeVar"))
    if (relation.relname === name && relation.schemaname === undefined) return true;
  return false;
}

function hasBound(step: TreeNode): boolean {
  const conditions = [step.whereClause, ...[...nodesOf(step.fromClause, "JoinExpr")].map((join) => join.quals)];
  return conditions.flatMap(conjunctsOf).some(isBounding);
}

function conjunctsOf(condition: unknown): unknown[] {
  if (condition === undefined) return [];
  const and = contentOf(condition, "BoolExpr");
  return and?.boolop === "AND_EXPR" ? asArray(and.args).flatMap(conjunctsOf) : [condition];
}

/** A test of a column other than `a = b` and `a = 1`, which pick rows without counting or remembering. */
function isBounding(conjunct: unknown): boolean {
  if (nodesOf(conjunct, "ColumnRef").next().done) return false;
  const test = contentOf(conjunct, "A_Expr");
  if (test?.kind !== "AEXPR_OP" || namesOf(test.name).join() !== "=") return true;
  return !(isPlain(test.lexpr) && isPlain(test.rexpr));
}

function isPlain(value: unknown): boolean {
  return contentOf(value, "ColumnRef") !== undefined || contentOf(value, "A_Const") !== undefined;
}

/** Rows of values that are there already: only so many can differ. */
function isFiniteSet(step: TreeNode): boolean {
  const outputs = asArray(step.targetList).map((target) => contentOf(target, "ResTarget")?.val);
  const computed = ["RangeSubselect", "RangeFunction", "JsonTable"].some(
    (kind) => !nodesOf(step.fromClause, kind).next().done,
  );
  return !computed && outputs.every(isPlain);
}

import { asArray, builtInName, contentOf, literalNumber, namesOf } from "./tree.ts";

/** A count of rows takes at least so long to make that it is not larger. */
const MOST_ROWS = 100_000;
/** For the length of a text in a column. */
const MOST_CHARACTERS = 10_000;
const DEEPEST = 50;

/** The most that an expression of literals, counts and lengths comes to; null where nothing bounds it, as with a column or a subquery. */
export function sizeBound(value: unknown, depth = 0): number | null {
  const literal = literalNumber(value);
  if (literal !== null || depth > DEEPEST) return literal;
  const inner = (part: unknown): number | null => sizeBound(part, depth + 1);
  const cast = contentOf(value, "TypeCast");
  if (cast) return inner(cast.arg);
  const extreme = contentOf(value, "MinMaxExpr");
  if (extreme) return extremeOf(asArray(extreme.args).map(inner), { isLeast: extreme.op === "IS_LEAST" });
  const operation = contentOf(value, "A_Expr");
  if (operation) return boundOfOperation(operation, inner);
  const call = contentOf(value, "FuncCall");
  if (!call) return null;
  const name = builtInName(namesOf(call.funcname));
  if (name === "count") return MOST_ROWS;
  if (LENGTHS.has(name ?? "")) return MOST_CHARACTERS;
  return ROUNDINGS.has(name ?? "") ? inner(asArray(call.args)[0]) : null;
}

const LENGTHS = new Set(["length", "char_length", "character_length", "cardinality", "array_length"]);
const ROUNDINGS = new Set(["round", "ceil", "ceiling", "floor", "trunc", "int4", "int8"]);

function boundOfOperation(
  { name, lexpr, rexpr }: Record<string, unknown>,
  inner: (part: unknown) => number | null,
): number | null {
  const [left, right, operator] = [inner(lexpr), inner(rexpr), namesOf(name).join(".")];
  const divisor = Math.abs(literalNumber(rexpr) ?? 0);
  if (operator === "/") return left === null || divisor === 0 ? null : left / divisor;
  if (operator === "%") return divisor === 0 ? null : divisor;
  if (left === null || right === null) return null;
  if (operator === "+") return left + right;
  // What is taken away may be less than at its most.
  if (operator === "-") return left + Math.max(0, -(literalNumber(rexpr) ?? 0));
  return operator === "*" && left >= 0 && right >= 0 ? left * right : null;
}

function extremeOf(bounds: readonly (number | null)[], { isLeast }: { isLeast: boolean }): number | null {
  const known = bounds.filter((bound) => bound !== null);
  if (isLeast) return known.length > 0 ? Math.min(...known) : null;
  return known.length === bounds.length ? Math.max(...known) : null;
}

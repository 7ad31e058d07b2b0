import { asArray, contentOf, literalNumber, literalText, namesOf, type TreeNode } from "./tree.ts";

/** Most characters that a literal width may ask for. */
const MAX_WIDTH = 10_000;
/** Most characters of repeats inside each other. What works on longer texts (normalize, strpos) does not look at its time limit in between. */
const MAX_TEXT = 1_000_000;
/** Most rows of a series with literal bounds. */
const MAX_SERIES = 100_000;

/** What a call with literal arguments asks for beyond measure, or null. Sizes that are computed are left to the limits of the database. */
export function hugeCall(name: string, call: TreeNode): string | null {
  const [first, second, third] = asArray(call.args);
  if (name === "repeat") return tooWide(literalNumber(second)) ?? tooLong(textLength({ FuncCall: call }));
  if (name === "lpad" || name === "rpad") return tooWide(literalNumber(second));
  if (name === "format") return tooWide(widthOf(literalText(first)));
  if (name === "array_fill") return tooWide(productOf(second));
  if (name !== "generate_series") return null;
  const [from, to, step] = [literalNumber(first), literalNumber(second), literalNumber(third) ?? 1];
  if (from === null || to === null || step === 0) return null;
  const rows = (to - from) / step;
  return rows > MAX_SERIES ? `A series of ${rows} rows is too long: at most ${MAX_SERIES}.` : null;
}

/** What a type's literal width asks for beyond measure, or null: values of fixed width are filled up to it. */
export function hugeType(name: string, type: TreeNode): string | null {
  return ["bpchar", "bit"].includes(name) ? tooWide(literalNumber(asArray(type.typmods)[0])) : null;
}

function tooWide(width: number | null): string | null {
  return width !== null && width > MAX_WIDTH ? `A width of ${width} is too large: at most ${MAX_WIDTH}.` : null;
}

function tooLong(length: number): string | null {
  return length > MAX_TEXT ? `A text of ${length} characters is too long: at most ${MAX_TEXT}.` : null;
}

/** Characters that an expression of literals comes to, where a function gives as many as it takes and a column has one. */
function textLength(value: unknown, depth = 0): number {
  if (depth > 100) return 1;
  const inner = (part: unknown): number => textLength(part, depth + 1);
  const cast = contentOf(value, "TypeCast");
  if (cast) return inner(cast.arg);
  const operation = contentOf(value, "A_Expr");
  if (operation) return inner(operation.lexpr) + inner(operation.rexpr);
  const call = contentOf(value, "FuncCall");
  if (!call) return Math.max(1, literalText(value)?.length ?? 1);
  const args = asArray(call.args);
  const name = namesOf(call.funcname).at(-1);
  if (name === "repeat") return inner(args[0]) * Math.max(0, literalNumber(args[1]) ?? 1);
  if (name === "lpad" || name === "rpad") return Math.max(1, literalNumber(args[1]) ?? 1);
  return Math.max(1, ...args.map(inner));
}

/** The widest field of a format string. */
function widthOf(format: string | null): number | null {
  const widths = [...(format ?? "").matchAll(/%(?:\d+\$)?-?(\d+)/g)].map(([, digits]) => Number(digits));
  return widths.length > 0 ? Math.max(...widths) : null;
}

function productOf(list: unknown): number | null {
  const numbers = asArray(contentOf(list, "A_ArrayExpr")?.elements).map(literalNumber);
  return numbers.reduce<number | null>(
    (product, size) => (product === null || size === null ? null : product * size),
    1,
  );
}

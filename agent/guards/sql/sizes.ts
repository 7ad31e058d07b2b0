import { sizeBound } from "./size-bound.ts";
import { asArray, contentOf, isNode, literalNumber, literalText, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/** Most characters that a literal width may ask for. */
const MAX_WIDTH = 10_000;
/** Most characters of repeats inside each other. What works on longer texts (normalize, strpos) does not look at its time limit in between. */
const MAX_TEXT = 1_000_000;
/** Most rows of a series with literal bounds. */
const MAX_SERIES = 100_000;

/** Most characters of what is compared with each character of a text. */
const MAX_OPERAND = 1000;

/** What a call asks for beyond measure, or null. PostgreSQL looks at no time limit within one function, so sizes must be known before. */
export function hugeCall(name: string, call: TreeNode): string | null {
  const [first, second, third] = asArray(call.args);
  if (name === "repeat") return tooWide(literalNumber(second)) ?? tooLong(textLength({ FuncCall: call }));
  if (name === "lpad" || name === "rpad") return tooWide(literalNumber(second)) ?? tooLong(sizeBound(second));
  if (name === "format") return first === undefined ? null : hugeFormat(first);
  if (name === "array_fill") return tooWide(productOf(second) ?? Number.POSITIVE_INFINITY);
  if (name === "translate") return notShort(second) ?? notShort(third);
  if (NEEDLES.has(name)) return second !== undefined && isGrown(second) ? GROWN : null;
  if (QUERY_MAKERS.has(name)) return notShort(asArray(call.args).at(-1));
  if (name !== "generate_series") return null;
  const [from, to, step] = [literalNumber(first), literalNumber(second), literalNumber(third) ?? 1];
  if (from === null || to === null || step === 0) return null;
  const rows = (to - from) / step;
  return rows > MAX_SERIES ? `A series of ${rows} rows is too long: at most ${MAX_SERIES}.` : null;
}

/** They look for their second argument at each place of the first. */
const NEEDLES = new Set(["strpos", "position", "replace", "split_part", "string_to_array", "string_to_table"]);
const QUERY_MAKERS = new Set("to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery".split(" "));
/** Make long texts and arrays of short ones. */
const GROWING = new Set(
  "repeat lpad rpad replace regexp_replace string_agg array_agg array_fill array_cat array_to_string string_to_array regexp_split_to_array translate".split(
    " ",
  ),
);
const GROWN = `What is looked for or compared must be short: a literal, a column, or a text of at most ${MAX_OPERAND} characters.`;

/** What an operator compares beyond measure: each of an array's elements, or of a text query's words, with each of another's. */
export function hugeOperands(operation: TreeNode): string | null {
  if (!PAIRING.has(namesOf(operation.name).at(-1) ?? "")) return null;
  return isGrown(operation.lexpr) && isGrown(operation.rexpr) ? GROWN : null;
}

const PAIRING = new Set(["&&", "@>", "<@", "@@", "@@@"]);

function isGrown(value: unknown): boolean {
  const length = textLength(value);
  if (length === null || length > MAX_OPERAND) return true;
  for (const call of nodesOf(value, "FuncCall")) if (GROWING.has(namesOf(call.funcname).at(-1) ?? "")) return true;
  for (const query of nodesOf(value, "SubLink")) if (query.subLinkType === "ARRAY_SUBLINK") return true;
  return false;
}

function notShort(value: unknown): string | null {
  const text = literalText(contentOf(value, "TypeCast")?.arg ?? value);
  if (text !== null && text.length <= MAX_OPERAND) return null;
  return `This must be a literal text of at most ${MAX_OPERAND} characters.`;
}

/** A width may also come from an argument, by `*`. */
function hugeFormat(format: unknown): string | null {
  const text = literalText(contentOf(format, "TypeCast")?.arg ?? format);
  if (text === null) return "A format must be a literal text.";
  return /%(?:\d+\$)?-?\*/.test(text) ? "A format's width must be a number in it." : tooWide(widthOf(text));
}

/** A text query of a text that is not known here, or null. */
export function hugeCast(cast: TreeNode): string | null {
  const type = isNode(cast.typeName) ? namesOf(cast.typeName.names).at(-1) : undefined;
  return type === "tsquery" ? notShort(cast.arg) : null;
}

/** What a type's literal width asks for beyond measure, or null: values of fixed width are filled up to it. */
export function hugeType(name: string, type: TreeNode): string | null {
  return ["bpchar", "bit"].includes(name) ? tooWide(literalNumber(asArray(type.typmods)[0])) : null;
}

function tooWide(width: number | null): string | null {
  return width !== null && width > MAX_WIDTH ? `A width of ${width} is too large: at most ${MAX_WIDTH}.` : null;
}

function tooLong(length: number | null): string | null {
  if (length === null) return "A size must be bounded, by least(n, 1000) for example.";
  return length > MAX_TEXT ? `A text of ${length} characters is too long: at most ${MAX_TEXT}.` : null;
}

/** Characters that an expression of literals comes to, where a function gives as many as it takes and a column has one. */
function textLength(value: unknown, depth = 0): number | null {
  if (depth > 100) return 1;
  const inner = (part: unknown): number | null => textLength(part, depth + 1);
  const cast = contentOf(value, "TypeCast");
  if (cast) return inner(cast.arg);
  const operation = contentOf(value, "A_Expr");
  if (operation) return combined([inner(operation.lexpr), inner(operation.rexpr)], (a, b) => a + b);
  const call = contentOf(value, "FuncCall");
  if (!call) return Math.max(1, literalText(value)?.length ?? 1);
  const args = asArray(call.args);
  const name = namesOf(call.funcname).at(-1);
  if (name === "repeat") return combined([inner(args[0]), sizeBound(args[1])], (a, b) => a * Math.max(0, b));
  if (name === "lpad" || name === "rpad") return combined([1, sizeBound(args[1])], Math.max);
  return combined([1, ...args.map(inner)], Math.max);
}

function combined(lengths: readonly (number | null)[], join: (a: number, b: number) => number): number | null {
  return lengths.reduce((all, length) => (all === null || length === null ? null : join(all, length)));
}

/** The widest field of a format string. */
function widthOf(format: string | null): number | null {
  const widths = [...(format ?? "").matchAll(/%(?:\d+\$)?-?(\d+)/g)].map(([, digits]) => Number(digits));
  return widths.length > 0 ? Math.max(...widths) : null;
}

function productOf(list: unknown): number | null {
  const numbers = asArray(contentOf(list, "A_ArrayExpr")?.elements).map((size) => sizeBound(size));
  return numbers.length === 0
    ? null
    : numbers.reduce<number | null>((product, size) => (product === null || size === null ? null : product * size), 1);
}

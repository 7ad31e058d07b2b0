import { repeatedLength } from "./repeated-length.ts";
import { sizeBound } from "./size-bound.ts";
import { type ColumnSize, STORED, sizeOf, type ValueSize } from "./size-of.ts";
import { asArray, contentOf, isNode, literalNumber, literalText, namesOf, type TreeNode } from "./tree.ts";

/** Most characters that a literal width may ask for. */
const MAX_WIDTH = 10_000;
/** Most characters of repeats inside each other. */
const MAX_TEXT = 10_000_000;
/** Most rows of a series with literal bounds. */
const MAX_SERIES = 100_000;

/** Most characters of what is compared with each character of a text. */
const MAX_OPERAND = 1000;
/** Most characters of a pattern whose counted repeats are written out: PostgreSQL calls some 20,000 too complex, and the embedded one uses up its stack. */
const MAX_REPEATED = 5000;
/** Most steps of a function whose time is the product of its operands' sizes and that looks at no time limit: a second. */
const MAX_STEPS = 1_000_000_000;
/** No longer text or array is made within a time limit. */
const LONGEST_GROWN = 10_000_000;
/** Time goes with the square of this one. */
const MAX_NORMALIZED = 2000;

/** What a call asks for beyond measure, or null. PostgreSQL looks at no time limit within one function, so sizes must be known before. */
export function hugeCall(name: string, call: TreeNode, columns: ColumnSize): string | null {
  const [first, second, third] = asArray(call.args);
  if (name === "repeat")
    return tooWide(literalNumber(second)) ?? tooLong(sizeOf({ FuncCall: call }, columns).characters);
  if (name === "lpad" || name === "rpad")
    return tooWide(literalNumber(second)) ?? tooLong(sizeBound(second) ?? Number.POSITIVE_INFINITY);
  if (name === "format") return first === undefined ? null : hugeFormat(first);
  if (name === "array_fill") return tooWide(productOf(second) ?? Number.POSITIVE_INFINITY);
  if (name === "translate") return notShort(second) ?? notShort(third);
  if (NEEDLES.has(name)) return second === undefined ? null : tooManySteps("characters", [first, second], columns);
  if (name.startsWith("regexp_") || name === "similar_to_escape") {
    const pattern = name === "similar_to_escape" ? first : second;
    return pattern === undefined ? null : longPattern(pattern, columns);
  }
  if (NORMALIZING.has(name)) return sizeOf(first, columns).characters > MAX_NORMALIZED ? UNNORMALIZED : null;
  if (JSON_COMPARING.has(name)) return tooManySteps("elements", [first, second], columns);
  if (QUERY_MAKERS.has(name)) return notShort(asArray(call.args).at(-1));
  if (name !== "generate_series") return null;
  const [from, to, step] = [literalNumber(first), literalNumber(second), literalNumber(third) ?? 1];
  if (from === null || to === null || step === 0) return null;
  const rows = (to - from) / step;
  return rows > MAX_SERIES ? `A series of ${rows} rows is too long: at most ${MAX_SERIES}.` : null;
}

/** They look for their second argument at each place of the first. */
const NEEDLES = new Set(
  "strpos position replace split_part string_to_array string_to_table trim btrim ltrim rtrim".split(" "),
);
const NORMALIZING = new Set(["normalize", "is_normalized"]);
const UNNORMALIZED = `What is normalized must be bounded to ${MAX_NORMALIZED} characters, by left(text, ${MAX_NORMALIZED}) for example.`;
/** What operators are called by as functions. */
const JSON_COMPARING = new Set(["jsonb_contains", "jsonb_exists_any", "jsonb_exists_all"]);
const QUERY_MAKERS = new Set("to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery".split(" "));
/** What an operator compares beyond measure: each of an array's elements, or of a text query's words, with each of another's; a pattern. */
export function hugeOperands({ kind, name, lexpr, rexpr }: TreeNode, columns: ColumnSize): string | null {
  if (lexpr === undefined || !OPERATIONS.test(String(kind))) return null;
  // Of `a && ANY (ARRAY[b, c])` what is in the array is compared.
  const items = /_(ANY|ALL)$/.test(String(kind)) ? contentOf(rexpr, "A_ArrayExpr")?.elements : undefined;
  return hugePair(namesOf(name), [lexpr, items === undefined ? rexpr : { List: { items } }], columns);
}

/** The same of `a && ANY (SELECT b)`. */
export function hugeSubLink({ operName, testexpr, subselect }: TreeNode, columns: ColumnSize): string | null {
  const one = { SubLink: { subLinkType: "EXPR_SUBLINK", subselect } };
  return testexpr === undefined ? null : hugePair(namesOf(operName), [testexpr, one], columns);
}

function hugePair(names: readonly string[], sides: readonly unknown[], columns: ColumnSize): string | null {
  const operator = names.at(-1) ?? "";
  if (LIKE.test(operator)) return tooManySteps("characters", sides, columns);
  if (REGULAR.test(operator)) return longPattern(sides[1], columns);
  const isPairing = PAIRING.has(operator) || (operator === "-" && sides.every((side) => isGrown(side, columns)));
  return isPairing ? tooManySteps("elements", sides, columns) : null;
}

function longPattern(pattern: unknown, columns: ColumnSize): string | null {
  const literal = literalText(contentOf(pattern, "TypeCast")?.arg ?? pattern);
  if (literal !== null && repeatedLength(literal) > MAX_REPEATED)
    return `A pattern's counted repeats inside each other must stay below ${MAX_REPEATED} characters.`;
  return sizeOf(pattern, columns).characters > MAX_OPERAND
    ? `A pattern must be a literal, a column of a table, or at most ${MAX_OPERAND} characters.`
    : null;
}

const OPERATIONS = /^AEXPR_(OP|OP_ANY|OP_ALL|LIKE|ILIKE|SIMILAR)$/;
const REGULAR = /^!?~\*?$/;
const LIKE = /^!?~~\*?$/;
const PAIRING = new Set(["&&", "@>", "<@", "@@", "@@@", "?|", "?&"]);

function isGrown(value: unknown, columns: ColumnSize): boolean {
  return sizeOf(value, columns).elements > STORED.elements;
}

function tooManySteps(unit: keyof ValueSize, sides: readonly unknown[], columns: ColumnSize): string | null {
  const [a = 0, b = 0] = sides.map((side) => Math.min(sizeOf(side, columns)[unit], LONGEST_GROWN));
  if (a * b <= MAX_STEPS) return null;
  return `Of what is compared one side must be short: a literal, a column of a table, or at most ${MAX_STEPS / LONGEST_GROWN} ${unit}.`;
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

function tooLong(length: number): string | null {
  if (length === Number.POSITIVE_INFINITY)
    return "A size must be bounded, by least(n, 1000) or left(text, 1000) for example.";
  return length > MAX_TEXT ? `A text of ${length} characters is too long: at most ${MAX_TEXT}.` : null;
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

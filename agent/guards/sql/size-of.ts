import { sizeBound } from "./size-bound.ts";
import { asArray, contentOf, isNode, literalNumber, literalText, namesOf, type TreeNode } from "./tree.ts";

/** The most that a value may hold. */
export interface ValueSize {
  characters: number;
  /** Elements of an array or of JSON, words of a text vector. */
  elements: number;
}

/** A stored value. Longer ones are natural text, which is not made to take long. */
export const STORED: ValueSize = { characters: 100, elements: 100 };
const PLAIN: ValueSize = { characters: 64, elements: 1 };
export const UNBOUNDED: ValueSize = { characters: Number.POSITIVE_INFINITY, elements: Number.POSITIVE_INFINITY };
/** Digits of a number. */
const LONGEST_NUMBER: ValueSize = { characters: 150_000, elements: 1 };
const DEEPEST = 200;

/** What a column is known to hold; undefined for one that is stored. A name by itself may mean a whole row. */
export type ColumnSize = (name: string, isQualified: boolean) => ValueSize | undefined;

/** The most that an expression comes to. What is not known here is unbounded. `rows`: most that an aggregate in it goes over. */
export function sizeOf(value: unknown, columns: ColumnSize, rows = Number.POSITIVE_INFINITY, depth = 0): ValueSize {
  if (!isNode(value) || depth > DEEPEST) return depth > DEEPEST ? UNBOUNDED : PLAIN;
  const [kind = "", content] = Object.entries(value)[0] ?? [];
  if (!isNode(content)) return UNBOUNDED;
  const inner = (part: unknown): ValueSize => sizeOf(part, columns, rows, depth + 1);
  const all = (parts: unknown): ValueSize[] => asArray(parts).map(inner);
  switch (kind) {
    case "A_Const":
      return literalSize(value);
    case "ColumnRef":
      return columnSize(namesOf(content.fields), columns);
    case "TypeCast":
      return FIXED_TYPES.has(typeNameOf(content)) ? PLAIN : inner(content.arg);
    case "CollateClause":
    case "NamedArgExpr":
    case "A_Indirection":
      return inner(content.arg);
    case "CaseExpr":
      return largest([
        ...asArray(content.args).map((arm) => inner(contentOf(arm, "CaseWhen")?.result)),
        inner(content.defresult),
      ]);
    case "CoalesceExpr":
    case "MinMaxExpr":
      return largest(all(content.args));
    case "A_ArrayExpr":
      return arraySize(content, all(content.elements));
    case "RowExpr":
      return sum(all(content.args));
    case "List":
      return sum(all(content.items));
    case "A_Expr":
      return operationSize(content, inner);
    case "SubLink":
      return subLinkSize(content, (part, over) => sizeOf(part, columns, over, depth + 1));
    case "FuncCall":
      return callSize(content, inner, rows);
  }
  return TRUTHS.has(kind) ? PLAIN : UNBOUNDED;
}

const TRUTHS = new Set(["BoolExpr", "NullTest", "BooleanTest", "SQLValueFunction", "GroupingFunc"]);
const FIXED_TYPES = new Set(
  "bool int2 int4 int8 float4 float8 uuid date time timetz timestamp timestamptz interval".split(" "),
);

function typeNameOf({ typeName }: TreeNode): string {
  return (isNode(typeName) && !asArray(typeName.arrayBounds).length && namesOf(typeName.names).at(-1)) || "";
}

function columnSize(names: readonly string[], columns: ColumnSize): ValueSize {
  return largest([STORED, columns(names.at(-1) ?? "", names.length > 1) ?? PLAIN]);
}

function literalSize(value: unknown): ValueSize {
  const characters = literalText(value)?.length ?? PLAIN.characters;
  return { characters, elements: characters };
}

/** An array of columns has an element for each, whatever they hold. */
function arraySize({ elements }: TreeNode, sizes: readonly ValueSize[]): ValueSize {
  const nested = asArray(elements).some((element) => contentOf(element, "A_ArrayExpr") !== undefined);
  return { characters: sum(sizes).characters, elements: nested ? sum(sizes).elements : sizes.length };
}

function subLinkSize(
  { subLinkType, subselect }: TreeNode,
  inner: (part: unknown, rows: number) => ValueSize,
): ValueSize {
  const select = selectOf(subselect);
  if (subLinkType === "EXPR_SUBLINK") return firstOutput(select, inner);
  return subLinkType === "ARRAY_SUBLINK" ? times(firstOutput(select, inner), rowsOf(select)) : PLAIN;
}

function firstOutput(select: TreeNode, inner: (part: unknown, rows: number) => ValueSize): ValueSize {
  if (isNode(select.larg))
    return largest([firstOutput(selectOf(select.larg), inner), firstOutput(selectOf(select.rarg), inner)]);
  const target = contentOf(asArray(select.targetList)[0], "ResTarget");
  return target ? inner(target.val, rowsOver(select)) : UNBOUNDED;
}

/** The content of a SELECT, in a node or by itself as in a UNION. */
export function selectOf(select: unknown): TreeNode {
  return contentOf(select, "SelectStmt") ?? (isNode(select) ? select : {});
}

/** Most rows that a SELECT gives: as many as its LIMIT says. */
function rowsOf(select: TreeNode): number {
  return literalNumber(select.limitCount) ?? Number.POSITIVE_INFINITY;
}

/** Most rows that a SELECT goes over: those of a subquery that it reads alone. */
export function rowsOver({ fromClause }: TreeNode): number {
  const [only, second] = asArray(fromClause);
  const subquery = contentOf(only, "RangeSubselect")?.subquery;
  return subquery === undefined || second !== undefined ? Number.POSITIVE_INFINITY : rowsOf(selectOf(subquery));
}

const COMPARING = /^(=|<>|[<>]=?|!?~~?\*?|!~~\*?|&&|[<@]?@[>@?]?|<@|\?[|&]?|<->|<#>|<=>)$/;

function operationSize({ kind, name, lexpr, rexpr }: TreeNode, inner: (part: unknown) => ValueSize): ValueSize {
  if (kind === "AEXPR_NULLIF") return inner(lexpr);
  const operator = namesOf(name).at(-1) ?? "";
  if ((kind !== undefined && kind !== "AEXPR_OP") || COMPARING.test(operator)) return PLAIN;
  if (operator === "^") return LONGEST_NUMBER;
  const sides = [inner(lexpr), inner(rexpr)];
  if (/^(->>?|#>>?|#-)$/.test(operator)) return sides[0]!;
  return /^[-+/%]$/.test(operator) ? largest([PLAIN, ...sides]) : sum(sides);
}

/** By the most that one of their arguments holds. */
const PASSING = new Set(
  (
    "lower upper casefold initcap trim btrim ltrim rtrim reverse min max any_value mode first_value last_value nth_value lag lead percentile_disc " +
    "split_part regexp_substr substring substr left right regexp_match regexp_matches regexp_split_to_table regexp_split_to_array string_to_table " +
    "string_to_array unnest array_remove array_reverse array_sort trim_array jsonb_extract_path jsonb_extract_path_text json_extract_path " +
    "json_extract_path_text jsonb_array_elements jsonb_array_elements_text json_array_elements json_array_elements_text jsonb_each jsonb_each_text " +
    "json_each json_each_text jsonb_object_keys json_object_keys jsonb_strip_nulls json_strip_nulls strip setweight ts_delete normalize translate " +
    "tsvector_to_array array_to_tsvector convert_from convert_to decode text varchar bpchar json_to_tsvector jsonb_to_tsvector to_tsvector generate_series " +
    "array_replace array_positions jsonb_path_query jsonb_path_query_array jsonb_path_query_first jsonb_object json_object jsonb_populate_record " +
    "jsonb_populate_recordset json_populate_record json_populate_recordset jsonb_to_record jsonb_to_recordset json_to_record json_to_recordset " +
    "to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery tsquery_phrase to_ascii unistr enum_range parse_ident range_merge numeric bytea varbit bit"
  ).split(" "),
);
/** By all of their arguments together, with what is written between and around them. */
const JOINING = new Set(
  (
    "concat concat_ws overlay array_cat array_append array_prepend jsonb_build_object jsonb_build_array json_build_object json_build_array jsonb_set " +
    "jsonb_insert jsonb_concat to_json to_jsonb row_to_json array_to_json jsonb_set_lax daterange int4range int8range numrange tsrange tstzrange like_escape similar_to_escape quote_literal quote_ident quote_nullable encode ts_headline format"
  ).split(" "),
);
/** By all rows together. */
const AGGREGATING = new Set(
  "string_agg array_agg json_agg jsonb_agg json_agg_strict jsonb_agg_strict json_object_agg jsonb_object_agg".split(
    " ",
  ),
);
/** Numbers, times, truths, hashes. */
const MEASURING = new Set(
  (
    "count length char_length character_length octet_length bit_length cardinality array_length array_position array_upper array_lower array_ndims " +
    "strpos position ascii starts_with sum avg stddev variance round floor ceil ceiling abs sign trunc mod div greatest least " +
    "row_number rank dense_rank ntile percent_rank cume_dist percentile_cont corr extract date_part date_trunc now age make_date to_date to_timestamp " +
    "md5 sha224 sha256 sha384 sha512 to_hex ts_rank ts_rank_cd numnode bool_and bool_or every jsonb_typeof json_typeof jsonb_array_length " +
    "json_array_length pg_typeof regexp_count regexp_instr regexp_like num_nulls num_nonnulls sqrt ln log exp cosine_distance l2_distance " +
    "inner_product l1_distance vector_dims vector_norm acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt chr cos cosd cosh cot cotd " +
    "covar_pop covar_samp crc32 crc32c date_add date_bin date_subtract degrees erf erfc gamma lgamma gcd lcm generate_subscripts get_bit get_byte " +
    "is_normalized isempty isfinite jsonb_contains jsonb_exists jsonb_exists_all jsonb_exists_any jsonb_path_exists jsonb_path_match justify_days " +
    "justify_hours justify_interval log10 lower_inc lower_inf make_interval make_time make_timestamp make_timestamptz min_scale overlaps pi radians " +
    "regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx regr_sxy regr_syy scale sin sind sinh statement_timestamp stddev_pop " +
    "stddev_samp tan tand tanh timezone to_bin to_oct transaction_timestamp unicode_assigned upper_inc upper_inf uuid_extract_timestamp " +
    "uuid_extract_version var_pop var_samp width_bucket bit_and bit_or bit_xor bit_count to_number factorial power pow"
  ).split(" "),
);

function callSize(call: TreeNode, inner: (part: unknown) => ValueSize, rows: number): ValueSize {
  const name = namesOf(call.funcname).at(-1) ?? "";
  if (MEASURING.has(name)) return PLAIN;
  const args = asArray(call.args);
  const [first = PLAIN, second = PLAIN, third = PLAIN] = args.map(inner);
  const bound = (part: unknown): number => Math.max(0, sizeBound(part) ?? Number.POSITIVE_INFINITY);
  if (name === "repeat") return times(first, bound(args[1]));
  if (name === "lpad" || name === "rpad") return { ...first, characters: bound(args[1]) };
  if (name === "left" || name === "right") return atMost(first, bound(args[1]));
  if ((name === "substr" || name === "substring") && args[2] !== undefined) return atMost(first, bound(args[2]));
  if (name === "replace" || name === "regexp_replace") return times(first, Math.max(1, third.characters));
  if (name === "array_to_string") return times(first, Math.max(1, second.characters));
  if (AGGREGATING.has(name)) return times(sum([first, second, PLAIN]), rows);
  if (PASSING.has(name)) return largest([first, second, third]);
  return JOINING.has(name) ? times(sum(args.map(inner)), 2) : UNBOUNDED;
}

export function largest(sizes: readonly ValueSize[]): ValueSize {
  return combined(sizes, Math.max);
}

function sum(sizes: readonly ValueSize[]): ValueSize {
  return combined(sizes, (a, b) => a + b);
}

function combined(sizes: readonly ValueSize[], join: (a: number, b: number) => number): ValueSize {
  return sizes.reduce(
    (a, b) => ({ characters: join(a.characters, b.characters), elements: join(a.elements, b.elements) }),
    { characters: 0, elements: 0 },
  );
}

function times({ characters, elements }: ValueSize, count: number): ValueSize {
  return { characters: characters && characters * count, elements: elements && elements * count };
}

/** Cut to so many characters; a negative length cuts from the other end. */
function atMost({ characters, elements }: ValueSize, most: number): ValueSize {
  return most === 0
    ? { characters, elements }
    : { characters: Math.min(characters, most), elements: Math.min(elements, most) };
}

const KEYWORDS =
  "all and any array as asc asof between by case cast cross cube current desc describe distinct else end except exclude exists explain false filter first following for from full glob group grouping having ilike in inner intersect into is join last lateral left like limit materialized natural not null nulls offset on or order outer over partition pivot positional preceding qualify range recursive replace right rollup row rows sample select semi sets show similar some struct summarize table tablesample then true unbounded union unpivot using values when where window with within";
const FUNCTIONS =
  "abs any_value arg_max arg_min avg bool_and bool_or ceil coalesce concat contains corr count count_if date_diff dense_rank epoch first floor format greatest histogram ifnull lag last lead least length list ln log lower max max_by median min min_by mode nullif ntile percent_rank product quantile_cont quantile_disc range rank regexp_extract regexp_matches replace round row_number sqrt starts_with stddev strftime string_agg substring sum trim typeof upper var_samp";
const PYTHON =
  "assert async await break class continue def del duckdb elif except finally global if import lambda nonlocal pass path print raise return tables try while yield";

/** Words of SQL as they are completed. */
export const SQL_KEYWORDS: readonly string[] = KEYWORDS.split(" ").map((word) => word.toUpperCase());
export const SQL_FUNCTIONS: readonly string[] = FUNCTIONS.split(" ");

/** What no result is called. */
export const RESERVED: ReadonlySet<string> = new Set(`${KEYWORDS} ${PYTHON}`.split(" "));

const KNOWN = new Set([...KEYWORDS.split(" ")]);

export interface Word {
  kind: "keyword" | "function" | "string" | "number" | "comment" | "quoted" | "plain";
  text: string;
}

const SQL =
  /(--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))|('(?:[^']|'')*(?:'|$))|("(?:[^"]|"")*(?:"|$))|(\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|([A-Za-z_]\w*)/gi;

/** The words of a statement by what they are; together they are the statement. */
export function sqlWords(text: string): Word[] {
  return cut(text, SQL, (found, after) => {
    const [, comment, string, quoted, number, word] = found;
    if (comment !== undefined) return "comment";
    if (string !== undefined) return "string";
    if (quoted !== undefined) return "quoted";
    if (number !== undefined) return "number";
    if (KNOWN.has(word!.toLowerCase())) return "keyword";
    return after === "(" ? "function" : "plain";
  });
}

const JSON_WORDS = /("(?:[^"\\]|\\.)*(?:"|$))|(-?\b\d+(?:\.\d+)?(?:e[+-]?\d+)?\b)|\b(true|false|null)\b/gi;

/** The words of a plot. */
export function jsonWords(text: string): Word[] {
  return cut(text, JSON_WORDS, ([, string, number], after) =>
    string !== undefined ? (after === ":" ? "quoted" : "string") : number !== undefined ? "number" : "keyword",
  );
}

function cut(text: string, pattern: RegExp, kindOf: (found: RegExpExecArray, after: string) => Word["kind"]): Word[] {
  const words: Word[] = [];
  let at = 0;
  for (const found of text.matchAll(pattern)) {
    if (found.index > at) words.push({ kind: "plain", text: text.slice(at, found.index) });
    at = found.index + found[0].length;
    words.push({ kind: kindOf(found, text.charAt(at)), text: found[0] });
  }
  if (at < text.length) words.push({ kind: "plain", text: text.slice(at) });
  return words;
}

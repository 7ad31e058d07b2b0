import { parseDecimal } from "../../../base/blank.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { quoted } from "../../print/tabular/read-csv.ts";
import type { WideTable } from "../../print/tabular/select-columns.ts";

export interface RatingData {
  raters: readonly string[];
  /** `units[u][r]`: the rating as a number; for words their place in `labels`. */
  units: readonly (readonly (number | null)[])[];
  clusters: readonly string[] | null;
  /** All categories in order, as numbers of `units`. */
  categories: readonly number[];
  /** How they are written. */
  labels: readonly string[];
  /** Numbers, so that means and differences make sense. */
  numeric: boolean;
  /** The order of the categories means something: numbers, or words whose order was given. */
  ordered: boolean;
  /** What a reader should know about how the cells were taken. */
  notes: readonly string[];
}

/**
 * Ratings as numbers. Words become places in `categories` when given (their order then counts for weights), else in
 * alphabetical order. @throws UserError for less than two raters, or a rating outside of the categories.
 */
export function ratingData({ columns, rows, clusters }: WideTable, categories?: readonly string[]): RatingData {
  if (columns.length < 2)
    throw new UserError("input", `agreement needs two raters, found ${columns.length}: ${columns.join(", ")}`, {
      hint: "--columns a,b or --long rater,item,value",
    });
  const texts = [...new Set(rows.flat().filter((text) => text !== null))];
  const numeric =
    texts.every((text) => parseDecimal(text) !== null) &&
    (categories ?? []).every((text) => parseDecimal(text) !== null);
  const order = numeric ? (a: string, b: string) => Number(a) - Number(b) : compareText;
  const labels = categories ?? unique(texts, numeric).sort(order);
  const place = new Map(labels.map((label, index) => [numeric ? String(Number(label)) : label, index]));
  const unknown = texts.filter((text) => !place.has(numeric ? String(Number(text)) : text));
  if (unknown.length > 0)
    throw new UserError("input", "ratings that are no category", {
      problems: unknown.map((text) => `${quoted(text)} is not one of ${labels.join(", ")}`),
    });
  const code = (text: string) => (numeric ? Number(text) : place.get(text)!);
  return {
    raters: columns,
    units: rows.map((row) => row.map((text) => (text === null ? null : code(text)))),
    clusters,
    categories: labels.map((label, index) => (numeric ? Number(label) : index)),
    labels,
    numeric,
    ordered: numeric || categories !== undefined,
    notes: categories === undefined ? mixed(texts) : [],
  };
}

/** Words among numbers are often how somebody wrote that there is no value. */
function mixed(texts: readonly string[]): string[] {
  const words = texts.filter((text) => parseDecimal(text) === null).sort(compareText);
  if (words.length === 0 || words.length === texts.length) return [];
  return [
    `${words.slice(0, 5).map(quoted).join(", ")}${words.length > 5 ? ", ..." : ""} among numbers: every rating is taken for a word; name what means no value with --missing, or all categories with --categories`,
  ];
}

/** 1 and 1.0 are one number. */
function unique(texts: readonly string[], numeric: boolean): string[] {
  return numeric ? [...new Set(texts.map((text) => String(Number(text))))] : [...texts];
}

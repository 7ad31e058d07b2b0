import { parseDecimal } from "../../../base/blank.ts";
import { rearm } from "../../../base/disarm.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { toCsv } from "../../print/csv.ts";
import { quoted } from "../../print/tabular/read-csv.ts";
import { executionName } from "../../record/domain/names.ts";
import { type ExecutionKey, executionKeySchema } from "../../record/domain/records.ts";
import { checkRater, type Opinion, opinionSchema, type Rating, ratingSchema } from "./rating.ts";

const KEYS = ["scenario_id", "model", "workflow", "knowledge", "repeat"] as const;
const OPINIONS = [
  "status",
  "alignment",
  "completeness",
  "relevance",
  "coherence",
  "evidence_grounding",
  "note",
] as const;
const RATING_COLUMNS = ["rater", "item", ...KEYS, ...OPINIONS] as const;

/** One line a rating; what was left out has an empty opinion. */
export function ratingsCsv(ratings: readonly Rating[]): string {
  return toCsv(
    RATING_COLUMNS,
    ratings.map(({ rater, opinion, ...key }) => [
      rater,
      executionName(key),
      ...KEYS.map((name) => key[name]),
      ...OPINIONS.map((name) => opinion?.[name] ?? null),
    ]),
  );
}

/** A CSV file as read: cells as text, null where empty. */
export interface RatingTable {
  path: string;
  rows: readonly Readonly<Record<string, string | null>>[];
  /** Where each row stands in the file. */
  lines: readonly number[];
}

/** The ratings of a table, and a line for each invalid one. The column `item` is for readers and optional. */
export function parseRatings({ path, rows, lines }: RatingTable): { ratings: Rating[]; problems: string[] } {
  const ratings: Rating[] = [];
  const problems = strangeColumns(rows[0] ?? {}).map(
    (name) => `${path}: column ${quoted(name)} is not one of ${RATING_COLUMNS.join(", ")}`,
  );
  for (const [index, row] of rows.entries()) {
    const parsed = parseRow(row);
    if (typeof parsed === "string") problems.push(`${path}:${lines[index]}: ${parsed}`);
    else ratings.push(parsed);
  }
  return { ratings, problems };
}

type Row = RatingTable["rows"][number];

/** A misspelt one would be left out of every rating. */
function strangeColumns(row: Row): string[] {
  return Object.keys(row).filter((name) => !(RATING_COLUMNS as readonly string[]).includes(name));
}

function parseRow(row: Row): Rating | string {
  try {
    checkRater(row.rater ?? "");
  } catch (error) {
    return (error as Error).message;
  }
  const key = parsePlainly(executionKeySchema, { ...pickColumns(row, KEYS), repeat: numberOf(row.repeat) });
  if (!key.success) return problemsOf(key.error).join("; ");
  if (OPINIONS.every((name) => row[name] == null)) return toRating(row, key.data, null);
  const numbers = Object.fromEntries(OPINIONS.slice(1, -1).map((name) => [name, numberOf(row[name])]));
  const note = rearm(row.note ?? "");
  const opinion = parsePlainly(opinionSchema, { status: row.status, ...numbers, note });
  return opinion.success ? toRating(row, key.data, opinion.data) : problemsOf(opinion.error).join("; ");
}

function toRating(row: Row, key: ExecutionKey, opinion: Opinion | null): Rating {
  return ratingSchema.parse({ ...key, rater: row.rater, opinion });
}

function pickColumns(row: Row, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, row[name] ?? undefined]));
}

function numberOf(text: string | null | undefined): number | undefined {
  return text == null ? undefined : (parseDecimal(text) ?? Number.NaN);
}

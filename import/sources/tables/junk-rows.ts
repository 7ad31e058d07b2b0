import { trimBlank } from "../../../base/blank.ts";
import type { ColumnRole } from "../../folder/mapping.ts";
import { guessColumns } from "./column-roles.ts";
import { filled } from "./find-header.ts";
import type { SourceRow } from "./grid.ts";

/** Where so many ids hold a digit, an id without a digit, in a row emptier than most, is not an id. */
const MOST_WITH_DIGIT = 0.6;

/**
 * Why a row below the header is no record, null where it may be one: the header again (as on each printed page), words of a
 * header in another language, a caption over several columns, a legend.
 */
export function junkDetector(
  header: readonly string[],
  { rows, idColumn }: { rows: readonly SourceRow[]; idColumn: number },
): (row: SourceRow) => string | null {
  const names = new Set(header.map((name) => name.toLowerCase()));
  const ids = idColumn < 0 ? [] : filled(rows.map(({ cells }) => cells[idColumn] ?? ""));
  const shareWithDigit = ids.filter(hasDigit).length / Math.max(1, ids.length);
  const sizes = rows.map(({ cells }) => filled(cells).length).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 0;
  return ({ cells }) => {
    const own = filled(cells).map(trimBlank);
    const id = trimBlank(cells[idColumn] ?? "");
    if (header.length >= 3 && own.length === 1 && /\s/.test(id)) return "a caption";
    if (isTotal(own)) return "a total";
    if (hasDigit(id)) return null;
    const known = own.filter((cell) => names.has(cell.toLowerCase()) || roleOf(cell) !== null);
    if (known.length > own.length / 2 && new Set(known.map(roleOf)).size >= 2) return "a header";
    if (header.length >= 3 && own.length >= 2 && new Set(own).size === 1) return "a caption";
    if (id === "") return null;
    if (names.has(id.toLowerCase()) || (shareWithDigit >= 0.5 && roleOf(id) !== null)) return "a column's name as id";
    return shareWithDigit >= MOST_WITH_DIGIT && ids.length >= 5 && own.length < usual ? "no id like the others" : null;
  };
}

const TOTAL =
  /^((grand |sub)?totals?|sum|summe|zwischensumme|gesamt(summe)?|insgesamt|somme|sous-total|total général)\s*:?$/i;

/** A word for a total and at least one number beside it. */
function isTotal([first = "", ...rest]: readonly string[]): boolean {
  return TOTAL.test(first) && rest.some(hasDigit);
}

const hasDigit = (text: string) => /\p{N}/u.test(text);

/** Role of a cell that would be known as the name of a column. */
function roleOf(cell: string): ColumnRole | null {
  const role = cell.length > 40 || hasDigit(cell) ? "attribute" : guessColumns([cell]).get(cell);
  return role === undefined || role === "attribute" ? null : role;
}

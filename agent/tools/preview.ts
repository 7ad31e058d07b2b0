import type { Row } from "../../db/ports/ports.ts";
import type { AgentLimits } from "../contract/limits.ts";

/** Lengths to which the texts of a row are cut, until the rows fit. */
const CELL_CHARS = [2000, 800, 300, 120];

export interface Preview {
  text: string;
  /** True when the model does not see everything that the result file holds, or a limit cut the result itself. */
  truncated: boolean;
}

/**
 * What the model sees of a result: compact JSON `{result, total, shown, truncated, ...facts, rows}` with at most `previewRows`
 * rows in at most `previewChars` characters (at least one row is always shown).
 */
export function renderPreview(options: {
  path: string;
  rows: readonly Row[];
  total: number;
  cut: boolean;
  facts: Record<string, unknown>;
  limits: Pick<AgentLimits, "previewRows" | "previewChars">;
}): Preview {
  const { limits } = options;
  const first = options.rows.slice(0, limits.previewRows);
  const { rows, shortened } = fitRows(first, limits.previewChars);
  const truncated = options.cut || shortened || rows.length < options.rows.length;
  const text = JSON.stringify({
    result: options.path,
    total: options.total,
    shown: rows.length,
    truncated,
    ...options.facts,
    rows,
  });
  return { text, truncated };
}

/** Rows with their texts cut until they fit, the last ones left out where that is not enough. */
export function fitRows(rows: readonly Row[], chars: number): { rows: Row[]; shortened: boolean } {
  let fitted = { rows: [...rows], shortened: false };
  for (const cellChars of CELL_CHARS) {
    fitted = shorten(rows, cellChars);
    if (JSON.stringify(fitted.rows).length <= chars) return fitted;
  }
  let size = 2;
  const kept = fitted.rows.filter((row, index) => {
    size += JSON.stringify(row).length + 1;
    return index === 0 || size <= chars;
  });
  return { rows: kept, shortened: true };
}

/** Columns of ids, and of ids on the way to something. */
const OF_IDS = /(?:^|_)(?:ids?|through)$/;
/** No id is longer; in a column of another name, a longer word is not an id. */
const [LONGEST_ID, LONGEST_WORD] = [1_000, 300];

/** Rows with their texts cut to a length, however deep they lie. Ids stay whole: a part of one is another one, or none. */
export function shorten(rows: readonly Row[], cellChars: number): { rows: Row[]; shortened: boolean } {
  let shortened = false;
  const isWhole = (text: string, key: string) =>
    text.length <= cellChars ||
    (OF_IDS.test(key) ? text.length <= LONGEST_ID : text.length <= LONGEST_WORD && !/\s/.test(text));
  const cut = (value: unknown, key: string): unknown => {
    if (typeof value === "string" && !isWhole(value, key)) {
      shortened = true;
      return `${value.slice(0, cellChars).toWellFormed()}...`;
    }
    if (Array.isArray(value)) return value.map((member) => cut(member, key));
    if (value !== null && typeof value === "object")
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member, name)]));
    return value;
  };
  return { rows: rows.map((row) => cut(row, "") as Row), shortened };
}

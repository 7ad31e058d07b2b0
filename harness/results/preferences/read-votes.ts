import { UserError } from "../../../base/user-error.ts";
import type { SystemChoice } from "../../../measure/statistics/comparison/bradley-terry.ts";
import { absentColumns, type CsvTable, quoted } from "../../print/tabular/read-csv.ts";

/** Columns of what was shown, in its order; the third may be absent, or empty in a row. */
const SHOWN = ["first", "second", "third"];
const TIE = "tie";

export interface Vote extends SystemChoice {
  rater: string | null;
  query: string | null;
}

/** One vote a row: `first`, `second`, `third`, `preferred` (one of them, or `tie`), `rater`, `query`. @throws UserError `input` with every problem and its line */
export function readVotes(table: CsvTable): Vote[] {
  const problems = absentColumns(table, ["first", "second", "preferred"]);
  const votes = table.rows.map((row, at): Vote => {
    const shown = SHOWN.flatMap((column) => row[column] ?? []);
    const { preferred = null, rater = null, query = null } = row;
    const wrong = problemOf(shown, preferred);
    if (wrong) problems.push(`${table.path}:${table.lines[at]}: ${wrong}`);
    return { shown, preferred: preferred === TIE ? null : preferred, rater, query };
  });
  if (problems.length > 0)
    throw new UserError("input", `${table.path} has rows that are no votes`, {
      problems,
      hint: `columns ${SHOWN.join(", ")} (the last may be absent), preferred (one of them, or ${TIE}), rater, query`,
    });
  return votes;
}

function problemOf(shown: readonly string[], preferred: string | null): string | null {
  if (shown.length < 2) return "expected two systems at least";
  if (new Set(shown).size < shown.length) return `${quoted(shown.join(", "))} shows a system twice`;
  if (shown.includes(TIE)) return `no system can be called ${quoted(TIE)}`;
  if (preferred !== null && (preferred === TIE || shown.includes(preferred))) return null;
  return `preferred is ${preferred === null ? "empty" : quoted(preferred)}, expected one of ${shown.join(", ")} or ${TIE}`;
}

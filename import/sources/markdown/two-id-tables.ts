import { isBlank } from "../../../base/blank.ts";
import type { SourceRow } from "../tables/grid.ts";
import { twoIds, withTwoIds } from "../tables/two-ids.ts";

/** A record that a row of a table tells of. */
interface RowDefinition {
  id: string;
  title: string;
  text: string;
  line: number;
  /** What the header calls it. */
  label: string;
}

/** What rows that name a test and what it is of tell of both, each cell behind its header; null where a table names no such two. */
export function definitionsOfRows(
  header: readonly string[],
  rows: readonly SourceRow[],
  isId: (cell: string) => boolean,
): RowDefinition[] | null {
  if (twoIds(header) === null) return null;
  const whole = { name: "", label: "", header, rows, faulty: new Set<number>(), notes: [] };
  const parts = withTwoIds(whole, { said: {}, elsewhere: new Set() });
  const found = parts.flatMap(({ table, columns }) => {
    const at = table.header.findIndex((name) => columns[name] === "id");
    return table.rows.flatMap(({ line, cells }) => {
      const id = cells[at] ?? "";
      const told = table.header
        .map((name, column) => ({ name, cell: cells[column] ?? "", refers: columns[name] === "requirement" }))
        .filter(({ cell }, column) => column !== at && !isBlank(cell));
      const title = told.find(({ refers }) => !refers);
      if (!isId(id) || title === undefined) return [];
      const rest = told.filter((cell) => cell !== title).map(({ name, cell }) => `${name}: ${cell}`);
      const [name = "", ...more] = title.cell.split("\n");
      return [{ id, line, title: name, text: [...more, ...rest].join("\n"), label: table.label }];
    });
  });
  return found.length === 0 ? null : found;
}

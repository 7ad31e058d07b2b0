import type { Row } from "../../../db/ports/ports.ts";
import { clip } from "../ui/text.tsx";

/** More than anybody reads. */
const MOST_ROWS = 200;

/** Rows as a table, those that name `first` before the others. */
export function RowTable({ rows, first }: { rows: readonly Row[]; first?: string | undefined }) {
  if (rows.length === 0) return <p class="nothing">No rows.</p>;
  const names = (row: Row) => first !== undefined && JSON.stringify(row).includes(JSON.stringify(first));
  const shown = [...rows.filter(names), ...rows.filter((row) => !names(row))].slice(0, MOST_ROWS);
  const columns = [...new Set(shown.flatMap((row) => Object.keys(row)))];
  return (
    <>
      <section class="scroll" tabIndex={0} aria-label="rows">
        <table>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column.replaceAll("_", " ")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <tr key={JSON.stringify(row)} class={names(row) ? "named" : undefined}>
                {columns.map((column) => (
                  <td key={column}>{cellOf(row[column])}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {rows.length > MOST_ROWS && <p class="caption">{`${MOST_ROWS} of ${rows.length} rows are shown`}</p>}
    </>
  );
}

export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return clip(value, 300);
  if (typeof value !== "object") return String(value);
  const parts = Array.isArray(value)
    ? value.map(flat)
    : Object.entries(value).map(([key, part]) => `${key.replaceAll("_", " ")}: ${flat(part)}`);
  return clip(parts.join("; "), 300);
}

function flat(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

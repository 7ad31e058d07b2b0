/** Rows of equal members as a Markdown table, for people and for `scripts/figures`. */
export function printTable(rows: readonly Record<string, string | number>[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;
  const body = rows.map((row) => line(columns.map((column) => row[column] ?? "")));
  console.log([line(columns), line(columns.map(() => "---")), ...body].join("\n"));
}

/** A Markdown table on standard output, as `scripts/figures/printed.ts` reads it. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]) => console.log(`| ${cells.join(" | ")} |`);
  line(columns);
  console.log(`|---|${"---:|".repeat(columns.length - 1)}`);
  rows.forEach(line);
  console.log("");
}

export function percent(share: number): string {
  return (100 * share).toFixed(1);
}

/** `.074`: as short as a share's third decimal. */
export function short(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, "$1.");
}

import { disarm } from "../../../../base/disarm.ts";

/** RFC 4180. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  const cell = (text: string) => `"${disarm(text).replaceAll('"', '""')}"`;
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

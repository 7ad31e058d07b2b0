import { marksIn } from "./marks.ts";
import type { RecordLayout } from "./mutations.ts";

/**
 * In how many lines, or rows of CSV, of a file marks stand: as many records must hold them. Lines that are alike are one. Counted here by
 * line ends and pairs of quotation marks alone, without the product's readers.
 */
export function physicalPlaces(
  bytes: Buffer,
  { marks, each }: { marks: readonly string[]; each: RecordLayout["each"] },
): number {
  if (each === undefined) return 0;
  const wanted = new Set(marks);
  const lines = bytes.toString("latin1").split(/\r\n|\r|\n/);
  const held = (each === "csv" ? joinedRows(lines) : lines)
    .map((line) => marksIn(line).filter((mark) => wanted.has(mark)))
    .filter((own) => own.length > 0);
  return new Set(held.map((own) => own.join(" "))).size;
}

/** A row goes on while a quotation is open. */
function joinedRows(lines: readonly string[]): string[] {
  const rows: string[] = [];
  let open = "";
  for (const line of lines) {
    open = open === "" ? line : `${open}\n${line}`;
    if (open.split('"').length % 2 === 0) continue;
    rows.push(open);
    open = "";
  }
  return open === "" ? rows : [...rows, open];
}

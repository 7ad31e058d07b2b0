import type { WorkSheet } from "@e965/xlsx";
import { UserError } from "../../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import { filesOfZip, isZip } from "../archive.ts";
import type { SourceFile } from "../files.ts";
import type { Grid } from "./grid.ts";

/** OLE compound documents: the old binary .xls. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
/** Of its XML: the reader takes seven times as much memory. Larger tables are CSV. */
const MOST_SHEET_BYTES = 64 * 2 ** 20;

export function isSpreadsheet({ head, name }: SourceFile): boolean {
  return OLE.every((byte, at) => head[at] === byte) || (isZip(head) && /\.xls[xm]?$/i.test(name));
}

/** The sheets of a spreadsheet. @throws UserError `corpus` when it cannot be read: damaged, or protected by a password. */
export async function readSheets(file: SourceFile): Promise<Grid[]> {
  const bytes = await file.bytes();
  // The limits of archives hold for a spreadsheet too, and a lower one.
  if (isZip(bytes)) await filesOfZip({ ...file, bytes: async () => bytes }, MOST_SHEET_BYTES);
  const { read, utils } = await import("@e965/xlsx");
  try {
    // No formulas, links or macros: values as they are shown.
    const book = read(bytes, { type: "array", dense: true, cellFormula: false, cellHTML: false, bookVBA: false });
    return book.SheetNames.map((name) => ({
      ...gridOf(book.Sheets[name] as WorkSheet, utils),
      name: `${file.name}, sheet ${name}`,
      label: name,
    }));
  } catch (cause) {
    // The reader's own mistakes over damaged bytes say nothing to a user.
    const isFaultOfReader = cause instanceof TypeError || cause instanceof RangeError;
    const found = isFaultOfReader ? "its parts do not fit together" : showable((cause as Error).message);
    throw new UserError("corpus", `${file.name}: no readable spreadsheet: ${found}`, {
      cause,
      hint: "save it again, without a password",
    });
  }
}

function gridOf(sheet: WorkSheet, utils: typeof import("@e965/xlsx").utils): Pick<Grid, "rows" | "merges"> {
  // Rows and columns before the first filled cell are not given.
  const { r: top, c: left } = utils.decode_range(sheet["!ref"] ?? "A1").s;
  const options = { header: 1, raw: false, defval: "", blankrows: true } as const;
  const cells = utils.sheet_to_json<string[]>(sheet, options);
  return {
    rows: cells.map((row, at) => ({ line: top + at + 1, cells: row.map(String) })),
    merges: (sheet["!merges"] ?? []).map(({ s, e }) => ({
      top: s.r - top,
      left: s.c - left,
      bottom: e.r - top,
      right: e.c - left,
    })),
  };
}

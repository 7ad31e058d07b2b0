import type { CellObject, DenseWorkSheet, Range } from "@e965/xlsx";
import { countOf } from "../../../base/counts.ts";
import { requirePart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import { filesOfZip, isZip } from "../archive.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "../text/decode-file.ts";
import { ownTextOf } from "../text/untaken.ts";
import { parseXml, type XmlElement } from "../text/xml.ts";
import { cellText, isBeyondDigits, type NumberReading } from "./cell-text.ts";
import type { Grid } from "./grid.ts";

/** OLE compound documents: the old binary .xls. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];
/** Of its XML: the reader takes seven times as much memory. Larger tables are CSV. */
const MOST_SHEET_BYTES = 64 * 2 ** 20;

export function isSpreadsheet({ head, name }: SourceFile): boolean {
  return OLE.every((byte, at) => head[at] === byte) || (isZip(head) && /\.xls[xm]?$/i.test(name));
}

const MOST_CELLS = 20_000_000;

/** A sheet, and what is to be said of it. */
export type SheetGrid = Grid & { notes: readonly string[] };

/** The sheets of a spreadsheet. @throws UserError `corpus` when it cannot be read: damaged, or protected by a password. */
export async function readSheets(file: SourceFile): Promise<SheetGrid[]> {
  const bytes = await file.bytes();
  // The limits of archives hold for a spreadsheet too, and a lower one.
  if (isZip(bytes))
    await refuseBrokenParts(
      await filesOfZip({ name: file.name, bytes: async () => bytes }, MOST_SHEET_BYTES),
      file.name,
    );
  requirePart("spreadsheets");
  const { read, SSF } = await import("@e965/xlsx");
  try {
    // No formulas, links or macros: the values that were stored. What a sheet says of its own size may be wrong.
    const book = read(bytes, {
      type: "array",
      dense: true,
      nodim: true,
      cellNF: true,
      cellFormula: false,
      cellHTML: false,
      bookVBA: false,
    });
    refuseLostTexts(book, file.name);
    const reading = { ssf: SSF, date1904: book.Workbook?.WBProps?.date1904 === true };
    return book.SheetNames.map((name) =>
      gridOf(book.Sheets[name] as DenseWorkSheet, { name: `${file.name}, sheet ${name}`, label: name, reading }),
    );
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    // The reader's own mistakes over damaged bytes say nothing to a user.
    const isFaultOfReader = cause instanceof TypeError || cause instanceof RangeError;
    const found = isFaultOfReader ? "its parts do not fit together" : showable((cause as Error).message);
    throw new UserError("corpus", `${file.name}: no readable spreadsheet: ${found}`, {
      cause,
      hint: "save it again, without a password",
    });
  }
}

/** The reader goes on past broken XML, and past text between elements, without the cells that stand in it. */
async function refuseBrokenParts(parts: readonly SourceFile[], name: string): Promise<void> {
  for (const part of parts)
    if (/^xl\/(?:worksheets\/[^/]+|sharedStrings)\.xml$/i.test(part.name)) {
      const { text } = await decodeFile(part, { xml: true });
      const place = `${name}, ${part.name}`;
      const parents = new WeakSet<XmlElement>();
      parseXml(text, place, (element, around) => {
        if (parents.has(element) && ownTextOf(element) !== "") throw strayText(element, place);
        const parent = around.at(-1);
        if (parent) parents.add(parent);
        return true;
      });
    }
}

function strayText(element: XmlElement, place: string): UserError {
  const text = showable(ownTextOf(element).slice(0, 40));
  return new UserError(
    "corpus",
    `${place}:${element.line}: text stands between the elements of <${element.name}>: ${text}`,
    {
      hint: "it is damaged: save it again",
    },
  );
}

/** Cells name their texts by number: where the list of texts is cut short, the reader leaves such cells empty. */
function refuseLostTexts(book: object, name: string): void {
  const texts: readonly object[] = "Strings" in book && Array.isArray(book.Strings) ? book.Strings : [];
  const said = "Unique" in texts ? Number(texts.Unique) : 0;
  // Behind the last it has what follows the last, which is no text.
  const found = texts.length - ("r" in (texts.at(-1) ?? { r: null }) ? 0 : 1);
  if (said > found)
    throw new UserError("corpus", `${name}: ${found} texts of cells, expected ${said} as it says itself`, {
      hint: "it is damaged: save it again",
    });
}

function gridOf(
  { "!data": data = [], "!merges": merges = [] }: DenseWorkSheet,
  { name, label, reading }: Pick<Grid, "name" | "label"> & { reading: NumberReading },
): SheetGrid {
  const rows = Array.from(data, (row = []) => Array.from(row, (cell) => cellText(cell, reading)));
  // Rows and columns before the first filled cell are not given.
  const isEmpty = (cells: readonly string[]) => cells.every((cell) => cell === "");
  const top = Math.max(
    0,
    rows.findIndex((cells) => !isEmpty(cells)),
  );
  const left = rows.reduce((least, cells) => Math.min(least, firstFilled(cells)), Number.POSITIVE_INFINITY);
  const start = Number.isFinite(left) ? left : 0;
  const widest = rows.reduce((most, { length }) => Math.max(most, length), 0) - start;
  // One cell far out must not make every row as wide.
  const width = widest * rows.length > MOST_CELLS ? 0 : widest;
  return {
    name,
    label,
    rows: rows.slice(top).map((cells, at) => ({
      line: top + at + 1,
      cells: [...cells.slice(start), ...Array<string>(Math.max(0, width - Math.max(0, cells.length - start))).fill("")],
    })),
    merges: merges.map(({ s, e }: Range) => ({
      top: s.r - top,
      left: s.c - start,
      bottom: e.r - top,
      right: e.c - start,
    })),
    notes: sayLong(name, data),
  };
}

function firstFilled(cells: readonly string[]): number {
  const at = cells.findIndex((cell) => cell !== "");
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function sayLong(name: string, data: readonly (readonly CellObject[])[]): string[] {
  const long = data.flatMap((row = [], at) => row.flatMap((cell) => (cell && isBeyondDigits(cell) ? [at + 1] : [])));
  return long.length === 0
    ? []
    : [
        `${countOf(long.length, `number of ${name} has`, `numbers of ${name} have`)} more digits than a spreadsheet keeps, and may stand for several, the first in row ${long[0]}: store ids as text`,
      ];
}

import { expect, it } from "vitest";
import { filesOfZip, zipOf } from "../../../../scripts/reader-mutations/packed.ts";
import { readPath, tempFile } from "../read-fixture.ts";

interface Cell {
  t: "n" | "s" | "b";
  v: number | string | boolean;
  z?: string;
}

/** A sheet with an id, a title and a value in each row. */
async function sheetOf(rows: readonly (readonly [id: Cell, value: Cell])[], date1904 = false): Promise<string> {
  const { utils, write } = await import("@e965/xlsx");
  const sheet = utils.aoa_to_sheet([["ID", "Title", "Value"], ...rows.map((_, at) => ["", `title ${at}`, ""])]);
  for (const [at, [id, value]] of rows.entries()) {
    sheet[`A${at + 2}`] = id;
    sheet[`C${at + 2}`] = value;
  }
  const book = utils.book_new();
  utils.book_append_sheet(book, sheet, "Requirements");
  if (date1904) book.Workbook = { WBProps: { date1904: true } };
  return tempFile("a.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
}

const text = (v: string): Cell => ({ t: "s", v });
const number = (v: number, z?: string): Cell => ({ t: "n", v, ...(z && { z }) });

it("reads ids as they are stored: long numbers stay apart, zeros of a format stay, text is text", async () => {
  const ids = [
    number(123456789010),
    number(123456789011),
    number(1234, "#,##0"),
    number(42, "00000"),
    number(7, '"REQ-"000'),
    text("007"),
    text("1E5"),
  ];
  const { artifacts, problems } = await readPath(await sheetOf(ids.map((id) => [id, text("x")])));
  expect(problems).toEqual([]);
  expect(artifacts.map(({ id }) => id.replace(/^.*?-(?=\d)/, ""))).toEqual([
    "123456789010",
    "123456789011",
    "1234",
    "00042",
    "007",
    "007",
    "1E5",
  ]);
});

it.each([
  ["a percent", number(0.255, "0%"), "0.255"],
  ["a rounded number", number(2.71528, "0.00"), "2.71528"],
  ["a sum of tenths", number(0.1 + 0.2), "0.3"],
  ["an amount", number(1234567.5, '#,##0.00 "EUR"'), "1234567.5"],
  ["a scientific number", number(1.5e-7, "0.00E+00"), "1.5e-7"],
  ["a day", number(45_292, "m/d/yy"), "2024-01-01"],
  ["a day with a time", number(45_292.75, "dd.mm.yyyy hh:mm"), "2024-01-01T18:00:00"],
  ["a time of no day", number(0.5, "h:mm AM/PM"), "12:00:00"],
  ["a duration", number(1.5, "[h]:mm"), "36:00"],
  ["a truth value", { t: "b", v: true } as Cell, "TRUE"],
  ["a number that its format hides", number(5, ";;;"), "5"],
])("reads %s by its value and not by its looks", async (_what, value, expected) => {
  const { artifacts } = await readPath(await sheetOf([[text("R-1"), value]]));
  expect(artifacts[0]?.meta.Value).toBe(expected);
});

it("reads days of a file that counts from 1904", async () => {
  const { artifacts } = await readPath(await sheetOf([[text("R-1"), number(43_830, "yyyy-mm-dd")]], true));
  expect(artifacts[0]?.meta.Value).toBe("2024-01-01");
});

it("says that a number of more than 15 digits may stand for several", async () => {
  const { notes } = await readPath(await sheetOf([[number(1234567890123456), text("x")]]));
  expect(notes.join("\n")).toContain(
    "more digits than a spreadsheet keeps, and may stand for several, the first in row 2",
  );
});

it("refuses a spreadsheet whose list of texts is shorter than it says, or broken: cells would be empty", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["ID", "Title"],
      ["A-1", "one"],
      ["A-2", "two"],
    ]),
    "Requirements",
  );
  const files = await filesOfZip(
    Buffer.from(write(book, { type: "buffer", bookType: "xlsx", bookSST: true }) as Uint8Array),
  );
  const texts = String(files["xl/sharedStrings.xml"]).replace(/<si>(?:(?!<si>).)*<\/si>(?=<\/sst>)/, "");
  const cut = await zipOf({ ...files, "xl/sharedStrings.xml": texts });
  await expect(readPath(await tempFile("a.xlsx", cut))).rejects.toThrow(
    "5 texts of cells, expected 6 as it says itself",
  );
  const between = String(files["xl/sharedStrings.xml"]).replace("<si>", "<si>[");
  const strayed = await zipOf({ ...files, "xl/sharedStrings.xml": between });
  await expect(readPath(await tempFile("a.xlsx", strayed))).rejects.toThrow(
    "text stands between the elements of <si>: [",
  );
});

it("refuses an archive whose bytes are not those that its checksum is of", async () => {
  const bytes = await zipOf({ "xl/workbook.xml": "<workbook/>" });
  const sum = bytes.indexOf("PK\x01\x02") + 16;
  bytes[sum] = (bytes[sum] as number) ^ 1;
  await expect(readPath(await tempFile("a.xlsx", bytes))).rejects.toThrow("the checksum of xl/workbook.xml");
});

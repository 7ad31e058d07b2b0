import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Problems } from "../../../../import/folder/problems.ts";
import { tableAdapter } from "../../../../import/sources/adapters/table.ts";
import { filesOfZip } from "../../../../import/sources/archive.ts";
import { memoryFile } from "../../../../import/sources/files.ts";
import { readTables } from "../../../../import/sources/tables/read-tables.ts";
import { fixture, readPath, tempFile } from "../read-fixture.ts";
import { zipOf } from "../zip.ts";

const COLUMNS = { "Short text": "title", Area: "suite", Owner: "left out", "Last result": "outcome" } as const;

it("maps columns as it is told and guesses the rest; rows without an id go on with the case above", async () => {
  const { artifacts, links, notes, counts } = await readPath(fixture("tests.csv"), { columns: COLUMNS });
  expect(artifacts[0]).toEqual({
    id: "TC-1",
    type: "tests",
    title: "Lock the door",
    text: "1. press\nlock\nExpected: locked\n2. press again\nExpected: open",
    meta: { suite: "door", last_outcome: "PASS", steps: 2 },
  });
  expect(artifacts[1]?.meta).toEqual({ suite: "lamp", last_outcome: "SKIP", steps: 1 });
  expect(counts).toMatchObject({ rows: 3, records: 2, withRequirement: 2 });
  expect(links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual([
    "TC-1 REQ-1",
    "TC-1 REQ-2",
    "TC-2 TC-1",
  ]);
  expect(notes.join("\n")).toContain('"Key" is id, "Short text" is title');
});

it("says which columns there are when none is a title, and when one is told that is not there", async () => {
  await expect(readPath(await tempFile("a.csv", "Key,Kolumne\nK-1,x\n"))).rejects.toMatchObject({
    problems: ['a.csv: "Key", such as "K-1"', 'a.csv: "Kolumne", such as "x"'],
  });
  await expect(readPath(fixture("tests.csv"), { columns: { Nope: "title" } })).rejects.toThrow(
    'no table has the column "Nope"',
  );
});

it("reads a spreadsheet as the same table, behind a cover page", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const rows = [
    ["Id", "Summary", "Type"],
    ["R-1", "Doors lock", "requirement"],
    ["T-1", "Lock <it>", "test"],
  ];
  for (const bookType of ["xlsx", "biff8"] as const) {
    const book = utils.book_new();
    utils.book_append_sheet(book, utils.aoa_to_sheet([["Exported by somebody"]]), "Cover");
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), "Data");
    const bytes = write(book, { type: "buffer", bookType }) as Uint8Array;
    const { artifacts, counts, notes } = await readPath(
      await tempFile(bookType === "xlsx" ? "a.xlsx" : "a.xls", bytes),
    );
    expect(artifacts.map(({ id, type, title }) => `${type} ${id} ${title}`)).toEqual([
      "requirement R-1 Doors lock",
      "test T-1 Lock <it>",
    ]);
    expect(counts.sheets).toBe(2);
    expect(notes[0]).toContain("sheet Cover holds no table");
  }
});

it("refuses a spreadsheet with a broken sheet, whose reader would go on without the cells in it", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  utils.book_append_sheet(
    book,
    utils.aoa_to_sheet([
      ["Id", "Summary"],
      ["T-1", "Lock"],
    ]),
    "Data",
  );
  const parts = await filesOfZip(memoryFile("a.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array));
  const texts = await Promise.all(
    parts.map(
      async ({ name, bytes }): Promise<[string, string]> => [name, Buffer.from(await bytes()).toString("utf8")],
    ),
  );
  const broken = texts.map(([name, text]): [string, string] => [name, text.replace("<row ", "<row <")]);
  await expect(readPath(await tempFile("a.xlsx", zipOf(broken)))).rejects.toThrow(
    /a\.xlsx, xl\/worksheets\/sheet1\.xml/,
  );
  expect((await readPath(await tempFile("a.xlsx", zipOf(texts)))).artifacts).toMatchObject([{ id: "T-1" }]);
});

it("names the columns of a known tool that it leaves out", async () => {
  const csv = "issuekey,Summary,TestStep,Test Data,Test Result,Assignee,Rank\nT-1,Lock,push,x,locked,Ada,0|i:\n";
  const { artifacts, notes } = await readPath(await tempFile("a.csv", csv));
  expect(notes.join("\n")).toContain('1 more are attributes; "Assignee" is left out');
  expect(artifacts[0]!.meta).toMatchObject({ Rank: "0|i:" });
});

it("takes plain numbers as ids only with their type before them, and numbers rows without an id", async () => {
  expect((await readPath(await tempFile("a.csv", "id,title\n7,a\n"))).artifacts[0]?.id).toBe("row-7");
  const unnumbered = await readPath(await tempFile("a.csv", "title,text\nx,y\nz,w\n"));
  expect(unnumbered.artifacts.map(({ id }) => id)).toEqual(["row-1", "row-2"]);
  expect(unnumbered.notes.join()).toContain("has no id column");
});

it("reports rows with too many cells and without a title with their line, and refuses what is no CSV", async () => {
  const { problems, artifacts } = await readPath(await tempFile("a.csv", 'id,title\n1,"a\nb"\n2,b,c\n3,\n'));
  expect(problems).toEqual(["a.csv:4: 3 cells, the header has 2", 'a.csv:5: "3" has neither a title nor a text']);
  expect(artifacts.map(({ title }) => title)).toEqual(["a"]);
  await expect(readPath(await tempFile("a.csv", 'id,title\n1,"open\n'))).rejects.toThrow(/a\.csv:\d+: not CSV/);
});

it("guesses GBK, and reads what is asked for", async () => {
  const gbk = Buffer.from([0xd3, 0xc3, 0xc0, 0xfd, 0xb1, 0xea, 0xcc, 0xe2]);
  const bytes = Buffer.concat([
    gbk,
    Buffer.from(",id\n"),
    Buffer.concat(Array.from({ length: 30 }, (_, n) => Buffer.concat([gbk, Buffer.from(`,A-${n}\n`)]))),
  ]);
  const path = await tempFile("a.csv", bytes);
  expect((await readPath(path)).notes[0]).toMatch(/read as gb18030: guessed/);
  expect((await readPath(path, { encoding: "gbk" })).artifacts[0]?.title).toBe("用例标题");
  await expect(readPath(path, { encoding: "utf-8" })).rejects.toThrow("a.csv:1: not utf-8");
});

it("gives every title back, whatever signs a cell holds, whichever the delimiter", async () => {
  const title = fc
    .string({ unit: "grapheme", minLength: 1, maxLength: 30 })
    .filter((text) => /^[^\s].*[^\s]$|^\S$/s.test(text) && !/[\r\n\0\uFEFF]/.test(text));
  await fc.assert(
    fc.asyncProperty(
      fc.array(title, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(",", ";", "\t"),
      async (titles, delimiter) => {
        const rows = [["id", "title"], ...titles.map((text, at) => [`R-${at}`, text])];
        const bytes = Buffer.from(stringify(rows, { delimiter, quoted: true }));
        const problems = new Problems();
        const [table] = await readTables(memoryFile("a.csv", bytes), { problems, columns: {} });
        expect(table?.rows.map(({ cells }) => cells[1])).toEqual(titles);
        expect(problems.count).toBe(0);
      },
    ),
    { numRuns: 200 },
  );
});

it("claims a table by the columns that it knows, and one without any hardly", () => {
  const whyOf = (header: string) => tableAdapter.claim(memoryFile("a.csv", Buffer.from(`${header}\nx,y\n`)));
  expect(whyOf("Id,Kolumne")).toEqual({ certainty: 0.5, why: 'a.csv is a table with the columns "Id"' });
  expect(whyOf("Kolumne,Annat")).toEqual({ certainty: 0.2, why: "a.csv is a table" });
});

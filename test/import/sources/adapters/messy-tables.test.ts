import { expect, it } from "vitest";
import { importSource } from "../../../../import/sources/import-source.ts";
import { readPath, tempFile } from "../read-fixture.ts";

interface Told {
  [id: string]: string;
}

/** Id -> type and title, and every link, as a person would read the table. */
async function read(
  name: string,
  text: string,
): Promise<{ told: Told; links: string[]; notes: string; problems: string[] }> {
  const { artifacts, links, notes, problems } = await readPath(await tempFile(name, Buffer.from(text)));
  const own = artifacts.filter(({ meta }) => !meta.named_only);
  return {
    told: Object.fromEntries(own.map(({ id, type, title }) => [id, `${type}: ${title}`])),
    links: links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`),
    notes: notes.join("\n"),
    problems,
  };
}

it("finds a header below a title, a date and an empty line, and says so", async () => {
  const { told, notes } = await read("a.csv", "Test list,,\nas of 2024-05-01,,\n,,\nID,Title,Type\nT-1,Lock,Test\n");
  expect(told).toEqual({ "T-1": "Test: Lock" });
  expect(notes).toContain("the header of a.csv is row 4: 2 rows above it are left out");
});

it("finds a header of unknown names by those that the user gives", async () => {
  const path = await tempFile("a.csv", "Ducks of the year,2024\nSpecies,Habit\nMallard,dabbles\n");
  const { artifacts } = await readPath(path, { columns: { Species: "id", Habit: "title" } });
  expect(artifacts.map(({ id, title }) => [id, title])).toEqual([["Mallard", "dabbles"]]);
});

it("reads German: semicolons, a first line for Excel, several requirements in one cell", async () => {
  const text = `sep=;
Testfall-ID;Bezeichnung;Vorbedingung;Testschritte;Erwartetes Ergebnis;Verkn\u00fcpfte Anforderungen
TF-1;T\u00fcr sperren;zu;dr\u00fccken;gesperrt;"ANF-1 | ANF-2"
TF-2;T\u00fcr \u00f6ffnen;gesperrt;dr\u00fccken;offen;"ANF-2\nANF-3"
TF-3;Licht;;warten;dunkel;ANF-1 ANF-3
`;
  const { told, links } = await read("export.csv", text);
  expect(told).toMatchObject({ "TF-1": "test_case: T\u00fcr sperren" });
  expect(links.map((link) => link.replace(" verifies", ""))).toEqual([
    ...["TF-1 ANF-1", "TF-1 ANF-2", "TF-2 ANF-2", "TF-2 ANF-3", "TF-3 ANF-1", "TF-3 ANF-3"],
  ]);
});

it("reads French, with titles of its own and requirements named as such", async () => {
  const text =
    "N\u00b0;Intitul\u00e9;\u00c9tapes;R\u00e9sultat attendu;Exigences li\u00e9es\nCT-1;Fermer;appuyer;ferm\u00e9;EX-1, EX-2\n";
  const { told, links } = await read("cas.csv", text);
  expect(told).toEqual({ "CT-1": "test_case: Fermer" });
  expect(links).toEqual(["CT-1 verifies EX-1", "CT-1 verifies EX-2"]);
});

it.each([
  ["Nr.;Anf.-ID;Anforderungstext", "LSG-REQ-101", "LSG-REQ-102"],
  ["Lfd. Nr.;SW-Kennung;Text", "SW1", "SW2"],
  ["#;Eigene ID;Text", "X_1", "X_2"],
])("takes `%s` for places and ids: the rows are called by what names them", async (header, one, two) => {
  const { told } = await read("Anforderungen.csv", `${header}\n1;${one};Licht an\n2;${two};Licht aus\n`);
  expect(Object.keys(told)).toEqual([one, two]);
});

it.each([
  ["Nr.;Defect ID;Text", "1;BUG-7;Licht an\n2;;Licht aus\n3;BUG-7;blinkt\n"],
  ["ID;Anf.-ID;Text", "1;A-1;Licht an\n2;A-2;Licht aus\n3;A-3;blinkt\n"],
])(
  "keeps the numbers of `%s`, where another column names only some rows or they are called ids",
  async (header, rows) => {
    const { told } = await read("Testfälle.csv", `${header}\n${rows}`);
    expect(Object.keys(told).map((id) => id.replace(/\D/g, ""))).toEqual(["1", "2", "3"]);
  },
);

it("takes a column of sentences for a text whatever it is called, and a first column of ids for the ids", async () => {
  const { told } = await read(
    "Anforderungen.csv",
    "Kapitelnummer;Anforderung\nA-1;Die T\u00fcr muss sich sperren lassen.\nA-2;Das Licht muss sich dimmen lassen.\n",
  );
  expect(told).toMatchObject({ "A-1": "Anforderungen: Die T\u00fcr muss sich sperren lassen." });
});

it("makes no id of a repeated header, a caption, a legend or a column's name", async () => {
  const rows = [1, 2, 3, 4, 5, 6].map((n) => `ANF-${n};Satz ${n};x`);
  const text = [
    "ID;Titel;Quelle",
    "Tabelle 1: Anforderungen;;",
    ...rows.slice(0, 3),
    "ID;Titel;Quelle",
    ...rows.slice(3),
  ];
  const legend = ["Spalten;was sie bedeuten;", "Anforderung;die Nummer;", "Summe;6;"];
  const { told, notes, problems } = await read("a.csv", [...text, ...legend].join("\n"));
  expect(Object.keys(told)).toEqual(["ANF-1", "ANF-2", "ANF-3", "ANF-4", "ANF-5", "ANF-6"]);
  expect(problems).toEqual([]);
  expect(notes).toContain("5 rows of a.csv are no records and are left out: row 2 (");
  for (const said of ['"Spalten", no id like the others', '"Anforderung", a column\'s name as id'])
    expect(notes).toContain(said);
});

it("keeps ids that are words where ids are words", async () => {
  const rows = ["API", "Interface", "Event", "Timer", "Text"].map((term) => `${term},what a ${term} is`);
  const { told } = await read("glossary.csv", ["ID,Definition", ...rows].join("\n"));
  expect(Object.keys(told)).toHaveLength(5);
});

it("takes nothing of a record with a faulty row", async () => {
  const text = "id,title,step,expected\nT-1,a,one,yes\n,,two,no,too many,cells\nT-2,b,three,yes\n";
  const { told, problems } = await read("tests.csv", text);
  expect(told).toEqual({ "T-2": "tests: b" });
  expect(problems).toEqual(["tests.csv:3: 6 cells, the header has 4"]);
});

it("reads several sheets as what they are called, merged headers and cells, and numbers across sheets", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  const requirements = utils.aoa_to_sheet([
    ["Export", "", ""],
    ["Number", "Requirement", "Prio"],
    [1, "The door shall lock within a second.", "high"],
    [2, "The lamp shall dim when asked to.", "low"],
  ]);
  const tests = utils.aoa_to_sheet([
    ["Test", "", "Step", "", "Requirement", "Module"],
    ["ID", "Name", "Action", "Result", "", ""],
    ["T-1", "Lock", "press", "locked", 1, "door"],
    ["", "", "press again", "open", "", ""],
    ["T-2", "Dim", "wait", "dark", 2, ""],
  ]);
  tests["!merges"] = ["A1:B1", "C1:D1", "E1:E2", "F1:F2", "A3:A4", "B3:B4", "F3:F5"].map((range) =>
    utils.decode_range(range),
  );
  utils.book_append_sheet(book, requirements, "Requirements");
  utils.book_append_sheet(book, tests, "Tests");
  const path = await tempFile("all.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
  const { corpus } = await importSource(path);
  expect(corpus.artifacts.map(({ id, type }) => `${type} ${id}`)).toEqual([
    "Requirements Requirements-1",
    "Requirements Requirements-2",
    "Tests T-1",
    "Tests T-2",
  ]);
  expect(corpus.mapping.artifactTypes).toMatchObject({
    Requirements: { role: "backlog_item" },
    Tests: { role: "test_case" },
  });
  expect(corpus.links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual([
    "T-1 Requirements-1",
    "T-2 Requirements-2",
  ]);
  expect(corpus.artifacts.at(-2)).toMatchObject({ title: "Lock", meta: { suite: "door", steps: 2 } });
  expect(corpus.artifacts.at(-1)?.meta).toMatchObject({ suite: "door" });
});

it("reads Windows-1252 without being told", async () => {
  const rows = ["Größe prüfen", "Tür öffnen", "Schlüssel wählen"].map(
    (title, at) => `T-${at};${title};Übung für müde Prüfer`,
  );
  const bytes = Buffer.from(["ID;Titel;Beschreibung", ...rows].join("\r\n"), "latin1");
  const { artifacts } = await readPath(await tempFile("Tests.csv", bytes));
  expect(artifacts.map(({ title }) => title)).toEqual(["Größe prüfen", "Tür öffnen", "Schlüssel wählen"]);
});

it("takes no row of totals for a record, in three languages", async () => {
  for (const total of ["Total;3;", "Summe:;;4,5", ";Gesamt;7"]) {
    const { told, notes } = await read("tests.csv", `Nr;Titel;Dauer\nT-1;a;1\nT-2;b;2\n${total}\n`);
    expect(Object.keys(told)).toEqual(["T-1", "T-2"]);
    expect(notes).toContain("a total");
  }
});

it("takes a column of any name for references where it holds ids of another sheet, but no column of numbers", async () => {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  const sheets = {
    Requirements: [
      ["Number", "Text"],
      ["0001", "The door shall lock."],
      ["0002", "The lamp shall dim."],
      ["3", "It is."],
    ],
    Tests: [
      ["ID", "Title", "Subject", "Runs"],
      ["T-1", "Lock", "0001", "3"],
      ["T-2", "Both", "0001|0002", "3"],
    ],
  };
  for (const [name, rows] of Object.entries(sheets)) utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name);
  const path = await tempFile("all.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
  const { links, artifacts } = await readPath(path);
  expect(links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual([
    "T-1 Requirements-0001",
    "T-2 Requirements-0001",
    "T-2 Requirements-0002",
  ]);
  expect(artifacts.at(-1)?.meta).toMatchObject({ Runs: "3" });
});

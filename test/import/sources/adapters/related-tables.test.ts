import { expect, it } from "vitest";
import { readPath, tempFile } from "../read-fixture.ts";

type Rows = readonly (readonly (string | number)[])[];

const readBook = async (sheets: Readonly<Record<string, Rows>>) => told(await bookOf(sheets));

async function bookOf(sheets: Readonly<Record<string, Rows>>) {
  const { utils, write } = await import("@e965/xlsx");
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets))
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  return tempFile("all.xlsx", write(book, { type: "buffer", bookType: "xlsx" }) as Uint8Array);
}

async function told(path: string) {
  const { artifacts, links, notes, problems } = await readPath(path);
  return {
    texts: Object.fromEntries(
      artifacts.map(({ id, title, text }) => [id, title === text ? title : `${title}: ${text}`]),
    ),
    links: links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`),
    notes: notes.join("\n"),
    problems,
  };
}

it("reads Jira's CSV: repeated columns of links, by their type and from where they begin", async () => {
  const { links, texts } = await told(
    await tempFile(
      "Jira.csv",
      `Summary,Issue key,Issue id,Issue Type,Description,Inward issue link (Tests),Inward issue link (Tests),Outward issue link (Tests),Custom field (Epic Link)
Discount,SHOP-1,1001,Story,The basket has a discount.,SHOP-3,SHOP-4,,SHOP-99
Refund,SHOP-2,1002,Story,The customer is refunded.,SHOP-4,,,SHOP-99
Discount once,SHOP-3,1003,Test,Checks it.,,,SHOP-1,
Refund once,SHOP-4,1004,Test,Checks it too.,,,"SHOP-1, SHOP-2",
`,
    ),
  );
  expect(new Set(links)).toEqual(
    new Set([
      ...["SHOP-3 Tests SHOP-1", "SHOP-4 Tests SHOP-1", "SHOP-4 Tests SHOP-2"],
      ...["SHOP-1 Custom field (Epic Link) SHOP-99", "SHOP-2 Custom field (Epic Link) SHOP-99"],
    ]),
  );
  expect(texts["SHOP-99"]).toBe("SHOP-99");
});

it("reads links as Polarion writes them, whose titles hold commas", async () => {
  const { links } = await told(
    await tempFile(
      "items.csv",
      `ID,Title,Type,Linked Work Items
ELEV-1,"Doors close, when idle",System Requirement,"is verified by: ELEV-9 - Doors, twice"
ELEV-2,Light,System Requirement,"has parent: ELEV-1 - Doors close, when idle"
ELEV-9,"Doors, twice",Test Case,"verifies: ELEV-1 - Doors close, when idle, verifies: ELEV-2 - Light"
`,
    ),
  );
  expect(links).toEqual([
    "ELEV-1 is verified by ELEV-9",
    "ELEV-2 has parent ELEV-1",
    "ELEV-9 verifies ELEV-1",
    "ELEV-9 verifies ELEV-2",
  ]);
});

it("joins sheets of tests, of steps and of links by what names a row, as Squash TM exports them", async () => {
  const { texts, links, notes } = await readBook({
    REQUIREMENT: [
      ["REQ_PATH", "REQ_VERSION_NUM", "REQ_VERSION_REFERENCE", "REQ_VERSION_NAME", "REQ_VERSION_DESCRIPTION"],
      ["/Retraite/Dossier", 1, "EXG-1", "Dossier", "Le dossier est archivé."],
      ["/Retraite/Relevé", 1, "EXG-2", "Relevé", "Le relevé est envoyé."],
    ],
    TEST_CASES: [
      ["TC_PATH", "TC_ID", "TC_NAME", "TC_DESCRIPTION"],
      ["/Retraite/Archiver", 91, "Archiver", "Archive le dossier."],
      ["/Retraite/Envoyer", 92, "Envoyer", "Envoie le relevé."],
    ],
    STEPS: [
      ["TC_OWNER_PATH", "TC_OWNER_ID", "TC_STEP_NUM", "TC_STEP_ACTION", "TC_STEP_EXPECTED_RESULT"],
      ["/Retraite/Archiver", 91, 1, "Cliquer", "Archivé"],
      ["/Retraite/Archiver", 91, 2, "Attendre", "Rangé"],
    ],
    LINK_REQ_TC: [
      ["REQ_PATH", "REQ_VERSION_NUM", "TC_PATH"],
      ["/Retraite/Dossier", 1, "/Retraite/Archiver"],
      ["/Retraite/Relevé", 1, "/Retraite/Envoyer"],
    ],
  });
  expect(texts["TEST_CASES-91"]).toBe(
    "Archiver: Archive le dossier.\n1. Cliquer\nExpected: Archivé\n2. Attendre\nExpected: Rangé",
  );
  expect(links).toHaveLength(2);
  expect(links[0]).toMatch(/ LINK_REQ_TC TEST_CASES-91$/);
  expect(notes).toContain('sheet LINK_REQ_TC is read as links: "REQ_PATH" -> "TC_PATH"; "REQ_VERSION_NUM" is left out');
});

it("reads HP ALM's sheets, where a requirement and a test have the same number", async () => {
  const { links, texts, problems } = await readBook({
    Requirements: [
      ["Req ID", "Req Name", "Requirement Type"],
      [1, "Store the letter", "Functional"],
      [2, "Flag the claim", "Functional"],
    ],
    "Test Plan": [
      [
        "Test ID",
        "Test Name",
        "Type",
        "Step Name (Design Step)",
        "Description (Design Step)",
        "Expected Result (Design Step)",
        "Covered Req ID",
      ],
      [1, "Letter", "MANUAL", "Step 1", "Print it", "Stored", "1;2"],
      [1, "Letter", "MANUAL", "Step 2", "Read it", "Legible", "1;2"],
      [2, "Flag", "MANUAL", "Step 1", "Raise it", "Red", "2"],
    ],
  });
  expect(problems).toEqual([]);
  expect(new Set(links)).toEqual(
    new Set([
      "test_case-1 verifies Requirements-1",
      "test_case-1 verifies Requirements-2",
      "test_case-2 verifies Requirements-2",
    ]),
  );
  expect(texts["test_case-1"]).toContain("Expected: Legible");
});

it("finds title and text by their cells where no name of a column is known", async () => {
  const { texts } = await told(
    await tempFile(
      "vereisten.csv",
      "Nummer;Korte naam;Uitleg;Stand\nV-1;De deur gaat dicht;Als de lift stil staat gaat de deur binnen 3 s dicht.;klaar\nV-2;Het licht gaat aan;Als iemand binnenkomt gaat het licht aan.;klaar\n",
    ),
  );
  expect(texts["V-1"]).toBe("De deur gaat dicht: Als de lift stil staat gaat de deur binnen 3 s dicht.");
});

it("says of a table that it does not read how many rows are left out, and how to name its columns", async () => {
  const { notes } = await readBook({
    Tests: [
      ["ID", "Title"],
      ["T-1", "Lock"],
    ],
    Rates: [
      ["A", "B"],
      ["x", "1"],
      ["y", "2"],
    ],
  });
  expect(notes).toContain(
    'LEFT OUT: 2 rows of all.xlsx, sheet Rates, which has no column for a title or a text among "A", "B"',
  );
});

it("calls a scenario by the tag that is its alone", async () => {
  const { artifacts, links } = await readPath(
    await tempFile(
      "login.feature",
      "Feature: Login\n\n  @TEST_ABC-7 @REQ_ABC-1 @smoke\n  Scenario: Good\n    Given a user\n\n  @TC_9 @REQ_ABC-1\n  Scenario: Bad\n    Given a user\n\n  @TC_9 @REQ_ABC-2\n  Scenario: Worse\n    Given a user\n",
    ),
  );
  expect(artifacts.filter(({ type }) => type === "scenario").map(({ id }) => id)).toEqual([
    "ABC-7",
    "login::Bad",
    "login::Worse",
  ]);
  const from = links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`);
  expect(from).toEqual(expect.arrayContaining(["ABC-7 verifies ABC-1", "ABC-7 tag smoke", "login::Bad tag TC_9"]));
});

it("reads sheets of other languages, a table's ids by its cells, and tells apart what no name tells", async () => {
  const sheets = {
    Prüffälle: [
      ["Prüffall", "Bezeichnung", "Schritte", "Geprüfte Anforderungen", "Typ"],
      ["PF-1", "Barcode lesen", "Etikett scannen", "URS-1", "OQ"],
      ["PF-2", "Nummer doppelt", "Zweimal eingeben", "URS-2", "PQ"],
    ],
    Requisiti: [
      ["Codice requisito", "Oggetto", "Descrizione", "Tipo"],
      ["URS-1", "Codice a barre", "Un campione ha un codice.", "funzionale"],
      ["URS-2", "Doppioni", "Un numero vale una volta.", "qualita"],
    ],
    Xyz: [
      ["Qwe", "Descricao", "Prüffall"],
      ["AB-1", "Nada legivel", "PF-1"],
      ["AB-2", "Numero repetido", "PF-2"],
    ],
  };
  const { artifacts } = await readPath(await bookOf(sheets));
  expect(artifacts.map(({ id, type }) => [id, type])).toEqual([
    ...[1, 2].map((at) => [`PF-${at}`, "Prüffälle"]),
    ...[1, 2].map((at) => [`URS-${at}`, "Requisiti"]),
    ...[1, 2].map((at) => [`AB-${at}`, "Xyz"]),
  ]);
  expect(artifacts.map(({ meta }) => meta.Typ ?? meta.Tipo)).toEqual([
    "OQ",
    "PQ",
    "funzionale",
    "qualita",
    undefined,
    undefined,
  ]);
  const { texts, links } = await told(await bookOf(sheets));
  expect(texts["URS-1"]).toBe("Codice a barre: Un campione ha un codice.");
  expect(links).toEqual(["PF-1 verifies URS-1", "PF-2 verifies URS-2", "AB-1 Prüffall PF-1", "AB-2 Prüffall PF-2"]);
});

it("reads a table that tells of tests and of what they are of as both: by reference, or described above its tests", async () => {
  const referred = await tempFile(
    "cases.csv",
    'Test Case ID,Requirement ID,Description,Steps,Expected Result\nTC-1,FR-2,Book,Pick a slot,Booked\nTC-2,"FR-2, FR-3",Cancel,Press cancel,Gone\n',
  );
  expect((await told(referred)).links).toEqual(["TC-1 verifies FR-2", "TC-2 verifies FR-2", "TC-2 verifies FR-3"]);
  const described = await tempFile(
    "Abnahme.csv",
    [
      "Anforderung ID;Anforderungsbeschreibung;Testfall-ID;Testfall-Beschreibung;Testschritte;Erwartetes Ergebnis",
      "UC-01;Anmeldung;;;;",
      "UC-01.01;Anmelden mit Passwort;TC-UC01.1;Richtiges Passwort;Anmelden;Angemeldet",
      ";;TC-UC01.2;Falsches Passwort;Anmelden;Abgewiesen",
      "UC-02.01;Abmelden;TC-UC02.1;Abmelden am Ende;Abmelden;Abgemeldet",
    ].join("\n"),
  );
  const { links, texts, problems } = await told(described);
  expect(problems).toEqual([]);
  expect(links).toEqual(["TC-UC01.1 verifies UC-01.01", "TC-UC01.2 verifies UC-01.01", "TC-UC02.1 verifies UC-02.01"]);
  expect(texts).toMatchObject({ "UC-01": "Anmeldung", "UC-01.01": "Anmelden mit Passwort", "UC-02.01": "Abmelden" });
  expect(texts["TC-UC01.2"]).toMatch(/^Falsches Passwort.*Abgewiesen$/s);
});

it("takes the column that is called as its records are for their id, and a tracker's numbers elsewhere for references", async () => {
  const { links, texts } = await told(
    await bookOf({
      bugs: [["Bug", "Summary"], ...[900, 914, 5200, 7741, 31002].map((bug) => [bug, `Fault of ${bug}`])],
      tests: [
        ["Test", "Title", "Guards", "Year"],
        ["net/http::TestA", "Reads on", "900, 7741", 2019],
        ["net/http::TestB", "Ends", "31002", 2020],
      ],
    }),
  );
  expect(links).toEqual([
    "net/http::TestA verifies bugs-900",
    "net/http::TestA verifies bugs-7741",
    "net/http::TestB verifies bugs-31002",
  ]);
  expect(Object.keys(texts)).toEqual(expect.arrayContaining(["bugs-5200", "net/http::TestB"]));
});

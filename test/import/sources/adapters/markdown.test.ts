import { expect, it } from "vitest";
import { readMarkdown } from "../../../../import/sources/markdown/read-markdown.ts";
import { readPath, tempFile } from "../read-fixture.ts";

it.each([
  ["## REQ-12: Log in", "REQ-12", "req"],
  ["# TC007 - Log in", "TC007", "tc"],
  ["### [SYS.REQ-4.1] Log in", "SYS.REQ-4.1", "sys"],
  ["## PUMP-SRS-001 Rate limit", "PUMP-SRS-001", "srs"],
  ["## NET-LTE-7 Attach", "NET-LTE-7", "net"],
  ["# Log in {#login}", "login", "login"],
  ["- **REQ-1:** the text", "REQ-1", "req"],
  ["`REQ-1`: the text", "REQ-1", "req"],
  ["| REQ-1 | title | more |\n|---|---|---|\n", "REQ-1", "req"],
])("takes the id of %s", (text, id, type) => {
  expect(readMarkdown(text).map((part) => [part.id, part.type])).toContainEqual([id, type]);
});

it.each([
  "# HTTP basics",
  "# Chapter 2",
  "- REQ-1 is left out of a sentence",
  "# UTF and others",
  "```\n# REQ-1 in a program\n```",
  "---\nREQ-1: in the front matter\n---\n",
])("takes no id of %s", (text) => {
  expect(readMarkdown(text).filter(({ id }) => id !== null)).toEqual([]);
});

it("links by the word before an id, by anchors, and by mentions", async () => {
  const text =
    '# Needs\n\n- **REQ-1:** first <a id="one"></a>\n- **REQ-2:** second\n\n# TC-1 Try\n\nVerifies: REQ-1\n\nas in [that](#needs), see REQ-2 and REQ-9\n';
  const { adapter, links, artifacts } = await readPath(await tempFile("spec.md", text));
  expect(adapter).toBe("markdown");
  expect(links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`)).toEqual([
    "TC-1 verifies REQ-1",
    "TC-1 mentions REQ-2",
    "TC-1 mentions spec.md#needs",
  ]);
  expect(artifacts.map(({ id, text: own }) => [id, own])).toContainEqual(["spec.md#needs", "Needs"]);
});

it("reads rows that name a test and what it is of as both, the item told once above its tests", async () => {
  const { artifacts, links, problems } = await readPath(
    await tempFile(
      "abnahme.md",
      `# Katalog

| Anforderung ID | Anforderungsbeschreibung | Testfall-ID | Testfall-Beschreibung | Testschritte |
|---|---|---|---|---|
| **UC-01** | **Anmeldung** | | | |
| UC-01.01 | Anmelden mit Passwort | TC-UC01.1 | Richtiges Passwort | 1. Seite<br>2. Anmelden |
| | | TC-UC01.2 | Falsches Passwort | Anmelden |
`,
    ),
  );
  expect(problems).toEqual([]);
  const named = artifacts.filter(({ type }) => type !== "section");
  expect(Object.fromEntries(named.map(({ id, title, text }) => [id, [title, text]]))).toEqual({
    "UC-01": ["Anmeldung", "Anmeldung"],
    "UC-01.01": ["Anmelden mit Passwort", "Anmelden mit Passwort"],
    "TC-UC01.1": [
      "Richtiges Passwort",
      "Richtiges Passwort\nAnforderung ID: UC-01.01\nTestschritte: 1. Seite\n2. Anmelden",
    ],
    "TC-UC01.2": ["Falsches Passwort", "Falsches Passwort\nAnforderung ID: UC-01.01\nTestschritte: Anmelden"],
  });
  expect(links.map(({ sourceId, targetId }) => `${sourceId} ${targetId}`)).toEqual(
    expect.arrayContaining(["TC-UC01.1 UC-01.01", "TC-UC01.2 UC-01.01"]),
  );
});

it("counts the lines above the first heading that no definition holds", async () => {
  const { notes } = await readPath(
    await tempFile("spec.md", "lost\n\n- **REQ-1:** kept\n\nlost too\n\n# Needs\n\nkept\n"),
  );
  expect(notes).toContain("2 lines above the first heading left out: spec.md");
});

it("reads lines that end in carriage returns alone", async () => {
  const { artifacts } = await readPath(await tempFile("spec.md", "# Needs\r\r- **REQ-1:** one\r- **REQ-2:** two\r"));
  expect(artifacts.map(({ id }) => id)).toEqual(["spec.md#needs", "REQ-1", "REQ-2"]);
});

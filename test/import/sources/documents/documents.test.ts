import { describe, expect, it } from "vitest";
import { UserError } from "../../../../base/user-error.ts";
import type { Artifact } from "../../../../db/ports/corpus.ts";
import { Problems } from "../../../../import/folder/problems.ts";
import { docxAdapter } from "../../../../import/sources/adapters/docx.ts";
import { htmlAdapter } from "../../../../import/sources/adapters/html.ts";
import { pdfAdapter } from "../../../../import/sources/adapters/pdf.ts";
import { readPdf } from "../../../../import/sources/documents/read-pdf.ts";
import { memoryFile } from "../../../../import/sources/files.ts";
import type { SourceAdapter } from "../../../../import/sources/source.ts";
import { zipOf } from "../zip.ts";
import { drawPdf } from "./draw-pdf.ts";

type Text = [kind: "h1" | "h2" | "p", text: string];
const TEXTS: readonly Text[] = [
  ["h1", "Radio link"],
  ["p", "This chapter is about the radio link and what it carries for its users."],
  ["h2", "Handover"],
  ["p", "REQ-1: The cell shall hand over within 50 ms. Verified by: TC-7"],
  ["p", "REQ-2: The cell shall log each handover."],
];
const ROWS = [
  ["Test", "Title", "Verifies"],
  ["TC-7", "Handover in time", "REQ-1"],
  ["TC-8", "Handover is logged", "REQ-2"],
  ["TC-9", "Handover refused", "REQ-2"],
];

const PDF = () =>
  drawPdf((document) => {
    for (const [kind, text] of TEXTS) document.fontSize({ h1: 24, h2: 18, p: 11 }[kind]).text(text).moveDown();
    const top = document.y;
    ROWS.forEach((row, at) => {
      for (const [column, cell] of row.entries())
        document.fontSize(11).text(cell, 72 + column * 150, top + at * 20, { lineBreak: false });
    });
  });

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const run = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const documentXml = (body: string) => `<?xml version="1.0"?><w:document ${W}><w:body>${body}</w:body></w:document>`;
const BODY = [
  ...TEXTS.map(
    ([kind, text]) => `<w:p><w:pPr>${kind === "p" ? "" : `<w:pStyle w:val="${kind}"/>`}</w:pPr>${run(text)}</w:p>`,
  ),
  `<w:tbl>${ROWS.map((row) => `<w:tr>${row.map((cell) => `<w:tc><w:p>${run(cell)}</w:p></w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`,
].join("");
const STYLES = `<w:styles ${W}><w:style w:styleId="h1"><w:name w:val="heading 1"/></w:style><w:style w:styleId="base"><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style><w:style w:styleId="h2"><w:name w:val="Ours"/><w:basedOn w:val="base"/></w:style></w:styles>`;
const docx = (body = documentXml(BODY)) => zipOf({ "word/document.xml": body, "word/styles.xml": STYLES });

const HTML = `<html><script>alert("REQ-666: no")</script><body>${TEXTS.map(([kind, text]) => `<${kind}>${text}</${kind}>`).join("\n")}
<table>${ROWS.map((row, at) => `<tr>${row.map((cell) => (at === 0 ? `<th>${cell}</th>` : `<td>${cell}</td>`)).join("")}</tr>`).join("")}</table></body></html>`;

async function read(adapter: SourceAdapter, name: string, bytes: Uint8Array) {
  const problems = new Problems();
  const source = { path: name, name, isFolder: false, files: [memoryFile(name, bytes)] };
  return { ...(await adapter.read(source, { problems, broken: [], columns: {} })), problems };
}

const CASES = [
  ["pdf", pdfAdapter, PDF, "p. 1"],
  ["docx", docxAdapter, async () => docx(), "paragraph 4"],
  ["html", htmlAdapter, async () => Buffer.from(HTML), "line 4"],
] as const;

describe.each(CASES)("%s", (name, adapter, make, place) => {
  it("has the ids as artifacts under their headings, cells behind their headers, links as they are said, places of origin", async () => {
    const { artifacts, links, counts, notes } = await read(adapter, `spec.${name}`, await make());
    const byId = new Map(artifacts.map((artifact) => [artifact.id, artifact] as [string, Artifact]));
    expect([...byId.keys()].sort()).toEqual([
      "REQ-1",
      "REQ-2",
      "TC-7",
      "TC-8",
      "TC-9",
      `spec.${name}#handover`,
      `spec.${name}#radio-link`,
    ]);
    expect(byId.get("REQ-1")).toMatchObject({
      type: "req",
      title: "The cell shall hand over within 50 ms.",
      meta: { file: `spec.${name}`, at: place, headings: ["Radio link", "Handover"] },
    });
    expect(byId.get("TC-8")).toMatchObject({
      type: "tc",
      title: "Handover is logged",
      text: "Title: Handover is logged\nVerifies: REQ-2",
    });
    expect(byId.get(`spec.${name}#handover`)?.text).toContain("Test: TC-7 | Title: Handover in time | Verifies: REQ-1");
    const kinds = links.map(({ sourceId, kind, targetId }) => `${sourceId} ${kind} ${targetId}`);
    expect(kinds).toEqual(
      expect.arrayContaining([
        "TC-7 verifies REQ-1",
        "TC-8 verifies REQ-2",
        "TC-9 verifies REQ-2",
        "REQ-1 mentions TC-7",
      ]),
    );
    expect(counts).toMatchObject({ documents: 1, headings: 2, tables: 1, "with an id": 5 });
    expect(notes).toEqual([]);
  });
});

const bomb = () => documentXml(`<w:p>${run("x".repeat(140 * 2 ** 20))}</w:p>`);
const DAMAGED: readonly (readonly [
  what: string,
  adapter: SourceAdapter,
  make: () => Promise<Uint8Array> | Uint8Array,
  says: RegExp,
])[] = [
  ["an empty PDF", pdfAdapter, () => new Uint8Array(), /not a readable PDF/],
  ["a PDF that is a web page", pdfAdapter, () => Buffer.from(HTML), /not a readable PDF/],
  ["a PDF that is a Word document", pdfAdapter, () => docx(), /not a readable PDF/],
  ["a PDF of zeroes", pdfAdapter, () => new Uint8Array(4096), /not a readable PDF/],
  [
    "the first 200 bytes of a PDF",
    pdfAdapter,
    async () => (await PDF()).subarray(0, 200),
    /not a readable PDF|can be read|without any text/,
  ],
  [
    "a protected PDF",
    pdfAdapter,
    () => drawPdf((document) => document.text("secret"), { userPassword: "x" }),
    /protected by a password/,
  ],
  [
    "a scanned PDF",
    pdfAdapter,
    () => drawPdf((document) => document.rect(0, 0, 300, 300).fill("#888")),
    /1 page without any text: scanned/,
  ],
  ["an empty Word document", docxAdapter, () => new Uint8Array(), /not a readable zip archive/],
  ["a cut off Word document", docxAdapter, () => docx().subarray(0, 300), /not a readable zip archive/],
  [
    "a protected Word document",
    docxAdapter,
    () => Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
    /password, or an old Word document/,
  ],
  ["a zip without a document", docxAdapter, () => zipOf({ "a.txt": "x" }), /no Word document/],
  ["a Word document that is a PDF", docxAdapter, PDF, /not a readable zip archive/],
  ["a zip bomb", docxAdapter, () => docx(bomb()), /bytes unpacked/],
  [
    "a zip that lies about its sizes",
    docxAdapter,
    () => zipOf({ "word/document.xml": documentXml(BODY) }, { claimedSize: 5 }),
    /not a readable zip archive/,
  ],
  [
    "a part twice",
    docxAdapter,
    () =>
      zipOf([
        ["word/document.xml", "<a/>"],
        ["word/document.xml", "<b/>"],
      ]),
    /in the archive twice/,
  ],
  [
    "an external entity",
    docxAdapter,
    () =>
      docx(
        `<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>${documentXml(`<w:p>${run("&x;")}</w:p>`).replace(/^<\?.*?\?>/, "")}`,
      ),
    /not well-formed/,
  ],
  [
    "entities that expand",
    docxAdapter,
    () =>
      docx(
        `<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${documentXml(`<w:p>${run("&b;")}</w:p>`).replace(/^<\?.*?\?>/, "")}`,
      ),
    /not well-formed/,
  ],
  ["a document without text", docxAdapter, () => docx(documentXml("<w:p/>")), /no text in it/],
  ["a nesting of 20,000 levels", htmlAdapter, () => Buffer.from(`${"<div>".repeat(20_000)}x`), /nested deeper/],
  [
    "a page of scripts",
    htmlAdapter,
    () => Buffer.from("<html><script>document.write('x')</script></html>"),
    /no text in it/,
  ],
  ["bytes of no encoding", htmlAdapter, () => Buffer.from([0x3c, 0x70, 0x3e, 0xc3, 0x28, 0xff]), /not UTF-8|encoding/],
];

it.each(DAMAGED)("%s has one clear message", async (_, adapter, make, says) => {
  const error = await read(adapter, `x.${adapter.name}`, await make()).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UserError);
  expect((error as UserError).message).toMatch(says);
  expect((error as UserError).hint).not.toBe("");
});

it("ends a PDF that takes too long, with what was read by then", async () => {
  const file = memoryFile("x.pdf", await PDF());
  await expect(readPdf(file, { mostMs: -1 })).rejects.toThrow("0 of 1 pages are read");
});

it("keeps the hyphen of an id that is broken at a line's end, and joins a word; repeated page headers go", async () => {
  const bytes = await drawPdf((document) => {
    for (let page = 1; page <= 4; page++) {
      if (page > 1) document.addPage();
      document.fontSize(9).text(`Confidential ${page}`, 72, 30, { lineBreak: false });
      document.fontSize(11).text("It depends on REQ-", 72, 200, { lineBreak: false });
      document.text("12 and on hand-", 72, 214, { lineBreak: false });
      document.text("over of cells", 72, 228, { lineBreak: false });
    }
  });
  const { blocks, notes } = await readPdf(memoryFile("x.pdf", bytes));
  expect(blocks.map((block) => (block.type === "text" ? block.text : block.type))).toEqual(
    Array.from({ length: 4 }, () => "It depends on REQ-12 and on handover of cells"),
  );
  expect(notes).toEqual(["x.pdf: 4 lines of page headers and footers left out"]);
});

it("keeps an id that heads each page, what is all that pages say, and values there that count nothing; page numbers go", async () => {
  const pages = async (...lines: ((page: number) => [text: string, y: number])[]) => {
    const bytes = await drawPdf((document) => {
      for (let page = 1; page <= 6; page++) {
        if (page > 1) document.addPage();
        for (const line of lines) {
          const [text, y] = line(page);
          document.text(text, 72, y, { lineBreak: false });
        }
      }
    });
    const { blocks, notes } = await readPdf(memoryFile("x.pdf", bytes));
    return { text: blocks.map((block) => (block.type === "table" ? "" : block.text)).join(" "), notes };
  };
  const tests = await pages(
    () => ["ACME specification", 30],
    (page) => [`TC-${page}`, 72],
    (page) => [`Priority: ${(page * 5) % 3}`, 84],
    (page) => [`Press key ${page} and wait.`, 300],
    (page) => [`Page ${page + 2}`, 640],
  );
  expect(tests.text).toMatch(/^TC-1 Priority: 2 Press key 1 and wait\. TC-2 Priority: 1 Press key 2 .* wait\.$/);
  expect(tests.notes).toEqual(["x.pdf: 12 lines of page headers and footers left out"]);
  expect(await pages((page) => [`Potato ${page}`, 72])).toEqual({
    text: "Potato 1 Potato 2 Potato 3 Potato 4 Potato 5 Potato 6",
    notes: [],
  });
});

it("tells of a packed part of a PDF that does not unpack whole: its reader says nothing of what is missing", async () => {
  const bytes = Buffer.from(await PDF());
  const start = bytes.indexOf("stream\n", bytes.indexOf("/FlateDecode")) + "stream\n".length;
  expect((await read(pdfAdapter, "a.pdf", bytes)).notes.join()).not.toContain("damaged");
  bytes.fill(0, start + 300, start + 310);
  const said = await read(pdfAdapter, "a.pdf", bytes).then(
    ({ notes }) => notes.join(),
    (error: UserError) => error.message,
  );
  expect(said).toMatch(/1 part of it is damaged|no text/);
});

it("tells of headings that nothing stands below and whose path nothing has, such as one that never ends", async () => {
  const html =
    "<h1>One</h1><h2>Two</h2><p>text</p><h2>Three</h><p>lost</p><h2>Four</h2><p>more</p><h1>Five</h1><h2>Six</h2>";
  const { artifacts, notes } = await read(htmlAdapter, "a.html", Buffer.from(html));
  expect(artifacts.map(({ title }) => title)).toEqual(["Two", "Four"]);
  expect(notes.join()).toContain(
    "3 headings have nothing below, and no id: left out: a.html, line 1: Three lost; a.html, line 1: Five; a.html, line 1: Six",
  );
});

it("tells of a title that never ends, and so holds the rest of the page", async () => {
  const html = "<body><p>kept</p><svg><title>a</title></svg><title>b<p>lost</p></body>";
  const { notes } = await read(htmlAdapter, "a.html", Buffer.from(html));
  expect(notes).toContain("a.html: texts left out: 1 <svg>, 1 <title>");
});

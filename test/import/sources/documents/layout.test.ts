import { expect, it } from "vitest";
import type { DocumentBlocks } from "../../../../import/sources/documents/blocks.ts";
import { rowsAsText } from "../../../../import/sources/documents/blocks.ts";
import { readDocx } from "../../../../import/sources/documents/read-docx.ts";
import { readHtml } from "../../../../import/sources/documents/read-html.ts";
import { readPdf } from "../../../../import/sources/documents/read-pdf.ts";
import { memoryFile } from "../../../../import/sources/files.ts";
import { zipOf } from "../zip.ts";
import { drawPdf } from "./draw-pdf.ts";

/** A line a block: headings with their level, rows of tables as chunks have them. */
const said = ({ blocks }: DocumentBlocks) =>
  blocks.flatMap((block) =>
    block.type === "table"
      ? rowsAsText(block.table)
      : [block.type === "heading" ? `${"#".repeat(block.level)} ${block.text}` : block.text],
  );

const p = (text: string, style = "") =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const table = (...rows: string[][]) =>
  `<w:tbl>${rows.map((row) => `<w:tr>${row.map((cell) => `<w:tc>${cell.startsWith("<") ? cell : p(cell)}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>`;

async function word(body: string, parts: Record<string, string> = {}) {
  const bytes = zipOf({ "word/document.xml": `<w:document><w:body>${body}</w:body></w:document>`, ...parts });
  return await readDocx(memoryFile("x.docx", bytes));
}

it("a table in a cell of another keeps its headers; a box in a cell is read once", async () => {
  const box = `<mc:AlternateContent><mc:Choice><w:txbxContent>${p("in a box")}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${p("in a box")}</w:txbxContent></mc:Fallback></mc:AlternateContent>`;
  const nested = table(
    ["Signal", "Detail"],
    ["RRC", table(["Field", "Bits"], ["cause", "4"])],
    [`<w:p><w:r><w:t>NAS</w:t>${box}</w:r></w:p>`, "none"],
  );
  expect(said(await word(nested))).toEqual([
    "Signal: RRC | Detail: Field: cause | Bits: 4",
    "Signal: NAS in a box | Detail: none",
  ]);
});

it("names over several columns have the row below as names, too", async () => {
  const wide = (text: string) => `<w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${p(text)}</w:tc>`;
  const rows = table(["min", "max", "min", "max"], ["3", "5", "1", "2"]).replace(
    "<w:tbl>",
    `<w:tbl><w:tr>${wide("Voltage")}${wide("Current")}</w:tr>`,
  );
  expect(said(await word(rows))).toEqual(["Voltage / min: 3 | Voltage / max: 5 | Current / min: 1 | Current / max: 2"]);
});

it("a header below which nothing stands is a line of its own", async () => {
  expect(said(await word(table(["Signal", "Remark", "Bits"], ["RRC", "", "4"])))).toEqual([
    "Remark",
    "Signal: RRC | Bits: 4",
  ]);
});

it("a cell that goes on with the one above has its text, and keeps words of its own", async () => {
  const merged = (text: string, how: string) => `<w:tc><w:tcPr><w:vMerge${how}/></w:tcPr>${p(text)}</w:tc>`;
  const row = (...cells: string[]) => `<w:tr>${cells.join("")}</w:tr>`;
  const cell = (text: string) => `<w:tc>${p(text)}</w:tc>`;
  const rows = [
    row(cell("Signal"), cell("Detail")),
    row(merged("RRC", ' w:val="restart"'), cell("1")),
    row(merged("", ""), cell("2")),
    row(merged("hidden", ""), cell("3")),
  ];
  expect(said(await word(`<w:tbl>${rows.join("")}</w:tbl>`))).toEqual([
    "Signal: RRC | Detail: 1",
    "Signal: RRC | Detail: 2",
    "Signal: hidden | Detail: 3",
  ]);
});

it("headings of styles in other languages, signs of Word's fonts, a main part by another name", async () => {
  const styles = `<w:styles><w:style w:styleId="a"><w:name w:val="Überschrift 1"/></w:style><w:style w:styleId="b"><w:name w:val="見出し 2"/></w:style></w:styles>`;
  const body = `${p("Grenzen", "a")}${p("電圧", "b")}<w:p><w:r><w:t xml:space="preserve">U </w:t><w:sym w:font="Symbol" w:char="F0A3"/><w:t xml:space="preserve"> 5 k</w:t><w:sym w:font="Symbol" w:char="F057"/><w:sym w:font="Wingdings" w:char="F0FC"/></w:r></w:p>`;
  expect(said(await word(body, { "word/styles.xml": styles }))).toEqual(["# Grenzen", "## 電圧", "U ≤ 5 kΩ✓"]);
  const bytes = zipOf({
    "[Content_Types].xml": `<Types><Override PartName="/word/main.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    "word/main.xml": `<w:document><w:body>${p("Elsewhere")}</w:body></w:document>`,
  });
  expect(said(await readDocx(memoryFile("x.docx", bytes)))).toEqual(["Elsewhere"]);
});

it("what a Word document holds and its text does not is counted", async () => {
  const deleted = `<w:del><w:r><w:delText>old</w:delText></w:r></w:del>`;
  const body = `<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>Kept</w:t><pic:pic/><w:sym w:font="Webdings" w:char="F021"/></w:r>${deleted}</w:p><w:altChunk/><w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>${deleted}</w:p></w:tc></w:tr></w:tbl>`;
  const comments = `<w:comments><w:comment>${p("why?")}</w:comment><w:comment>${p("so")}</w:comment></w:comments>`;
  const { blocks, notes } = await word(body, {
    "word/comments.xml": comments,
    "word/header1.xml": `<w:hdr>${p("ACME")}</w:hdr>`,
    "word/footer1.xml": "<w:ftr/>",
  });
  expect(blocks.map((block) => block.type)).toEqual(["text"]);
  expect(notes).toEqual([
    "x.docx: left out: 1 number or bullet that Word counts itself, 1 picture, 1 symbol of a font of pictures, 2 places with deleted text, 1 embedded document, 2 comments, 1 page header or footer",
  ]);
});

it("cells of tables that lay a page out are texts of their own; a table in a cell keeps its headers", () => {
  const page =
    "<table><tr><th>Only<tr><td>a<tr><td>b</table><table><tr><th>Signal<th>Detail<tr><td>RRC<td><table><tr><th>Field<th>Bits<tr><td>cause<td>4</table></table>";
  expect(said(readHtml(page, "x.html"))).toEqual(["Only", "a", "b", "Signal: RRC | Detail: Field: cause | Bits: 4"]);
});

it("a table may have an empty corner, its foot first, and ends of cells that are not written", () => {
  const page =
    "<table><tfoot><tr><td>sum<td>9<td>8</tfoot><thead><tr><td><th>min<th>max</thead><tbody><tr><th>U<td>3<td>5<tbody><tr><th>I<td>1<td>2</table>";
  expect(said(readHtml(page, "x.html"))).toEqual([
    "U | min: 3 | max: 5",
    "I | min: 1 | max: 2",
    "sum | min: 9 | max: 8",
  ]);
});

it("elements that close themselves do so in XHTML; headings by role; texts that are left out are counted", () => {
  const { blocks, notes } = readHtml(
    `<html><head><script/></head><body><div role="heading" aria-level="3">Limits</div><nav>Home</nav><p>5 V</p></body></html>`,
    "x.xhtml",
  );
  expect(said({ blocks, notes, counts: {} })).toEqual(["### Limits", "5 V"]);
  expect(notes).toEqual(["x.xhtml: texts left out: 1 <nav>"]);
});

it("a nesting of tables takes time in proportion to its depth and size", () => {
  const page = `${"<table><tr><td>a<td>b".repeat(120)}${"</table>".repeat(120)}`;
  expect(readHtml(page, "x.html").blocks).toHaveLength(239);
});

async function pdf(draw: (document: PDFKit.PDFDocument) => void) {
  return readPdf(memoryFile("x.pdf", await drawPdf(draw)));
}

/** A table with lines around its cells: x of each column, y of each row, a text a cell, null where it goes on with the one before. */
function ruled(document: PDFKit.PDFDocument, xs: number[], top: number, rows: (string | null)[][]): void {
  rows.forEach((row, at) => {
    const y = top + at * 40;
    row.forEach((cell, column) => {
      if (cell === null) return;
      const next = row.findIndex((other, to) => to > column && other !== null);
      const width = xs[next < 0 ? row.length : next]! - xs[column]!;
      document.rect(xs[column]!, y, width, 40).stroke();
      document.fontSize(10).text(cell, xs[column]! + 2, y + 4, { width: width - 4 });
    });
  });
}

const XS = [72, 130, 230, 300];

it("a ruled table of a PDF has its cells between the lines, wrapped and merged too, over pages, behind its headers once", async () => {
  const read = await pdf((document) => {
    document.fontSize(20).text("Limits", 72, 72);
    ruled(document, XS, 120, [
      ["Id", "Requirement", "Test"],
      ["REQ-1", "The pump shall stop within two seconds", "TC-1"],
    ]);
    document.addPage();
    ruled(document, XS, 72, [
      ["Id", "Requirement", "Test"],
      ["REQ-2", "The hand-over is logged", "TC-2"],
    ]);
    document.fontSize(10).text("Words between.", 72, 300);
    ruled(document, XS, 400, [
      ["Name", "Range", null],
      ["", "min", "max"],
      ["U", "3", "5"],
    ]);
  });
  expect(said(read)).toEqual([
    "# Limits",
    "Id: REQ-1 | Requirement: The pump shall stop within two seconds | Test: TC-1",
    "Id: REQ-2 | Requirement: The hand-over is logged | Test: TC-2",
    "Words between.",
    "Name: U | Range / min: 3 | Range / max: 5",
  ]);
});

it("frames around texts and lines of drawings are no tables", async () => {
  const read = await pdf((document) => {
    document.rect(60, 60, 400, 600).stroke();
    document.fontSize(11).text("A framed page has its words here.", 72, 72);
    document.rect(100, 200, 100, 60).stroke().rect(200, 230, 100, 90).stroke();
    document.text("pump", 110, 210).text("valve", 210, 240);
  });
  expect(read.counts).toMatchObject({ tables: 0 });
});

it("exponents and indices stay in their line; values of forms and comments are counted", async () => {
  const read = await pdf((document) => {
    let x = 72;
    for (const [text, size, y] of [
      ["2 m", 10, 100],
      ["3", 7, 97],
      [" of H", 10, 100],
      ["2", 7, 106],
      ["O.", 10, 100],
    ] as const) {
      document.fontSize(size).text(text, x, y, { lineBreak: false });
      x += document.widthOfString(text);
    }
    document.initForm();
    document.formText("name", 72, 200, 100, 20, { value: "Pump 7" }).formText("other", 72, 240, 100, 20);
    document.note(72, 300, 20, 20, "Is this right?");
  });
  expect(said(read)).toEqual(["2 m3 of H2O."]);
  expect(read.notes).toEqual(["x.pdf: 1 value of forms and 1 comment left out"]);
});

it("headings that count the pages stay, page numbers go", async () => {
  const { blocks, notes } = await pdf((document) => {
    for (let page = 1; page <= 5; page++) {
      if (page > 1) document.addPage();
      document.fontSize(20).text(`Chapter ${page}`, 72, 72);
      document.fontSize(11).text("What it says.", 72, 300).text(`Page ${page}`, 72, 680);
    }
  });
  expect(blocks.filter(({ type }) => type === "heading")).toHaveLength(5);
  expect(notes).toEqual(["x.pdf: 5 lines of page headers and footers left out"]);
});

it("a page of thousands of crossed lines is a drawing, and read in a moment", async () => {
  const read = await pdf((document) => {
    document.text("Chart paper", 100, 20);
    for (let at = 0; at < 180; at++) {
      document.moveTo(30, 40 + 4 * at).lineTo(560, 40 + 4 * at);
      if (at < 130) document.moveTo(30 + 4 * at, 40).lineTo(30 + 4 * at, 760);
    }
    document.stroke();
  });
  expect(read.blocks).toEqual([expect.objectContaining({ type: "text", text: "Chart paper" })]);
});

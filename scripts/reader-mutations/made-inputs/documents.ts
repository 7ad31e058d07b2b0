import PDFDocument from "pdfkit";
import type { BaseInput } from "../base-input.ts";
import { CODE, LINES, layout, places } from "../layouts.ts";
import { zipOf } from "../packed.ts";
import { TWELVE } from "./twelve.ts";

const artifacts = TWELVE.map((id) =>
  JSON.stringify({ id: `REQ-${id}`, type: "requirement", title: `Title ${id}`, text: `The system shall ${id}.` }),
).join("\n");
const links = TWELVE.slice(1).map((id) => `REQ-${id},REQ-${id - 1},kind${id}`);

const html = `<html><head><title>Requirements</title></head><body><h1>Requirements</h1>\n${TWELVE.map(
  (id) => `<h2>REQ-${id} Title</h2>\n<p>The system shall do ${id}.</p>\n`,
).join("")}</body></html>`;
const HTML_PARTS = (text: string) => places(text, /<h2>[^<]*<\/h2>\s*<p>[^<]*<\/p>\s*/g);

const NAMESPACE = "http://schemas.openxmlformats.org";
const docx = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="${NAMESPACE}/wordprocessingml/2006/main"><w:body>
${TWELVE.map(
  (id) =>
    `<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>REQ-${id} Title</w:t></w:r></w:p>\n<w:p><w:r><w:t>The system shall ${id}.</w:t></w:r></w:p>`,
).join("\n")}
</w:body></w:document>`;
const docxBeside = {
  "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
  "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`,
};
export const DOCX_PARAGRAPHS = layout(
  (text) => places(text, /<w:p\b[^>]*>(?:(?!<w:p\b)[\s\S])*?<\/w:p>/g),
  null,
  /<w:t(?: [^>]*)?>([^<]*)/,
);

const sheet = `<?xml version="1.0"?><worksheet xmlns="${NAMESPACE}/spreadsheetml/2006/main"><sheetData>
${[["id", "title", "steps"], ...TWELVE.map((id) => [`TC-${id}`, `Title ${id}`, `Do ${id}`])]
  .map((cells) => `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join("")}</row>`)
  .join("\n")}
</sheetData></worksheet>`;
const sheetBeside = {
  "[Content_Types].xml": `<?xml version="1.0"?><Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  "_rels/.rels": `<?xml version="1.0"?><Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/workbook.xml": `<?xml version="1.0"?><workbook xmlns="${NAMESPACE}/spreadsheetml/2006/main" xmlns:r="${NAMESPACE}/officeDocument/2006/relationships"><sheets><sheet name="tests" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/_rels/workbook.xml.rels": `<?xml version="1.0"?><Relationships xmlns="${NAMESPACE}/package/2006/relationships"><Relationship Id="rId1" Type="${NAMESPACE}/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
};
const SHEET_ROWS = (text: string) => places(text, /<row>[\s\S]*?<\/row>\n?/g).slice(1);

/** A page a text, a line a line. What no line may hold is left out: a PDF has glyphs. */
async function drawPdf(text: Buffer): Promise<Buffer> {
  const document = new PDFDocument();
  const blocks: Buffer[] = [];
  document.on("data", (block: Buffer) => blocks.push(block));
  const ended = new Promise((resolve) => document.on("end", resolve));
  for (const line of text.toString("utf8").split(/\r\n|\r|\n/))
    document.text(line.replace(/[^ -~]/g, "?").replace(/(<a>|.)\1{50,}/g, "$1"));
  document.end();
  await ended;
  return Buffer.concat(blocks);
}

const ts = TWELVE.map(
  (id) => `/** Says ${id}. */\nexport function say${id}(): string {\n  return "words ${id}";\n}\n`,
).join("\n");
const py = TWELVE.map((id) => `def test_say_${id}():\n    assert say(${id}) == "words ${id}"\n`).join("\n");
const PYTHON = (text: string) => places(text, /^def .*\n(?: {4}.*\n?)+/gm);

const ARTIFACT = layout(LINES, /"id"\s*:\s*"([^"]*)"/, /"text"\s*:\s*"([^"]*)"/, "lines");

export const DOCUMENT_INPUTS: readonly BaseInput[] = [
  {
    reader: "folder",
    path: "artifacts.jsonl",
    layout: ARTIFACT,
    text: artifacts,
    beside: { "links.csv": "source_id,target_id\n" },
  },
  {
    reader: "folder links",
    path: "links.csv",
    layout: layout((text) => LINES(text).slice(1), /^([^,]*)/, /^[^,]*,[^,]*,([^,\n]*)/, "csv"),
    text: `source_id,target_id,kind\n${links.join("\n")}\n`,
    beside: { "artifacts.jsonl": artifacts },
  },
  { reader: "html", path: "r.html", layout: layout(HTML_PARTS, /<h2>(\S+)/, /<p>([^<]*)/), text: html },
  {
    reader: "docx",
    path: "r.docx",
    layout: DOCX_PARAGRAPHS,
    text: docx,
    pack: (text) => zipOf({ ...docxBeside, "word/document.xml": text }),
  },
  {
    reader: "table xlsx",
    path: "r.xlsx",
    layout: layout(SHEET_ROWS, /<t>([^<]*)/, /<\/c>.*?<t>([^<]*)/),
    text: sheet,
    pack: (text) => zipOf({ ...sheetBeside, "xl/worksheets/sheet1.xml": text }),
  },
  {
    reader: "pdf",
    path: "r.pdf",
    layout: layout(LINES, /^(REQ-\d+)/, /^(.*\S)/),
    text: TWELVE.map((id) => `REQ-${id}: The system shall do ${id} things.\n`).join(""),
    pack: drawPdf,
  },
  { reader: "code", path: "say.ts", layout: layout(CODE, /function (\w+)/, /"([^"]*)"/), text: ts },
  { reader: "code", path: "test_say.py", layout: layout(PYTHON, /def (\w+)/, /"([^"]*)"/), text: py },
];

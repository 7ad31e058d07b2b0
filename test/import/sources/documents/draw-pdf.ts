import PDFDocument from "pdfkit";

/** The bytes of a PDF as it is drawn. */
export async function drawPdf(
  draw: (document: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> {
  const document = new PDFDocument(options);
  const blocks: Buffer[] = [];
  document.on("data", (block: Buffer) => blocks.push(block));
  const ended = new Promise((resolve) => document.on("end", resolve));
  draw(document);
  document.end();
  await ended;
  return Buffer.concat(blocks);
}

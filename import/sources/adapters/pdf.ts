import { documentAdapter } from "../documents/adapter.ts";
import { readPdf } from "../documents/read-pdf.ts";
import type { SourceFile } from "../files.ts";

const isPdf = ({ name }: SourceFile) => /\.pdf$/i.test(name);

export const pdfAdapter = documentAdapter({
  name: "pdf",
  reads: "PDF with text, by where the text stands on its pages",
  drops: "pictures, forms, notes in the margin, page headers and footers; scanned pages have no text",
  isOne: isPdf,
  claim(file) {
    const begins = new TextDecoder("latin1").decode(file.head.subarray(0, 1_024)).includes("%PDF-");
    return isPdf(file) || begins ? { certainty: begins ? 0.9 : 0.5, why: `${file.name} is a PDF` } : null;
  },
  readBlocks: readPdf,
});

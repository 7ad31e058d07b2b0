import { isZip } from "../archive.ts";
import { documentAdapter } from "../documents/adapter.ts";
import { readDocx } from "../documents/read-docx.ts";
import type { SourceFile } from "../files.ts";

const isDocx = ({ name }: SourceFile) => /\.docx$/i.test(name);

export const docxAdapter = documentAdapter({
  name: "docx",
  reads: "Word documents (.docx)",
  drops: "pictures, comments, deleted text, headers and footers of pages, numbers that Word counts itself",
  isOne: isDocx,
  claim: (file) =>
    isDocx(file) ? { certainty: isZip(file.head) ? 0.9 : 0.5, why: `${file.name} is a Word document` } : null,
  readBlocks: readDocx,
});

import { documentAdapter } from "../documents/adapter.ts";
import { readHtml } from "../documents/read-html.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "../text/decode-file.ts";
import { headOf } from "../text/xml.ts";

const isHtml = ({ name }: SourceFile) => /\.x?html?$/i.test(name);

const DEFINITION = />\s*\p{Lu}{2,}[\p{L}\p{N}]*(?:[-_.]\p{L}+)*[-_.]\p{N}+\s*[:<–—|-]/u;

export const htmlAdapter = documentAdapter({
  name: "html",
  reads: "web pages with headings and tables: a file, or a folder of .html",
  drops: "scripts, styles, navigation, pictures; nothing is fetched",
  isOne: isHtml,
  claim(file) {
    const head = headOf(file);
    if (!isHtml(file) || !/<(html|body|h[1-6]|p|table|div)\b/i.test(head)) return null;
    // Reports and help pages lie beside data: a page that defines nothing is taken where pages are what there is.
    const defines = DEFINITION.test(head);
    return { certainty: defines ? 0.6 : 0.3, why: `${file.name} is a web page${defines ? " that defines ids" : ""}` };
  },
  async readBlocks(file) {
    const { text, note } = await decodeFile(file, { html: true });
    const read = readHtml(text, file.name);
    return note ? { ...read, notes: [...read.notes, note] } : read;
  },
});

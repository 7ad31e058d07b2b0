import type { SourceFile } from "../files.ts";
import { openPdf } from "./read-pdf.ts";

/** Words in bold, and what stands between them and the next ones. */
export interface BoldTerm {
  term: string;
  definition: string;
}

/** Longer runs are headings or emphasised sentences. */
const [MOST_WORDS, MOST_DEFINITION] = [6, 500];

/**
 * What a PDF sets in bold within its text, as glossaries do, in reading order and with what follows. Bold is what the font's name says, or its descriptor (pdf.js). A run ends where another
 * font begins or, at the end of a line, where the next line is not bold; one that is a line by itself counts as well, so headings are among them.
 * @throws UserError `corpus` where it is protected or damaged
 */
export async function readBoldTerms(file: Pick<SourceFile, "name" | "bytes">): Promise<BoldTerm[]> {
  const { document } = await openPdf(file.name, await file.bytes());
  try {
    const found: BoldTerm[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      await page.getOperatorList(); // Loads the fonts, which say their names only then.
      const isBold = (font: string) => page.commonObjs.has(font) && saysBold(page.commonObjs.get(font));
      for (const item of items)
        if ("str" in item) add(found, { text: item.str, bold: isBold(item.fontName), ends: item.hasEOL });
      page.cleanup();
      close(found);
    }
    return found
      .map(({ term, definition }) => ({ term: plain(term), definition: plain(definition).slice(0, MOST_DEFINITION) }))
      .filter(({ term }) => /\p{L}{2}/u.test(term) && term.split(" ").length <= MOST_WORDS);
  } finally {
    await document.loadingTask.destroy();
  }
}

interface Font {
  name?: string;
  bold?: boolean;
  black?: boolean;
}

function saysBold({ name = "", bold, black }: Font): boolean {
  // Computer Modern's names say it in their own way: CMBX10, SFBX1000.
  return bold === true || black === true || /bold|black|heavy|demi|^(?:[A-Z]{6}\+)?(?:CM|SF|EC)S?BX?\d/i.test(name);
}

/** A run is open as long as nothing follows it. */
function add(found: BoldTerm[], { text, bold, ends }: { text: string; bold: boolean; ends: boolean }): void {
  const last = found.at(-1);
  const space = ends ? " " : "";
  if (text.trim() === "") {
    if (last) last[last.definition === "" ? "term" : "definition"] += text + space;
  } else if (!bold) {
    if (last) last.definition += text + space;
  } else if (last && last.definition === "") last.term += text + space;
  else found.push({ term: text + space, definition: "" });
}

/** A run does not go on over the end of a page. */
function close(found: BoldTerm[]): void {
  const last = found.at(-1);
  if (last?.definition === "") last.definition = " ";
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/[\s:.,;]+$/, "")
    .trim();
}

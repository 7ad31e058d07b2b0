import { Parser } from "htmlparser2";

/** Elements that end a line. */
const BLOCKS = new Set("p div br li tr h1 h2 h3 h4 h5 h6 table ul ol pre blockquote hr".split(" "));

const CELLS = new Set(["td", "th"]);

/** The text of a page's markup (HTML, or Confluence's storage format, whose plain-text bodies stand in CDATA), a line a block. */
export function markupText(markup: string): string {
  const parts: string[] = [];
  const parser = new Parser(
    {
      ontext: (part) => void parts.push(part),
      onclosetag: (name) => void parts.push(BLOCKS.has(name) ? "\n" : CELLS.has(name) ? " " : ""),
    },
    { recognizeCDATA: true, decodeEntities: true },
  );
  parser.end(markup);
  return parts
    .join("")
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "")
    .join("\n");
}

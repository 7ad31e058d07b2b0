import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import { filesOfZip } from "../archive.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "../text/decode-file.ts";
import { childOf, childrenOf, parseXml, textOf, type XmlElement } from "../text/xml.ts";
import {
  type Block,
  type DocumentBlocks,
  type DocumentTable,
  guessHeaderRows,
  oneLine,
  spread,
  tableWithin,
} from "./blocks.ts";
import { symbolOf } from "./docx-symbols.ts";

/** Of a document's parts together, unpacked. */
const MOST_UNPACKED_BYTES = 128 * 2 ** 20;
const MAIN = /^word\/document\d*\.xml$/;
const NOTES = /^word\/(foot|end)notes\.xml$/;
const BESIDES = /^word\/(comments|header\d*|footer\d*)\.xml$/;

/**
 * The headings, texts and tables of a Word document (ECMA-376). Headings by outline level or style, styles by those that they
 * are based on; deleted text, field codes, headers and footers of pages are left out, footnotes stand behind the text.
 * @throws UserError `corpus`
 */
export async function readDocx(file: SourceFile): Promise<DocumentBlocks> {
  const bytes = await file.bytes();
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw new UserError(
      "corpus",
      `${file.name}: protected by a password, or an old Word document (.doc) by another name`,
      {
        hint: "save it as .docx without a password",
      },
    );
  const parts = await filesOfZip(file, MOST_UNPACKED_BYTES);
  const parse = async (part: SourceFile) => {
    const name = `${file.name}: ${part.name}`;
    const { text } = await decodeFile({ name, bytes: part.bytes }, { xml: true });
    return parseXml(text, name);
  };
  const named = await mainPart(parts, parse);
  const main = parts.find(({ name }) => name === named) ?? parts.find(({ name }) => MAIN.test(name));
  if (!main)
    throw new UserError("corpus", `${file.name}: a zip archive without word/document.xml, so no Word document`, {
      hint: "save it as .docx",
    });
  const styles = parts.find(({ name }) => name === "word/styles.xml");
  const read = styles ? await parse(styles) : null;
  const levels = read ? headingLevels(read) : new Map<string, number>();
  const reader = new Reader(levels, new Set(read ? numberedStyles(read) : []));
  const body = childOf(await parse(main), "body");
  reader.walk(body ? childrenOf(body) : []);
  for (const part of parts.filter(({ name }) => NOTES.test(name))) reader.notes(await parse(part));
  for (const part of parts.filter(({ name }) => BESIDES.test(name))) reader.leaveOut(await parse(part));
  const { blocks, paragraphs, tables } = reader;
  const headings = blocks.filter(({ type }) => type === "heading").length;
  return { blocks, counts: { paragraphs, headings, tables }, notes: reader.leftOut(file.name) };
}

/** Where the package says that its document is; most have it at one place. */
async function mainPart(parts: readonly SourceFile[], parse: (part: SourceFile) => Promise<XmlElement>) {
  const types = parts.find(({ name }) => name === "[Content_Types].xml");
  if (!types) return undefined;
  const all = childrenOf(await parse(types), "Override");
  const main = all.find(({ attributes }) => attributes.ContentType?.endsWith(".document.main+xml"));
  return main?.attributes.PartName?.replace(/^\//, "");
}

/** Word writes English names whatever its language is; other programs write their own. */
const HEADING_STYLE =
  /^(?:heading|überschrift|titre|título|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|başlık|заголовок|标题|標題|見出し|제목)\s*([1-9])$/i;

/** Outline level of each style, from 1: its own, that of its name (`heading 2`, `Title`), or of what it is based on. */
function headingLevels(styles: XmlElement): Map<string, number> {
  const byId = new Map(childrenOf(styles, "style").map((style) => [style.attributes.styleId ?? "", style]));
  const levelOf = (id: string, seen: ReadonlySet<string>): number | null => {
    const style = byId.get(id);
    if (!style || seen.has(id)) return null;
    const name = childOf(style, "name")?.attributes.val ?? "";
    const [, number] = HEADING_STYLE.exec(name) ?? [];
    const outline = childOf(childOf(style, "pPr"), "outlineLvl")?.attributes.val;
    if (number !== undefined) return Number(number);
    if (outline !== undefined && Number(outline) < 9) return Number(outline) + 1;
    if (/^title$/i.test(name)) return 1;
    const base = childOf(style, "basedOn")?.attributes.val;
    return base === undefined ? null : levelOf(base, new Set([...seen, id]));
  };
  return new Map(
    [...byId.keys()].flatMap((id) => {
      const level = levelOf(id, new Set());
      return level === null ? [] : [[id, level] as const];
    }),
  );
}

/** Those whose paragraphs Word numbers. */
function numberedStyles(styles: XmlElement): string[] {
  const numbered = childrenOf(styles, "style").filter((style) => childOf(childOf(style, "pPr"), "numPr"));
  return numbered.map(({ attributes }) => attributes.styleId ?? "");
}

class Reader {
  readonly blocks: Block[] = [];
  paragraphs = 0;
  tables = 0;
  readonly #levels: ReadonlyMap<string, number>;
  readonly #numbered: ReadonlySet<string>;
  readonly #leftOut = new Map<string, number>();

  constructor(levels: ReadonlyMap<string, number>, numbered: ReadonlySet<string>) {
    [this.#levels, this.#numbered] = [levels, numbered];
  }

  walk(elements: readonly XmlElement[]): void {
    for (const element of elements) {
      if (element.name === "p") this.#paragraph(element);
      else if (element.name === "tbl") this.#table(element);
      else if (element.name === "sdt") this.walk(childrenOf(childOf(element, "sdtContent") ?? element));
      else if (/^(ins|moveTo|customXml|smartTag)$/.test(element.name)) this.walk(childrenOf(element));
      this.#count(element);
    }
  }

  /** Of comments, page headers and footers what says something. */
  leaveOut(root: XmlElement): void {
    const what = root.name === "comments" ? "comment" : "page header or footer";
    const own = root.name === "comments" ? childrenOf(root) : [root];
    for (const one of own) if (textOf(one).trim() !== "") this.#leave(what);
  }

  leftOut(name: string): string[] {
    const counted = [...this.#leftOut].map(([what, count]) => countOf(count, what, PLURALS[what]));
    return counted.length > 0 ? [`${name}: left out: ${counted.join(", ")}`] : [];
  }

  #leave(what: string): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
  }

  /** What stands in an element of the body, and is in no block. */
  #count(element: XmlElement): void {
    if (element.name === "Fallback") return;
    const what = LEFT_OUT[element.name];
    if (what !== undefined && (what !== DELETED || textOf(element).trim() !== "")) this.#leave(what);
    if (element.name === "sym" && symbolOf(element.attributes) === null) this.#leave("symbol of a font of pictures");
    if (what !== DELETED) for (const child of childrenOf(element)) this.#count(child);
  }

  notes(root: XmlElement): void {
    const wanted = childrenOf(root).filter(({ attributes }) => attributes.type === undefined);
    for (const note of wanted) this.walk(childrenOf(note));
  }

  #paragraph(element: XmlElement): void {
    this.paragraphs++;
    const at = `paragraph ${this.paragraphs}`;
    const text = oneLine(runsOf(element));
    if (text !== "") {
      const properties = childOf(element, "pPr");
      const style = childOf(properties, "pStyle")?.attributes.val ?? "";
      const outline = Number(childOf(properties, "outlineLvl")?.attributes.val ?? 9);
      const level = outline < 9 ? outline + 1 : this.#levels.get(style);
      if (this.#numbered.has(style) && !childOf(properties, "numPr")) this.#leave(NUMBER);
      this.blocks.push(level === undefined ? { type: "text", text, at } : { type: "heading", level, text, at });
    }
    for (const box of boxesIn(element)) this.walk(childrenOf(box));
  }

  #table(element: XmlElement): void {
    this.tables++;
    const table = tableOf(element);
    if (table.rows.some((row) => row.some((cell) => cell !== "")))
      this.blocks.push({ type: "table", table, at: `table ${this.tables}` });
  }
}

const DELETED = "place with deleted text";
const NUMBER = "number or bullet that Word counts itself";
const LEFT_OUT: Readonly<Record<string, string>> = {
  pic: "picture",
  imagedata: "picture",
  chart: "chart",
  relIds: "diagram",
  altChunk: "embedded document",
  OLEObject: "embedded object",
  numPr: NUMBER,
  del: DELETED,
  moveFrom: DELETED,
};
const PLURALS: Readonly<Record<string, string>> = {
  [DELETED]: "places with deleted text",
  "page header or footer": "page headers and footers",
  "symbol of a font of pictures": "symbols of fonts of pictures",
  [NUMBER]: "numbers and bullets that Word counts itself",
};

function tableOf(element: XmlElement): DocumentTable {
  const rows = rowsOf(element);
  const cells = rows.map((row) => cellsOf(row).map(({ cell, ...spans }) => ({ text: textOfCell(cell), ...spans })));
  const merged = spread(cells).map((row) => [...row]);
  // One that goes on with the cell above and has words of its own, which Word hides, keeps them.
  rows.forEach((row, at) => {
    for (const [column, isContinued] of continued(row).entries())
      if (isContinued && at > 0) (merged[at] as string[])[column] ||= merged[at - 1]?.[column] ?? "";
  });
  const marked = rows.findIndex((row) => childOf(childOf(row, "trPr"), "tblHeader") === undefined);
  return { rows: merged, headerRows: marked > 0 ? marked : guessHeaderRows(merged) };
}

/** Those that were not deleted. Deeper down they are wrapped, where they were inserted or bound to a form. */
function rowsOf(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) =>
    child.name === "tr"
      ? childOf(childOf(child, "trPr"), "del")
        ? []
        : [child]
      : /^(sdt|sdtContent|ins|customXml)$/.test(child.name)
        ? rowsOf(child)
        : [],
  );
}

function cellsOf(row: XmlElement): { cell: XmlElement; columns: number; rows: number }[] {
  return childrenOf(row).flatMap((child) => {
    // A row that starts late has columns before it.
    const before = child.name === "trPr" ? Number(childOf(child, "gridBefore")?.attributes.val ?? 0) : 0;
    if (before > 0 && before < 1_000) return [{ cell: child, columns: before, rows: 1 }];
    if (/^(sdt|sdtContent|customXml)$/.test(child.name)) return cellsOf(child);
    if (child.name !== "tc") return [];
    const columns = Number(childOf(childOf(child, "tcPr"), "gridSpan")?.attributes.val ?? 1);
    return [{ cell: child, columns: columns > 0 && columns < 1_000 ? columns : 1, rows: 1 }];
  });
}

/** For each column of the grid, whether its cell goes on with the one above. */
function continued(row: XmlElement): boolean[] {
  return cellsOf(row).flatMap(({ cell, columns }) => {
    const merge = childOf(childOf(cell, "tcPr"), "vMerge");
    const isContinued = merge !== undefined && merge.attributes.val !== "restart";
    return Array.from({ length: columns }, () => isContinued);
  });
}

/** Paragraphs with their boxes; a table within, its own cells behind their headers. */
function textOfCell(cell: XmlElement): string {
  const texts = childrenOf(cell).map((child) => {
    if (child.name === "tbl") return tableWithin(tableOf(child).rows);
    return child.name === "p" ? [runsOf(child), ...boxesIn(child).map(textOfCell)].join(" ") : textOfCell(child);
  });
  return oneLine(texts.join(" "));
}

const TEXTS: Readonly<Record<string, string>> = { tab: " ", br: " ", cr: " ", noBreakHyphen: "-" };
/** What is not said: deleted, moved away, a field's code, the other form of the same drawing, a box with paragraphs of its own. */
const UNSAID = new Set(["del", "moveFrom", "instrText", "delText", "Fallback", "txbxContent", "pPr", "rPr"]);

function runsOf(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => {
      if (UNSAID.has(child.name)) return "";
      if (child.name === "t") return child.children.filter((part) => typeof part === "string").join("");
      if (child.name === "sym") return symbolOf(child.attributes) ?? "";
      return TEXTS[child.name] ?? runsOf(child);
    })
    .join("");
}

/** Text boxes of a paragraph, those of the drawing's other form left out. */
function boxesIn(element: XmlElement): XmlElement[] {
  return childrenOf(element).flatMap((child) =>
    child.name === "Fallback" ? [] : child.name === "txbxContent" ? [child] : boxesIn(child),
  );
}

import { UserError } from "../../../../base/user-error.ts";
import { filesOfZip } from "../archive.ts";
import type { SourceFile } from "../files.ts";
import { decodeFile } from "../text/decode-file.ts";
import { childOf, childrenOf, descendantsOf, parseXml, type XmlElement } from "../text/xml.ts";
import { type Block, type DocumentBlocks, guessHeaderRows, oneLine, spread } from "./blocks.ts";

/** Of a document's parts together, unpacked. */
const MOST_UNPACKED_BYTES = 128 * 2 ** 20;
const MAIN = /^word\/document\d*\.xml$/;
const NOTES = /^word\/(foot|end)notes\.xml$/;

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
  const main = parts.find(({ name }) => MAIN.test(name));
  if (!main)
    throw new UserError("corpus", `${file.name}: a zip archive without word/document.xml, so no Word document`, {
      hint: "save it as .docx",
    });
  const parse = async (part: SourceFile) => {
    const name = `${file.name}: ${part.name}`;
    const { text } = await decodeFile({ name, bytes: part.bytes }, { xml: true });
    return parseXml(text, name);
  };
  const styles = parts.find(({ name }) => name === "word/styles.xml");
  const levels = styles ? headingLevels(await parse(styles)) : new Map<string, number>();
  const reader = new Reader(levels);
  const body = childOf(await parse(main), "body");
  reader.walk(body ? childrenOf(body) : []);
  for (const part of parts.filter(({ name }) => NOTES.test(name))) reader.notes(await parse(part));
  const { blocks, paragraphs, tables } = reader;
  const headings = blocks.filter(({ type }) => type === "heading").length;
  return { blocks, counts: { paragraphs, headings, tables }, notes: [] };
}

/** Outline level of each style, from 1: its own, that of its name (`heading 2`, `Title`), or of what it is based on. */
function headingLevels(styles: XmlElement): Map<string, number> {
  const byId = new Map(childrenOf(styles, "style").map((style) => [style.attributes.styleId ?? "", style]));
  const levelOf = (id: string, seen: ReadonlySet<string>): number | null => {
    const style = byId.get(id);
    if (!style || seen.has(id)) return null;
    const name = childOf(style, "name")?.attributes.val ?? "";
    const [, number] = /^heading\s*([1-9])$/i.exec(name) ?? [];
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

class Reader {
  readonly blocks: Block[] = [];
  paragraphs = 0;
  tables = 0;
  readonly #levels: ReadonlyMap<string, number>;

  constructor(levels: ReadonlyMap<string, number>) {
    this.#levels = levels;
  }

  walk(elements: readonly XmlElement[]): void {
    for (const element of elements) {
      if (element.name === "p") this.#paragraph(element);
      else if (element.name === "tbl") this.#table(element);
      else if (element.name === "sdt") this.walk(childrenOf(childOf(element, "sdtContent") ?? element));
      else if (/^(ins|moveTo|customXml|smartTag)$/.test(element.name)) this.walk(childrenOf(element));
    }
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
      this.blocks.push(level === undefined ? { type: "text", text, at } : { type: "heading", level, text, at });
    }
    for (const box of boxesIn(element)) this.walk(childrenOf(box));
  }

  #table(element: XmlElement): void {
    this.tables++;
    const at = `table ${this.tables}`;
    const rows = rowsOf(element);
    const cells = rows.map((row) => cellsOf(row).map(({ cell, ...spans }) => ({ text: textOfCell(cell), ...spans })));
    const merged = spread(cells).map((row) => [...row]);
    rows.forEach((row, at) => {
      for (const [column, isContinued] of continued(row).entries())
        if (isContinued && at > 0) (merged[at] as string[])[column] = merged[at - 1]?.[column] ?? "";
    });
    const marked = rows.findIndex((row) => childOf(childOf(row, "trPr"), "tblHeader") === undefined);
    const headerRows = marked > 0 ? marked : guessHeaderRows(merged);
    if (merged.some((row) => row.some((cell) => cell !== "")))
      this.blocks.push({ type: "table", table: { rows: merged, headerRows }, at });
  }
}

/** Deeper down they are wrapped, where they were inserted or bound to a form. */
function rowsOf(table: XmlElement): XmlElement[] {
  return childrenOf(table).flatMap((child) =>
    child.name === "tr" ? [child] : /^(sdt|sdtContent|ins|customXml)$/.test(child.name) ? rowsOf(child) : [],
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

function textOfCell(cell: XmlElement): string {
  return oneLine(descendantsOf(cell, "p").map(runsOf).join(" "));
}

const TEXTS: Readonly<Record<string, string>> = { tab: " ", br: " ", cr: " ", noBreakHyphen: "-" };
/** What is not said: deleted, moved away, a field's code, the other form of the same drawing, a box with paragraphs of its own. */
const UNSAID = new Set(["del", "moveFrom", "instrText", "delText", "Fallback", "txbxContent", "pPr", "rPr"]);

function runsOf(element: XmlElement): string {
  return childrenOf(element)
    .map((child) => {
      if (UNSAID.has(child.name)) return "";
      if (child.name === "t") return child.children.filter((part) => typeof part === "string").join("");
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

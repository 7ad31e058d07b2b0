import { leadingId } from "../markdown/read-markdown.ts";
import { type Block, type DocumentTable, guessHeaderRows, oneLine } from "./blocks.ts";
import type { Line } from "./pdf-lines.ts";
import { continuedBy } from "./pdf-ruled.ts";
import { columnsOf, rowsOf } from "./pdf-tables.ts";

/** Larger than the text by this factor is a heading's size. */
const HEADING_SIZE = 1.15;
const LONGEST_HEADING = 200;
/** Baselines further apart than this, in letter heights, part paragraphs. */
const PARAGRAPH_GAP = 1.75;
const NUMBERED = /^(?:\d+\.)+\d+\.?\s+\p{Lu}/u;
const ITEM = /^(?:[•▪◦‣·*–-]|\(?[a-z\d]{1,3}[.)])\s/u;

/**
 * What the lines of a document are. Headings: bookmarks by their titles, else larger letters, else a number of several
 * parts before short words. Tables: lines with several cells that begin at the same places. What stands at the top or the
 * bottom of most pages is left out.
 */
export function blocksOfPages(
  pages: readonly (readonly Line[])[],
  outline: ReadonlyMap<string, number>,
): { blocks: Block[]; repeated: number } {
  const repeated = repeatedLines(pages);
  const lines = pages.flat().filter((line) => !repeated.has(line));
  const body = commonSize(lines);
  const sizes = [...new Set(lines.map(({ size }) => half(size)))].filter((size) => size >= body * HEADING_SIZE);
  sizes.sort((a, b) => b - a);
  const bookmarkOf = (text: string) =>
    outline.get(plainTitle(text)) ?? outline.get(plainTitle(text.replace(/^[\p{L}\d]{0,3}[\d.]*\s+/u, "")));
  const hasBookmarks = lines.some((line) => bookmarkOf(textOf(line)) !== undefined);
  const levelOf = (line: Line): number | null => {
    const text = textOf(line);
    const bookmarked = bookmarkOf(text);
    if (bookmarked !== undefined) return bookmarked;
    if (text.length > LONGEST_HEADING || !/\p{L}{2}/u.test(text)) return null;
    const rank = sizes.indexOf(half(line.size));
    if (rank >= 0 && !hasBookmarks) return Math.min(rank + 1, 6);
    if (rank >= 0) return 6;
    return NUMBERED.test(text) && text.length < 100 && !/[.;,:]$/.test(text)
      ? (text.match(/^[\d.]+/)?.[0] ?? "").split(".").filter((part) => part !== "").length
      : null;
  };
  return { blocks: joined(lines, levelOf), repeated: repeated.size };
}

/** As bookmarks and pages can be compared: letters and digits, in lower case. */
export function plainTitle(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

function joined(lines: readonly Line[], levelOf: (line: Line) => number | null): Block[] {
  const blocks: Block[] = [];
  const tables = tableEnds(lines);
  let before: { line: Line; level: number | null } | null = null;
  let table: Line | null = null;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line;
    if (line.table) {
      const last = blocks.at(-1);
      if (last?.type === "table" && table && continues(table, line))
        last.table = lengthened(last.table, line.table.rows);
      else blocks.push({ type: "table", table: tableOf(line.table.rows), at: at(line) });
      [table, before] = [line, null];
      continue;
    }
    table = null;
    const end = tables.get(index);
    if (end !== undefined) {
      const rows = rowsOf(lines.slice(index, end));
      blocks.push({ type: "table", table: { rows, headerRows: guessHeaderRows(rows) }, at: at(line) });
      index = end - 1;
      before = null;
      continue;
    }
    const level = levelOf(line);
    const last = blocks.at(-1);
    if (last && last.type !== "table" && before && goesOn(before, { line, level }))
      last.text = continuedBy(last.text, textOf(line));
    else {
      const text = oneLine(textOf(line));
      blocks.push(
        level === null ? { type: "text", text, at: at(line) } : { type: "heading", level, text, at: at(line) },
      );
    }
    before = { line, level };
  }
  return blocks.map((block) => (block.type === "table" ? block : { ...block, text: oneLine(block.text) }));
}

const tableOf = (rows: readonly (readonly string[])[]) => ({ rows, headerRows: guessHeaderRows(rows) });

/** True of a table at whose columns another stood on the page before, with nothing between them. */
function continues({ page, table }: Line, next: Line): boolean {
  const [xs, nextXs] = [table?.xs ?? [], next.table?.xs ?? []];
  return next.page === page + 1 && xs.length === nextXs.length && xs.every((x, at) => Math.abs(x - nextXs[at]!) <= 3);
}

/** With the rows of the next page; headers that are said again there go. */
function lengthened({ rows, headerRows }: DocumentTable, more: readonly (readonly string[])[]): DocumentTable {
  const headers = (all: readonly (readonly string[])[]) => JSON.stringify(all.slice(0, headerRows));
  return { rows: [...rows, ...(headers(rows) === headers(more) ? more.slice(headerRows) : more)], headerRows };
}

interface Told {
  line: Line;
  level: number | null;
}

/** True where a line is a part of what the line before it began. */
function goesOn(before: Told, { line, level }: Told): boolean {
  if (before.level !== level || half(before.line.size) !== half(line.size)) return false;
  const text = textOf(line);
  if (ITEM.test(text) || /^[•▪◦‣]/u.test(text) || isDefinition(text)) return false;
  if (before.line.page !== line.page)
    return (
      level === null &&
      line.page === before.line.page + 1 &&
      /[\p{Ll},;-]$/u.test(textOf(before.line)) &&
      /^\p{Ll}/u.test(text)
    );
  if (level !== null && NUMBERED.test(text)) return false;
  const gap = line.y - before.line.y;
  return gap > -line.size && gap < PARAGRAPH_GAP * line.size;
}

const isDefinition = (text: string) => leadingId(text) !== null && /^\S+?\s*[:：–—]/u.test(text);

/** Where tables begin, with the line behind each. */
function tableEnds(lines: readonly Line[]): Map<number, number> {
  const ends = new Map<number, number>();
  for (let index = 0; index < lines.length; ) {
    const end = endOfTable(lines, index);
    if (end !== null) ends.set(index, end);
    index = end ?? index + 1;
  }
  return ends;
}

/** At least three rows of several cells, on one page. A line of one cell belongs to it where it goes on in a column but the first. */
function endOfTable(lines: readonly Line[], start: number): number | null {
  const [first] = lines.slice(start, start + 1);
  if (!first || first.cells.length < 2) return null;
  let [end, full, last] = [start, 0, first.y];
  for (; end < lines.length; end++) {
    const line = lines[end] as Line;
    if (line.page !== first.page || line.y - last > 4 * line.size || line.y < last - line.size) break;
    const columns = columnsOf(lines.slice(start, end + 1));
    const isRow = line.cells.length > 1 && columns !== null;
    const goesOn =
      line.cells.length === 1 && full > 0 && (line.cells[0]?.x ?? 0) > (first.cells[0]?.end ?? 0) && columns !== null;
    if (!isRow && !goesOn) break;
    if (isRow) full++;
    last = line.y;
  }
  return full >= 3 ? end : null;
}

/**
 * Lines of more than a third of the pages: of the same words in the outer 15 %, or with a number that counts the pages
 * there or in a page's first or last line, since margins may be wide. None where nothing would be left: then they are all
 * that the document says.
 */
function repeatedLines(pages: readonly (readonly Line[])[]): Set<Line> {
  const found = new Set<Line>();
  if (pages.length < 3) return found;
  const texts = pages.map((lines) => lines.filter(({ table }) => !table));
  const outer = texts.flatMap((lines) => lines.filter(({ place }) => place <= 0.15 || place >= 0.85));
  const outermost = texts.flatMap((lines) => {
    const places = lines.map(({ place }) => place);
    const [top, bottom] = [Math.max(0.15, Math.min(...places)), Math.min(0.85, Math.max(...places))];
    return lines.filter(({ place }) => place <= top || place >= bottom);
  });
  // `Chapter 7` in much larger letters is a heading, though each page may have one.
  const largest = commonSize(pages.flat()) * 1.4;
  const small = outermost.filter(({ size }) => half(size) < largest);
  const counting = [...groupsOf(small, (text) => text.replace(/\d+/g, "#"))].filter(countsPages);
  for (const lines of [...groupsOf(outer, (text) => text), ...counting])
    if (new Set(lines.map(({ page }) => page)).size > Math.max(2, pages.length / 3))
      for (const line of lines) found.add(line);
  return pages.flat().every((line) => found.has(line)) ? new Set() : found;
}

function groupsOf(lines: readonly Line[], keyOf: (text: string) => string): Iterable<Line[]> {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = `${line.place < 0.5} ${keyOf(textOf(line))}`;
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return groups.values();
}

/** True where a number goes up as the pages do, from most of these lines to the next, and is no id at the head of a page: `TC-7`. */
function countsPages(lines: readonly Line[]): boolean {
  const ids = lines.filter(({ place }) => place < 0.5).map((line) => leadingId(textOf(line)));
  if (new Set(ids).size > 1) return false;
  const numbers = lines.map((line) => (textOf(line).match(/\d+/g) ?? []).map(Number));
  const steps = lines.slice(1).filter((line, at) => {
    const pages = line.page - (lines[at] as Line).page;
    return numbers[at + 1]?.some((number, place) => number - (numbers[at]?.[place] ?? Number.NaN) === pages);
  });
  return 2 * steps.length >= lines.length - 1;
}

/** Height of most letters. */
function commonSize(lines: readonly Line[]): number {
  const letters = new Map<number, number>();
  for (const line of lines) {
    const length = line.table ? line.table.rows.flat().join("").length : textOf(line).length;
    letters.set(half(line.size), (letters.get(half(line.size)) ?? 0) + length);
  }
  return [...letters].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [1, 0])[0];
}

/** Sizes to half a point: producers round differently. */
const half = (size: number) => Math.round(size * 2) / 2;
const textOf = ({ cells }: Line) => cells.map(({ text }) => text).join(" ");
const at = ({ page }: Line) => `p. ${page}`;

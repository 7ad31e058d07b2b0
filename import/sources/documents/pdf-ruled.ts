import { oneLine } from "./blocks.ts";
import { cellAt, cellsWithTexts, type RuledGrid } from "./pdf-grids.ts";
import { type Line, linesOfPage, multiply, type PlacedText, type Placement, readsLeftwards } from "./pdf-lines.ts";

/** Longer than this is no cell of a table, but a page or a column within a frame. */
const LONGEST_CELL = 1_500;
/** A grid of which less has a text is a chart, or a matrix: that has a name for each row and column. */
const LEAST_FILLED = 0.6;

/** The lines of a page; what stands in a grid of ruled lines is a table, at the place of its first text. */
export function linesWithTables(
  texts: readonly PlacedText[],
  placement: Placement,
  grids: readonly RuledGrid[],
): Line[] {
  let rest = [...texts];
  const tables: { first: PlacedText; line: Line }[] = [];
  for (const grid of grids) {
    const inside = textsIn(grid, rest, placement.transform);
    const cells = new Map([...inside.cells].map(([cell, own]) => [cell, textOfCell(own, placement)]));
    const [first] = inside.texts;
    const squares = cellsWithTexts(grid, cells);
    const rows = squares.map((row) => row.map((cell) => cells.get(cell) ?? ""));
    const filled = [...cells.values()].filter((text) => text !== "").length / new Set(squares.flat()).size;
    if (!first || !isTable(rows, filled)) continue;
    rest = rest.filter((text) => !inside.texts.has(text) || text === first);
    const isLeftwards = readsLeftwards([...cells.values()].map((text) => ({ text })));
    const table = { rows: isLeftwards ? rows.map((row) => row.toReversed()) : rows, xs: grid.xs };
    tables.push({
      first,
      line: { cells: [], y: grid.ys[0] as number, size: sizeOf(first), page: placement.page, place: 0.5, table },
    });
  }
  const lines: Line[] = [];
  let from = 0;
  for (const { first, line } of tables.sort((a, b) => rest.indexOf(a.first) - rest.indexOf(b.first))) {
    const at = rest.indexOf(first);
    lines.push(...linesOfPage(rest.slice(from, at), placement), line);
    from = at + 1;
  }
  return [...lines, ...linesOfPage(rest.slice(from), placement)];
}

/** The texts of each cell of a grid. One over several cells is parted at its blanks. */
function textsIn(grid: RuledGrid, texts: readonly PlacedText[], view: readonly number[]) {
  const cells = new Map<number, PlacedText[]>();
  const found = new Set<PlacedText>();
  for (const text of texts) {
    const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = multiply(view, text.transform);
    if (text.str.trim() === "" || a <= 0 || Math.abs(b) > 0.05 * a) continue;
    const middle = y - Math.hypot(c, d) / 3;
    const ends = [x + 1, x + text.width - 1].map((end) => cellAt(grid, end, middle));
    for (const part of ends[0] === ends[1] ? [text] : wordsOf(text)) {
      const place = multiply(view, part.transform)[4] as number;
      const cell = cellAt(grid, place + part.width / 2, middle);
      if (cell === null) continue;
      cells.set(cell, [...(cells.get(cell) ?? []), part]);
      found.add(text);
    }
  }
  return { cells, texts: found };
}

/** Where each word stands, as if all letters were as wide. */
function wordsOf(text: PlacedText): PlacedText[] {
  const { str, width, transform } = text;
  const each = width / str.length;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform;
  const length = Math.hypot(a, b) || 1;
  return [...str.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    ...text,
    str: word,
    width: each * word.length,
    transform: [a, b, c, d, e + (a / length) * each * index, f + (b / length) * each * index],
  }));
}

const sizeOf = ({ transform: [, , c = 0, d = 0], height }: PlacedText) => Math.hypot(c, d) || height || 1;

function textOfCell(texts: readonly PlacedText[], placement: Placement): string {
  const lines = linesOfPage(texts, placement).map(({ cells }) => cells.map(({ text }) => text).join(" "));
  return oneLine(lines.reduce((text, line) => continuedBy(text, line), ""));
}

/** A word that was broken at a line's end is one again; an id keeps its hyphen. */
export function continuedBy(text: string, next: string): string {
  if (/\p{Ll}[-\u00ad]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  return /[\p{Lu}\d]-$/u.test(text) && /^[\p{Lu}\d]/u.test(next) ? text + next : `${text} ${next}`;
}

function isTable(rows: readonly (readonly string[])[], filled: number): boolean {
  const [first = []] = rows;
  const isLarge = rows.length > 2 && first.length > 2;
  const isMatrix = isLarge && [...first.slice(1), ...rows.slice(1).map(([name]) => name)].every((name) => name !== "");
  return (
    rows.length >= 2 &&
    first.length >= 2 &&
    (isMatrix || filled >= LEAST_FILLED) &&
    rows.flat().every((cell) => cell.length <= LONGEST_CELL)
  );
}

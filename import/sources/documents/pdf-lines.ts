/** What pdf.js says of a piece of text: its letters, and the matrix that puts them on the page. */
export interface PlacedText {
  str: string;
  transform: readonly number[];
  width: number;
  height: number;
  fontName: string;
  hasEOL: boolean;
}

/** A line of a page, its texts from left to right. */
export interface Line {
  cells: { text: string; x: number; end: number }[];
  /** From the top of the page, in points, of the baseline. */
  y: number;
  size: number;
  page: number;
  /** Share of the page's height at which it stands, 0 at the top. */
  place: number;
  /** What stands between ruled lines, and where those stand that go down: it has no cells of its own then. */
  table?: { rows: readonly (readonly string[])[]; xs: readonly number[] };
}

export interface Placement {
  /** Of the page's viewport. */
  transform: readonly number[];
  height: number;
  page: number;
  isVertical(font: string): boolean;
}

/** Blanks wider than this part cells, in letter heights: blanks of justified text are narrower. */
const CELL_GAP = 1.2;
const WORD_GAP = 0.15;
/** Baselines nearer than this are one line, in letter heights; those of smaller letters that follow: indices, exponents. */
const SAME_LINE = 0.45;
const SAME_LINE_SMALLER = 0.65;

const LEFTWARDS = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/gu;
/** What ends a sentence or a clause stands left of a Latin word that it follows. */
const EDGES = /^([\s:;,.!?]*)(.*?)([\s:;,.!?]*)$/su;
/** Letters of Arabic in the shapes that fonts give them, as pages name them: searched for, they are the letters. */
const ARABIC_SHAPES = /[\ufb50-\ufdff\ufe70-\ufefc]+/g;

interface OpenLine extends Line {
  angle: number;
  pieces: Piece[];
}

interface Piece extends Placed {
  text: string;
}

/** The lines of a page, in the order in which it draws them. Turned texts are read in their own direction. */
export function linesOfPage(texts: readonly PlacedText[], placement: Placement): Line[] {
  const lines: OpenLine[] = [];
  let open: OpenLine | null = null;
  let ended = true;
  for (const text of texts) {
    const placed = place(text, placement);
    if (text.str.trim() !== "") {
      const goesOn: boolean =
        open !== null &&
        Math.abs(open.angle - placed.angle) < 0.05 &&
        (placed.isVertical || isSameLine(open, placed)) &&
        (!ended || placed.x >= lastOf(open).end - open.size);
      if (!goesOn || open === null) {
        open = {
          cells: [],
          pieces: [],
          y: placed.y,
          size: placed.size,
          page: placement.page,
          place: placed.place,
          angle: placed.angle,
        };
        lines.push(open);
      }
      open.pieces.push({ ...placed, text: text.str });
      add(open.cells, text.str, placed);
    }
    ended = text.hasEOL;
  }
  const isLeftwards = readsLeftwards(lines.flatMap(({ pieces }) => pieces));
  return lines.map(({ cells, pieces, y, size, page, place }) => ({
    ...{ y, size, page, place },
    cells: (isLeftwards || readsLeftwards(pieces) ? cellsLeftwards(pieces) : cells).flatMap((cell) =>
      cell.text.trim() === "" ? [] : [{ ...cell, text: plain(cell.text) }],
    ),
  }));
}

const plain = (text: string) =>
  text
    .replace(ARABIC_SHAPES, (shapes) => shapes.normalize("NFKC"))
    .replace(/\s+/g, " ")
    .trim();

/** True where most letters are of a script that is written from right to left. */
export function readsLeftwards(pieces: readonly Pick<Piece, "text">[]): boolean {
  const text = pieces.map((piece) => piece.text).join("");
  return 2 * (text.match(LEFTWARDS)?.length ?? 0) > (text.match(/\p{L}/gu)?.length ?? 0);
}

/** The cells of a line that is read from the right, as seen in a mirror: x goes along it. Latin words and numbers keep their order. */
function cellsLeftwards(pieces: readonly Piece[]): Line["cells"] {
  const runs: Piece[] = [];
  for (const piece of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = runs.at(-1);
    const gap = last ? piece.x - last.end : 0;
    if (!last || hasLeftwards(last) || hasLeftwards(piece) || gap > CELL_GAP * piece.size) runs.push({ ...piece });
    else Object.assign(last, { text: joinedBy(gap, last.text, piece), end: Math.max(last.end, piece.end) });
  }
  const cells: Line["cells"] = [];
  for (const run of runs.toReversed()) {
    const text = runs.length === 1 || hasLeftwards(run) ? run.text : run.text.replace(EDGES, "$3$2$1");
    add(cells, text, { ...run, x: -run.end, end: -run.x });
  }
  return cells;
}

const hasLeftwards = ({ text }: Piece) => text.match(LEFTWARDS) !== null;

function isSameLine(open: OpenLine, placed: Placed): boolean {
  const size = Math.max(open.size, placed.size);
  const gap = placed.x - lastOf(open).end;
  const isSmaller = placed.size < 0.9 * open.size && gap > -0.5 * size && gap < CELL_GAP * size;
  return Math.abs(open.y - placed.y) <= (isSmaller ? SAME_LINE_SMALLER : SAME_LINE) * size;
}

const lastOf = ({ cells }: Line) => cells.at(-1) ?? { text: "", x: 0, end: 0 };

function add(cells: Line["cells"], text: string, { x, end, size, isVertical }: Placed): void {
  const last = cells.at(-1);
  const gap = last ? x - last.end : 0;
  if (!last || (!isVertical && (gap > CELL_GAP * size || gap < -2 * size))) cells.push({ text, x, end });
  else {
    last.text = joinedBy(isVertical ? 0 : gap, last.text, { text, size });
    last.end = Math.max(last.end, end);
  }
}

const joinedBy = (gap: number, before: string, { text, size }: { text: string; size: number }) =>
  gap > WORD_GAP * size && !/\s$/.test(before) && !/^\s/.test(text) ? `${before} ${text}` : before + text;

interface Placed {
  x: number;
  end: number;
  y: number;
  size: number;
  angle: number;
  place: number;
  isVertical: boolean;
}

/** Where a text stands in a frame that is turned as it is: x along its letters, y down. */
function place(
  { transform, width, height, fontName }: PlacedText,
  { transform: view, height: pageHeight, isVertical }: Placement,
): Placed {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = multiply(view, transform);
  const size = Math.hypot(c, d) || height || 1;
  const vertical = isVertical(fontName);
  const angle = Math.atan2(b, a);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const x = e * cos + f * sin;
  return {
    ...{ x, size, angle, isVertical: vertical },
    end: x + (vertical ? size : width),
    y: f * cos - e * sin,
    place: pageHeight > 0 ? f / pageHeight : 0.5,
  };
}

/** The matrix that applies the second one first. */
export function multiply(m: readonly number[], n: readonly number[]): number[] {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = m;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = n;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

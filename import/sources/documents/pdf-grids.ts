import { multiply } from "./pdf-lines.ts";

/** What a page draws: operators with their arguments, as pdf.js lists them. */
export interface Drawn {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** The numbers of the operators that move what is drawn, or draw it. */
export interface Operators {
  save: number;
  restore: number;
  transform: number;
  constructPath: number;
  /** A path that only cuts off what is drawn after it. */
  endPath: number;
}

/** A table between the lines that a page draws. Places are those of the page's view: x to the right, y down. */
export interface RuledGrid {
  xs: readonly number[];
  ys: readonly number[];
  /** For each row and column the cell that it belongs to: cells over several of them have no lines between. */
  cells: readonly (readonly number[])[];
}

/** A line along x or y, `at` a place across. */
interface Rule {
  at: number;
  from: number;
  to: number;
}

/** Nearer than this, in points, is the same place: lines have a width, and cells borders of their own. */
const NEAR = 3;
const SHORTEST_RULE = 6;
/** More lines than this on a page are a drawing, as is a grid of more squares: each of them is held against each line. */
const MOST_RULES = 4_000;
const MOST_SQUARES = 20_000;

/** The grids of two rows and columns at least that the lines of a page make. */
export function gridsOf(drawn: Drawn, operators: Operators, view: readonly number[]): RuledGrid[] {
  const { across, down } = rulesOf(drawn, operators, view);
  if (across.length + down.length > MOST_RULES) return [];
  const [horizontal, vertical] = [joinedRules(across), joinedRules(down)];
  return connected(horizontal, vertical).flatMap((part) => {
    const xs = placesOf([
      ...part.vertical.map(({ at }) => at),
      ...part.horizontal.flatMap(({ from, to }) => [from, to]),
    ]);
    const ys = placesOf([
      ...part.horizontal.map(({ at }) => at),
      ...part.vertical.flatMap(({ from, to }) => [from, to]),
    ]);
    if (xs.length < 3 || ys.length < 3 || xs.length * ys.length > MOST_SQUARES) return [];
    const cells = cellsBetween(part, xs, ys);
    return isTable(cells) ? [{ xs, ys, cells }] : [];
  });
}

/** Tables have rectangles, most of them of one row and column; of drawings that cannot be said. */
function isTable(cells: readonly (readonly number[])[]): boolean {
  const spans = new Map<number, { top: number; bottom: number; left: number; right: number; squares: number }>();
  cells.forEach((row, y) => {
    row.forEach((cell, x) => {
      const { top, left, right, squares } = spans.get(cell) ?? { top: y, left: x, right: x, squares: 0 };
      spans.set(cell, { top, bottom: y, left: Math.min(left, x), right: Math.max(right, x), squares: squares + 1 });
    });
  });
  const all = [...spans.values()];
  const areRectangles = all.every(
    ({ top, bottom, left, right, squares }) => squares === (bottom - top + 1) * (right - left + 1),
  );
  return areRectangles && 2 * all.filter(({ squares }) => squares === 1).length >= all.length;
}

/** The cell of a grid at a place, null outside. */
export function cellAt({ xs, ys, cells }: RuledGrid, x: number, y: number): number | null {
  const between = (places: readonly number[], place: number) => places.findIndex((next) => place < next) - 1;
  return cells[between(ys, y)]?.[between(xs, x)] ?? null;
}

/** The cells of a grid by row and column, one that spans several in each; rows and columns without a text are left out. */
export function cellsWithTexts({ xs, cells }: RuledGrid, texts: ReadonlyMap<number, string>): number[][] {
  const hasText = (cell: number | undefined) => cell !== undefined && (texts.get(cell) ?? "") !== "";
  const columns = xs
    .slice(1)
    .map((x, at) => x - (xs[at] as number) > 2 * NEAR && cells.some((row) => hasText(row[at])));
  return cells.filter((row) => row.some(hasText)).map((row) => row.filter((_, at) => columns[at]));
}

/** The straight lines along the edges of the view, and the edges of what is filled. */
function rulesOf(
  { fnArray, argsArray }: Drawn,
  operators: Operators,
  view: readonly number[],
): { across: Rule[]; down: Rule[] } {
  const [across, down]: [Rule[], Rule[]] = [[], []];
  const add = ([x, y]: Point, [toX, toY]: Point): void => {
    const [width, height] = [Math.abs(toX - x), Math.abs(toY - y)];
    if (height < 0.5 && width >= SHORTEST_RULE)
      across.push({ at: (y + toY) / 2, from: Math.min(x, toX), to: Math.max(x, toX) });
    if (width < 0.5 && height >= SHORTEST_RULE)
      down.push({ at: (x + toX) / 2, from: Math.min(y, toY), to: Math.max(y, toY) });
  };
  const saved: (readonly number[])[] = [];
  let matrix = view;
  fnArray.forEach((operator, index) => {
    const given = argsArray[index];
    if (operator === operators.save) saved.push(matrix);
    else if (operator === operators.restore) matrix = saved.pop() ?? view;
    else if (operator === operators.transform) matrix = multiply(matrix, given as number[]);
    else if (operator === operators.constructPath) {
      const [how, [path]] = given as [number, [ArrayLike<number> | null]];
      if (path && how !== operators.endPath && across.length + down.length <= MOST_RULES) edgesOf(path, matrix, add);
    }
  });
  return { across, down };
}

type Point = readonly [x: number, y: number];
/** How many numbers follow each step of a path, as pdf.js numbers them: to a place, a line, a curve, closed. */
const NUMBERS = [2, 2, 6, 0];

function edgesOf(path: ArrayLike<number>, matrix: readonly number[], add: (from: Point, to: Point) => void): void {
  let [start, last]: [Point, Point] = [
    [0, 0],
    [0, 0],
  ];
  for (let index = 0; index < path.length; ) {
    const step = path[index] as number;
    const numbers = NUMBERS[step];
    // Steps of another version are not ours to guess.
    if (numbers === undefined) return;
    const end = index + 1 + numbers;
    const [, , , , x = 0, y = 0] = multiply(matrix, [1, 0, 0, 1, path[end - 2] ?? 0, path[end - 1] ?? 0]);
    if (step === 0) start = [x, y];
    if (step === 1) add(last, [x, y]);
    if (step === 3) add(last, start);
    last = step === 3 ? start : [x, y];
    index = end;
  }
}

/** Rules at one place that touch are one. */
function joinedRules(rules: readonly Rule[]): Rule[] {
  const groups: Rule[][] = [];
  for (const rule of rules.toSorted((a, b) => a.at - b.at)) {
    const [first] = groups.at(-1) ?? [];
    if (first && rule.at - first.at <= NEAR) groups.at(-1)?.push(rule);
    else groups.push([rule]);
  }
  return groups.flatMap((group) => {
    const joined: Rule[] = [];
    for (const { from, to } of group.sort((a, b) => a.from - b.from)) {
      const last = joined.at(-1);
      if (last && from <= last.to + NEAR) last.to = Math.max(last.to, to);
      else joined.push({ at: (group[0] as Rule).at, from, to });
    }
    return joined;
  });
}

interface Part {
  horizontal: Rule[];
  vertical: Rule[];
}

/** Rules that meet, directly or by others. */
function connected(horizontal: readonly Rule[], vertical: readonly Rule[]): Part[] {
  const parts: Part[] = [];
  const [restH, restV] = [new Set(horizontal), new Set(vertical)];
  for (const first of horizontal) {
    if (!restH.delete(first)) continue;
    const part: Part = { horizontal: [first], vertical: [] };
    const open: [Rule, isAcross: boolean][] = [[first, true]];
    for (let next = open.pop(); next; next = open.pop()) {
      const [rule, isAcross] = next;
      const rest = isAcross ? restV : restH;
      for (const other of [...rest].filter((one) => meet(rule, one))) {
        rest.delete(other);
        part[isAcross ? "vertical" : "horizontal"].push(other);
        open.push([other, !isAcross]);
      }
    }
    parts.push(part);
  }
  return parts;
}

const covers = ({ from, to }: Rule, place: number, by = NEAR) => place >= from - by && place <= to + by;
const meet = (one: Rule, other: Rule) => covers(one, other.at) && covers(other, one.at);

function placesOf(places: readonly number[]): number[] {
  const kept: number[] = [];
  for (const place of places.toSorted((a, b) => a - b)) if (place - (kept.at(-1) ?? -Infinity) > NEAR) kept.push(place);
  return kept;
}

/** Squares between the places, those without a line between them as one cell. */
function cellsBetween({ horizontal, vertical }: Part, xs: readonly number[], ys: readonly number[]): number[][] {
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  const owners = Array.from({ length: rows * columns }, (_, square) => square);
  const ownerOf = (square: number): number => {
    let owner = square;
    while (owners[owner] !== owner) owner = owners[owner] as number;
    return owner;
  };
  const middle = (places: readonly number[], at: number) => ((places[at] as number) + (places[at + 1] as number)) / 2;
  const parts = (rules: readonly Rule[], at: number, place: number) =>
    rules.some((rule) => Math.abs(rule.at - at) <= NEAR && covers(rule, place, 0));
  const join = (one: number, other: number) => {
    const [a, b] = [ownerOf(one), ownerOf(other)];
    owners[Math.max(a, b)] = Math.min(a, b);
  };
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const square = row * columns + column;
      if (column + 1 < columns && !parts(vertical, xs[column + 1] as number, middle(ys, row))) join(square, square + 1);
      if (row + 1 < rows && !parts(horizontal, ys[row + 1] as number, middle(xs, column)))
        join(square, square + columns);
    }
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => ownerOf(row * columns + column)),
  );
}

/** What a cell holds, and where. */
interface Cell {
  text: string;
  from: number;
  to: number;
}

/** Of a cell that is read as a list. */
const MOST_CHARACTERS = 200;

/**
 * What the cells of a text's Markdown tables hold below the headings that are asked for: where each begins and where it
 * ends, as a whole, and each element of a list.
 */
export function cellsUnder(text: string, isAskedFor: (heading: string) => boolean): Map<number, number> {
  const found = new Map<number, number>();
  let asked: readonly boolean[] = [];
  let above: readonly Cell[] = [];
  let from = 0;
  for (const line of text.split("\n")) {
    const cells = line.includes("|") ? cellsOf(line, from) : [];
    if (cells.length === 0) asked = [];
    else if (/^[\s:|-]+$/.test(line)) asked = above.map((cell) => isAskedFor(cell.text));
    else if (asked.length === cells.length)
      for (const cell of cells.filter((_, column) => asked[column]).flatMap(partsOf)) found.set(cell.from, cell.to);
    above = cells;
    from += line.length + 1;
  }
  return found;
}

/** The cells of a table's line, without the blanks and the emphasis around what they hold. */
function cellsOf(line: string, start: number): Cell[] {
  let at = start;
  const cells = line.split("|").map((text) => {
    const from = at;
    at += text.length + 1;
    return trimmed({ text, from });
  });
  // A line may begin and end with a bar.
  return cells.filter(({ text }, column) => text !== "" || (column > 0 && column < cells.length - 1));
}

function trimmed({ text, from }: Pick<Cell, "text" | "from">): Cell {
  const inner = text.replace(/^[\s*_`]+/, "");
  const begin = from + text.length - inner.length;
  let length = inner.length;
  while (length > 0 && /[\s*_`]/.test(inner.charAt(length - 1))) length--;
  return { text: inner.slice(0, length), from: begin, to: begin + length };
}

/** The whole, and the elements of what is a list. */
function partsOf(cell: Cell): Cell[] {
  if (cell.text.length > MOST_CHARACTERS || !/[,;&]/.test(cell.text)) return [cell];
  const elements = [...cell.text.matchAll(/[^,;&]+/g)].map(({ 0: text, index }) =>
    trimmed({ text, from: cell.from + index }),
  );
  return elements.some(({ text }) => /\s/.test(text)) ? [cell] : [cell, ...elements];
}

import { parseDocument } from "htmlparser2";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import {
  type Block,
  type DocumentBlocks,
  type DocumentTable,
  guessHeaderRows,
  oneLine,
  spread,
  tableWithin,
} from "./blocks.ts";

type Nodes = ReturnType<typeof parseDocument>["children"];
type Node = Nodes[number];
type Element = Extract<Node, { attribs: unknown }>;

const SILENT = new Set("script style head title template noscript svg math iframe object nav".split(" "));
/** Elements whose text is left out. */
const UNREAD = new Set("script style head title template".split(" "));
const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li main ol p pre section summary table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);
/** Deeper nesting is no document of anybody's, and would exhaust the stack. */
const MOST_DEPTH = 500;
const LARGEST_SPAN = 1_000;

/** The headings, texts and tables of a page. Nothing is fetched, no script is run or read. */
export function readHtml(html: string, name: string): DocumentBlocks {
  const reader = new Reader(html, name);
  const isXml = /\.xhtml$/i.test(name);
  reader.walk(
    parseDocument(html, { withStartIndices: true, withEndIndices: true, recognizeSelfClosing: isXml }).children,
    0,
  );
  reader.endText();
  const { blocks } = reader;
  const leftOut = [...reader.leftOut].map(([element, times]) => countOf(times, `<${element}>`, `<${element}>`));
  const count = (type: Block["type"]) => blocks.filter((block) => block.type === type).length;
  return {
    blocks,
    counts: { headings: count("heading"), tables: count("table") },
    notes: leftOut.length > 0 ? [`${name}: texts left out: ${leftOut.join(", ")}`] : [],
  };
}

class Reader {
  readonly blocks: Block[] = [];
  /** Elements whose texts are in no block, scripts and styles aside. */
  readonly leftOut = new Map<string, number>();
  readonly #lines: LineIndex;
  readonly #name: string;
  readonly #html: string;
  #text = "";
  #at = 0;

  constructor(html: string, name: string) {
    this.#lines = new LineIndex(html);
    this.#name = name;
    this.#html = html;
  }

  walk(nodes: Nodes, depth: number): void {
    if (depth > MOST_DEPTH)
      throw new UserError("corpus", `${this.#name}: nested deeper than ${MOST_DEPTH} elements`, {
        hint: "no page that people read is: save it again",
      });
    for (const node of nodes) this.#visit(node, depth);
  }

  #visit(node: Node, depth: number): void {
    if (node.type === "text") {
      if (this.#text.trim() === "") this.#at = node.startIndex ?? 0;
      this.#text += node.data;
    }
    if (!isElement(node)) return;
    if (SILENT.has(node.name)) {
      if ((!UNREAD.has(node.name) || !this.#isClosed(node)) && oneLine(allTextIn(node.children, depth)) !== "")
        this.leftOut.set(node.name, (this.leftOut.get(node.name) ?? 0) + 1);
      return;
    }
    const heading = headingLevel(node);
    const at = this.#place(node);
    if (heading !== null) {
      this.endText();
      const text = oneLine(textIn(node.children, depth));
      if (text !== "") this.blocks.push({ type: "heading", level: heading, text, at });
    } else if (node.name === "table") {
      this.endText();
      const caption = node.children.find((child) => isElement(child) && child.name === "caption");
      if (caption) this.#text += textIn([caption], depth);
      this.endText();
      const table = tableOf(node.children, depth);
      if (table) this.blocks.push({ type: "table", table, at });
      else this.walk(node.children, depth + 1);
    } else if (node.name === "br") this.#text += "\n";
    else {
      const isBlock = BLOCKS.has(node.name);
      if (isBlock) this.endText();
      this.walk(node.children, depth + 1);
      if (isBlock) this.endText();
    }
  }

  /** A title without its end goes on over the whole page. */
  #isClosed({ name, endIndex }: Element): boolean {
    return new RegExp(`</${name}\\s*>$`, "i").test(this.#html.slice(0, (endIndex ?? 0) + 1).slice(-200));
  }

  endText(): void {
    const text = oneLine(this.#text);
    if (text !== "") this.blocks.push({ type: "text", text, at: `line ${this.#lines.lineAt(this.#at)}` });
    this.#text = "";
  }

  #place({ startIndex }: Node): string {
    return `line ${this.#lines.lineAt(startIndex ?? 0)}`;
  }
}

function headingLevel({ name, attribs }: Element): number | null {
  const level = /^h([1-6])$/.exec(name)?.[1] ?? (attribs.role === "heading" ? (attribs["aria-level"] ?? "2") : "");
  return /^[1-6]$/.test(level) ? Number(level) : null;
}

/** The rows of a table; null for one that lays a page out: a single column, headings in its cells, or tables where none is a header. */
function tableOf(children: Nodes, depth: number): DocumentTable | null {
  type Row = { header: boolean; cells: readonly Element[]; level: number };
  const parts: Record<string, Row[]> = { thead: [], tbody: [], tfoot: [] };
  let [laysOut, nests, names] = [false, false, false];
  const visit = (nodes: Nodes, part: string, level: number): void => {
    for (const node of nodes) {
      if (!isElement(node) || level > MOST_DEPTH) continue;
      if (node.name === "tr") {
        const cells = cellsIn(node.children, level);
        const [corner, ...others] = cells;
        const isHeader =
          others.length > 0 && others.every(({ name }) => name === "th") && isNameOrEmpty(corner!, depth);
        laysOut ||= cells.some((cell) => holds(cell.children, /^h[1-6]$/));
        nests ||= cells.some((cell) => holds(cell.children, /^table$/));
        names ||= cells.some(({ name }) => name === "th");
        parts[part]!.push({ header: part === "thead" || isHeader, cells, level: depth + level });
        for (const { children: inner } of cells) visit(inner, part, level + 1);
      } else if (/^t(?:head|body|foot)$/.test(node.name)) visit(node.children, node.name, level + 1);
    }
  };
  visit(children, "tbody", 0);
  const marked = ["thead", "tbody", "tfoot"].flatMap((part) => parts[part]!);
  const width = Math.max(0, ...marked.map(({ cells }) => cells.length));
  if (laysOut || (nests && !names) || width < 2) return null;
  // Only now, so that tables within tables are read once.
  const rows = spread(marked.map(({ cells, level }) => cells.map((cell) => cellOf(cell, level))));
  const first = marked.findIndex(({ header }) => !header);
  const headers = first < 0 ? 0 : first;
  return { rows, headerRows: headers > 0 ? headers : guessHeaderRows(rows) };
}

function cellOf(cell: Element, depth: number) {
  const span = (name: string) => {
    const value = Number(cell.attribs[name] ?? 1);
    return Number.isInteger(value) && value > 0 ? Math.min(value, LARGEST_SPAN) : 1;
  };
  return {
    text: oneLine(
      textIn(
        cell.children.filter((child) => !isPartOfTable(child)),
        depth,
      ),
    ),
    columns: span("colspan"),
    rows: span("rowspan"),
  };
}

function isNameOrEmpty(cell: Element, depth: number): boolean {
  return cell.name === "th" || allTextIn(cell.children, depth).trim() === "";
}

/** The end of a cell need not be written, and the parser does not see all that implies it: what goes on with the table is then within. */
function cellsIn(nodes: Nodes, depth: number): Element[] {
  const cells = nodes.filter(isElement).filter(({ name }) => /^t[dh]$/.test(name));
  return depth > MOST_DEPTH ? [] : cells.flatMap((cell) => [cell, ...cellsIn(cell.children, depth + 1)]);
}

function isPartOfTable(node: Node): boolean {
  return isElement(node) && /^t(?:head|body|foot|[rdh])$/.test(node.name);
}

function holds(nodes: Nodes, name: RegExp): boolean {
  return nodes.filter(isElement).some((node) => name.test(node.name) || holds(node.children, name));
}

function isElement(node: Node): node is Element {
  return "attribs" in node;
}

/** All text below, said or not. */
function allTextIn(nodes: Nodes, depth: number): string {
  if (depth > MOST_DEPTH) return "";
  return nodes
    .map((node) => (node.type === "text" ? node.data : isElement(node) ? allTextIn(node.children, depth + 1) : ""))
    .join("");
}

/** All text below, blocks parted by blanks; of a table its rows. */
function textIn(nodes: Nodes, depth: number): string {
  if (depth > MOST_DEPTH) return "";
  return nodes
    .map((node) => {
      if (node.type === "text") return node.data;
      if (!isElement(node) || SILENT.has(node.name)) return "";
      const table = node.name === "table" ? tableOf(node.children, depth + 1) : null;
      if (table) return ` ${tableWithin(table.rows)} `;
      const inner = node.name === "br" ? " " : textIn(node.children, depth + 1);
      return BLOCKS.has(node.name) ? ` ${inner} ` : inner;
    })
    .join("");
}

/** Line numbers, from 1, of places in a text. */
class LineIndex {
  readonly #ends: number[] = [];

  constructor(text: string) {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) this.#ends.push(at);
  }

  lineAt(index: number): number {
    let [low, high] = [0, this.#ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] as number) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  }
}

import { parseDocument } from "htmlparser2";
import { UserError } from "../../../../base/user-error.ts";
import { type Block, type DocumentBlocks, type DocumentTable, guessHeaderRows, oneLine, spread } from "./blocks.ts";

type Nodes = ReturnType<typeof parseDocument>["children"];
type Node = Nodes[number];
type Element = Extract<Node, { attribs: unknown }>;

const SILENT = new Set("script style head title template noscript svg math iframe object nav".split(" "));
const BLOCKS = new Set(
  "address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption figure footer form header hr html legend li main ol p pre section summary ul".split(
    " ",
  ),
);
/** Deeper nesting is no document of anybody's, and would exhaust the stack. */
const MOST_DEPTH = 500;
const LARGEST_SPAN = 1_000;

/** The headings, texts and tables of a page. Nothing is fetched, no script is run or read. */
export function readHtml(html: string, name: string): DocumentBlocks {
  const reader = new Reader(html, name);
  reader.walk(parseDocument(html, { withStartIndices: true }).children, 0);
  reader.endText();
  const { blocks } = reader;
  const count = (type: Block["type"]) => blocks.filter((block) => block.type === type).length;
  return { blocks, counts: { headings: count("heading"), tables: count("table") }, notes: [] };
}

class Reader {
  readonly blocks: Block[] = [];
  readonly #lines: LineIndex;
  readonly #name: string;
  #text = "";
  #at = 0;

  constructor(html: string, name: string) {
    this.#lines = new LineIndex(html);
    this.#name = name;
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
    if (!isElement(node) || SILENT.has(node.name)) return;
    const heading = /^h([1-6])$/.exec(node.name)?.[1];
    const at = this.#place(node);
    if (heading !== undefined) {
      this.endText();
      const text = oneLine(textIn(node.children, depth));
      if (text !== "") this.blocks.push({ type: "heading", level: Number(heading), text, at });
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

  endText(): void {
    const text = oneLine(this.#text);
    if (text !== "") this.blocks.push({ type: "text", text, at: `line ${this.#lines.lineAt(this.#at)}` });
    this.#text = "";
  }

  #place({ startIndex }: Node): string {
    return `line ${this.#lines.lineAt(startIndex ?? 0)}`;
  }
}

/** The rows of a table; null for one that lays a page out: a single column, or tables and headings in its cells. */
function tableOf(children: Nodes, depth: number): DocumentTable | null {
  const marked: { header: boolean; cells: { text: string; columns: number; rows: number }[] }[] = [];
  let laysOut = false;
  const visit = (nodes: Nodes, inHead: boolean, level: number): void => {
    for (const node of nodes) {
      if (!isElement(node) || level > MOST_DEPTH) continue;
      if (node.name === "tr") {
        const cells = node.children.filter(isElement).filter(({ name }) => /^t[dh]$/.test(name));
        const isHeader = cells.length > 1 && cells.every(({ name }) => name === "th");
        laysOut ||= cells.some(({ children }) => holds(children, /^(table|h[1-6])$/));
        marked.push({ header: inHead || isHeader, cells: cells.map((cell) => cellOf(cell, depth + level)) });
      } else if (/^t(head|body|foot)$/.test(node.name)) visit(node.children, node.name === "thead", level + 1);
    }
  };
  visit(children, false, 0);
  const width = Math.max(0, ...marked.map(({ cells }) => cells.length));
  if (laysOut || width < 2) return null;
  const rows = spread(marked.map(({ cells }) => cells));
  const first = marked.findIndex(({ header }) => !header);
  const headers = first < 0 ? 0 : first;
  return { rows, headerRows: headers > 0 ? headers : guessHeaderRows(rows) };
}

function cellOf(cell: Element, depth: number) {
  const span = (name: string) => {
    const value = Number(cell.attribs[name] ?? 1);
    return Number.isInteger(value) && value > 0 ? Math.min(value, LARGEST_SPAN) : 1;
  };
  return { text: oneLine(textIn(cell.children, depth)), columns: span("colspan"), rows: span("rowspan") };
}

function holds(nodes: Nodes, name: RegExp): boolean {
  return nodes.filter(isElement).some((node) => name.test(node.name) || holds(node.children, name));
}

function isElement(node: Node): node is Element {
  return "attribs" in node;
}

/** All text below, blocks parted by blanks. */
function textIn(nodes: Nodes, depth: number): string {
  if (depth > MOST_DEPTH) return "";
  return nodes
    .map((node) => {
      if (node.type === "text") return node.data;
      if (!isElement(node) || SILENT.has(node.name)) return "";
      const inner = node.name === "br" ? " " : textIn(node.children, depth + 1);
      return BLOCKS.has(node.name) || /^t[dhr]$/.test(node.name) ? ` ${inner} ` : inner;
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

import MarkdownIt, { type Token } from "markdown-it";
import pc from "picocolors";
import wrapAnsi from "wrap-ansi";
import { printable, table } from "./text.ts";

/** No answer has as many characters; what is behind them is printed as it is. */
const MOST_TEXT = 200_000;

/**
 * Markdown of an untrusted author for a terminal, wrapped at `width` columns where words allow it. Control characters are
 * made visible before anything is parsed; HTML stays text; links and images show where they lead and open nothing.
 */
export function renderMarkdown(text: string, width: number): string {
  const shown = printable(text);
  const parser = new MarkdownIt({ html: false });
  // Nothing opens a link here, and one that is refused would hide where it leads.
  parser.validateLink = () => true;
  parser.normalizeLink = (link) => link;
  const blocks = treeOf(parser.parse(shown.slice(0, MOST_TEXT), {}));
  return renderBlocks(blocks, width) + shown.slice(MOST_TEXT);
}

/** A token that opens something, with what is inside; any other stands alone. */
interface Node {
  token: Token;
  children: Node[];
}

/** markdown-it gives a flat list in which tokens open and close. */
function treeOf(tokens: readonly Token[]): Node[] {
  const root: Node[] = [];
  const open: Node[][] = [root];
  for (const token of tokens) {
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    const node: Node = { token, children: token.children ? treeOf(token.children) : [] };
    open.at(-1)!.push(node);
    if (token.nesting === 1) open.push(node.children);
  }
  return root;
}

/** Quotes and lists may be nested as deep as an author likes: below this, text goes on without a new margin. */
const LEAST_WIDTH = 24;

function renderBlocks(nodes: readonly Node[], width: number): string {
  return blocksOf(nodes, width).join("\n\n");
}

function blocksOf(nodes: readonly Node[], width: number): string[] {
  return nodes.map((node) => renderBlock(node, Math.max(width, LEAST_WIDTH))).filter((block) => block !== "");
}

function renderBlock({ token, children }: Node, width: number): string {
  switch (token.type) {
    case "heading_open":
      return pc.bold(wrapAnsi(renderInline(children), width));
    case "bullet_list_open":
    case "ordered_list_open":
      return renderList({ token, children }, width);
    case "fence":
    case "code_block":
      return indent(pc.dim(token.content.replace(/\n$/, "")), "    ");
    case "blockquote_open":
      return indent(renderBlocks(children, width - 2), "│ ");
    case "hr":
      return pc.dim("─".repeat(width));
    case "table_open":
      return renderTable(children, width);
    default:
      return wrapAnsi(renderInline(children), width);
  }
}

function renderList({ token, children: items }: Node, width: number): string {
  const isOrdered = token.type === "ordered_list_open";
  const first = Number(token.attrGet("start") ?? 1);
  const margin = isOrdered ? String(first + items.length - 1).length + 2 : 2;
  // In a tight list paragraphs are hidden.
  const isLoose = items.some(({ children }) =>
    children.some((each) => each.token.type === "paragraph_open" && !each.token.hidden),
  );
  const lines = items.map(({ children }, index) => {
    const mark = isOrdered ? `${first + index}. `.padStart(margin) : "- ";
    const body = blocksOf(children, width - margin).join(isLoose ? "\n\n" : "\n");
    return mark + indent(body, " ".repeat(margin)).slice(margin);
  });
  return lines.join("\n");
}

function renderTable(parts: readonly Node[], width: number): string {
  const [header = [], ...rows] = parts
    .flatMap(({ children }) => children)
    .map(({ children }) => children.map((cell) => plain(cell.children)));
  return table(
    header.map((title) => ({ title })),
    rows,
    width,
  );
}

function renderInline(nodes: readonly Node[]): string {
  return nodes.map(renderSpan).join("");
}

function renderSpan({ token, children }: Node): string {
  switch (token.type) {
    case "strong_open":
      return pc.bold(renderInline(children));
    case "em_open":
      return pc.italic(renderInline(children));
    case "s_open":
      return pc.strikethrough(renderInline(children));
    case "code_inline":
      return pc.cyan(token.content);
    case "softbreak":
    case "hardbreak":
      return "\n";
    case "link_open":
      return withTarget(renderInline(children), token.attrGet("href") ?? "");
    case "image":
      return withTarget(plain(children), token.attrGet("src") ?? "");
    default:
      return children.length > 0 ? renderInline(children) : token.content;
  }
}

/** Where a link leads is said, so that its words cannot hide it. */
function withTarget(words: string, href: string): string {
  return words === href || words === "" ? href : `${words} ${pc.dim(`(${href})`)}`;
}

/** Without styles: cells of a table are measured and cut by their text. */
function plain(nodes: readonly Node[]): string {
  return nodes.map(({ token, children }) => (children.length > 0 ? plain(children) : token.content)).join("");
}

function indent(text: string, margin: string): string {
  return text
    .split("\n")
    .map((line) => (margin + line).trimEnd())
    .join("\n");
}

import { lexer, type Token, type Tokens } from "marked";
import pc from "picocolors";
import wrapAnsi from "wrap-ansi";
import { printable, table } from "./text.ts";

/**
 * Markdown of an untrusted author for a terminal, wrapped at `width` columns where words allow it. Control characters are
 * made visible before anything is parsed; HTML stays text; links and images show where they lead and open nothing.
 */
export function renderMarkdown(text: string, width: number): string {
  return renderBlocks(lexer(printable(text)), width);
}

/** Quotes and lists may be nested as deep as an author likes: below this, text goes on without a new margin. */
const LEAST_WIDTH = 24;

function renderBlocks(tokens: readonly Token[], width: number): string {
  const blocks = tokens.map((token) => renderBlock(token, Math.max(width, LEAST_WIDTH)));
  return blocks.filter((block) => block !== "").join("\n\n");
}

function renderBlock(token: Token, width: number): string {
  switch (token.type) {
    case "space":
    case "def":
      return "";
    case "heading":
      return pc.bold(wrapAnsi(renderInline(token.tokens ?? []), width));
    case "list":
      return renderList(token as Tokens.List, width);
    case "code":
      return indent(pc.dim(token.text as string), "    ");
    case "blockquote":
      return indent(renderBlocks(token.tokens ?? [], width - 2), "│ ");
    case "hr":
      return pc.dim("─".repeat(width));
    case "table":
      return renderTable(token as Tokens.Table, width);
    default:
      return wrapAnsi(token.type === "html" ? token.raw : renderInline([token]), width);
  }
}

function renderList({ items, ordered, start }: Tokens.List, width: number): string {
  const first = Number(start) || 1;
  const margin = ordered ? String(first + items.length - 1).length + 2 : 2;
  const lines = items.map((item, index) => {
    const mark = ordered ? `${first + index}. `.padStart(margin) : "- ";
    const separator = item.loose ? "\n\n" : "\n";
    const body = item.tokens.map((token) => renderBlock(token, Math.max(width - margin, LEAST_WIDTH)));
    return mark + indent(body.filter((block) => block !== "").join(separator), " ".repeat(margin)).slice(margin);
  });
  return lines.join("\n");
}

function renderTable({ header, rows }: Tokens.Table, width: number): string {
  const cells = (row: readonly Tokens.TableCell[]): string[] => row.map((cell) => plain(cell.tokens));
  return table(
    cells(header).map((title) => ({ title })),
    rows.map(cells),
    width,
  );
}

function renderInline(tokens: readonly Token[]): string {
  return tokens.map(renderSpan).join("");
}

function renderSpan(token: Token): string {
  const words = (): string => ("tokens" in token && token.tokens ? renderInline(token.tokens) : textOf(token));
  switch (token.type) {
    case "strong":
      return pc.bold(words());
    case "em":
      return pc.italic(words());
    case "del":
      return pc.strikethrough(words());
    case "codespan":
      return pc.cyan(token.text as string);
    case "br":
      return "\n";
    case "link":
    case "image":
      return withTarget(words(), token.href as string);
    case "html":
      return token.raw;
    default:
      return words();
  }
}

/** Where a link leads is said, so that its words cannot hide it. */
function withTarget(words: string, href: string): string {
  return words === href || words === "" ? href : `${words} ${pc.dim(`(${href})`)}`;
}

function textOf(token: Token): string {
  return "text" in token ? String(token.text) : token.raw;
}

/** Without styles: cells of a table are measured and cut by their text. */
function plain(tokens: readonly Token[]): string {
  return tokens.map((token) => ("tokens" in token && token.tokens ? plain(token.tokens) : textOf(token))).join("");
}

function indent(text: string, margin: string): string {
  return text
    .split("\n")
    .map((line) => (margin + line).trimEnd())
    .join("\n");
}

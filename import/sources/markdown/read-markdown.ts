import MarkdownIt from "markdown-it";
import { guessRole, snakeCase } from "../../folder/guess-roles.ts";
import { RULE } from "./faults.ts";
import { definitionsOfRows } from "./two-id-tables.ts";

/** A heading with what stands below it, or a definition: a list item, a paragraph or a row of a table that begins with an id. */
export interface MarkdownPart {
  /** The id that it begins with, or `{#id}`; null for a heading without one. */
  id: string | null;
  /** What the id says that it is of, in lower case: `req` of REQ-12; `section` without an id. */
  type: string;
  title: string;
  text: string;
  /** Titles of the headings around it. */
  sections: string[];
  /** Anchors that links may name: GitHub's of a heading, and those of `<a id>`. */
  anchors: string[];
  isHeading: boolean;
  line: number;
  /** Last line of its own; what stands below a heading is further down. */
  lastLine: number;
}

/** Letters, then digits, joined by signs that ids have: REQ-12, SYS.REQ_4.1, TC007, SRS-NET-0012a. */
export const MARKDOWN_ID = String.raw`\p{Lu}[\p{L}\p{N}]*(?:[-_.:/][\p{L}\p{N}]+)*`;
const LEADING_ID = new RegExp(
  String.raw`^(?:\*\*|__|\x60|\[)*(${MARKDOWN_ID})(?:\*\*|__|\x60|\])*(?:\s*[:：|–—-]|\s|\)|$)`,
  "u",
);
const CUSTOM_ID = /\s*\{#([\w:.-]+)\}\s*$/;

/** The id that a text begins with: it has letters, a digit at the start of its last part or after letters alone, and is no word. */
export function leadingId(text: string): string | null {
  const id = LEADING_ID.exec(text)?.[1];
  return id !== undefined &&
    /^\p{Lu}{2,}[\p{L}\p{N}]*(?:[-_.:/]\p{L}[\p{L}\p{N}]*)*[-_.:/]?\p{N}+\p{L}?(?:[.-]\p{N}+)*$/u.test(id)
    ? id
    : null;
}

interface Range {
  start: number;
  end: number;
}

/** Headings and definitions of a document, in its order. */
export function readMarkdown(text: string): MarkdownPart[] {
  const lines = linesOf(text);
  const tokens = new MarkdownIt({ html: true }).parse(lines.join("\n"), {});
  const parts: (MarkdownPart & { range: Range })[] = [];
  const slugs = new Map<string, number>();
  let above: { level: number; title: string }[] = [];
  // Rows up to here have been told of by their table.
  let tableEnd = -1;
  tokens.forEach(({ type, tag, map }, at) => {
    const content = tokens[at + 1]?.type === "inline" ? (tokens[at + 1]?.content ?? "") : "";
    if (type === "heading_open" && map) {
      const level = Number(tag.slice(1));
      above = above.filter((heading) => heading.level < level);
      const custom = CUSTOM_ID.exec(content)?.[1];
      const title = plain(content.replace(CUSTOM_ID, ""));
      const id = leadingId(content) ?? custom ?? null;
      parts.push({
        id,
        type: typeOf(id),
        title,
        text: "",
        sections: above.map((heading) => heading.title),
        anchors: [slugOf(title, slugs), ...(custom ? [custom] : [])],
        line: map[0] + 1,
        lastLine: map[1],
        range: { start: map[0], end: map[1] },
        isHeading: true,
      });
      above.push({ level, title });
      return;
    }
    const rows = type === "table_open" ? rowsOf(tokens, at) : null;
    if (rows !== null) tableEnd = tokens.findIndex((token, to) => to > at && token.type === "table_close");
    const found = at < tableEnd ? null : definitionAt(tokens, at);
    const single = found && map ? [{ ...found, line: map[0] + 1, end: map[1] }] : [];
    for (const { id, title, text: said, raw = "", line, end = line, label } of rows ?? single)
      parts.push({
        ...{ id, type: typeOf(id, label), title, text: said },
        sections: above.map((heading) => heading.title),
        anchors: [...raw.matchAll(/<a\s+(?:id|name)="([^"]+)"/g)].map(([, anchor]) => anchor as string),
        line,
        lastLine: end,
        range: { start: line - 1, end },
        isHeading: false,
      });
  });
  return parts.map(({ range, ...part }, at) =>
    !part.isHeading ? part : { ...part, text: below(lines, parts.slice(at), range) },
  );
}

/** How many lines stand above the first heading and are in no definition: nothing takes them. */
export function linesAbove(text: string, parts: readonly MarkdownPart[]): number {
  const heading = parts.find(({ isHeading }) => isHeading)?.line ?? Number.POSITIVE_INFINITY;
  const isTaken = (line: number) => parts.some((part) => part.line <= line && line <= part.lastLine);
  const lines = linesOf(text);
  const isHeader = (at: number) => [lines[at], lines[at + 1]].some((line) => line?.includes("|") && RULE.test(line));
  return lines.filter((line, at) => at + 1 < heading && line.trim() !== "" && !isTaken(at + 1) && !isHeader(at)).length;
}

/** Lines, those of a YAML front matter blank: it would be read as a heading. */
export function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
  const end = lines[0] === "---" ? lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line)) : -1;
  return lines.map((line, at) => (at <= end ? "" : line));
}

type Tokens = ReturnType<MarkdownIt["parse"]>;

interface Definition {
  id: string;
  title: string;
  text: string;
  line: number;
  raw?: string;
  end?: number;
  label?: string;
}

/** Of a table whose rows name a test and what it is of; null of others. */
function rowsOf(tokens: Tokens, at: number): Definition[] | null {
  const rows: { line: number; cells: string[] }[] = [];
  for (let to = at; tokens[to]?.type !== "table_close" && to < tokens.length; to++) {
    const { type, map, content } = tokens[to] as Tokens[number];
    if (type === "tr_open") rows.push({ line: (map?.[0] ?? 0) + 1, cells: [] });
    if (type === "inline") rows.at(-1)?.cells.push(plain(content).replace(/<br\s*\/?>/gi, "\n"));
  }
  const [header, ...body] = rows;
  return header ? definitionsOfRows(header.cells, body, (cell) => leadingId(cell) === cell) : null;
}

/** A list item, a paragraph of its own or a row of a table that begins with an id. */
function definitionAt(tokens: Tokens, at: number): Omit<Definition, "line" | "end"> | null {
  const { type } = tokens[at] as Tokens[number];
  if (type === "tr_open") {
    const cells: string[] = [];
    for (let to = at + 1; tokens[to]?.type !== "tr_close" && to < tokens.length; to++)
      if (tokens[to]?.type === "inline") cells.push(tokens[to]?.content ?? "");
    const id = leadingId(cells[0] ?? "");
    const [title = "", ...rest] = cells
      .slice(1)
      .map(plain)
      .filter((cell) => cell !== "");
    return id !== null && id === plain(cells[0] ?? "") && title !== ""
      ? { id, title, text: rest.join("\n"), raw: cells.join(" ") }
      : null;
  }
  if (type !== "paragraph_open") return null;
  const raw = tokens[at + 1]?.content ?? "";
  const id = leadingId(raw);
  // A sentence may begin with an id: a definition has a colon or a dash after it, or marks it.
  const rest =
    id === null
      ? null
      : new RegExp(
          String.raw`^(?:[*_\x60[]*)${escaped(id)}(?:[*_\x60\]]*\s*(?:[:–—-][*_\x60]*\s|：)|[:]?[*_\x60\]]+\s*)`,
          "u",
        ).exec(raw);
  if (id === null || !rest) return null;
  const text = plain(raw.slice(rest[0].length));
  return { id, title: text.split("\n")[0] as string, text, raw };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** The lines below a heading, up to the next, without definitions: those are parts of their own. */
function below(
  lines: readonly string[],
  [, ...next]: readonly { range: Range; isHeading: boolean }[],
  { end }: Range,
): string {
  const heading = next.find(({ isHeading }) => isHeading);
  const own = next.filter(({ range, isHeading }) => !isHeading && (!heading || range.start < heading.range.start));
  const isOwn = (at: number) => own.some(({ range }) => at >= range.start && at < range.end);
  const kept = lines.slice(end, heading?.range.start ?? lines.length).filter((_, at) => !isOwn(end + at));
  return kept.join("\n").trim();
}

/** Without marks of emphasis, anchors and the addresses of links. */
function plain(text: string): string {
  return text
    .replace(/<a\s[^>]*>(?:<\/a>)?/g, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|\x60)/g, "")
    .trim();
}

/** Of the letters in an id those that say what it is of, else what a header calls it, else the first: `srs` of PUMP-SRS-001, `net` of NET-12. */
export function typeOf(id: string | null, label?: string): string {
  if (id === null) return "section";
  const words = (id.match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
  const says = (word: string) => guessRole(word).role !== "other";
  return words.slice(0, 1).find(says) ?? words.findLast(says) ?? label?.toLowerCase() ?? words[0] ?? snakeCase(id);
}

/** As GitHub makes anchors: the second of one name gets -1. */
export function slugOf(title: string, slugs: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");
  const number = slugs.get(slug) ?? 0;
  slugs.set(slug, number + 1);
  return number === 0 ? slug : `${slug}-${number}`;
}

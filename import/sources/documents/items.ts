import { countOf } from "../../../base/counts.ts";
import type { ItemLink, SourceItem } from "../items.ts";
import { mayMentionIn, mentionsIn, SourceIds } from "../markdown/mentions.ts";
import { leadingId, slugOf, typeOf } from "../markdown/read-markdown.ts";
import { type Block, cellsOf, type DocumentTable, headersOf, rowsAsText } from "./blocks.ts";
import { sayEmpty } from "./empty-headings.ts";

export interface ReadDocument {
  file: string;
  blocks: readonly Block[];
}

/** A heading with what stands below it, or a definition: a paragraph or a row of a table that begins with an id. */
interface Part {
  id: string;
  type: string;
  title: string;
  /** Titles of the headings around it, outermost first. */
  headings: readonly string[];
  /** The part with an id whose heading is the nearest around it. */
  parent: string | null;
  lines: string[];
  file: string;
  at: string;
}

/**
 * The artifacts of documents: sections, and what has an id of its own, which the heading above it introduces. What is
 * defined once and named again in another table (a trace matrix) keeps its first text and gets the links of the others.
 */
export function itemsOfDocuments(documents: readonly ReadDocument[]): { items: SourceItem[]; notes: string[] } {
  const parts = new Map<string, Part>();
  const again: Again[] = [];
  for (const document of documents) collect(document, parts, again);
  const known = new SourceIds([...parts.values()].filter(({ type }) => type !== SECTION).map(({ id }) => id));
  const links = new Map<string, ItemLink[]>();
  for (const { id, lines, place } of again)
    for (const link of mentionsIn(lines, { own: id, known }))
      links.set(id, [...(links.get(id) ?? []), { ...link, place }]);
  // A heading that only holds other headings is in their paths.
  const kept = [...parts.values()].filter(({ type, lines }) => type !== SECTION || lines.length > 0);
  const items = kept.map((part) => itemOf(part, { known, besides: links.get(part.id) ?? [] }));
  const notes = [
    ...(again.length > 0
      ? [
          `${countOf(again.length, "place names", "places name")} again what is defined elsewhere: its links are kept, its text once`,
        ]
      : []),
    ...sayEmpty([...parts.values()], kept),
  ];
  return { items, notes };
}

const SECTION = "section";

interface Again {
  id: string;
  lines: string[];
  place: string;
}

function collect({ file, blocks }: ReadDocument, parts: Map<string, Part>, again: Again[]): void {
  const slugs = new Map<string, number>();
  let above: { level: number; part: Part; isNamed: boolean }[] = [];
  let open = makePart({ id: `${file}#`, type: SECTION, title: nameOf(file) }, file, blocks[0]?.at ?? "");
  parts.set(open.id, open);
  let section = open;
  for (const block of blocks) {
    const around = {
      headings: above.map(({ part }) => part.title),
      parent: above.findLast(({ isNamed }) => isNamed)?.part.id ?? null,
    };
    if (block.type === "heading") {
      above = above.filter(({ level }) => level < block.level);
      const id = leadingId(block.text);
      const isNew = id !== null && !parts.has(id);
      const part = makePart(
        isNew
          ? { id, type: typeOf(id), title: block.text }
          : { id: `${file}#${slugOf(block.text, slugs)}`, type: SECTION, title: block.text },
        file,
        block.at,
      );
      part.headings = above.map((heading) => heading.part.title);
      part.parent = above.findLast(({ isNamed }) => isNamed)?.part.id ?? null;
      parts.set(part.id, part);
      above.push({ level: block.level, part, isNamed: isNew });
      [open, section] = [part, part];
    } else if (block.type === "text") {
      const id = definedBy(block.text);
      if (id !== null && !parts.has(id)) {
        open = { ...makePart({ id, type: typeOf(id), title: titleAfter(block.text, id) }, file, block.at), ...around };
        parts.set(id, open);
      }
      open.lines.push(block.text);
    } else {
      for (const row of definingRows(block.table)) {
        if (parts.has(row.id)) again.push({ ...row, place: `${file}, ${block.at}` });
        else {
          const part = makePart({ id: row.id, type: typeOf(row.id), title: row.title }, file, block.at);
          parts.set(row.id, { ...part, ...around, lines: row.lines });
        }
      }
      section.lines.push(...rowsAsText(block.table));
      open = section;
    }
  }
}

function makePart({ id, type, title }: Pick<Part, "id" | "type" | "title">, file: string, at: string): Part {
  return { id, type, title, headings: [], parent: null, lines: [], file, at };
}

/** A sentence may begin with an id; a definition has a colon, a dash or a bracket behind it. */
function definedBy(text: string): string | null {
  const id = leadingId(text);
  return id !== null && /^[\s\])*`]*(?:[:：–—|]|-\s)/u.test(afterId(text, id)) ? id : null;
}

function afterId(text: string, id: string): string {
  return text.slice(text.indexOf(id) + id.length);
}

/** The first sentence behind the id. */
function titleAfter(text: string, id: string): string {
  const rest = afterId(text, id).replace(/^[\s\])*`:：–—|-]+/u, "");
  const [sentence = rest] = /^.{10,140}?[.;!?](?=\s|$)/u.exec(rest) ?? [];
  return sentence.length > 160 ? `${sentence.slice(0, 157)}...` : sentence;
}

/** Rows whose first cell is an id, each cell on a line of its own behind its header. */
function definingRows(table: DocumentTable): { id: string; title: string; lines: string[] }[] {
  const headers = headersOf(table);
  return table.rows.slice(table.headerRows).flatMap((row) => {
    const [first = "", ...rest] = row;
    const id = leadingId(first);
    const title = rest.find((cell) => cell !== "") ?? "";
    return id !== null && id === first && title !== "" ? [{ id, title, lines: cellsOf(["", ...rest], headers) }] : [];
  });
}

function itemOf(part: Part, { known, besides }: { known: SourceIds; besides: readonly ItemLink[] }): SourceItem {
  const { id, type, title, headings, lines, file, at, parent } = part;
  const mentioned = mentionsIn([title, ...lines], { own: id, known });
  const links = new Map<string, ItemLink>();
  if (parent !== null && parent !== id) links.set(parent, { kind: "contains", id: parent, inverse: true });
  for (const link of [...mentioned, ...besides]) if (!links.has(link.id)) links.set(link.id, link);
  return {
    ...{ id, type, title },
    text: lines.join("\n"),
    meta: { file, at, headings },
    links: [...links.values()],
    mayMention: mayMentionIn([title, ...lines], { own: id, known }),
    place: `${file}, ${at}`,
  };
}

/** The last part of a path, without its ending. */
function nameOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.[a-z]+$/i, "");
}

import { findIds } from "../base/ids.ts";
import type { IdPattern } from "../corpora/corpus.ts";
import { type CorpusRows, grouped } from "./corpus-rows.ts";

/** A reference as a person wrote it, resolved to backlog items (mostly one), or why not. */
export type Resolution = { items: readonly { id: string; kind: string }[] } | { reason: string };

/**
 * Resolves raw references: exactly; as a list of ids (`REQ-1/REQ-2`); by the id at the start, once trailing notes and
 * qualifiers are stripped; by the only id that stands in the text. `kind` is inferred from the id's structure: the
 * subtype that all backlog items with its shape share, else the item's own.
 */
export function referenceResolver(
  { byId, artifacts }: CorpusRows,
  patterns: readonly IdPattern[],
): (raw: string) => Resolution {
  const kinds = kindByShape(artifacts.filter((artifact) => artifact.role === "backlog_item"));
  const byLowerCase = new Map(artifacts.map(({ id }) => [id.toLowerCase(), id]));
  const known: Lookup = (text) => (byId.has(text) ? text : byLowerCase.get(text.toLowerCase()));
  return (raw) => {
    const text = normaliseReference(raw);
    const inText = findIds(text, patterns);
    const ids = candidatesOf(raw, { text, inText, known });
    if (ids.length === 0) return { reason: reasonFor(text, inText, kinds) };
    const stray = ids.map((id) => byId.get(id)!).find((artifact) => artifact.role !== "backlog_item");
    if (stray) return { reason: `${stray.id} is a ${stray.role.replace("_", " ")}, not a backlog item` };
    return { items: ids.map((id) => ({ id, kind: kinds.get(shapeOf(id)) ?? byId.get(id)!.subtype })) };
  };
}

type Lookup = (text: string) => string | undefined;

function candidatesOf(raw: string, found: { text: string; inText: readonly string[]; known: Lookup }): string[] {
  const { text, inText, known } = found;
  const exact = known(raw.trim());
  if (exact !== undefined) return [exact];
  const pieces = withoutBrackets(raw)
    .split(LIST_SEPARATOR)
    .map((piece) => piece.trim());
  const listed = pieces.filter((piece) => piece !== "").map(known);
  if (listed.length > 1 && listed.every((id) => id !== undefined)) return [...new Set(listed)];
  const only = known(text) ?? leadingId(text, known) ?? (inText.length === 1 ? known(inText[0]!) : undefined);
  return only === undefined ? [] : [only];
}

const LIST_SEPARATOR = /\s*[/,;&+]\s*|\s+and\s+/;

/** The longest known id that the text starts with and that no letter or digit continues. */
function leadingId(text: string, known: Lookup): string | undefined {
  const ends = [...text.matchAll(/(?<=[\p{L}\p{N}])(?![\p{L}\p{N}])/gu)].map((match) => match.index).reverse();
  for (const end of ends) {
    const id = known(text.slice(0, end));
    if (id !== undefined) return id;
  }
  return undefined;
}

function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>/g, " ");
}

/**
 * Strips what people add after an id, repeatedly: notes in brackets, versions and revisions, remarks after a colon,
 * semicolon, comma or spaced dash, and closing punctuation.
 */
export function normaliseReference(raw: string): string {
  let text = raw.normalize("NFKC").replace(/\s+/g, " ").trim();
  for (let before = ""; before !== text; ) {
    before = text;
    for (const trailing of TRAILING) text = text.replace(trailing, "").trim();
  }
  return text;
}

const TRAILING = [
  /\s*(?:\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|<[^<>]*>)$/,
  /(?:\s+|[_@/-])(?:v|ver|version|rev|revision|rel|release|issue|draft)\.?\s?[0-9A-Z][0-9.]*$/i,
  /\s*[;,:]\s.*$/,
  /\s+[-\u2013\u2014]+\s.*$/,
  /[\s.,;:*#!?-]+$/,
];

/** The id's structure: runs of digits as one sign. `FEA-1023` and `FEA-7` have the same shape. */
function shapeOf(id: string): string {
  return id.replace(/\d+/g, "0");
}

function kindByShape(items: readonly { id: string; subtype: string }[]): Map<string, string> {
  const subtypes = grouped(items, (item) => shapeOf(item.id));
  return new Map(
    [...subtypes]
      .filter(([, group]) => new Set(group.map((item) => item.subtype)).size === 1)
      .map(([shape, group]) => [shape, group[0]!.subtype]),
  );
}

function reasonFor(text: string, inText: readonly string[], kinds: ReadonlyMap<string, string>): string {
  if (inText.length > 1) return `names ${inText.length} ids: ${inText.join(", ")}`;
  const kind = kinds.get(shapeOf(inText[0] ?? text));
  return kind ? `has the structure of a ${kind} id, but there is no such item` : "no id of a backlog item in it";
}

import { grouped } from "../../base/grouped.ts";
import { findIds } from "../../base/ids.ts";
import type { IdPattern } from "../ports/corpus.ts";
import type { StreamedRows } from "../ports/corpus-rows.ts";

/** How a reference was read. The rules are tried in this order; docs/guides/formats.md has an example of each. */
type ReferenceRule = "exact" | "letter case" | "list" | "notes stripped" | "leading id" | "only id in the text";

/** What is the matter with a reference that leads nowhere. */
type ReferenceProblem = "unknown id" | "no id" | "ambiguous" | "wrong role";

/** A reference as a person wrote it, resolved to backlog items (mostly one), or why not. */
export type Resolution = { normalised: string } & (
  | { rule: ReferenceRule; items: readonly { id: string; kind: string }[] }
  | { problem: ReferenceProblem; reason: string }
);

/**
 * Resolves raw references: exactly; as a list of ids (`REQ-1/REQ-2`); by the id at the start, once trailing notes and
 * qualifiers are stripped; by the only id that stands in the text. Letter case counts only where it tells ids apart.
 * `kind` is inferred from the id's structure: the subtype that all backlog items with its shape share, else the item's own.
 */
export function referenceResolver(
  { byId }: Pick<StreamedRows, "byId">,
  patterns: readonly IdPattern[],
): (raw: string) => Resolution {
  const kinds = kindByShape([...byId.values()].filter((artifact) => artifact.role === "backlog_item"));
  const byLowerCase = grouped(byId.keys(), (id) => id.toLowerCase());
  const alike = (text: string): string[] => byLowerCase.get(text.toLowerCase()) ?? [];
  const known: Lookup = (text) => (byId.has(text) ? text : alike(text).length === 1 ? alike(text)[0] : undefined);
  return (raw) => {
    const normalised = normaliseReference(raw);
    const inText = findIds(normalised, patterns);
    const found = candidatesOf(raw, { text: normalised, inText, known });
    if (!found) return { normalised, ...problemOf({ text: normalised, inText, kinds, alike: alike(normalised) }) };
    const stray = found.ids.map((id) => byId.get(id)!).find((artifact) => artifact.role !== "backlog_item");
    if (stray) {
      const reason = `${stray.id} is a ${stray.role.replace("_", " ")}, not a backlog item`;
      return { normalised, problem: "wrong role", reason };
    }
    const items = found.ids.map((id) => ({ id, kind: kinds.get(shapeOf(id)) ?? byId.get(id)!.subtype }));
    return { normalised, rule: found.rule, items };
  };
}

type Lookup = (text: string) => string | undefined;

interface Candidates {
  rule: ReferenceRule;
  ids: readonly string[];
}

function candidatesOf(
  raw: string,
  { text, inText, known }: { text: string; inText: readonly string[]; known: Lookup },
): Candidates | null {
  const exact = known(raw.trim());
  if (exact !== undefined) return { rule: exact === raw.trim() ? "exact" : "letter case", ids: [exact] };
  const pieces = withoutBrackets(raw)
    .split(LIST_SEPARATOR)
    .map((piece) => piece.trim());
  const listed = pieces.filter((piece) => piece !== "").map(known);
  if (listed.length > 1 && listed.every((id) => id !== undefined)) return { rule: "list", ids: [...new Set(listed)] };
  const attempts: [ReferenceRule, string | undefined][] = [
    ["notes stripped", known(text)],
    ["leading id", leadingId(text, known)],
    ["only id in the text", inText.length === 1 ? known(inText[0]!) : undefined],
  ];
  for (const [rule, id] of attempts) if (id !== undefined) return { rule, ids: [id] };
  return null;
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

interface Unread {
  text: string;
  inText: readonly string[];
  kinds: ReadonlyMap<string, string>;
  /** Ids that differ from the text by letter case only. */
  alike: readonly string[];
}

function problemOf({ text, inText, kinds, alike }: Unread): { problem: ReferenceProblem; reason: string } {
  if (alike.length > 1) return { problem: "ambiguous", reason: `could be ${alike.join(" or ")}` };
  if (inText.length > 1) return { problem: "ambiguous", reason: `names ${inText.length} ids: ${inText.join(", ")}` };
  const kind = kinds.get(shapeOf(inText[0] ?? text));
  if (kind) return { problem: "unknown id", reason: `has the structure of a ${kind} id, but there is no such item` };
  return { problem: "no id", reason: "no id of a backlog item in it" };
}

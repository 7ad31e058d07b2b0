import { posix } from "node:path";
import { z } from "zod";
import { countOf } from "../../../base/counts.ts";
import { parsePlainly, plainIssues } from "../../../base/plain-issues.ts";
import { openYaml, parseYaml } from "../../../base/yaml.ts";
import { DOORSTOP_FILE, type Source, type SourceFile } from "../files.ts";
import { contentOfItems, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { looseText } from "../text/json.ts";
import { headOf } from "../text/xml.ts";

export const doorstopAdapter: SourceAdapter = {
  name: "doorstop",
  reads: `doorstop trees: folders with ${DOORSTOP_FILE} and items in YAML, or in Markdown with front matter`,
  keeps:
    "items by their UID, of the type of their document's prefix (headings as heading), header, text, level, references and every other attribute with a value; links, documents and their parents",
  drops: "inactive items (counted), fingerprints of links and reviews",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (posix.basename(file.name) === DOORSTOP_FILE) return { certainty: 1, why: `it holds ${file.name}`, whole: true };
  return /\.(ya?ml|md)$/i.test(file.name) && /^active: /m.test(headOf(file)) && /^level: /m.test(headOf(file))
    ? { certainty: 0.9, why: `${file.name} is an item with a level, as doorstop writes it` }
    : null;
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const settings = files.filter((file) => posix.basename(file.name) === DOORSTOP_FILE);
  const notes: string[] = [];
  const documents = await readEach(settings, context, async (file) => readDocument(file, notes));
  const wanted = files.filter((file) => isItem(file, documentOf(file, documents)));
  const items = (
    await readEach(wanted, context, async (file) => readItem(file, documentOf(file, documents), { ...context, notes }))
  ).flat();
  const active = items.filter(({ isActive }) => isActive);
  const inactive = items.length - active.length;
  if (inactive > 0)
    notes.push(`${countOf(inactive, "item is inactive and is", "items are inactive and are")} left out`);
  return contentOfItems([...documents.map(itemOfDocument), ...active.map(({ item }) => item)], {
    counts: {
      items: active.length,
      links: active.reduce((sum, { item }) => sum + item.links.length, 0),
      documents: documents.length,
      headings: active.filter(({ item }) => item.type === "heading").length,
      inactive,
    },
    records: documents.length + wanted.length,
    notes,
  });
}

interface DoorstopDocument {
  folder: string;
  prefix: string;
  parent: string;
  isMarkdown: boolean;
  title: string;
  place: string;
}

const settingsSchema = z.looseObject({
  settings: z.looseObject({
    prefix: looseText.refine((prefix) => prefix !== "", "is empty; expected what the ids of the document begin with"),
    parent: looseText,
    itemformat: z.enum(["yaml", "markdown"]).optional(),
  }),
  attributes: z
    .looseObject({ defaults: z.looseObject({ doc: z.looseObject({ title: looseText }).nullish() }).nullish() })
    .nullish(),
});

async function readDocument(file: SourceFile, notes: string[]): Promise<DoorstopDocument> {
  const { text, note } = await decodeFile(file);
  if (note) notes.push(note);
  const { settings, attributes } = parseYaml(text, { path: file.name, schema: settingsSchema, code: "corpus" });
  return {
    folder: posix.dirname(file.name),
    prefix: settings.prefix,
    parent: settings.parent,
    isMarkdown: settings.itemformat === "markdown",
    title: attributes?.defaults?.doc?.title || settings.prefix,
    place: file.name,
  };
}

function itemOfDocument({ prefix, parent, title, place }: DoorstopDocument): SourceItem {
  return {
    id: prefix,
    type: "document",
    title,
    text: title,
    meta: {},
    links: parent === "" ? [] : [{ kind: "parent", id: parent }],
    place,
  };
}

/** The document whose folder, or a folder below it, holds the file: the innermost. */
function documentOf({ name }: SourceFile, documents: readonly DoorstopDocument[]): DoorstopDocument | undefined {
  const above = documents.filter(({ folder }) => folder === "." || name.startsWith(`${folder}/`));
  return above.sort((a, b) => b.folder.length - a.folder.length)[0];
}

/** As doorstop decides: the name is a UID, a prefix with a number or a name. Without its document, the content decides. */
function isItem(file: SourceFile, document: DoorstopDocument | undefined): boolean {
  const { name, ext } = posix.parse(file.name);
  if (!/^(?:[\p{L}\p{N}_.-]+[-_.][\p{L}\p{N}_]|[\p{L}\p{N}_.-]*[^\d]\d)/u.test(name) || name.startsWith("."))
    return false;
  return document ? ext === (document.isMarkdown ? ".md" : ".yml") : claim(file) !== null;
}

const itemSchema = z.looseObject({
  active: z.boolean().default(true),
  level: looseText,
  normative: z.boolean().default(true),
  header: looseText,
  text: looseText,
  links: z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).nullish(),
});

async function readItem(
  file: SourceFile,
  document: DoorstopDocument | undefined,
  { problems, notes }: Pick<ReadContext, "problems"> & { notes: string[] },
): Promise<{ item: SourceItem; isActive: boolean }[]> {
  const { text, note } = await decodeFile(file);
  if (note) notes.push(note);
  const { value, describe } = openYaml(frontMatter(text, file.name), { path: file.name, code: "corpus" });
  const parsed = parsePlainly(itemSchema, value);
  if (!parsed.success) {
    for (const issue of plainIssues(parsed.error.issues)) problems.add(describe(issue));
    return [];
  }
  // As YAML, level 1.10 is the number 1.1.
  const level = /^level: *['"]?([\d.]+)/m.exec(text)?.[1] ?? parsed.data.level;
  const whole = file.name.endsWith(".md") ? { ...parsed.data, ...bodyOf(text), level } : { ...parsed.data, level };
  return [{ item: itemOf(file, whole, document), isActive: whole.active }];
}

const FRONT_MATTER = /^\uFEFF?---\r?\n(.*?)^---\s*?$/ms;

function frontMatter(text: string, name: string): string {
  return name.endsWith(".md") ? (FRONT_MATTER.exec(text)?.[0].replaceAll(/^\uFEFF?---\s*$/gm, "") ?? text) : text;
}

/** Of Markdown a first heading of level 1 is the header, the rest the text. */
function bodyOf(text: string): { header: string; text: string } {
  const body = text.replace(FRONT_MATTER, "").trim();
  const header = /^# +(.*)(?:\n|$)/.exec(body);
  return { header: header?.[1]?.trim() ?? "", text: header ? body.slice(header[0].length) : body };
}

function itemOf(
  file: SourceFile,
  item: z.output<typeof itemSchema>,
  document: DoorstopDocument | undefined,
): SourceItem {
  const { active: _active, level, normative, header, text, links, reviewed: _reviewed, ...rest } = item;
  const id = posix.parse(file.name).name;
  const isHeading = !normative && /\.0$|^\d+$/.test(level);
  const targets = (links ?? []).flatMap((link) => (typeof link === "string" ? [link] : Object.keys(link)));
  return {
    id,
    type: isHeading ? "heading" : (document?.prefix ?? id.replace(/[-_.]?[^-_.\D]*$/, "")),
    title: header || (text.trim().split("\n")[0] as string),
    text: [header, text].filter((part) => part.trim() !== "").join("\n\n"),
    meta: {
      ...rest,
      document: document?.prefix,
      level,
      ...(normative || isHeading ? {} : { normative }),
      derived: rest.derived || undefined,
    },
    links: targets.map((target) => ({ kind: "links", id: target })),
    place: file.name,
  };
}

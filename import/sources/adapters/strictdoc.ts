import { grouped } from "../../../base/grouped.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { readDocumentJson } from "../strictdoc/read-json.ts";
import { type DocumentNode, readSdoc } from "../strictdoc/read-sdoc.ts";
import { headOf } from "../text/xml.ts";

export const strictdocAdapter: SourceAdapter = {
  name: "strictdoc",
  reads: "strictdoc documents (.sdoc), old and new sections, or the JSON export (strictdoc export --formats json)",
  keeps:
    "every node of the type that the grammar gives it, by UID, else MID, else its place in the document; title, statement and all other fields; sections, documents; relations by role, else by type, files as named only",
  drops: "grammars, options and views; links inside of texts stay as text; relations to nothing (counted and told)",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (isSdoc(file) && /^\uFEFF?\s*\[DOCUMENT\]/.test(headOf(file)))
    return { certainty: 1, why: "it begins with [DOCUMENT], as strictdoc writes it" };
  if (/\.(sdoc|sgra)$/i.test(file.name))
    return { certainty: 0.9, why: `${file.name} is called as strictdoc calls its files` };
  return isJson(file) ? { certainty: 1, why: "it holds documents of nodes, as strictdoc exports them" } : null;
}

const isSdoc = ({ name }: SourceFile) => /\.sdoc$/i.test(name);

function isJson(file: SourceFile): boolean {
  return /\.json$/i.test(file.name) && /"DOCUMENTS"\s*:/.test(headOf(file)) && /"_NODE_TYPE"\s*:/.test(headOf(file));
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter((file) => isSdoc(file) || isJson(file));
  const notes: string[] = [];
  const read = { problems: context.problems, notes };
  const documents = await readEach(wanted, context, async (file) =>
    /\.json$/i.test(file.name) ? readDocumentJson(file, read) : [await readSdoc(file, read)],
  );
  const nodes = documents.flat(2);
  const items = itemsOf(nodes);
  const count = (type: string) => nodes.filter((node) => node.type === type).length;
  return contentOfItems(items, {
    counts: {
      documents: count("DOCUMENT"),
      ...countsByType(nodes),
      relations: nodes.reduce((sum, { relations }) => sum + relations.length, 0),
    },
    records: nodes.length,
    notes,
  });
}

function countsByType(nodes: readonly DocumentNode[]): Record<string, number> {
  const types = grouped(
    nodes.filter(({ type }) => type !== "DOCUMENT"),
    ({ type }) => type,
  );
  return Object.fromEntries([...types].map(([type, own]) => [type, own.length]));
}

/** Nodes without UID or MID are called after their document, type and number there. */
function itemsOf(nodes: readonly DocumentNode[]): SourceItem[] {
  const numbers = new Map<string, number>();
  return nodes.map((node) => {
    const { fields, type, document } = node;
    const base = type === "DOCUMENT" ? document : `${document}#${type}`;
    const number = (numbers.get(base) ?? 0) + 1;
    numbers.set(base, number);
    return itemOf(node, fields.UID || fields.MID || (type === "DOCUMENT" ? base : `${base}-${number}`));
  });
}

function itemOf({ type, fields, sections, document, relations, place }: DocumentNode, id: string): SourceItem {
  const {
    UID: _uid,
    TITLE: title = "",
    STATEMENT: statement = "",
    CONTENT: content = "",
    BODY: body = "",
    ...rest
  } = fields;
  const text = [statement, content, body].filter((part) => part !== "").join("\n\n");
  return {
    id,
    type,
    title: title || (text.split("\n")[0] as string),
    text: [title, text].filter((part) => part !== "").join("\n\n"),
    meta: { ...rest, ...(type === "DOCUMENT" ? {} : { document, section: sections.join(" / ") }) },
    links: relations.map(
      (relation): ItemLink => ({
        kind: relation.role || relation.type,
        id: relation.value,
        place: relation.place,
        ...(relation.type === "File" ? { named: { type: "file" } } : {}),
      }),
    ),
    place,
  };
}

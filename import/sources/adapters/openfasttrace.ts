import { grouped } from "../../../base/grouped.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type SourceItem } from "../items.ts";
import { OFT_ID, type OftFindings, type OftItem } from "../openfasttrace/ids.ts";
import { readOftAsciidoc } from "../openfasttrace/read-asciidoc.ts";
import { readOftMarkup } from "../openfasttrace/read-markup.ts";
import { readOftTags } from "../openfasttrace/read-tags.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { headOf } from "../text/xml.ts";

export const openfasttraceAdapter: SourceAdapter = {
  name: "openfasttrace",
  reads:
    "OpenFastTrace: specification items in Markdown, reStructuredText and AsciiDoc, tags such as [impl->dsn~a~1] in programs and features",
  keeps:
    "items by id with title, description, rationale, comment, status, tags and needed types; tags with the lines below them; covers and depends links",
  drops: "text between items; links to nothing (counted and told)",
  claim,
  read,
};

const READERS: readonly (readonly [
  RegExp,
  (text: string, name: string, findings: OftFindings) => OftItem[],
  RegExp,
])[] = [
  [/\.(md|markdown|rst)$/i, readOftMarkup, new RegExp(`^\`?${OFT_ID}\`?\\s*$`, "mu")],
  [/\.(adoc|asciidoc)$/i, readOftAsciidoc, /^\[[^\]]*oft-sid=/m],
  [
    /\.(bat|c|cc|cpp|c\+\+|h|h\+\+|hh|hpp|c#|cs|cfg|conf|ini|feature|go|groovy|json|html?|xhtml|ya?ml|java|clj|kt|scala|m?js|ts|tsx|lua|mm?|php|pl|pm|py|robot|pu|puml|plantuml|r|rs|sh|bash|zsh|swift|toml|tf|tfvars|sql|pls)$/i,
    readOftTags,
    new RegExp(`\\[\\s*\\p{L}+(~[^\\]>]*)?\\s*->\\s*${OFT_ID}`, "u"),
  ],
];

function readerOf({ name }: SourceFile): (typeof READERS)[number] | undefined {
  return READERS.find(([names]) => names.test(name));
}

function claim(file: SourceFile): Claim | null {
  const reader = readerOf(file);
  return reader?.[2].test(headOf(file))
    ? { certainty: 0.9, why: `${file.name} holds ids such as ${new RegExp(OFT_ID, "u").exec(headOf(file))?.[0]}` }
    : null;
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.filter((file) => readerOf(file));
  const notes: string[] = [];
  const found = await readEach(wanted, context, async (file) => {
    const { text, note } = await decodeFile(file);
    if (note) notes.push(note);
    return (readerOf(file) as (typeof READERS)[number])[1](text, file.name, { problems: context.problems, notes });
  });
  const items = found.flat();
  const types = [...grouped(items, ({ type }) => type)].map(([type, own]) => [type, own.length] as const);
  return contentOfItems(items.map(itemOf), {
    counts: { ...Object.fromEntries(types), covers: items.reduce((sum, { covers }) => sum + covers.length, 0) },
    roles: { feat: { role: "backlog_item", subtype: "feature" }, impl: { role: "other" } },
    notes,
  });
}

function itemOf({ id, type, title, text, meta, covers, depends, needs, tags, place }: OftItem): SourceItem {
  const links = [
    ...covers.map((target) => ({ kind: "covers", id: target })),
    ...depends.map((target) => ({ kind: "depends", id: target })),
  ];
  const lists = { needs: needs.join(", "), tags: tags.join(", ") };
  return {
    id,
    type,
    title: title || (id.split("~")[1] ?? id),
    text: [title, text, meta.rationale ?? ""].filter((part) => part !== "").join("\n\n"),
    meta: { ...meta, ...lists },
    links,
    place,
  };
}

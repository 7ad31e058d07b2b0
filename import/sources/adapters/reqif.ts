import { countOf } from "../../../base/counts.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { quote } from "../../folder/quote.ts";
import { filesOfZip, isZip } from "../archive.ts";
import type { Source, SourceFile } from "../files.ts";
import { readEach } from "../read-each.ts";
import { AssignedIds } from "../reqif/assigned-ids.ts";
import { specificationNames, walkNodes, wordingOf } from "../reqif/merge.ts";
import { type ReqifDocument, type ReqifItem, readReqif } from "../reqif/read-document.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent, SourceLink } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { headOf, rootName } from "../text/xml.ts";

export const reqifAdapter: SourceAdapter = {
  name: "reqif",
  reads: "ReqIF 1.0 to 1.2: .reqif, .reqifz, or a folder of them",
  keeps:
    "every object with its type, the values that it or its type gives (enumerations by name, XHTML as text), hierarchy as `contains` links, relations as links of their type, specifications",
  drops:
    "attachments (counted), relation groups (counted), formatting, values of relations (counted and named), access rights, tool extensions, attributes without a value",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  if (isDocument(file)) return { certainty: 1, why: "the root element is REQ-IF" };
  return /\.reqifz$/i.test(file.name) ? { certainty: 1, why: "the name ends with .reqifz" } : null;
}

function isDocument(file: SourceFile): boolean {
  return rootName(headOf(file)) === "REQ-IF";
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const { inner, attachments } = await unpackAll(files, context);
  const notes: string[] = [];
  const documents = await readEach(inner, context, async (file) => {
    const { text, note } = await decodeFile(file, { xml: true });
    const document = readReqif(text, file.name);
    if (note) notes.push(note);
    return document;
  });
  const assigned = new AssignedIds(documents, context.problems);
  const parts = documents.map((document) =>
    partOf(document, { assigned, context, several: typesInSeveral(documents) }),
  );
  const counts = countsOf(documents, attachments);
  if (attachments > 0) notes.push(`${countOf(attachments, "attachment is", "attachments are")} left out`);
  if (counts.relationGroups)
    notes.push(`${counts.relationGroups} relation groups are left out; their relations are not`);
  return {
    artifacts: parts.flatMap(({ artifacts }) => artifacts),
    links: parts.flatMap(({ links }) => links),
    records: (counts.objects as number) + (counts.relations as number) + (counts.nodes as number),
    counts,
    mapping: {},
    notes: [...notes, ...assigned.notes(), ...undeclared(documents), ...sayValues(documents), ...sayMissing(documents)],
  };
}

/** Documents: everything that ends with .reqif or is one by its content; the rest are attachments. */
async function unpackAll(
  files: readonly SourceFile[],
  context: ReadContext,
): Promise<{ inner: SourceFile[]; attachments: number }> {
  const unpacked = await readEach(files, context, async (file) => (isZip(file.head) ? filesOfZip(file) : [file]));
  const all = unpacked.flat();
  const inner = all.length === 1 ? all : all.filter((file) => /\.reqif$/i.test(file.name) || isDocument(file));
  return { inner, attachments: all.length - inner.length };
}

/** Values that no artifact shows as the document has them. */
function sayValues(documents: readonly ReqifDocument[]): string[] {
  const items = documents.flatMap(({ objects, specifications }) => [...objects, ...specifications]);
  const defaults = items.reduce((sum, item) => sum + item.defaults, 0);
  const relations = documents.flatMap(({ name, relations: own }) => own.map((relation) => ({ ...relation, name })));
  const said = relations.flatMap(({ values, longName, description, name, line }) =>
    [...Object.keys(values), ...(longName ? ["LONG-NAME"] : []), ...(description ? ["DESC"] : [])].map((attribute) => ({
      attribute,
      place: `${name}:${line}`,
    })),
  );
  const names = [...new Set(said.map(({ attribute }) => attribute))].map(quote);
  return [
    ...(defaults > 0 ? [`${countOf(defaults, "value is", "values are")} the default of an object's type`] : []),
    ...(said.length > 0
      ? [
          `${countOf(said.length, "value of a relation is", "values of relations are")} left out, since a link has none: ${names.slice(0, 10).join(", ")}${names.length > 10 ? ", ..." : ""}, the first at ${said[0]?.place}`,
        ]
      : []),
  ];
}

/** Values of another name, or of none. */
function sayMissing(documents: readonly ReqifDocument[]): string[] {
  return documents.flatMap(({ name, withoutValue }) =>
    withoutValue.length > 0
      ? [
          `${countOf(withoutValue.length, `value of ${name} has`, `values of ${name} have`)} no THE-VALUE and ${withoutValue.length === 1 ? "is" : "are"} taken as empty, the first in line ${Math.min(...withoutValue)}`,
        ]
      : [],
  );
}

/** References to types and enumeration values that a document does not declare: it is still readable. */
function undeclared(documents: readonly ReqifDocument[]): string[] {
  return documents.flatMap((document) => {
    const without = [...document.objects, ...document.relations].filter(
      ({ typeId }) => document.typeName(typeId) === null,
    );
    const [first] = without;
    return first
      ? [
          `${without.length} objects or relations name a type that ${document.name} does not declare, the first in line ${first.line}: taken as type \`object\`, kind \`relation\``,
        ]
      : [];
  });
}

/** Types whose objects stand in more than one specification: there, the specification tells what they are. */
function typesInSeveral(documents: readonly ReqifDocument[]): Set<string> {
  const places = new Map<string, Set<string>>();
  for (const document of documents) {
    const names = specificationNames(document);
    for (const object of document.objects) {
      const type = typeOf(object, document);
      const name = names.get(object.id);
      if (name !== undefined) places.set(type, (places.get(type) ?? new Set()).add(name));
    }
  }
  return new Set([...places].filter(([, names]) => names.size > 1).map(([type]) => type));
}

function typeOf(object: ReqifItem, document: ReqifDocument): string {
  return document.typeName(object.typeId) ?? "object";
}

interface Parts {
  assigned: AssignedIds;
  context: ReadContext;
  several: ReadonlySet<string>;
}

function partOf(
  document: ReqifDocument,
  { assigned, context, several }: Parts,
): { artifacts: Artifact[]; links: SourceLink[] } {
  const names = specificationNames(document);
  const artifacts = document.objects
    .filter((object) => assigned.isFirst(object))
    .map((object) => {
      const type = typeOf(object, document);
      const specification = names.get(object.id);
      return artifactOf(object, {
        id: assigned.idOf(document, object.id) as string,
        type: several.has(type) && specification ? `${type} in ${specification}` : type,
        extra: specification ? { specification } : {},
      });
    });
  const specifications = document.specifications
    .filter((item) => assigned.isFirst(item))
    .map((item) =>
      artifactOf(item, { id: assigned.idOf(document, item.id) as string, type: "specification", extra: {} }),
    );
  return {
    artifacts: [...specifications, ...artifacts],
    links: [...containment(document, { assigned, context }), ...relations(document, { assigned, context })],
  };
}

function artifactOf(
  item: ReqifItem,
  { id, type, extra }: { id: string; type: string; extra: Record<string, string> },
): Artifact {
  const { title, text, rest } = wordingOf(item);
  return { id, type, title, text, meta: { ...rest, ...extra, ...(item.id === id ? {} : { identifier: item.id }) } };
}

type Books = Pick<Parts, "assigned" | "context">;

function containment(document: ReqifDocument, { assigned, context }: Books): SourceLink[] {
  const links: SourceLink[] = [];
  for (const specification of document.specifications)
    walkNodes(specification.nodes, (node, above) => {
      const place = `${document.name}:${node.line}`;
      const targetId = node.objectId === null ? null : assigned.idOf(document, node.objectId);
      if (targetId === null)
        context.problems.add(
          `${place}: the hierarchy refers to object ${quote(node.objectId ?? "")}, which is not there`,
        );
      const parent = above === null ? specification.id : above.objectId;
      const sourceId = parent === null ? null : assigned.idOf(document, parent);
      if (targetId !== null && sourceId !== null && sourceId !== targetId)
        links.push({ sourceId, targetId, kind: "contains", place });
    });
  return links;
}

function relations(document: ReqifDocument, { assigned, context }: Books): SourceLink[] {
  return document.relations.flatMap((relation) => {
    const place = `${document.name}:${relation.line}`;
    const [sourceId, targetId] = [relation.source, relation.target].map((end) =>
      end === null ? null : assigned.idOf(document, end),
    );
    for (const [name, end, id] of [
      ["source", relation.source, sourceId],
      ["target", relation.target, targetId],
    ] as const)
      if (!id)
        context.problems.add(
          `${place}: the relation's ${name} ${end === null ? "is missing" : `is ${quote(end)}, which is not there`}`,
        );
    if (!sourceId || !targetId) return [];
    return [{ sourceId, targetId, kind: document.typeName(relation.typeId) ?? "relation", place }];
  });
}

function countsOf(documents: readonly ReqifDocument[], attachments: number): Record<string, number> {
  let [nodes, depth] = [0, 0];
  for (const { specifications } of documents)
    for (const specification of specifications)
      walkNodes(specification.nodes, (_node, _above, level) => {
        nodes++;
        depth = Math.max(depth, level);
      });
  const sum = (of: (document: ReqifDocument) => number) =>
    documents.reduce((total, document) => total + of(document), 0);
  return {
    documents: documents.length,
    objects: sum(({ objects }) => objects.length),
    relations: sum(({ relations }) => relations.length),
    specifications: sum(({ specifications }) => specifications.length),
    nodes,
    depth,
    relationGroups: sum(({ relationGroups }) => relationGroups),
    attachments,
  };
}

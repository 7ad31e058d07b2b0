import { z } from "zod";
import type { SourceFile } from "../files.ts";
import { checkRecord, looseText, readJson } from "../text/json.ts";
import type { DocumentNode, ReadNotes } from "./read-sdoc.ts";

const relationSchema = z.looseObject({ TYPE: z.string(), VALUE: z.string(), ROLE: looseText });
const nodeSchema = z.looseObject({
  _NODE_TYPE: looseText,
  TITLE: looseText,
  RELATIONS: z.array(relationSchema).nullish(),
  NODES: z.array(z.unknown()).nullish(),
});
const fileSchema = z.looseObject({ DOCUMENTS: z.array(z.unknown()) });

/** The documents of an export. */
export async function readDocumentJson(file: SourceFile, { problems, notes }: ReadNotes): Promise<DocumentNode[][]> {
  const { value, placeOf, notes: own } = await readJson(file);
  notes.push(...own);
  const parsed = checkRecord(fileSchema, value, { place: file.name, what: "the export", problems });
  return (parsed?.DOCUMENTS ?? []).map((raw, at) => {
    const nodes: DocumentNode[] = [];
    const take = (
      node: unknown,
      path: readonly (string | number)[],
      around: Pick<DocumentNode, "document" | "sections">,
    ): void => {
      const place = placeOf(path.slice(0, 4));
      const whole = checkRecord(nodeSchema, node, { place, what: "node", problems });
      if (!whole) return;
      const { _NODE_TYPE: said, RELATIONS: relations, NODES: below, ...rest } = whole;
      const type = said || "DOCUMENT";
      const [document, sections] =
        type === "DOCUMENT" ? [whole.TITLE || file.name, []] : [around.document, around.sections];
      nodes.push({
        type,
        fields: fieldsOf(rest),
        relations: (relations ?? []).map(({ TYPE, VALUE, ROLE }) => ({ type: TYPE, role: ROLE, value: VALUE, place })),
        document,
        sections,
        place,
      });
      const inner = type === "DOCUMENT" || whole.TITLE === "" ? sections : [...sections, whole.TITLE];
      for (const [index, child] of (below ?? []).entries())
        take(child, [...path, "NODES", index], { document, sections: inner });
    };
    take(raw, ["DOCUMENTS", at], { document: "", sections: [] });
    return nodes;
  });
}

/** Fields are texts in capitals; what begins with `_` is about the node. */
function fieldsOf(node: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(node).filter(
      (entry): entry is [string, string] => /^[A-Z]/.test(entry[0]) && typeof entry[1] === "string",
    ),
  );
}

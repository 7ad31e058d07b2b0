import { UserError } from "../../../base/user-error.ts";
import { childOf, childrenOf, descendantsOf, parseXml, textOf, type XmlElement } from "../text/xml.ts";
import { Dictionary } from "./dictionary.ts";
import { type RawValue, rawValue, reference } from "./raw-value.ts";

/** A SPEC-OBJECT, or anything else that has attributes. */
export interface ReqifItem {
  id: string;
  longName: string;
  description: string;
  /** IDENTIFIER of its type, null when it names none. */
  typeId: string | null;
  /** Values as text: attribute name -> value, of attributes that have one. */
  values: Record<string, string>;
  /** How many of them its type gives, and not the item. */
  defaults: number;
  line: number;
}

interface ReqifRelation extends ReqifItem {
  source: string | null;
  target: string | null;
}

export interface ReqifNode {
  /** Null: the node refers to nothing. */
  objectId: string | null;
  children: ReqifNode[];
  line: number;
}

interface ReqifSpecification extends ReqifItem {
  nodes: ReqifNode[];
}

/** One `.reqif` document. */
export interface ReqifDocument {
  name: string;
  title: string;
  objects: ReqifItem[];
  relations: ReqifRelation[];
  specifications: ReqifSpecification[];
  relationGroups: number;
  /** Lines of values that have none, which the format requires. */
  withoutValue: number[];
  /** Name of a type by its IDENTIFIER, null when the document does not declare it. */
  typeName(id: string | null): string | null;
}

/** An item whose attribute names are looked up at the end: definitions may stand after it. */
type Draft<T extends ReqifItem> = Omit<T, "values" | "defaults"> & { raw: RawValue[] };

/**
 * Reads a document. Objects and relations leave the tree as they close.
 * @throws UserError `corpus` when it is not well-formed or no ReqIF.
 */
export function readReqif(text: string, name: string): ReqifDocument {
  const objects: Draft<ReqifItem>[] = [];
  const relations: Draft<ReqifRelation>[] = [];
  const root = parseXml(text, name, (element) => {
    if (element.name === "SPEC-OBJECT") objects.push(draftOf(element));
    else if (element.name === "SPEC-RELATION") relations.push({ ...draftOf(element), ...endsOf(element) });
    else return false;
    return true;
  });
  if (root.name !== "REQ-IF")
    throw new UserError("corpus", `${name}:${root.line}: the root element is ${root.name}, expected REQ-IF`, {
      hint: "this is no ReqIF document",
    });
  const dictionary = new Dictionary(root);
  const withoutValue: number[] = [];
  const finish = <T extends ReqifItem>({ raw, ...rest }: Draft<T>) => {
    const defaults = dictionary.defaultsOf(rest.typeId, raw);
    withoutValue.push(...raw.flatMap(({ missingAt }) => missingAt ?? []));
    return { ...rest, values: dictionary.valuesOf([...raw, ...defaults]), defaults: defaults.length };
  };
  const specifications = descendantsOf(root, "SPECIFICATION").map((element) => ({
    ...finish(draftOf(element)),
    nodes: nodesOf(element),
  }));
  return {
    name,
    title: textOf(descendantsOf(root, "TITLE")[0]).trim(),
    objects: objects.map((draft) => finish(draft)),
    relations: relations.map((draft) => finish<ReqifRelation>(draft) as ReqifRelation),
    specifications,
    relationGroups: descendantsOf(root, "RELATION-GROUP").length + descendantsOf(root, "SPEC-RELATION-GROUP").length,
    withoutValue,
    typeName: (id) => dictionary.typeName(id),
  };
}

function draftOf(element: XmlElement): Draft<ReqifItem> {
  const { attributes, line } = element;
  return {
    id: attributes.IDENTIFIER?.trim() ?? "",
    longName: (attributes["LONG-NAME"] ?? "").trim(),
    description: (attributes.DESC ?? "").trim(),
    typeId: reference(childOf(element, "TYPE")),
    raw: childrenOf(element, "VALUES")
      .flatMap((values) => childrenOf(values))
      .map(rawValue),
    line,
  };
}

function endsOf(element: XmlElement): { source: string | null; target: string | null } {
  return { source: reference(childOf(element, "SOURCE")), target: reference(childOf(element, "TARGET")) };
}

function nodesOf(element: XmlElement): ReqifNode[] {
  return childrenOf(element, "CHILDREN")
    .flatMap((children) => childrenOf(children, "SPEC-HIERARCHY"))
    .map((node) => ({
      objectId: reference(childOf(node, "OBJECT")),
      children: nodesOf(node),
      line: node.line,
    }));
}

import { type Complexity, FAMILIES, type Family, type Scenario } from "./schema.ts";

/** Kinds of question by what they take, a label beside the families: an id, a name or attributes as they are filed, a topic in words, recorded links, or several of these and conditions. */
export const QUERY_TYPES = ["identifier", "conceptual", "structural", "complex"] as const;
export type QueryType = (typeof QUERY_TYPES)[number];

const TYPE_OF: Readonly<Record<Family, QueryType>> = {
  lookup: "identifier",
  search: "conceptual",
  traceability: "structural",
  impact: "structural",
  comparison: "structural",
};

/** What takes reasoning is complex, of whatever family; otherwise the family says what it takes. */
export function queryTypeOf({ family, complexity }: Pick<Scenario, "family" | "complexity">): QueryType {
  return complexity === "reasoning" ? "complex" : TYPE_OF[family];
}

/** The families and complexities whose scenarios are of a type. */
export function scenariosOf(type: QueryType): { families: Family[]; complexities: Complexity[] } {
  if (type === "complex") return { families: [...FAMILIES], complexities: ["reasoning"] };
  const families = FAMILIES.filter((family) => TYPE_OF[family] === type);
  return { families, complexities: ["single_hop", "multi_hop"] };
}

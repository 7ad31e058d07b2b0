import type { GraphEdge, GraphNode } from "../../../db/ports/ports.ts";

type Properties = GraphNode["properties"];

const node = (id: string, label: string, properties: Properties = {}): GraphNode => ({
  id,
  label,
  properties: { name: `${label} ${id}`, ...properties },
});
const edge = (from: string, type: string, to: string, properties: Properties = {}): GraphEdge => ({
  from,
  to,
  type,
  properties,
});

/** Ids that break what quotes them badly: quotes, backslashes, line breaks, bidi controls, emoji, Cypher and SQL. */
export const HOSTILE_IDS = [
  "T 4/x:'\"",
  "back\\slash\\u0027",
  "line\nbreak\ttab",
  "bidi \u202eevil\u202c",
  "é 😀 ß",
  "$$ '); DROP SCHEMA scope; --",
  "'}) MATCH (n) DETACH DELETE n //",
  "`) RETURN 1 //",
];

/** Every label and relationship type of the projection; a cycle, a self-loop, two ways between two nodes, lone nodes, missing properties. */
export const NODES: readonly GraphNode[] = [
  node("TC-1", "TestCase", { kind: "test_case", quality_area: "QA1", n: 1, f: 1.5 }),
  node("TC-2", "TestCase", { kind: "test_case", quality_area: "QA2", n: 2 }),
  node("TC-3", "TestCase", { kind: "test_case", n: 3, f: -2.5, flag: true }),
  node("TC-4", "TestCase", { kind: "test_case", name: 'it\'s "quoted" \\ back\nnewline', mixed: "text" }),
  node("TC-5", "TestCase", { name: "Éclair é ß 😀 Z", mixed: 5 }),
  node("F-1", "Feature", { status: "open" }),
  node("F-2", "Feature", { status: "done" }),
  node("F-3", "Feature"),
  node("R-1", "Requirement", { status: "open" }),
  node("R-2", "Requirement", { status: null }),
  node("M-1", "Message"),
  node("M-2", "Message"),
  node("P-1", "Protocol"),
  ...HOSTILE_IDS.map((id) => node(id, "TestCase")),
];

export const EDGES: readonly GraphEdge[] = [
  edge("F-1", "CONTAINS", "F-2"),
  edge("F-2", "CONTAINS", "R-1"),
  edge("F-2", "CONTAINS", "R-2"),
  edge("R-2", "CONTAINS", "F-1"),
  edge("F-3", "CONTAINS", "F-3"),
  edge("TC-1", "REFERENCES", "F-1", { note: "x", weight: 2 }),
  edge("TC-1", "REFERENCES", "R-1"),
  edge("TC-2", "REFERENCES", "F-2"),
  edge("TC-3", "REFERENCES", "R-2"),
  edge("TC-5", "REFERENCES", "R-1"),
  edge("TC-1", "COVERS_MESSAGE", "M-1"),
  edge("TC-2", "COVERS_MESSAGE", "M-1"),
  edge("TC-2", "COVERS_MESSAGE", "M-2"),
  edge("TC-1", "COVERS_PROTOCOL", "P-1"),
  edge("M-1", "BELONGS_TO", "P-1"),
  edge("M-2", "BELONGS_TO", "P-1"),
  ...HOSTILE_IDS.map((id) => edge(id, "REFERENCES", "F-3")),
];

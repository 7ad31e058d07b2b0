import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AGE_EXTENSION_SQL, AGE_SESSION_SQL, ageGraph } from "../../../db/graph/age.ts";
import {
  type GraphEdge,
  type GraphNode,
  type GraphPort,
  QueryFailed,
  QueryTimeout,
  type SqlPort,
} from "../../../db/ports/ports.ts";
import { openPglite } from "../../../db/postgres/pglite.ts";
import { readSmallSubstrate } from "../small-corpus.ts";

let folder: string;
let sql: SqlPort;
let graph: GraphPort;

const NODES: GraphNode[] = [
  ...["T1", "T2", "T3", "T 4/x:'\""].map((id) => ({
    id,
    label: "TestCase",
    properties: { name: `test ${id}`, rank: 1.5 },
  })),
  ...["F1", "F2", "F3"].map((id) => ({
    id,
    label: "Feature",
    properties: { name: `feature ${id}`, open: true, gone: null },
  })),
  { id: "M1", label: "Message", properties: { name: "message" } },
];
const EDGES: GraphEdge[] = [
  { from: "F1", to: "F2", type: "CONTAINS" },
  { from: "F2", to: "F3", type: "CONTAINS" },
  { from: "T1", to: "F1", type: "REFERENCES", properties: { note: "n" } },
  { from: "T2", to: "F2", type: "REFERENCES" },
  { from: "T 4/x:'\"", to: "F3", type: "REFERENCES" },
  { from: "T1", to: "M1", type: "COVERS" },
  { from: "T2", to: "M1", type: "COVERS" },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-age-"));
  sql = await openPglite({ folder: join(folder, "pgdata"), sessionSql: AGE_SESSION_SQL });
  await sql.execute(`${AGE_EXTENSION_SQL} CREATE ROLE graph_readonly NOLOGIN;`);
  graph = ageGraph(sql);
  await graph.replaceAll(NODES, EDGES);
});
afterAll(async () => {
  await sql.close();
  await rm(folder, { recursive: true, force: true });
});

describe("replaceAll", () => {
  it("counts, and wipes what was there before", async () => {
    expect(await graph.replaceAll([NODES[0]!], [])).toEqual({ nodes: 1, edges: 0 });
    expect(await graph.schema()).toEqual({ labels: ["TestCase"], relationships: [] });
    expect(await graph.replaceAll(NODES, EDGES)).toEqual({ nodes: 8, edges: 7 });
    expect(await graph.cypher("MATCH (n) RETURN count(n)", { columns: ["n"] })).toEqual([{ n: 8 }]);
  });

  it("takes an empty graph", async () => {
    expect(await graph.replaceAll([], [])).toEqual({ nodes: 0, edges: 0 });
    expect(await graph.neighbourhood("T1", { depth: 2, limit: 5 })).toEqual([]);
    await graph.replaceAll(NODES, EDGES);
  });

  it("refuses a relationship to a node that is not there", async () => {
    const broken = ageGraph(sql).replaceAll(NODES, [{ from: "T1", to: "nowhere", type: "REFERENCES" }]);
    await expect(broken).rejects.toThrow("nowhere");
    await graph.replaceAll(NODES, EDGES);
  });
});

it("schema names labels, and relationships with the labels that they join", async () => {
  expect(await graph.schema()).toEqual({
    labels: ["Feature", "Message", "TestCase"],
    relationships: [
      { type: "CONTAINS", from: "Feature", to: "Feature" },
      { type: "COVERS", from: "TestCase", to: "Message" },
      { type: "REFERENCES", from: "TestCase", to: "Feature" },
    ],
  });
});

describe("cypher", () => {
  it("gives nodes with id and label, relationships with type and ends, and plain values", async () => {
    const rows = await graph.cypher(
      "MATCH (t:TestCase)-[r:REFERENCES]->(f:Feature {id: 'F1'}) RETURN t, r, f.open, f.gone, t.rank",
      {
        columns: ["t", "r", "open", "gone", "rank"],
      },
    );
    expect(rows).toEqual([
      {
        t: { id: "T1", label: "TestCase", name: "test T1", rank: 1.5 },
        r: { type: "REFERENCES", from: "T1", to: "F1", note: "n" },
        open: true,
        gone: null,
        rank: 1.5,
      },
    ]);
  });

  it("takes parameters, ids with quotes and slashes included", async () => {
    const rows = await graph.cypher("MATCH (t:TestCase {id: $id})-[:REFERENCES]->(f) RETURN f.id", {
      columns: ["id"],
      parameters: { id: "T 4/x:'\"" },
    });
    expect(rows).toEqual([{ id: "F3" }]);
  });

  it("takes text with dollar quotes", async () => {
    expect(await graph.cypher("RETURN '$$ $q$ text'", { columns: ["a"] })).toEqual([{ a: "$$ $q$ text" }]);
  });

  it.each([
    ["CREATE", "CREATE (n:TestCase {id: 'new'}) RETURN n"],
    ["SET", "MATCH (n:TestCase {id: 'T1'}) SET n.name = 'x' RETURN n"],
    ["DELETE", "MATCH (n:TestCase {id: 'T3'}) DELETE n RETURN n"],
  ])("keeps nothing of a %s that a guard let through", async (_what, query) => {
    await graph.cypher(query, { columns: ["n"] }).catch(() => undefined);
    const rows = await graph.cypher("MATCH (n:TestCase) RETURN n.name ORDER BY n.id", { columns: ["name"] });
    expect(rows.map((row) => row.name)).toEqual(["test T 4/x:'\"", "test T1", "test T2", "test T3"]);
  });

  it("rejects what AGE can't read as QueryFailed", async () => {
    await expect(graph.cypher("MATCH (n RETURN n", { columns: ["n"] })).rejects.toBeInstanceOf(QueryFailed);
  });

  it("ends a runaway query, and the next one finds Cypher loaded", async () => {
    const runaway =
      "UNWIND range(1, 10000) AS a UNWIND range(1, 10000) AS b UNWIND range(1, 10000) AS c RETURN count(*)";
    await expect(graph.cypher(runaway, { columns: ["n"], timeoutMs: 200 })).rejects.toBeInstanceOf(QueryTimeout);
    expect(await graph.cypher("MATCH (n:Message) RETURN n.id", { columns: ["id"] })).toEqual([{ id: "M1" }]);
  });
});

describe("neighbourhood", () => {
  const around = async (id: string, depth: number, limit = 50, relationships?: string[]) =>
    (await graph.neighbourhood(id, { depth, limit, relationships })).map(
      ({ id: other, distance }) => `${distance} ${other}`,
    );

  it("gives nearest first, then by id, each node once, against the direction of relationships too", async () => {
    expect(await around("F1", 1)).toEqual(["1 F2", "1 T1"]);
    expect(await around("F1", 2)).toEqual(["1 F2", "1 T1", "2 F3", "2 M1", "2 T2"]);
    expect(await around("F1", 4)).toEqual(["1 F2", "1 T1", "2 F3", "2 M1", "2 T2", "3 T 4/x:'\""]);
  });

  it("names label, name and a shortest path", async () => {
    const found = await graph.neighbourhood("F1", { depth: 3, limit: 50 });
    expect(found.at(-1)).toEqual({
      id: "T 4/x:'\"",
      label: "TestCase",
      name: "test T 4/x:'\"",
      distance: 3,
      path: ["CONTAINS", "CONTAINS", "REFERENCES"],
    });
  });

  it("follows only the relationships asked for", async () => {
    expect(await around("F1", 4, 50, ["CONTAINS"])).toEqual(["1 F2", "2 F3"]);
  });

  it("cuts at the limit", async () => {
    expect(await around("F1", 4, 3)).toEqual(["1 F2", "1 T1", "2 F3"]);
  });

  it("gives nothing for an unknown id", async () => {
    expect(await around("nowhere", 4)).toEqual([]);
  });

  it("agrees with a breadth-first search in memory on random graphs", async () => {
    const letters = ["a", "b", "c", "d", "e", "f"];
    const edge = fc.record({
      from: fc.constantFrom(...letters),
      to: fc.constantFrom(...letters),
      type: fc.constantFrom("R", "S"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(edge, { maxLength: 8 }), async (edges) => {
        await graph.replaceAll(
          letters.map((id) => ({ id, label: id < "d" ? "X" : "Y", properties: {} })),
          edges,
        );
        expect(await around("a", 3)).toEqual(expectedAround(edges, 3));
      }),
      { numRuns: 3 },
    );
    await graph.replaceAll(NODES, EDGES);
  });
});

function expectedAround(edges: readonly GraphEdge[], depth: number): string[] {
  const distance = new Map([["a", 0]]);
  for (let hop = 1; hop <= depth; hop++) {
    const before = new Set([...distance].filter(([, at]) => at === hop - 1).map(([id]) => id));
    for (const { from, to } of edges) {
      if (before.has(from) && !distance.has(to)) distance.set(to, hop);
      if (before.has(to) && !distance.has(from)) distance.set(from, hop);
    }
  }
  return [...distance]
    .filter(([, at]) => at > 0)
    .map(([id, at]) => `${at} ${id}`)
    .sort();
}

it("projects the canonical tables: the small corpus by labels and relationships", async () => {
  const substrate = await readSmallSubstrate();
  const labels = await substrate.graph.cypher("MATCH (n) RETURN label(n), n.kind, count(*)", {
    columns: ["label", "kind", "n"],
  });
  expect(new Set(labels.filter((row) => row.kind === "backlog_item").map((row) => row.label))).toEqual(
    new Set(["Feature", "Requirement", "DesignDocument", "SpecificationItem", "ChangeRequest", "Defect"]),
  );
  const derived = await substrate.graph.cypher(
    "MATCH (:TestCase {id: 'TC-1001'})-[:COVERS_PROTOCOL]->(p) RETURN p.id",
    { columns: ["id"] },
  );
  expect(derived).toEqual([{ id: "PR-NGAP" }]);
  await substrate.close();
});

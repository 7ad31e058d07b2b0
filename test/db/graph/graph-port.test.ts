import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type GraphEdge, type GraphPort, QueryFailed, QueryTimeout } from "../../../db/ports/ports.ts";
import { describeOn } from "../../servers.ts";
import { SOON_MS } from "../../soon.ts";
import { EDGES, HOSTILE_IDS, NODES } from "./contract-graph.ts";
import { GRAPH_STORES } from "./stores.ts";

/** A thousand thousand million rows: no store gets to its end. */
const RUNAWAY = "UNWIND range(1, 10000) AS a UNWIND range(1, 10000) AS b UNWIND range(1, 10000) AS c RETURN count(*)";

for (const { name, servers, open } of GRAPH_STORES)
  describeOn(servers, `GraphPort on ${name}`, () => {
    let graph: GraphPort;
    let dirty = true;

    beforeAll(async () => {
      graph = await open();
    });
    afterAll(async () => {
      await graph?.close();
    });
    beforeEach(async () => {
      if (dirty) await graph.replaceAll(NODES, EDGES, { snapshotHash: "contract" });
      dirty = false;
    });

    describe("replaceAll", () => {
      it("counts what it loads, and wipes what was there before", async () => {
        dirty = true;
        expect(await graph.replaceAll([NODES[0]!], [])).toEqual({ nodes: 1, edges: 0 });
        expect(await graph.schema()).toEqual({ labels: ["TestCase"], relationships: [] });
        expect(await graph.replaceAll(NODES, EDGES)).toEqual({ nodes: NODES.length, edges: EDGES.length });
        expect(await graph.cypher("MATCH (n) RETURN count(n)", { columns: ["n"] })).toEqual([{ n: NODES.length }]);
        expect(await graph.cypher("MATCH ()-[r]->() RETURN count(r)", { columns: ["n"] })).toEqual([
          { n: EDGES.length },
        ]);
      });

      it("takes an empty graph", async () => {
        dirty = true;
        expect(await graph.replaceAll([], [])).toEqual({ nodes: 0, edges: 0 });
        expect(await graph.schema()).toEqual({ labels: [], relationships: [] });
        expect(await graph.neighbourhood("TC-1", { depth: 2, limit: 5 })).toEqual([]);
      });

      it.each([
        ["a relationship to a node that is not there", NODES, [{ from: "TC-1", to: "nowhere", type: "X" }], "nowhere"],
        ["two nodes of one id", [...NODES, { ...NODES[0]!, label: "Other" }], [], "TC-1"],
        [
          "a label that is no word",
          [{ id: "a", label: "A`) DETACH DELETE (n", properties: {} }],
          [],
          "not a graph label",
        ],
      ])("refuses %s and leaves what is there", async (_what, nodes, edges: GraphEdge[], message) => {
        await expect(graph.replaceAll(nodes, edges)).rejects.toThrow(message);
        expect(await graph.snapshotHash()).toBe("contract");
      });

      it("says whose projection lies there, from the end of its load to the start of the next", async () => {
        expect(await graph.snapshotHash()).toBe("contract");
        dirty = true;
        await graph.replaceAll(NODES, EDGES, { snapshotHash: "another" });
        expect(await graph.snapshotHash()).toBe("another");
        await graph.replaceAll(NODES, []);
        expect(await graph.snapshotHash()).toBeNull();
      });
    });

    it("schema names labels, and relationships with the labels that they join, and nothing of the store's own", async () => {
      expect(await graph.schema()).toEqual({
        labels: ["Feature", "Message", "Protocol", "Requirement", "TestCase"],
        relationships: [
          { type: "BELONGS_TO", from: "Message", to: "Protocol" },
          { type: "CONTAINS", from: "Feature", to: "Feature" },
          { type: "CONTAINS", from: "Feature", to: "Requirement" },
          { type: "CONTAINS", from: "Requirement", to: "Feature" },
          { type: "COVERS_MESSAGE", from: "TestCase", to: "Message" },
          { type: "COVERS_PROTOCOL", from: "TestCase", to: "Protocol" },
          { type: "REFERENCES", from: "TestCase", to: "Feature" },
          { type: "REFERENCES", from: "TestCase", to: "Requirement" },
        ],
      });
    });

    describe("cypher", () => {
      const value = async (expression: string, parameters?: Record<string, unknown>): Promise<unknown> =>
        (await graph.cypher(`RETURN ${expression}`, { columns: ["x"], parameters }))[0]!.x;

      it("gives a node as its properties with id and label, a relationship with type and ends, a path as both in turn", async () => {
        const rows = await graph.cypher(
          "MATCH p = (t:TestCase {id: 'TC-1'})-[r:REFERENCES]->(f:Feature {id: 'F-1'}) RETURN t, r, p, f.gone",
          { columns: ["t", "r", "p", "gone"] },
        );
        const t = {
          id: "TC-1",
          label: "TestCase",
          name: "TestCase TC-1",
          kind: "test_case",
          quality_area: "QA1",
          n: 1,
          f: 1.5,
        };
        const r = { type: "REFERENCES", from: "TC-1", to: "F-1", note: "x", weight: 2 };
        const f = { id: "F-1", label: "Feature", name: "Feature F-1", status: "open" };
        expect(rows).toEqual([{ t, r, p: [t, r, f], gone: null }]);
      });

      it.each([
        ["1", 1],
        ["7 / 2", 3],
        ["7.0 / 2", 3.5],
        ["2.0", 2],
        ["true", true],
        ["null", null],
        ["[1, 'a', [true]]", [1, "a", [true]]],
        ["{a: 1, b: {c: [2]}}", { a: 1, b: { c: [2] } }],
        ["'$$ $q$ text'", "$$ $q$ text"],
      ])("gives %s as plain JSON", async (expression, expected) => {
        expect(await value(expression)).toEqual(expected);
      });

      it.each([[1], [1.5], ["text"], [true], [[1, "a"]], [{ a: { b: [1, 2.5] } }]])(
        "takes parameter %j and gives it back",
        async (parameter) => {
          expect(await value("$p", { p: parameter })).toEqual(parameter);
        },
      );

      it("takes a whole number for an integer: 7 / 2 is 3", async () => {
        expect(await value("$a / $b", { a: 7, b: 2 })).toBe(3);
      });

      it.each(HOSTILE_IDS.map((id) => [id]))("finds id %j by a parameter", async (id) => {
        const query = "MATCH (t:TestCase {id: $id})-[r:REFERENCES]->(f) RETURN t.id, r.from, f.id";
        expect(await graph.cypher(query, { columns: ["t", "r", "f"], parameters: { id } })).toEqual([
          { t: id, r: id, f: "F-3" },
        ]);
      });

      it("fails with QueryFailed on what the store can't read, and goes on", async () => {
        await expect(graph.cypher("MATCH (n RETURN n", { columns: ["n"] })).rejects.toBeInstanceOf(QueryFailed);
        await expect(graph.cypher("RETURN 1, 2", { columns: ["n"] })).rejects.toBeInstanceOf(QueryFailed);
        expect(await value("1")).toBe(1);
      });

      it.each([
        ["CREATE", "CREATE (n:TestCase {id: 'new'}) RETURN n"],
        ["MERGE", "MERGE (n:TestCase {id: 'new'}) RETURN n"],
        ["SET", "MATCH (n:TestCase {id: 'TC-1'}) SET n.name = 'x' RETURN n"],
        ["REMOVE", "MATCH (n:TestCase {id: 'TC-1'}) REMOVE n.name RETURN n"],
        ["DELETE", "MATCH (n:TestCase {id: 'TC-4'}) DELETE n RETURN n"],
        ["DETACH DELETE", "MATCH (n) DETACH DELETE n RETURN 1"],
      ])("keeps nothing of a %s that a guard let through", async (_what, query) => {
        const all = () => graph.cypher("MATCH (n) RETURN n ORDER BY n.id", { columns: ["n"] });
        const before = await all();
        await graph.cypher(query, { columns: ["n"] }).catch(() => undefined);
        expect(await all()).toEqual(before);
      });

      it("ends a runaway query by its time, and the next one runs", async () => {
        const started = performance.now();
        await expect(graph.cypher(RUNAWAY, { columns: ["n"], timeoutMs: 500 })).rejects.toBeInstanceOf(QueryTimeout);
        expect(performance.now() - started).toBeLessThan(500 + SOON_MS);
        expect(await value("1")).toBe(1);
      });

      it("an answer in time is no timeout", async () => {
        expect(await graph.cypher("RETURN 1", { columns: ["x"], timeoutMs: 10_000 })).toEqual([{ x: 1 }]);
      });
    });

    describe("neighbourhood", () => {
      const around = async (id: string, depth: number, limit = 50, relationships?: string[]) =>
        (await graph.neighbourhood(id, { depth, limit, relationships })).map(
          (found) => `${found.distance} ${found.id} ${found.path.join(">")}`,
        );

      it("gives nearest first, then by id, each node once, against the direction of relationships too", async () => {
        expect(await around("F-1", 1)).toEqual(["1 F-2 CONTAINS", "1 R-2 CONTAINS", "1 TC-1 REFERENCES"]);
        expect(await around("P-1", 2)).toEqual([
          "1 M-1 BELONGS_TO",
          "1 M-2 BELONGS_TO",
          "1 TC-1 COVERS_PROTOCOL",
          "2 F-1 COVERS_PROTOCOL>REFERENCES",
          "2 R-1 COVERS_PROTOCOL>REFERENCES",
          "2 TC-2 BELONGS_TO>COVERS_MESSAGE",
        ]);
      });

      it("goes round a cycle once and stays at a self-loop", async () => {
        expect(await around("F-2", 4, 50, ["CONTAINS"])).toEqual([
          "1 F-1 CONTAINS",
          "1 R-1 CONTAINS",
          "1 R-2 CONTAINS",
        ]);
        expect(await around("F-3", 4, 50, ["CONTAINS"])).toEqual([]);
      });

      it("names label and name", async () => {
        expect((await graph.neighbourhood("M-2", { depth: 1, limit: 5 }))[0]).toEqual({
          id: "P-1",
          label: "Protocol",
          name: "Protocol P-1",
          distance: 1,
          path: ["BELONGS_TO"],
        });
      });

      it("cuts at the limit", async () => {
        expect(await around("P-1", 4, 4)).toEqual((await around("P-1", 4)).slice(0, 4));
      });

      it("orders hostile ids by code unit and starts from each", async () => {
        const found = await graph.neighbourhood("F-3", { depth: 1, limit: 50 });
        expect(found.map(({ id }) => id)).toEqual([...HOSTILE_IDS].sort());
        for (const id of HOSTILE_IDS) expect(await around(id, 1)).toEqual(["1 F-3 REFERENCES"]);
      });

      it("gives nothing for an unknown id or type", async () => {
        expect(await around("nowhere", 4)).toEqual([]);
        expect(await around("F-1", 4, 50, ["NOTHING"])).toEqual([]);
      });

      it("agrees with a breadth-first search in memory on random graphs", async () => {
        dirty = true;
        const letters = ["a", "b", "c", "d", "e", "f"];
        const edge = fc.record({
          from: fc.constantFrom(...letters),
          to: fc.constantFrom(...letters),
          type: fc.constantFrom("R", "S"),
        });
        await fc.assert(
          fc.asyncProperty(fc.array(edge, { minLength: 3, maxLength: 9 }), async (edges) => {
            await graph.replaceAll(
              letters.map((id) => ({ id, label: id < "d" ? "X" : "Y", properties: {} })),
              edges,
            );
            expect(await around("a", 4)).toEqual(expectedAround(edges, 4));
          }),
          { numRuns: 4, seed: 7 },
        );
      });
    });
  });

/** By the port's rule: of several shortest ways the type that comes first, then the label (X before Y) and id of the last inner node. */
function expectedAround(edges: readonly GraphEdge[], depth: number): string[] {
  const paths = new Map<string, string[]>([["a", []]]);
  const found: string[] = [];
  for (let hop = 1; hop <= depth; hop++) {
    const reached = new Map<string, { type: string; near: string }>();
    for (const { from, to, type } of edges)
      for (const [near, far] of [
        [from, to],
        [to, from],
      ] as const) {
        const best = reached.get(far);
        const at = paths.has(near) && paths.get(near)!.length === hop - 1;
        if (!at || paths.has(far)) continue;
        if (!best || type < best.type || (type === best.type && near < best.near)) reached.set(far, { type, near });
      }
    for (const [far, { type, near }] of [...reached].sort(([a], [b]) => (a < b ? -1 : 1))) {
      paths.set(far, [...paths.get(near)!, type]);
      found.push(`${hop} ${far} ${paths.get(far)!.join(">")}`);
    }
  }
  return found;
}

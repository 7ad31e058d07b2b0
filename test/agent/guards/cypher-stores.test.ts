import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { guardCypher } from "../../../agent/guards/cypher/guard.ts";
import { probeGuards } from "../../../agent/guards/probe.ts";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { makeRandom } from "../../../base/random.ts";
import { compareText } from "../../../base/text-order.ts";
import { type GraphPort, type GraphSchema, QueryFailed, QueryTimeout } from "../../../db/ports/ports.ts";
import { EDGES, NODES } from "../../db/graph/contract-graph.ts";
import { openAge, openNeo4j } from "../../db/graph/stores.ts";
import { nonEmpty } from "../../non-empty.ts";
import { describeOn } from "../../servers.ts";
import { SOON_MS } from "../../soon.ts";
import { drawQuery } from "./draw-cypher.ts";

/** Queries drawn from the grammar. SCOPEBENCH_CYPHER_DRAWS sets another number. */
const DRAWS = Number(process.env.SCOPEBENCH_CYPHER_DRAWS ?? 100);

const QUERIES = readFileSync(new URL("equal-on-stores.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

describeOn(["Neo4j"], "the Cypher profile on Apache AGE and Neo4j", () => {
  let stores: readonly GraphPort[] = [];
  let schema: GraphSchema;

  beforeAll(async () => {
    stores = [await openAge(), await openNeo4j()];
    for (const store of stores) await store.replaceAll(NODES, EDGES);
    schema = await stores[0]!.schema();
  });
  afterAll(async () => {
    for (const store of stores) await store.close();
  });

  const guarded = (query: string, { dialect }: GraphPort) =>
    guardCypher(query, { dialect, schema, maxDepth: 4, maxRows: 2000 });

  /** The rows in an order of their own, or that the store refuses: its message is its own affair. */
  const answerOf = async (query: string, store: GraphPort): Promise<readonly string[] | string> => {
    const { cypher, columns, parameters } = guarded(query, store);
    try {
      const rows = await store.cypher(cypher, { columns, parameters, timeoutMs: 20_000 });
      return rows.map(canonicalJson).sort(compareText);
    } catch (error) {
      if (error instanceof QueryFailed) return "the query failed";
      throw error;
    }
  };

  const differences = async (queries: readonly string[]) => {
    const found = [];
    for (const query of queries) {
      const [age, neo4j] = [await answerOf(query, stores[0]!), await answerOf(query, stores[1]!)];
      if (canonicalJson(age) !== canonicalJson(neo4j)) found.push({ query, age, neo4j });
    }
    return found;
  };

  it(`${QUERIES.length} hand-written queries give equal multisets of rows`, async () => {
    expect(QUERIES.length).toBeGreaterThan(300);
    expect(await differences(QUERIES)).toEqual([]);
  });

  it(`${DRAWS} queries drawn from the grammar give equal multisets of rows, of which most give some`, async () => {
    const random = makeRandom("cypher on stores", 1);
    const queries = Array.from({ length: DRAWS }, () => drawQuery(random)).filter((query) => !refusedOn(query));
    expect(queries.length).toBeGreaterThan(DRAWS * 0.8);
    expect(await differences(queries)).toEqual([]);
  });

  const refusedOn = (query: string): string | null => {
    const verdicts = stores.map((store) => {
      try {
        guarded(query, store);
        return null;
      } catch (error) {
        return (error as Error).message;
      }
    });
    expect(verdicts[0]).toBe(verdicts[1]);
    return verdicts[0]!;
  };

  it.each([
    ["7 / 2", 3],
    ["1 / 0.0", null],
    ["1 < 'a'", null],
    ["2 IN [1, null]", null],
    ["'abc' =~ 'b'", false],
    ["'É' =~ '(?i)é'", true],
    ["toUpper('éß')", "ÉSS"],
    ["size('é😀')", 2],
    ["substring('hello', 1, 2)", "el"],
    ["right('hello', 2)", "lo"],
    ["round(-2.5)", -3],
    ["toString(1.0)", "1.0"],
    ["[x IN [1, null] WHERE x IS NULL | 'null']", ["null"]],
    ["any(x IN null WHERE x = 1)", null],
    ["tail([])", []],
  ])("%s is the same on both", async (expression, expected) => {
    for (const store of nonEmpty(stores))
      expect(await answerOf(`RETURN ${expression} AS x`, store)).toEqual([canonicalJson({ x: expected })]);
  });

  it("the probe passes on each store", async () => {
    for (const store of nonEmpty(stores)) await expect(probeGuards(store)).resolves.toBeUndefined();
  });

  it("without the guard each store refuses writes and procedures that write", async () => {
    for (const store of nonEmpty(stores))
      for (const write of [
        "CREATE (n:TestCase {id: 'x'}) RETURN n",
        "MATCH (n:TestCase {id: 'TC-1'}) SET n.name = 'x' RETURN n",
        "MATCH (n:Protocol) DETACH DELETE n RETURN 1",
        "CALL db.createLabel('X') RETURN 1",
      ])
        await expect(store.cypher(write, { columns: ["n"] })).rejects.toBeInstanceOf(QueryFailed);
  });

  it.each([`(${"a?".repeat(20)}){2}c`, "a*a*a*a*a*a*a*c", "(a|aa)+c", "((a{0,10}){0,10}){0,10}c"])(
    "%s is refused for each store",
    (pattern) => {
      const query = `MATCH (n) RETURN '${"a".repeat(40)}' =~ '${pattern}' AS x`;
      for (const store of nonEmpty(stores)) expect(() => guarded(query, store)).toThrow("=~ does not support");
    },
  );

  it.each(["(.*)(.*)(.*)(.*)(.*)(.*)c", ".*a.*a.*a.*a.*a.*c"])(
    "%s over thousands of characters is answered by each store well within a limit",
    async (pattern) => {
      const query = `RETURN '${"a".repeat(8000)}' =~ '${pattern}' AS x`;
      for (const store of nonEmpty(stores)) expect(await answerOf(query, store)).toEqual([canonicalJson({ x: false })]);
    },
  );

  it("a guarded query that explodes ends by its time on each store", async () => {
    const names = [..."abcdefghi"];
    const query = `MATCH ${names.map((name) => `(${name})`).join(", ")} WHERE ${names.map((name) => `${name}.name`).join(" + ")} = 'x' RETURN count(*) AS n`;
    for (const store of nonEmpty(stores)) {
      const { cypher, columns, parameters } = guarded(query, store);
      const started = performance.now();
      await expect(store.cypher(cypher, { columns, parameters, timeoutMs: 500 })).rejects.toBeInstanceOf(QueryTimeout);
      expect(performance.now() - started).toBeLessThan(500 + SOON_MS);
    }
  });
});

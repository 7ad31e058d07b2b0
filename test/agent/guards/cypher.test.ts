import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FORBIDDEN_KEYWORDS } from "../../../agent/guards/cypher/check.ts";
import { guardCypher } from "../../../agent/guards/cypher/guard.ts";
import type { GraphSchema } from "../../../db/ports/ports.ts";

const schema: GraphSchema = {
  labels: ["Feature", "Message", "Protocol", "Requirement", "TestCase"],
  relationships: [
    { type: "BELONGS_TO", from: "Message", to: "Protocol" },
    { type: "CONTAINS", from: "Feature", to: "Requirement" },
    { type: "COVERS_MESSAGE", from: "TestCase", to: "Message" },
    { type: "REFERENCES", from: "TestCase", to: "Feature" },
  ],
};
const guard = (query: string) => guardCypher(query, { dialect: "age", schema, maxDepth: 4, maxRows: 50 });

describe("rendering for Apache AGE", () => {
  it.each([
    ["MATCH (t:TestCase) RETURN t.id", "MATCH (v_t:`TestCase`) RETURN v_t.`id` LIMIT 51"],
    [
      "match (t:TestCase {id: 'TC-1'}) return t.id as id limit 5;",
      "MATCH (v_t:`TestCase`) WHERE v_t.`id` = 'TC-1' RETURN v_t.`id` AS v_id LIMIT 5",
    ],
    ["MATCH (a) RETURN a.id LIMIT 1000", "MATCH (v_a) RETURN v_a.`id` LIMIT 51"],
    [
      "MATCH (a) RETURN a.id ORDER BY a.id DESC SKIP 2 LIMIT 50",
      "MATCH (v_a) RETURN v_a.`id` ORDER BY v_a.`id` DESC SKIP 2 LIMIT 50",
    ],
    [
      "MATCH (a)-[:REFERENCES|CONTAINS]->(b) RETURN b.id",
      "MATCH (v_a)-[g_1]->(v_b) WHERE (type(g_1) IN ['REFERENCES', 'CONTAINS']) RETURN v_b.`id` LIMIT 51",
    ],
    [
      "MATCH (a)-[r:REFERENCES|:CONTAINS]->(b) WHERE a.id = 'x' RETURN type(r)",
      "MATCH (v_a)-[v_r]->(v_b) WHERE (type(v_r) IN ['REFERENCES', 'CONTAINS']) AND v_a.`id` = 'x' RETURN type(v_r) LIMIT 51",
    ],
    [
      "MATCH (a)<-[:CONTAINS|REFERENCES*1..3]-(b) RETURN b.id",
      "MATCH (v_a)<-[g_1*1..3]-(v_b) WHERE ((g_1[0] IS NULL OR (type(g_1[0]) IN ['CONTAINS', 'REFERENCES'])) AND (g_1[1] IS NULL OR (type(g_1[1]) IN ['CONTAINS', 'REFERENCES'])) AND (g_1[2] IS NULL OR (type(g_1[2]) IN ['CONTAINS', 'REFERENCES']))) RETURN v_b.`id` LIMIT 51",
    ],
    [
      "MATCH (a:Feature|Requirement) RETURN a.id",
      "MATCH (v_a) WHERE (label(v_a) IN ['Feature', 'Requirement']) RETURN v_a.`id` LIMIT 51",
    ],
    [
      "MATCH (:TestCase)-[:REFERENCES]->(b:BacklogItem) RETURN b.id",
      "MATCH (:`TestCase`)-[:`REFERENCES`]->(v_b) WHERE (label(v_b) IN ['Feature', 'Requirement']) RETURN v_b.`id` LIMIT 51",
    ],
    ["MATCH (a) WHERE a:Feature RETURN a.id", "MATCH (v_a) WHERE (label(v_a) IN ['Feature']) RETURN v_a.`id` LIMIT 51"],
    [
      "MATCH (a) WHERE (a)-[:CONTAINS]->() RETURN a.id",
      "MATCH (v_a) WHERE EXISTS { MATCH (v_a)-[:`CONTAINS`]->() } RETURN v_a.`id` LIMIT 51",
    ],
    [
      "MATCH (a) WHERE NOT exists((a)<-[:REFERENCES]-(:TestCase)) RETURN a.id",
      "MATCH (v_a) WHERE (NOT EXISTS { MATCH (v_a)<-[:`REFERENCES`]-(:`TestCase`) }) RETURN v_a.`id` LIMIT 51",
    ],
    [
      "MATCH (a) WHERE EXISTS { (a)-[:CONTAINS|REFERENCES]->(b) WHERE b.id = 'x' } RETURN a.id",
      "MATCH (v_a) WHERE EXISTS { MATCH (v_a)-[g_1]->(v_b) WHERE (type(g_1) IN ['CONTAINS', 'REFERENCES']) AND v_b.`id` = 'x' } RETURN v_a.`id` LIMIT 51",
    ],
    [
      "MATCH (a) RETURN a.id, size((a)-[:CONTAINS]->()) AS n",
      "MATCH (v_a) RETURN v_a.`id`, COUNT { MATCH (v_a)-[:`CONTAINS`]->() } AS v_n LIMIT 51",
    ],
    [
      "MATCH (a) WHERE any(x IN labels(a) WHERE x = 'Feature') RETURN a.id",
      "MATCH (v_a) WHERE (CASE WHEN labels(v_a) IS NULL THEN NULL ELSE (size([v_x IN labels(v_a) WHERE ([v_x][0] = 'Feature')]) > 0) END) RETURN v_a.`id` LIMIT 51",
    ],
    [
      "MATCH p = (a)-[*..2]->(b) RETURN [n IN nodes(p) | n.id] AS ids",
      "MATCH v_p = (v_a)-[*1..2]->(v_b) RETURN (CASE WHEN nodes(v_p) IS NULL THEN NULL ELSE [v_n IN nodes(v_p) | properties(v_n).`id`] END) AS v_ids LIMIT 51",
    ],
    [
      "OPTIONAL MATCH (a:Feature) RETURN a.id",
      "WITH 1 AS g_start OPTIONAL MATCH (v_a:`Feature`) RETURN v_a.`id` LIMIT 51",
    ],
    [
      "UNWIND ['a', 'b'] AS id MATCH (t:TestCase {id: id}) RETURN t.name",
      "UNWIND ['a', 'b'] AS v_id MATCH (v_t:`TestCase`) WHERE v_t.`id` = v_id RETURN v_t.`name` LIMIT 51",
    ],
    [
      "MATCH (t:TestCase) WITH t, count(*) AS n ORDER BY n LIMIT 3 WHERE n > 1 RETURN t.id",
      "MATCH (v_t:`TestCase`) WITH v_t, count(*) AS v_n ORDER BY v_n LIMIT 3 WHERE scope.greater(v_n, 1) RETURN v_t.`id` LIMIT 51",
    ],
    ["RETURN 1 AS a UNION ALL RETURN 2 AS a", "RETURN 1 AS v_a LIMIT 51 UNION ALL RETURN 2 AS v_a LIMIT 51"],
    ["RETURN 1 < 2 <= 3 AS a", "RETURN ((1 < 2) AND (2 <= 3)) AS v_a LIMIT 51"],
    ["RETURN 1 + 2 * -3 ^ 2 AS a", "RETURN (1 + (2 * ((-3) ^ 2))) AS v_a LIMIT 51"],
    [
      "RETURN NOT true OR false XOR true AND null AS a",
      "RETURN ((NOT true) OR (false XOR (true AND null))) AS v_a LIMIT 51",
    ],
    [
      "RETURN CASE WHEN 1 IN [1] THEN 'a' ELSE 'b' END AS a",
      "RETURN (CASE WHEN (1 IN [1]) THEN 'a' ELSE 'b' END) AS v_a LIMIT 51",
    ],
    [
      "MATCH (a) RETURN a {.id, .*, n: 1, a} AS m",
      "MATCH (v_a) RETURN v_a {.`id`, .*, `n`: 1, `a`: v_a} AS v_m LIMIT 51",
    ],
    [`RETURN "it's \\"x\\" \\u00e9\\n" AS a`, `RETURN 'it\\'s "x" é\\u000a' AS v_a LIMIT 51`],
    ["RETURN 'a' /* DELETE */ AS a // SET\n", "RETURN 'a' AS v_a LIMIT 51"],
    [
      "MATCH (`my node`) RETURN `my node`.`a``b` AS `x y`",
      "MATCH (`v_my node`) RETURN `v_my node`.`a``b` AS `v_x y` LIMIT 51",
    ],
    [
      "MATCH (t) WHERE t.name STARTS WITH 'a' AND t.name =~ '(?i)b.*' AND t.x IS NOT NULL RETURN count(DISTINCT t) AS n",
      "MATCH (v_t) WHERE (v_t.`name` STARTS WITH 'a') AND scope.matches(v_t.`name`, '(?i)^(?:b.*)$') AND (v_t.`x` IS NOT NULL) RETURN count(DISTINCT v_t) AS v_n LIMIT 51",
    ],
    // Names that are keywords are names all the same.
    [
      "MATCH (n:TestCase) WHERE n.index = 1 OR n.set = 'DELETE' RETURN {call: 1, delete: n.create} AS m",
      "MATCH (v_n:`TestCase`) WHERE ((v_n.`index` = 1) OR (v_n.`set` = 'DELETE')) RETURN {`call`: 1, `delete`: v_n.`create`} AS v_m LIMIT 51",
    ],
  ])("%s", (query, rendered) => {
    expect(guard(query).cypher).toBe(rendered);
  });

  it.each([
    ["MATCH (t) RETURN t.id, count(*) AS n,  size( labels(t) )", ["t.id", "n", "size( labels(t) )"]],
    ["MATCH (t) RETURN t", ["t"]],
    ["RETURN 'a b' AS `c d`", ["c d"]],
  ])("columns of %s", (query, columns) => {
    expect(guard(query).columns).toEqual(columns);
  });
});

describe("refusals", () => {
  it.each(FORBIDDEN_KEYWORDS)("keyword %s in any letter case, at the start and inside", (keyword) => {
    for (const word of [keyword, keyword.toLowerCase()])
      for (const query of [`${word} (n) RETURN n`, `MATCH (n) ${word} n RETURN n`, `MATCH (${word}) RETURN 1 AS x`])
        expect(() => guard(query)).toThrowError(
          expect.objectContaining({ name: "GuardRefusal", code: "cypher_keyword" }),
        );
  });

  it.each([
    ["", "cypher_start"],
    ["   // nothing", "cypher_start"],
    ["(n)", "cypher_start"],
    ["EXPLAIN MATCH (n) RETURN n", "cypher_start"],
    ["MATCH (n)", "cypher_no_return"],
    ["MATCH (n) WITH n", "cypher_no_return"],
    ["MATCH (n) RETURN n.id UNION MATCH (m)", "cypher_no_return"],
    ["MATCH (n) RETURN *", "cypher_return"],
    ["MATCH (n) RETURN n.id, n.id", "cypher_return"],
    ["RETURN 1 AS a UNION RETURN 1 AS b", "cypher_return"],
    ["MATCH (n) RETURN n; MATCH (m) RETURN m", "cypher_syntax"],
    ["MATCH (n RETURN n", "cypher_syntax"],
    ["MATCH (n) RETURN 'open", "cypher_syntax"],
    ["MATCH (n) RETURN n /* open", "cypher_syntax"],
    ["MATCH (n) RETURN `open", "cypher_syntax"],
    ["MATCH (n) RETURN n.id LIMIT -1", "cypher_syntax"],
    ["MATCH (n) RETURN n.id LIMIT 1 + 1", "cypher_syntax"],
    ["MATCH (n) RETURN n.id LIMIT toInteger('5')", "cypher_syntax"],
    ["MATCH (n) WITH n.id RETURN 1 AS x", "cypher_syntax"],
    ["RETURN 'a\\q' AS x", "cypher_syntax"],
    ["RETURN '\\u0000' AS x", "cypher_syntax"],
    ["RETURN 1 AS x $$ ) AS (a agtype)", "cypher_syntax"],
    ["RETURN 1 AS x $$ ) AS (a agtype); DROP TABLE x; --", "cypher_keyword"],
    ["MATCH (n:Secret) RETURN n.id", "cypher_label"],
    ["MATCH (n:testcase) RETURN n.id", "cypher_label"],
    ["MATCH (n:_ag_label_vertex) RETURN n.id", "cypher_label"],
    ["MATCH (n:`Feature\\`) RETURN n.id", "cypher_syntax"],
    ["MATCH (n:Feature|Secret) RETURN n.id", "cypher_label"],
    ["MATCH (n) WHERE n:Secret RETURN n.id", "cypher_label"],
    ["MATCH (n) WHERE EXISTS { (n)-->(:Secret) } RETURN n.id", "cypher_label"],
    ["MATCH (n)-[:KNOWS]->(m) RETURN n.id", "cypher_relationship"],
    ["MATCH (n)-[:REFERENCES|KNOWS]->(m) RETURN n.id", "cypher_relationship"],
    ["MATCH (n) RETURN COUNT { (n)-[:KNOWS]->() } AS x", "cypher_relationship"],
    ["MATCH (n)-[*]->(m) RETURN n.id", "cypher_unbounded_path"],
    ["MATCH (n)-[:CONTAINS*]->(m) RETURN n.id", "cypher_unbounded_path"],
    ["MATCH (n)-[*2..]->(m) RETURN n.id", "cypher_unbounded_path"],
    ["MATCH (n)-[*1..5]->(m) RETURN n.id", "cypher_long_path"],
    ["MATCH (n)-[*5]->(m) RETURN n.id", "cypher_long_path"],
    ["MATCH (n)-[*..99]->(m) RETURN n.id", "cypher_long_path"],
    ["MATCH (n) WHERE (n)-[*1..9]->() RETURN n.id", "cypher_long_path"],
    ["RETURN apoc.coll.sum([1]) AS x", "cypher_procedure"],
    ["RETURN gds.version() AS x", "cypher_procedure"],
    ["RETURN db.labels() AS x", "cypher_procedure"],
    ["RETURN pg_catalog.pg_read_file('x') AS x", "cypher_procedure"],
    ["RETURN a.b.c.d('x') AS x", "cypher_procedure"],
    ["RETURN pg_sleep(10) AS x", "cypher_unsupported"],
    ["RETURN rand() AS x", "cypher_unsupported"],
    ["MATCH (n) RETURN id(n) AS x", "cypher_unsupported"],
    ["UNWIND range(1, 1000000000) AS x RETURN x", "cypher_unsupported"],
    ["MATCH (n) WHERE n.id = $id RETURN n.id", "cypher_unsupported"],
    ["MATCH (n) WHERE n.id != 'x' RETURN n.id", "cypher_unsupported"],
    ["MATCH p = shortestPath((a)-[*1..3]-(b)) RETURN length(p) AS x", "cypher_unsupported"],
    ["RETURN reduce(s = 0, x IN [1] | s + x) AS x", "cypher_unsupported"],
    ["MATCH (n) RETURN [(n)-->(m) | m.id] AS x", "cypher_unsupported"],
    ["MATCH (n:Feature:Requirement) RETURN n.id", "cypher_unsupported"],
    ["MATCH (n:!Feature) RETURN n.id", "cypher_unsupported"],
    ["MATCH (n:Feature&Requirement) RETURN n.id", "cypher_unsupported"],
    ["MATCH (n WHERE n.id = 'x') RETURN n.id", "cypher_unsupported"],
    ["MATCH (n) WHERE EXISTS { MATCH (n)-->(m) MATCH (m)-->(o) } RETURN n.id", "cypher_unsupported"],
    [`RETURN '${"x".repeat(10_000)}' AS x`, "cypher_too_long"],
    [`RETURN ${"1+".repeat(2000)}1 AS x`, "cypher_too_long"],
    [`RETURN ${"(".repeat(200)}1${")".repeat(200)} AS x`, "cypher_too_long"],
    [`RETURN ${"[".repeat(200)}1${"]".repeat(200)} AS x`, "cypher_too_long"],
    [`RETURN ${"NOT ".repeat(200)}true AS x`, "cypher_too_long"],
    [`RETURN ${"-".repeat(200)}1 AS x`, "cypher_too_long"],
  ])("%s -> %s", (query, code) => {
    expect(() => guard(query)).toThrowError(
      expect.objectContaining({ name: "GuardRefusal", code, hint: expect.stringMatching(/./) }),
    );
  });

  it("says where, in lines and columns and as a position", () => {
    expect(() => guard("MATCH (n)\nRETURN m..x")).toThrowError(
      expect.objectContaining({ position: 18, message: expect.stringContaining("line 2, column 9") }),
    );
  });

  it("a chain of operators at the limit passes without exhausting the stack", () => {
    expect(guard(`RETURN ${"1+".repeat(1490)}1 AS x`).columns).toEqual(["x"]);
  });

  it("never throws anything but a refusal, whatever the text", () => {
    const words = [
      "MATCH",
      "(n)",
      "(n:Feature)",
      "-[:CONTAINS]->",
      "<--",
      "WHERE",
      "n.id",
      "=",
      "'a'",
      "RETURN",
      "AS x",
      "[",
      "]",
      "{",
      "}",
      "WITH",
      "*",
      "1..2",
      ",",
      "|",
      "NOT",
      "EXISTS",
      "COUNT",
      "CASE",
      "WHEN",
      "END",
      "any(",
      ")",
      "IN",
      "UNION",
      "LIMIT",
      "1",
    ];
    const query = fc.oneof(
      fc.string({ unit: "binary", maxLength: 60 }),
      fc.array(fc.constantFrom(...words), { maxLength: 25 }).map((list) => list.join(" ")),
    );
    fc.assert(
      fc.property(query, (text) => {
        for (const candidate of [text, `MATCH (n) RETURN ${text}`, `MATCH ${text} RETURN n.id`]) {
          try {
            expect(guard(candidate).cypher).toMatch(/^(MATCH|OPTIONAL|WITH|UNWIND|RETURN)/);
          } catch (error) {
            expect((error as Error).name).toBe("GuardRefusal");
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("what passes, passes again when rendered without the additions for AGE", () => {
    const query = "MATCH (a:Feature) WHERE a.id = 'x' RETURN a.id AS id";
    const again = guard(query).cypher.replaceAll("v_", "");
    expect(guard(again).columns).toEqual(["id"]);
  });
});

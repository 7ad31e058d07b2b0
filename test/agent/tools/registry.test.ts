import { describe, expect, it } from "vitest";
import { LIVE_SOURCE, TOOL_DESCRIPTIONS, TOOL_FAMILIES } from "../../../agent/contract/contract.ts";
import { STUDY_LIMITS } from "../../../agent/contract/limits.ts";
import { callTool, describeTools, TOOLS, type ToolName, toolCatalogHash } from "../../../agent/tools/registry.ts";
import { limitsSchema, toAgentLimits } from "../../../harness/record/config/limits-schema.ts";
import { nonEmpty } from "../../non-empty.ts";
import { useTools } from "./context.ts";

const bench = useTools();
const ids = (rows: readonly Record<string, unknown>[], column = "id"): unknown[] => rows.map((row) => row[column]);

describe("the registry", () => {
  it("names each tool as it is keyed, covers every family, and describes every argument object", () => {
    expect(Object.entries(TOOLS).filter(([name, tool]) => name !== tool.name)).toEqual([]);
    expect(new Set(Object.values(TOOLS).map((tool) => tool.family))).toEqual(new Set([...TOOL_FAMILIES, LIVE_SOURCE]));
    for (const tool of nonEmpty(describeTools(STUDY_LIMITS)))
      expect(tool.schema).toMatchObject({ type: "object", additionalProperties: false });
  });

  it("tells models nothing of tables outside the SQL and schema tools", () => {
    const reported = describeTools(STUDY_LIMITS).filter((tool) => !["sql", "schema"].includes(tool.family));
    for (const tool of nonEmpty(reported))
      expect(JSON.stringify(tool)).not.toMatch(/canon\.|proc\.|core\.|embedding|BM25|PostgreSQL|postgres/i);
  });

  it("compactly keeps names, types and bounds, and of each text its first sentence alone", () => {
    const [full, compact] = TOOL_DESCRIPTIONS.map((form) => describeTools(STUDY_LIMITS, TOOL_FAMILIES, form));
    const text = (json: unknown) =>
      JSON.stringify(json, (key, value) => (key === "description" && typeof value === "string" ? undefined : value));
    for (const [at, tool] of nonEmpty(compact!).entries()) {
      expect(full![at]!.description.startsWith(tool.description)).toBe(true);
      expect(tool.description).toMatch(/^[A-Z].{20,}\.$/);
      expect(JSON.stringify(tool.schema)).toBe(text(full![at]!.schema));
    }
    expect(JSON.stringify(compact).length).toBeLessThan(0.7 * JSON.stringify(full).length);
  });

  it("has a hash that is stable and follows the limits", () => {
    expect(toolCatalogHash()).toBe(toolCatalogHash(STUDY_LIMITS));
    expect(toolCatalogHash({ ...STUDY_LIMITS, keywordMax: 7 })).not.toBe(toolCatalogHash());
  });

  it("has the configuration's defaults as the study's limits", () => {
    expect(toAgentLimits(limitsSchema.parse({}))).toEqual(STUDY_LIMITS);
  });
});

describe("limits", () => {
  const valid: Partial<Record<ToolName, Record<string, unknown>>> = {
    find_entities: { type: "test_case" },
    trace_links: { ids: ["x"] },
    keyword_search: { query: "x" },
    vector_search: { query: "x" },
    hybrid_search: { query: "x" },
    graph_neighbourhood: { id: "x" },
    graph_impact: { id: "x" },
    trace_coverage: { ids: ["x"] },
    cypher_query: { query: "RETURN 1 AS one" },
    sql_query: { query: "SELECT 1 AS one" },
    kb_search: { query: "x" },
    search_issues: { query: "x" },
    search_patterns: { query: "x" },
    kb_resolve_term: { term: "x" },
    artifact_grep: { text: "x" },
  };
  const bounded = describeTools(STUDY_LIMITS).flatMap((tool) =>
    Object.entries(
      (tool.schema.properties ?? {}) as Record<string, { type?: string; minimum?: number; maximum?: number }>,
    )
      .filter(([, property]) => property.type === "integer")
      .map(([name, { minimum, maximum }]) => ({
        tool: tool.name as ToolName,
        name,
        minimum: minimum!,
        maximum: maximum!,
      })),
  );

  it.each(nonEmpty(bounded))(
    "$tool takes $name from $minimum to $maximum, and nothing beyond",
    ({ tool, name, minimum, maximum }) => {
      const accepts = (value: number): boolean =>
        TOOLS[tool].schema(STUDY_LIMITS).safeParse({ ...valid[tool], [name]: value }).success;
      expect([minimum - 1, minimum, maximum, maximum + 1, minimum + 0.5].map(accepts)).toEqual([
        false,
        true,
        true,
        false,
        false,
      ]);
    },
  );

  it("are the study's", () => {
    const maximum = (tool: ToolName, name: string): unknown =>
      bounded.find((entry) => entry.tool === tool && entry.name === name)?.maximum;
    expect([
      maximum("keyword_search", "limit"),
      maximum("vector_search", "limit"),
      maximum("hybrid_search", "limit"),
    ]).toEqual([400, 300, 300]);
    expect([maximum("graph_impact", "depth"), maximum("sql_query", "limit"), maximum("cypher_query", "limit")]).toEqual(
      [4, 2000, 200],
    );
  });

  it("cut results off at exactly the limit, and say so only then", async () => {
    const at = async (limit: number) =>
      (await bench.call("sql_query", { query: "SELECT test_case_id FROM test_case", limit })).seen;
    expect(await at(27)).toMatchObject({ total: 27, truncated: true });
    // 28 rows are more than the preview shows, so ask with a preview that shows them all.
    const context = bench.context({ limits: { ...STUDY_LIMITS, previewRows: 50 } });
    expect(
      (await bench.call("sql_query", { query: "SELECT test_case_id FROM test_case", limit: 28 }, context)).seen,
    ).toMatchObject({ total: 28, truncated: false });
  });
});

describe("identifier_lookup", () => {
  it("reads records exactly, then normalised, and says what names nothing", async () => {
    const { seen } = await bench.call("identifier_lookup", {
      ids: ["TC-1001", "fea-101 [see note]", "req_201 (v2)", "note/lab 1", "TC-10", "FEA-999", "KB-1"],
    });
    expect(seen.rows.map((row) => [row.asked, row.matched_by, row.id, row.type])).toEqual([
      ["TC-1001", "exact", "TC-1001", "test_case"],
      ["fea-101 [see note]", "normalised", "FEA-101", "backlog_item"],
      ["req_201 (v2)", "normalised", "REQ-201", "backlog_item"],
      ["note/lab 1", "exact", "note/lab 1", "other"],
    ]);
    expect(seen.not_found).toEqual(["TC-10", "FEA-999", "KB-1"]);
  });

  it("finds the ids that stand in a text, of whatever shape, and asks for one or the other", async () => {
    const text = "does note/lab 1 hold for req 201, TC-1001/TC-1002 and FEA-999?";
    const { seen } = await bench.call("identifier_lookup", { ids: ["FEA-999"], text });
    expect(seen.rows.map((row) => [row.asked, row.id])).toEqual([
      ["note/lab 1", "note/lab 1"],
      ["req 201", "REQ-201"],
      ["TC-1001", "TC-1001"],
      ["TC-1002", "TC-1002"],
    ]);
    expect(seen.not_found).toEqual(["FEA-999"]);
    const { record } = await bench.call("identifier_lookup", {});
    expect(record.error?.code).toBe("invalid_arguments");
  });

  it("gives messages their aliases and protocols, and no bookkeeping", async () => {
    const { stored } = await bench.call("identifier_lookup", { ids: ["MSG-9", "TC-1001"] });
    expect(stored?.rows[0]).toMatchObject({
      aliases: ["Path Switch Request"],
      protocols: ["PR-NAS", "PR-NGAP"],
      coverage_status: "uncovered",
    });
    expect(stored?.rows[1]).toMatchObject({ quality_area: "mobility", instructions: expect.stringContaining("Steps") });
    expect(JSON.stringify(stored?.rows)).not.toMatch(/payload_id|ingest_run_id|content_hash/);
  });
});

describe("find_entities", () => {
  it("filters by attributes, letter case apart, and pages by id", async () => {
    const page = async (offset: number) =>
      (await bench.call("find_entities", { type: "test_case", quality_area: "MOBILITY", limit: 5, offset })).seen;
    const [first, second] = [await page(0), await page(5)];
    expect(first).toMatchObject({ total: 9, next_offset: 5, truncated: true });
    expect(second).toMatchObject({ total: 9, truncated: false });
    expect(second).not.toHaveProperty("next_offset");
    expect(new Set([...ids(first.rows), ...ids(second.rows)]).size).toBe(9);
    expect((await page(9)).error).toMatchObject({ code: "invalid_arguments" });
  });

  it("finds messages by a part of an alias, taken literally", async () => {
    expect(ids((await bench.call("find_entities", { type: "message", name_contains: "ho req" })).seen.rows)).toEqual([
      "MSG-1",
    ]);
    expect((await bench.call("find_entities", { type: "message", name_contains: "%" })).seen.rows).toEqual([]);
  });

  it("refuses a filter that the type does not have, naming those it has", async () => {
    expect((await bench.call("find_entities", { type: "protocol", status: "open" })).seen.error).toMatchObject({
      code: "invalid_arguments",
      hint: expect.stringContaining("interface"),
    });
  });
});

it("an id with a hyphen that does not break is the record, wherever a tool takes ids", async () => {
  const written = "REQ\u2011201";
  const asked = [
    ...(["identifier_lookup", "trace_links", "trace_coverage"] as const).map((tool) => [tool, { ids: [written] }]),
    ...(["graph_impact", "graph_neighbourhood"] as const).map((tool) => [tool, { id: written }]),
  ] as [Parameters<typeof bench.call>[0], Record<string, unknown>][];
  for (const [tool, input] of asked) {
    const plain = await bench.call(tool, JSON.parse(JSON.stringify(input).replace("\u2011", "-")));
    const { seen, record } = await bench.call(tool, input);
    expect([tool, record.status, seen.not_found, seen.rows.length]).toEqual([
      ...[tool, "success", undefined, plain.seen.rows.length],
    ]);
    expect([tool, seen.rows.length > 0]).toEqual([tool, true]);
  }
  expect((await bench.call("trace_links", { ids: ["XX\u20111"] })).seen.not_found).toEqual(["XX\u20111"]);
});

describe("trace_links", () => {
  it("goes both ways, one step, with what is unknown and what has no links", async () => {
    const { stored, seen } = await bench.call("trace_links", { ids: ["REQ-201", "TC-1027", "FEA-103", "XX-1"] });
    const linked = (asked: string) => stored!.rows.filter((row) => row.asked === asked);
    expect(ids(linked("REQ-201"), "test_case_id")).toEqual(["TC-1001", "TC-1002", "TC-1003", "TC-1027", "TC-1028"]);
    expect(ids(linked("TC-1027"), "linked_id")).toEqual(["DD-301", "FEA-101", "REQ-201"]);
    expect(seen).toMatchObject({ not_found: ["XX-1"], without_links: ["FEA-103"] });
  });

  it("tells a record whose links are not kept from one without links, as every tool about links does", async () => {
    const { rows } = await bench.substrate().sql.query("SELECT artifact_id AS id FROM canon.other_artifact LIMIT 1");
    const id = String(rows[0]?.id);
    for (const [tool, args] of [
      ["trace_links", { ids: [id] }],
      ["trace_coverage", { ids: [id] }],
      ["graph_impact", { id }],
      ["graph_neighbourhood", { id }],
    ] as const) {
      const { seen } = await bench.call(tool, args);
      expect(seen, tool).toMatchObject({ links_not_kept: [id] });
      expect(seen.without_links, tool).toBeUndefined();
    }
  });

  it("keeps to one type of link where that is wanted", async () => {
    const { stored } = await bench.call("trace_links", { ids: ["TC-1001"], linked_type: "message" });
    expect(ids(stored!.rows, "linked_id")).toEqual(["MSG-1"]);
  });

  it("pages through all links without losing or repeating one", async () => {
    const all = (await bench.call("trace_links", { ids: ["PR-NGAP", "MSG-7"] })).stored!.rows;
    const pages = [];
    for (let offset = 0; offset < all.length; offset += 4)
      pages.push(...(await bench.call("trace_links", { ids: ["PR-NGAP", "MSG-7"], limit: 4, offset })).stored!.rows);
    expect(pages).toEqual(all);
  });
});

describe("searches", () => {
  it.each(["keyword_search", "vector_search", "hybrid_search"])(
    "%s ranks, filters, and cuts at its limit",
    async (name) => {
      const { seen } = await bench.call(name, { query: "paging storms leak memory", types: ["test_case"], limit: 3 });
      expect(seen.rows).toHaveLength(3);
      expect(seen.rows[0]!.title).toContain("Memory leak after paging storms");
      expect(seen.rows.every((row) => row.type === "test_case")).toBe(true);
      const scores = seen.rows.map((row) => row.score as number);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(
        (await bench.call(name, { query: "paging", quality_area: "robustness" })).seen.rows.length,
      ).toBeGreaterThan(0);
    },
  );

  it("give no knowledge fragments, which kb_search gives alone", async () => {
    expect(
      (await bench.call("hybrid_search", { query: "quota" })).seen.rows.some((row) => row.type === "knowledge"),
    ).toBe(false);
    expect((await bench.call("kb_search", { query: "quota" })).seen.rows.every((row) => row.type === "knowledge")).toBe(
      true,
    );
  });
});

describe("graph tools", () => {
  it("graph_impact reaches further with depth, each test once by its shortest way, grouped", async () => {
    const at = async (depth: number) => (await bench.call("graph_impact", { id: "FEA-101", depth })).seen;
    expect((await at(1)).rows.map((row) => row.test_case_id)).toEqual(["TC-1027"]);
    expect((await at(2)).total).toBe(8);
    const deep = await at(4);
    expect(deep.total).toBe(11);
    expect(deep.groups).toEqual([
      { distance: 1, path: "REFERENCES", test_cases: 1 },
      { distance: 2, path: "CONTAINS > REFERENCES", test_cases: 7 },
      { distance: 3, path: "CONTAINS > CONTAINS > REFERENCES", test_cases: 3 },
    ]);
    expect(deep.rows.at(-1)).toMatchObject({ distance: 3, through: "FEA-101 > REQ-201 > DD-301" });
  });

  it("graph_impact agrees with Cypher over the graph", async () => {
    const query =
      "MATCH (f:Feature {id: 'FEA-101'})-[:CONTAINS*0..3]->(b)<-[:REFERENCES]-(t:TestCase) RETURN DISTINCT t.id AS id ORDER BY id";
    const impact = await bench.call("graph_impact", { id: "FEA-101", depth: 4 });
    expect(ids((await bench.call("cypher_query", { query })).stored!.rows)).toEqual(
      ids(impact.stored!.rows, "test_case_id").sort(),
    );
  });

  it("graph_impact starts at messages and protocols, and not at a test case", async () => {
    expect(ids((await bench.call("graph_impact", { id: "MSG-1" })).seen.rows, "test_case_id")).toEqual([
      "TC-1001",
      "TC-1002",
      "TC-1003",
    ]);
    expect((await bench.call("graph_impact", { id: "MSG-9" })).seen.total).toBe(0);
    expect((await bench.call("graph_impact", { id: "MSG-9", depth: 2 })).seen.total).toBeGreaterThan(0);
    expect((await bench.call("graph_impact", { id: "TC-1001" })).seen.error).toMatchObject({
      code: "invalid_arguments",
    });
    expect((await bench.call("graph_impact", { id: "FEA-999" })).seen).toMatchObject({
      total: 0,
      not_found: ["FEA-999"],
    });
  });

  it("graph_neighbourhood keeps to relationship types, and says when there are more", async () => {
    const { seen } = await bench.call("graph_neighbourhood", { id: "FEA-101", depth: 2, relationships: ["CONTAINS"] });
    expect(ids(seen.rows)).toEqual(["REQ-201", "REQ-202", "DD-301"]);
    expect((await bench.call("graph_neighbourhood", { id: "FEA-101", depth: 2, limit: 3 })).seen).toMatchObject({
      shown: 3,
      truncated: true,
    });
    expect(
      (await bench.call("graph_neighbourhood", { id: "FEA-101", relationships: ["KNOWS"] })).seen.error,
    ).toMatchObject({ code: "invalid_arguments" });
    expect((await bench.call("graph_neighbourhood", { id: "FEA-999" })).seen).toMatchObject({
      total: 0,
      not_found: ["FEA-999"],
    });
  });

  it("trace_coverage counts below an item and shows the gaps alone where wanted", async () => {
    const all = (await bench.call("trace_coverage", { ids: ["FEA-102", "PR-NAS"], depth: 2 })).seen;
    expect(all).toMatchObject({ items: 8, covered: 5, uncovered: 3 });
    const gaps = (await bench.call("trace_coverage", { ids: ["FEA-102", "PR-NAS"], depth: 2, only_uncovered: true }))
      .seen;
    expect(ids(gaps.rows)).toEqual(["DD-302", "MSG-8", "MSG-9"]);
    expect((await bench.call("trace_coverage", { ids: ["FEA-101"], depth: 0 })).seen.items).toBe(1);
  });
});

describe("cypher_query on the real store", () => {
  it.each([
    [
      "MATCH (t:TestCase)-[:REFERENCES|COVERS_MESSAGE]->(b) WHERE t.id = 'TC-1001' RETURN b.id AS id ORDER BY id",
      ["MSG-1", "REQ-201"],
    ],
    [
      "MATCH (b:Feature|Requirement) RETURN b.id AS id ORDER BY id",
      ["FEA-101", "FEA-102", "FEA-103", "REQ-201", "REQ-202", "REQ-203"],
    ],
    ["MATCH (b:BacklogItem) WHERE NOT (b)<-[:REFERENCES]-() AND b:Feature RETURN b.id AS id", ["FEA-103"]],
    [
      "MATCH (b:BacklogItem {id: 'FEA-101'})-[:CONTAINS*1..2]->(c) RETURN c.id AS id ORDER BY id",
      ["DD-301", "REQ-201", "REQ-202"],
    ],
    [
      "MATCH (b:Feature {id: 'FEA-101'})-[:CONTAINS|REFERENCES*1..2]-(c:TestCase) RETURN DISTINCT c.id AS id ORDER BY id LIMIT 2",
      ["TC-1001", "TC-1002"],
    ],
    [
      "UNWIND ['MSG-9', 'XX'] AS id MATCH (m:Message {id: id})-[:BELONGS_TO]->(p) RETURN p.id AS id ORDER BY id",
      ["PR-NAS", "PR-NGAP"],
    ],
    ["OPTIONAL MATCH (n:Feature {id: 'XX'}) RETURN n.id AS id", [null]],
    [
      "MATCH (m:Message) WHERE any(x IN ['Handover', 'Paging'] WHERE m.name STARTS WITH x) RETURN m.id AS id ORDER BY id",
      ["MSG-1", "MSG-2", "MSG-7"],
    ],
    [
      "MATCH p = (f:Feature {id: 'FEA-101'})-[:CONTAINS*2]->(d) RETURN [n IN nodes(p) | n.id] AS id",
      [["FEA-101", "REQ-201", "DD-301"]],
    ],
    [
      "MATCH (p:Protocol) RETURN p.id AS id, COUNT { (p)<-[:BELONGS_TO]-() } AS n ORDER BY n DESC, id LIMIT 1",
      ["PR-NAS"],
    ],
    [
      "MATCH (p:Protocol) RETURN CASE WHEN p.id = 'PR-GY' THEN 'charging' ELSE p.id END AS id ORDER BY id",
      ["PR-NAS", "PR-NGAP", "charging"],
    ],
    [
      "MATCH (a:Feature) RETURN a.id AS id UNION MATCH (b:Protocol) RETURN b.id AS id",
      ["FEA-101", "FEA-102", "FEA-103", "PR-GY", "PR-NAS", "PR-NGAP"],
    ],
    ["MATCH (t:TestCase) WHERE t.name = 'O\\'Brien $$ \"x\"' RETURN t.id AS id", []],
  ])("%s", async (query, expected) => {
    const { seen, stored } = await bench.call("cypher_query", { query });
    expect(seen.error).toBeUndefined();
    const found = ids(stored!.rows);
    expect(query.includes("UNION") ? [...found].sort() : found).toEqual(expected);
  });

  it("cuts at the limit and says so", async () => {
    expect(
      (await bench.call("cypher_query", { query: "MATCH (t:TestCase) RETURN t.id", limit: 5 })).seen,
    ).toMatchObject({ total: 5, truncated: true });
    expect(
      (await bench.call("cypher_query", { query: "MATCH (p:Protocol) RETURN p.id", limit: 3 })).seen,
    ).toMatchObject({ total: 3, truncated: false });
  });

  it("the guard's refusal comes back with code, place and hint", async () => {
    expect((await bench.call("cypher_query", { query: "MATCH (n) SET n.x = 1 RETURN n" })).seen.error).toMatchObject({
      code: "cypher_keyword",
      message: expect.stringContaining("column 11"),
    });
  });
});

describe("sql_query", () => {
  it("reads what the schema tools list, by plain or qualified name", async () => {
    const { seen } = await bench.call("sql_query", {
      query:
        "SELECT b.backlog_item_id AS id, count(*) AS n FROM core.trace_link l JOIN backlog_item b ON b.backlog_item_id = l.reference_id GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 1;",
    });
    expect(seen.rows).toEqual([{ id: "REQ-201", n: 5 }]);
  });

  it("cuts long texts, less with detail, and keeps the row", async () => {
    const context = bench.context({ limits: { ...STUDY_LIMITS, sqlTextChars: 10, sqlTextCharsDetail: 20 } });
    const query = "SELECT 'abcdefghijklmnopqrstuvwxyz' AS text";
    expect((await bench.call("sql_query", { query }, context)).stored!.rows[0]!.text).toMatch(/^abcdefghij\.\.\. \[16/);
    expect((await bench.call("sql_query", { query, detail: true }, context)).stored!.rows[0]!.text).toMatch(
      /^abcdefghijklmnopqrst\.\.\. \[6/,
    );
  });

  it("tells of columns that hide one another", async () => {
    expect((await bench.call("sql_query", { query: "SELECT 1 AS a, 2 AS a" })).seen).toMatchObject({
      columns_lost: ["a"],
    });
  });

  it("prints what JSON has no value for as PostgreSQL does", async () => {
    const query = `SELECT 9007199254740993::int8 AS large, 'NaN'::float8 AS nan, ARRAY['-Infinity'::float8, 1] AS list,
      sha256('')::bytea AS bytes, 5::int8 AS small`;
    expect((await bench.call("sql_query", { query })).stored!.rows).toEqual([
      {
        large: "9007199254740993",
        nan: "NaN",
        list: ["-Infinity", 1],
        bytes: "\\xe3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        small: 5,
      },
    ]);
  });

  it("gives the database's own message for a mistake in the query", async () => {
    expect((await bench.call("sql_query", { query: "SELECT nope FROM test_case" })).seen.error).toMatchObject({
      code: "query_failed",
      message: expect.stringContaining("nope"),
    });
  });
});

describe("schema tools", () => {
  it("schema_overview lists exactly what sql_query may read, and the graph", async () => {
    const { stored } = await bench.call("schema_overview", {});
    const relations = ids(stored!.rows, "relation");
    expect(relations).toEqual(
      expect.arrayContaining(["canon.test_case", "core.trace_link", "kb.entry", "proc.message_detail"]),
    );
    expect(relations.join()).not.toMatch(/raw\.|agentfs|pg_/);
    expect(stored!.rows.find((row) => row.relation === "canon.test_case")).toMatchObject({ rows: 28, kind: "table" });
    expect(stored).toMatchObject({ graph_labels: expect.arrayContaining(["TestCase", "Feature"]) });
    for (const relation of relations)
      expect((await bench.call("sql_query", { query: `SELECT * FROM ${relation} LIMIT 1` })).record.status).toBe(
        "success",
      );
  });

  it("describe_relation gives types, keys and the values of columns with few", async () => {
    const { stored } = await bench.call("describe_relation", { relation: "backlog_item" });
    expect(stored!.rows.find((row) => row.column === "status")).toMatchObject({
      type: "text",
      values: ["approved", "done", "fixed", "in progress", "open", "planned"],
    });
    expect(stored!.rows.find((row) => row.column === "backlog_item_id")!.key).toContain("PRIMARY KEY");
    expect((await bench.call("describe_relation", { relation: "raw.payload" })).seen.error).toMatchObject({
      code: "not_found",
    });
    expect((await bench.call("describe_relation", { relation: 'test_case"; DROP TABLE x' })).seen.error).toMatchObject({
      code: "not_found",
    });
  });
});

describe("knowledge base", () => {
  it("kb_lookup is exact but for letter case and separators, by term or expansion", async () => {
    const { seen } = await bench.call("kb_lookup", { terms: ["ho", "Credit-Control Request", "idle mod"] });
    expect(seen.rows.map((row) => [row.asked, row.term])).toEqual([
      ["ho", "HO"],
      ["Credit-Control Request", "CCR"],
    ]);
    expect(seen.not_found).toEqual(["idle mod"]);
  });

  it("kb_resolve_term forgives spelling, best first, and gives nothing for a strange word", async () => {
    const { seen } = await bench.call("kb_resolve_term", { term: "idel mode" });
    expect(seen.rows[0]).toMatchObject({ term: "idle mode" });
    expect(seen.rows[0]!.similarity).toBeLessThan(1);
    expect((await bench.call("kb_resolve_term", { term: "ue" })).seen.rows[0]).toMatchObject({
      term: "UE",
      similarity: 1,
    });
    expect((await bench.call("kb_resolve_term", { term: "xylophone" })).seen.rows).toEqual([]);
  });

  it("kb_expand_query writes abbreviations out, and expansions short, as whole words only", async () => {
    const { seen } = await bench.call("kb_expand_query", { query: "HO of user equipment, not HOUSE" });
    expect(seen.rows.map((row) => [row.found, row.other_form])).toEqual([
      ["HO", "handover"],
      ["user equipment", "UE"],
    ]);
    expect(seen.expanded_query).toBe('HO of user equipment, not HOUSE OR "handover" OR "UE"');
  });
});

describe("artifacts", () => {
  async function withResult() {
    const context = bench.context();
    const { record } = await bench.call("find_entities", { type: "test_case" }, context);
    return { context, path: record.resultPath! };
  }

  it("artifact_overview says what a result holds", async () => {
    const { context, path } = await withResult();
    expect((await bench.call("artifact_overview", { path }, context)).seen).toMatchObject({
      tool: "find_entities",
      total: 28,
      rows: 28,
      columns: expect.arrayContaining(["id", "name"]),
    });
  });

  it("artifact_slice reads rows, columns and single values past the preview", async () => {
    const { context, path } = await withResult();
    const slice = async (select: string) => (await bench.call("artifact_slice", { path, select }, context)).seen;
    expect(await slice("$.rows[25:28].id")).toMatchObject({
      value: ["TC-1026", "TC-1027", "TC-1028"],
      count: 3,
      truncated: false,
    });
    expect(await slice("rows[0]['name']")).toMatchObject({ value: "Inter-gNB handover, basic flow" });
    expect(await slice("$.nothing.there")).toMatchObject({ value: null });
    expect((await slice("$.rows[?(@.x)]")).error).toMatchObject({ code: "invalid_arguments" });
    const small = { ...context, limits: { ...STUDY_LIMITS, sqlTextChars: 300 } };
    expect((await bench.call("artifact_slice", { path }, small)).seen).toMatchObject({ truncated: true, count: 28 });
  });

  it("artifact_grep and artifact_glob see results and documents, never the call records", async () => {
    const { context, path } = await withResult();
    await callTool("write_response", { name: "answer", markdown: "See TC-1027." }, context);
    expect((await bench.call("artifact_grep", { text: "tc-1027" }, context)).seen).toMatchObject({
      count: 2,
      lines: [{ path: "/responses/answer.md", line: 1 }, { path }],
    });
    expect((await bench.call("artifact_glob", {}, context)).seen).toMatchObject({
      files: [{ path: "/responses/answer.md" }, { path }],
    });
    expect((await bench.call("artifact_overview", { path: "/calls/000.json" }, context)).seen.error).toMatchObject({
      code: "not_found",
    });
    expect((await bench.call("artifact_overview", { path: "/a/../b" }, context)).seen.error).toMatchObject({
      code: "invalid_path",
    });
  });

  it("export_results writes all rows as CSV without live formulas, as JSON, and as a workbook", async () => {
    const context = bench.context();
    const { record } = await bench.call(
      "sql_query",
      { query: `SELECT '=1+1' AS a, 'x,"y"' AS b, NULL AS c UNION ALL SELECT 'é', 'z', '1'` },
      context,
    );
    const path = record.resultPath!;
    await callTool("export_results", { path, name: "all" }, context);
    expect(await context.files.readText("/exports/all.csv")).toBe(`a,b,c\n'=1+1,"x,""y""",\né,z,1\n`);
    await callTool("export_results", { path, name: "some", format: "json", columns: ["b"] }, context);
    expect(JSON.parse((await context.files.readText("/exports/some.json"))!)).toEqual([{ b: 'x,"y"' }, { b: "z" }]);
    await callTool("export_results", { path, name: "book", format: "xlsx" }, context);
    const book = await context.files.read("/exports/book.xlsx");
    expect(Buffer.from((book!.content as Uint8Array).subarray(0, 2)).toString()).toBe("PK");
    expect(
      (await bench.call("export_results", { path, name: "x", columns: ["nope"] }, context)).seen.error,
    ).toMatchObject({ code: "invalid_arguments" });
  });

  it("collect_sources labels files in order with links of this thread, and refuses what is not there", async () => {
    const { context, path } = await withResult();
    await callTool("write_response", { name: "answer", markdown: "x" }, context);
    const { seen } = await bench.call(
      "collect_sources",
      { paths: ["/responses/answer.md", path, path], titles: ["the [long] answer"] },
      context,
    );
    const thread = context.files.scope.threadId;
    expect(seen.markdown).toBe(
      `## Sources\n- S1: [the  long  answer](artifact://${thread}?path=/responses/answer.md)\n- S2: [000-find_entities.json](artifact://${thread}?path=${path})`,
    );
    expect((await bench.call("collect_sources", { paths: ["/results/999-x.json"] }, context)).seen.error).toMatchObject(
      { code: "not_found" },
    );
  });
});

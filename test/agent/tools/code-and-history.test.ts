import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { buildSubstrate, openSubstrate } from "../../../db/substrate.ts";
import { importSource } from "../../../import/sources/import-source.ts";
import { useTools } from "./context.ts";

/** A call chain: a test covers `send`, which calls `encode`; `Fast` inherits from `Radio`; the other test has a history. */
const FILES: Record<string, string> = {
  "spec.html": "<html><body><h1>Radio</h1><p>REQ-1: It shall send frames over the air.</p></body></html>",
  "radio.py":
    "def encode(x):\n  return x\n\nclass Radio:\n  def send(self, x):\n    return encode(x)\n\nclass Fast(Radio):\n  def burst(self):\n    return 1\n",
  "run-1.xml": report("2026-03-01T10:00:00", "<failure/>"),
  "run-2.xml": report("2026-03-02T10:00:00", ""),
  "run-3.xml": report("2026-03-03T10:00:00", "<failure/>"),
};

function report(at: string, outcome: string): string {
  const covers = (what: string) =>
    `<properties><property name="requirement" value="REQ-1"/><property name="function" value="${what}"/></properties>`;
  return `<testsuite name="s" timestamp="${at}"><testcase classname="t" name="sends">${covers("Radio.send")}</testcase><testcase classname="t" name="bursts">${covers("Fast.burst")}${outcome}</testcase></testsuite>`;
}

const tools = useTools();
let root: string;
let substrate: Substrate;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-code-"));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(root, name), text);
  const options = substrateOptionsSchema.parse({
    cacheDirectory: join(root, "cache"),
    embedding: { type: "lsa", dimensions: 2 },
  });
  const { corpus } = await importSource(root);
  substrate = await openSubstrate((await buildSubstrate(corpus, options)).snapshot_hash, options);
});
afterAll(async () => {
  await substrate.close();
  await rm(root, { recursive: true });
});

async function rowsOf(name: string, args: unknown): Promise<Record<string, unknown>[]> {
  const { seen } = await tools.call(name, args, tools.context({ substrate }));
  return seen.rows ?? expect.fail(JSON.stringify(seen));
}

it("reaches the tests of what calls a function, and of what inherits from a class", async () => {
  expect(await rowsOf("graph_impact", { id: "radio.py::encode", depth: 1 })).toEqual([]);
  expect(await rowsOf("graph_impact", { id: "radio.py::encode", depth: 2 })).toMatchObject([
    {
      test_case_id: "t::sends",
      distance: 2,
      path: "CALLS > COVERS_MESSAGE",
      through: "radio.py::encode > radio.py::Radio.send",
    },
  ]);
  expect(await rowsOf("graph_impact", { id: "radio.py::Radio", depth: 2 })).toMatchObject([
    { test_case_id: "t::sends", distance: 1 },
    { test_case_id: "t::bursts", distance: 2, path: "INHERITS > COVERS_PROTOCOL" },
  ]);
});

it("knows calls and inheritance in the graph, apart from what is verified and covered", async () => {
  const around = await rowsOf("graph_neighbourhood", { id: "radio.py::encode", depth: 1, relationships: ["CALLS"] });
  expect(around).toMatchObject([{ id: "radio.py::Radio.send", path: "CALLS" }]);
  const query =
    "MATCH (t:TestCase)-[r]->(x) RETURN t.id AS test, type(r) AS says, x.id AS what ORDER BY test, says, what";
  expect(await rowsOf("cypher_query", { query })).toMatchObject([
    { test: "t::bursts", says: "COVERS_MESSAGE", what: "radio.py::Fast.burst" },
    { test: "t::bursts", says: "COVERS_PROTOCOL", what: "radio.py::Fast" },
    { test: "t::bursts", says: "REFERENCES", what: "REQ-1" },
    { test: "t::sends", says: "COVERS_MESSAGE" },
    { test: "t::sends", says: "COVERS_PROTOCOL" },
    { test: "t::sends", says: "REFERENCES" },
  ]);
});

it("filters tests by their history: by attributes in lists and searches, and by numbers in SQL", async () => {
  const flaky = [{ name: "flaky", value: "true" }];
  expect(await rowsOf("find_entities", { type: "test_case", attributes: flaky })).toMatchObject([{ id: "t::bursts" }]);
  expect(
    await rowsOf("find_entities", { type: "test_case", attributes: [{ name: "last_outcome", value: "pass" }] }),
  ).toMatchObject([{ id: "t::sends" }]);
  expect(await rowsOf("keyword_search", { query: "sends bursts", attributes: flaky })).toMatchObject([
    { id: "t::bursts" },
  ]);
  expect(
    await rowsOf("sql_query", {
      query: "SELECT test_case_id, last_outcome, runs, last_run_at FROM canon.test_history WHERE flip_rate > 0.5",
    }),
  ).toMatchObject([{ test_case_id: "t::bursts", last_outcome: "FAIL", last_run_at: "2026-03-03T10:00:00.000Z" }]);
  const { seen } = await tools.call(
    "find_entities",
    { type: "message", attributes: flaky },
    tools.context({ substrate }),
  );
  expect(seen.error).toMatchObject({ code: "invalid_arguments", message: "A message has no attributes." });
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { familiesOn } from "../../../agent/contract/families.ts";
import { describeTools, makeTools, toolsOutside } from "../../../agent/tools/registry.ts";
import type { Execution } from "../../../agent/workflows/execution.ts";
import { rerankSearches } from "../../../agent/workflows/rerank/reranked-search.ts";
import { readCorpusPatterns } from "../../../db/issues/patterns.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import { readPatterns, writePatterns } from "../../../harness/record/run-directory/patterns.ts";
import { withPatterns } from "../../../harness/run/patterns/into-corpus.ts";
import type { FaultPattern } from "../../../harness/run/patterns/pattern-file.ts";
import { nonEmpty } from "../../non-empty.ts";
import { smallTracker } from "../../scenarios/faults/tracker.ts";
import { openCorpus } from "../../scenarios/substrates.ts";
import { useTools } from "./context.ts";

const ISSUE_TOOLS = ["search_issues", "lookup_issue", "search_patterns"];

const pattern = (id: string, word: string, members: string[]): FaultPattern => ({
  ...{
    id,
    name: word,
    terms: [word],
    members,
    typical: members.slice(0, 1),
    summary: [`The ${word} fails under load.`],
  },
  ...{ agreement: null, group: null, components: ["core"], triggers: [], within: null, nearest: null, place: null },
});

const bench = useTools();
let tracker: Substrate;
beforeAll(async () => {
  tracker = await openCorpus(
    withPatterns(smallTracker(), {
      patterns: [
        pattern("P1", "scheduler", ["BUG-11", "BUG-12", "BUG-90", "BUG-91"]),
        pattern("P2", "journal", ["BUG-21", "BUG-22"]),
      ],
      ...{ reports: 12, apart: [], pipeline: "linkage", diagnostics: null },
    }),
  );
});
afterAll(() => tracker.close());

const families = () => familiesOn(tracker.manifest.mapping);
const call = (name: string, args: unknown) =>
  bench.call(name, args, bench.context({ substrate: tracker, families: families() }));

describe("tools of reports of faults", () => {
  it("are there over a tracker alone, in what a model is told and in errors", async () => {
    expect(familiesOn(bench.substrate().manifest.mapping)).not.toContain("issues");
    expect(familiesOn(null)).not.toContain("issues");
    expect(familiesOn(tracker.manifest.mapping, ["sql"])).toEqual(["sql"]);
    const told = (substrate: Substrate) =>
      makeTools(bench.context({ substrate, families: familiesOn(substrate.manifest.mapping) })).map(({ name }) => name);
    expect(told(tracker)).toEqual(expect.arrayContaining(ISSUE_TOOLS));
    expect(told(bench.substrate()).filter((name) => ISSUE_TOOLS.includes(name))).toEqual([]);
    expect(toolsOutside(familiesOn(bench.substrate().manifest.mapping))).toEqual(expect.arrayContaining(ISSUE_TOOLS));
    const without = bench.context({ families: familiesOn(bench.substrate().manifest.mapping) });
    const { seen } = await bench.call("search_issues", { query: "x" }, without);
    expect(seen.error?.code).toBe("family_disabled");
    expect(seen.error?.hint).not.toMatch(/issue|pattern/);
  });

  it("no description names a tool that an agent with these alone lacks", () => {
    const descriptions = describeTools(bench.context().limits, ["issues"]);
    for (const { description } of nonEmpty(descriptions))
      expect(toolsOutside(["issues"]).filter((name) => description.includes(name))).toEqual([]);
  });
});

it("patterns are read back from a corpus with their reports, and stand with them in its graph", async () => {
  const { mining, patterns } = (await readCorpusPatterns(tracker))!;
  expect(mining).toEqual({ pipeline: "linkage", reports: 12, apart: 0, diagnostics: null });
  expect(patterns.map(({ id, name, reports }) => [id, name, reports.map((report) => report.id)])).toEqual([
    ["FAULT-PATTERN-1", "scheduler", ["BUG-11", "BUG-12", "BUG-90", "BUG-91"]],
    ["FAULT-PATTERN-2", "journal", ["BUG-21", "BUG-22"]],
  ]);
  expect(patterns[0]!.reports[0]!.title).not.toBe("");
  const statement =
    "MATCH (p:FaultPattern)-[:HAS_REPORT]->(r) WHERE p.id = 'FAULT-PATTERN-2' RETURN p.components AS parts, r.id AS report ORDER BY report";
  const { seen } = await call("cypher_query", { query: statement });
  expect(seen.rows).toEqual([
    { parts: "core", report: "BUG-21" },
    { parts: "core", report: "BUG-22" },
  ]);
  const run = await mkdtemp(join(tmpdir(), "scopebench-patterns-of-a-run-"));
  await writePatterns(run, tracker);
  expect(await readPatterns(run)).toEqual({ mining, patterns });
  await writePatterns(run, bench.substrate());
  expect(await readPatterns(run)).toBeNull();
  await writeFile(join(run, "patterns.json"), "[]");
  await expect(readPatterns(run)).rejects.toMatchObject({ code: "damaged-run" });
  await rm(run, { recursive: true });
});

describe("search_issues", () => {
  it("finds reports by words and meaning, five unless more are wanted, with what they can be narrowed by", async () => {
    const { seen } = await call("search_issues", { query: "scheduler stalls" });
    expect(seen.rows).toHaveLength(5);
    expect(
      seen.rows
        .slice(0, 2)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(["BUG-11", "BUG-90"]);
    expect(seen.rows.find(({ id }) => id === "BUG-11")).toMatchObject({
      components: ["scheduler"],
      versions: ["1.0", "1.1"],
      created: "2023-01-01T10:00:00.000Z",
    });
    expect(seen.searched).toBe(53);
  });

  it("within a component, a version and a time, all at once", async () => {
    const filter = { component: "Scheduler", version: "1.1", from: "2023-01-03", before: "2023-10-01" };
    const { seen } = await call("search_issues", { query: "scheduler stalls", limit: 50, ...filter });
    expect(seen.rows.map(({ id }) => id).sort()).toEqual(["BUG-13", "BUG-14", "BUG-15", "BUG-16"]);
    expect((await call("search_issues", { query: "stalls", version: "1.1", component: "journal" })).seen.searched).toBe(
      7,
    );
  });

  it("says of a component that no report has which there are, and of times how they are written", async () => {
    const { seen } = await call("search_issues", { query: "stalls", component: "warp drive" });
    expect(seen.rows).toEqual([]);
    expect(seen).toMatchObject({
      no_issue_of_component: "warp drive",
      components: expect.arrayContaining(["scheduler"]),
    });
    const wrong = await call("search_issues", { query: "stalls", before: "31.12.2023" });
    expect(wrong.seen.error?.code).toBe("invalid_arguments");
    expect(JSON.stringify(wrong.seen.error)).toContain("expected a day such as 2024-05-31");
  });

  it("is put in order by a re-ranker where there is one", async () => {
    const context = bench.context({ substrate: tracker, families: families() });
    const execution = {
      tools: context,
      crossEncoder: {
        endpoint: { protocol: "onnx", path: "model" },
        local: async (_query: string, texts: readonly string[]) =>
          texts.map((text) => (/tokenizer/.test(text) ? 1 : 0)),
        environment: {},
      },
    } as unknown as Execution;
    rerankSearches(execution, { rerank: "cross_encoder" });
    const { seen } = await bench.call("search_issues", { query: "stalls", limit: 2 }, context);
    for (const { title } of nonEmpty(seen.rows)) expect(title).toMatch(/tokenizer/);
  });
});

describe("lookup_issue", () => {
  it("reads one by its key with a hyphen that does not break", async () => {
    const { seen } = await call("lookup_issue", { key: "BUG\u201190" });
    expect(seen.rows).toEqual([expect.objectContaining({ id: "BUG-90", matched_by: "key" })]);
  });

  it("reads one by its key, letter case apart, with its text and links", async () => {
    const { seen } = await call("lookup_issue", { key: "bug-90" });
    expect(seen.rows).toEqual([
      expect.objectContaining({
        ...{ id: "BUG-90", matched_by: "key", description: "The scheduler stalls again." },
        links: [
          { kind: "duplicates", id: "BUG-11" },
          { kind: "duplicates", id: "BUG-91" },
          { kind: "pattern_member", id: "FAULT-PATTERN-1" },
        ],
      }),
    ]);
  });

  it("searches for the words of a key that nothing has, and says that it does not exist", async () => {
    const { seen } = await call("lookup_issue", { key: "balancer leaks handles" });
    expect(seen.rows[0]).toMatchObject({ id: "BUG-62", matched_by: "words" });
    expect(seen.not_found).toEqual(["balancer leaks handles"]);
    const nothing = await call("lookup_issue", { key: "'; DROP TABLE canon.backlog_item; --" });
    expect(nothing.seen.not_found).toHaveLength(1);
    expect((await call("lookup_issue", { key: "BUG-11" })).seen.rows).toHaveLength(1);
  });
});

describe("search_patterns", () => {
  it("finds patterns by meaning, with what they say and their reports", async () => {
    const { seen } = await call("search_patterns", { query: "what breaks in the scheduler" });
    expect(seen.rows[0]).toMatchObject({
      ...{ id: "FAULT-PATTERN-1", reports: 4, issues: ["BUG-11", "BUG-12", "BUG-90", "BUG-91"] },
      text: expect.stringContaining("The scheduler fails under load."),
    });
    expect(seen.mined).toBe(2);
  });

  it("finds none where none were mined", async () => {
    const { seen } = await bench.call("search_patterns", { query: "timer" });
    expect([seen.rows, seen.mined]).toEqual([[], 0]);
  });
});

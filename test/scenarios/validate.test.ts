import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { UserError } from "../../base/user-error.ts";
import type { Substrate } from "../../db/ports/ports.ts";
import { validateScenarioSet } from "../../scenarios/validate.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";

let substrate: Substrate;
let folder: string;
beforeAll(async () => {
  substrate = await readSmallSubstrate();
  folder = await mkdtemp(join(tmpdir(), "scopebench-validate-"));
});
afterAll(async () => {
  await substrate.close();
  await rm(folder, { recursive: true });
});

const HEAD = "version: 1\ncorpus: small\nsnapshot: any\nseed: null\nscenarios:\n";

async function check(scenarios: string, withCorpus = true): ReturnType<typeof validateScenarioSet> {
  const path = join(folder, "set.yaml");
  await writeFile(path, HEAD + scenarios);
  return validateScenarioSet(path, withCorpus ? { substrate } : {});
}

async function problemsOf(scenarios: string, withCorpus = true): Promise<string[]> {
  try {
    await check(scenarios, withCorpus);
  } catch (error) {
    expect(error).toBeInstanceOf(UserError);
    expect((error as UserError).code).toBe("scenarios");
    return (error as UserError).problems.map((problem) => problem.replace(/^.*set\.yaml:/, ""));
  }
  return [];
}

/** Six lines a scenario; the first is the id's. */
function entry({ id = "S001", family = "lookup", ids = "[TC-1001]", more = "" }): string {
  return `  - id: ${id}\n    family: ${family}\n    complexity: single_hop\n    answerable: true\n    turns: [which?]\n    expected_ids: ${ids}\n    expected_entities: []\n    reference_answer: this one\n${more}`;
}

describe("validateScenarioSet", () => {
  it("accepts a good set with and without a corpus", async () => {
    expect((await check(entry({}))).scenarios).toHaveLength(1);
    expect((await check(entry({}), false)).scenarios[0]?.traps).toEqual([]);
  });

  it("reports every problem of a set at once, each with its line", async () => {
    const problems = await problemsOf(
      entry({ id: "S001", family: "searching" }) +
        entry({ id: "S002", more: "    colour: red\n" }) +
        entry({ id: "S003", ids: "[TC-1001, TC-9999]" }) +
        entry({ id: "S003", more: "    derivation: { sql: SELECT 'TC-1002' AS id }\n" }),
    );
    expect(problems.map((problem) => Number.parseInt(problem, 10)).sort((a, b) => a - b)).toEqual([7, 22, 28, 31, 39]);
    expect(problems.join("\n")).toContain("TC-9999");
    expect(problems.join("\n")).toContain("given but not expected: TC-1002");
  });

  it("an item that says which tools it expects may expect records of the backlog, as over a tracker; others may not", async () => {
    const more = "    routing: { level: 1, tools: [lookup_issue] }\n";
    expect((await check(entry({ ids: "[REQ-201]", more }))).scenarios).toHaveLength(1);
    expect(await problemsOf(entry({ ids: "[REQ-201]" }))).toEqual([
      expect.stringContaining("REQ-201 is not a test case"),
    ]);
    expect(await problemsOf(entry({ ids: "[NO-1]", more }))).toEqual([
      expect.stringContaining("or an item of the backlog"),
    ]);
  });

  it("reports an entity that the query gives, that is not expected and that the question does not say", async () => {
    const entities = "{ sql: \"SELECT unnest(ARRAY['REQ-201', 'which']) AS entity\" }";
    const more = `    derivation: { sql: SELECT 'TC-1001' AS id, entities: ${entities} }\n`;
    const problems = await problemsOf(entry({ more }));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatch(/also gives REQ-201$/);
  });

  it("does not look for corpus problems without a corpus", async () => {
    expect(await problemsOf(entry({ ids: "[TC-9999]" }), false)).toEqual([]);
  });

  it("takes expected ids from the query where a set has none, and asks for them where it cannot", async () => {
    const byQuery = entry({}).replace("    expected_ids: [TC-1001]\n", "");
    const query =
      "    derivation: { sql: SELECT test_case_id FROM core.trace_link WHERE reference_id = $1, parameters: [REQ-203] }\n";
    const set = await check(byQuery + query);
    expect(set.scenarios[0]?.expected_ids).toEqual(["TC-1007", "TC-1008", "TC-1009"]);
    expect(await problemsOf(byQuery + query, false)).toHaveLength(1);
    expect(await problemsOf(byQuery)).toHaveLength(1);
  });

  it("reports a query that fails, reads what it may not or writes, and harms nothing", async () => {
    const queries = ["SELECT nonsense", "SELECT external_id FROM raw.payload", "DELETE FROM core.trace_link"];
    for (const sql of queries) {
      const problems = await problemsOf(entry({ more: `    derivation: { sql: ${sql} }\n` }));
      expect(problems).toHaveLength(1);
      expect(problems[0]).toContain("the query failed");
    }
    const { rows } = await substrate.sql.query("SELECT FROM core.trace_link LIMIT 1");
    expect(rows).toHaveLength(1);
  });

  it("names the line of a YAML fault, and a missing file", async () => {
    expect(await problemsOf("  - id: [")).not.toEqual([]);
    await expect(validateScenarioSet(join(folder, "none.yaml"))).rejects.toThrow(UserError);
  });

  it("refuses a list where a set should be", async () => {
    const path = join(folder, "list.yaml");
    await writeFile(path, "- 1\n- 2\n");
    await expect(validateScenarioSet(path, { substrate })).rejects.toThrow(UserError);
  });
});

it("refuses a set in another encoding with the line: an id would be another's", async () => {
  const path = join(folder, "latin.yaml");
  await writeFile(path, Buffer.from(`${HEAD}# \u00fc\n`, "latin1"));
  await expect(validateScenarioSet(path)).rejects.toMatchObject({ code: "scenarios", message: `${path}:6: not UTF-8` });
});

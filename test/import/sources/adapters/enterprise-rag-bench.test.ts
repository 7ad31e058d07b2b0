import { spawnSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { scenariosFromRetrieval } from "../../../../scenarios/from-retrieval.ts";
import { scenarioSetSchema } from "../../../../scenarios/set/schema.ts";
import { describeOn, testBacklot } from "../../../servers.ts";
import { fixture, readPath } from "../read-fixture.ts";

const EXCERPT = fixture("enterprise-rag-bench");

it("reads EnterpriseRAG-Bench: documents by product with the fields that they name, questions with and without an answer", async () => {
  const { adapter, artifacts, retrieval, counts, problems } = await readPath(EXCERPT);
  expect([adapter, problems]).toEqual(["enterprise-rag-bench", []]);
  expect(artifacts.map(({ type, title }) => [type, title.slice(0, 21)])).toEqual([
    ["confluence", "probation-acceleratio"],
    ["jira", "Create/verify PagerDu"],
    ["slack", "all-hands"],
  ]);
  const ticket = artifacts[1]!;
  expect(ticket.text).toMatch(/^Goal\n[\s\S]+\n\n2026-02-06 \(Dev Patel\)[\s\S]+\n\n2026-02-12 \(Benji Okafor\)/);
  expect(ticket.meta).toMatchObject({ key: "INT-331", priority: "P1", linked_issues: ["INT-332", "INT-333"] });
  expect(counts).toMatchObject({ documents: 3, queries: 3, judgements: 2, confluence: 1, jira: 1, slack: 1 });

  const titles = new Map(artifacts.map(({ id, title }) => [id, title]));
  const { set, notes } = scenariosFromRetrieval(retrieval!, { corpus: "redwood", titles });
  expect(scenarioSetSchema.parse(set)).toEqual(set);
  expect(set?.scenarios).toMatchObject([
    {
      id: "S001-qst_0005",
      template: "basic",
      answerable: true,
      expected_ids: [artifacts[0]!.id],
      expected_entities: [],
    },
    { id: "S002-qst_0988", template: "unanswerable", answerable: false, expected_ids: [] },
  ]);
  expect(notes).toContain("1 query has no relevant document in the corpus and is left out");
});

describeOn(["backlot"], "EnterpriseRAG-Bench as backlot loads it", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "scopebench-erb-"));
    await cp(EXCERPT, join(folder, "raw/generated_data"), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("counts as many documents, in all and of each product", async () => {
    const environment = {
      ...process.env,
      BACKLOT_RAW_DIR: join(folder, "raw"),
      BACKLOT_DATA_DIR: join(folder, "data"),
    };
    const run = (...args: string[]) => spawnSync(testBacklot(), args, { encoding: "utf8", env: environment });
    const loaded = run("import", "--type", "enterpriserag-bench");
    expect(loaded.status, loaded.stderr).toBe(0);
    const { counts } = await readPath(EXCERPT);
    expect(run("status").stdout).toMatch(new RegExp(`from ${counts.documents} source documents`));
    for (const product of ["confluence", "jira", "slack"])
      expect(loaded.stdout).toMatch(new RegExp(`^\\s*${product}\\s+${counts[product]}$`, "m"));
  });
});

import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../harness/cli/run-cli.ts";
import { newestRun } from "./cli-process.ts";

const INPUT = fileURLToPath(new URL("../input", import.meta.url));
const FIXTURES = join(INPUT, "sources");
const ONE_CELL = [
  "--models",
  "explorer",
  "--workflows",
  "react",
  "--knowledge",
  "prompt",
  "--limit",
  "1",
  "--until",
  "score",
];

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-import-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function runOneCell(args: readonly string[], runs: string): Promise<string> {
  const result = await runCli(["run", ...args, ...ONE_CELL, "--runs-dir", runs], { cwd });
  expect(result.code, result.errors).toBe(0);
  return newestRun(join(cwd, runs));
}

describe("from somebody else's format to scores", () => {
  it("says what it takes for what, and that nothing was written, without --to", async () => {
    const result = await runCli(["corpus", "import", join(FIXTURES, "junit")], { cwd });
    expect(result.code, result.errors).toBe(0);
    expect(result.out).toMatch(/^read as junit: 2 of 2 files: the root element is testsuites/);
    expect(result.out).toContain("requirement -> backlog_item (requirement)");
    expect(result.out).toContain("Nothing was written.");
  });

  it("takes a BEIR set with its own questions", async () => {
    const imported = await runCli(["corpus", "import", join(FIXTURES, "beir"), "--to", "beir"], { cwd });
    expect(imported.out).toContain("--scenario-file beir/scenarios.yaml");
    expect(await readFile(join(cwd, "beir", "scenarios.yaml"), "utf8")).toContain("S001-q____1");
    const run = await runOneCell(["--corpus", "beir", "--scenario-file", "beir/scenarios.yaml"], "runs-beir");
    expect(await readFile(join(run, "metrics", "per_execution.csv"), "utf8")).toContain("S001-q____1");
  });

  const reqif = join(INPUT, "formats", "reqif", "fmstudio-traceability-template.reqif");
  it("takes a ReqIF project with relations, its lower level as tests", async () => {
    const refused = await runCli(["corpus", "import", reqif, "--to", "reqif"], { cwd });
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(/import with it, such as --mapping '[^=']+=test_case'/);
    const mapping = "Requirement Type in System Requirements=test_case";
    const imported = await runCli(["corpus", "import", reqif, "--to", "reqif", "--mapping", mapping], {
      cwd,
    });
    expect(imported.out).toContain("9 pairs of test and backlog item");
    const run = await runOneCell(["--corpus", "reqif"], "runs-reqif");
    expect((await stat(join(run, "metrics", "per_execution.csv"))).size).toBeGreaterThan(0);
    const review = (await runCli(["corpus", "review", "reqif"], { cwd })).out;
    expect(review).toMatch(/scenario families\n {2}lookup +can be asked/);
    expect(review).toMatch(/10 links drawn by lot: is each true\?\n {2}\S.* "/);
  });
});

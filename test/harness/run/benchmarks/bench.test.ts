import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getBenchmark } from "../../../../harness/run/benchmarks/get.ts";
import { withPublishedSuite } from "../../../../harness/run/benchmarks/run.ts";
import { readScenarioSet } from "../../../../scenarios/set-file.ts";
import { describeUnless } from "../../../left-out.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { sharedPath } from "../../../shared.ts";
import { runCli } from "../../cli/run-cli.ts";

const EXCERPTS = resolve("test/input/benchmarks");
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-bench-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const environment = () => ({ SCOPEBENCH_CACHE: join(cwd, "cache") });
const bench = (...args: string[]) =>
  runCli(["measure", "bench", ...args], { cwd, environment: environment(), columns: 100 });

describe("data", () => {
  it("that are nowhere are told with their source, their licence and the command", async () => {
    const { code, errors } = await bench("run", "ebt");
    expect(code).toBe(1);
    expect(errors).toMatch(/the data of ebt are not here/);
    expect(errors).toMatch(/source: github\.com\/huiAlex\/TRIAD/);
    expect(errors).toMatch(/scopebench measure bench get ebt --from FOLDER/);
  });

  it("of another version are refused with what was expected and found, and taken with --other", async () => {
    const { code, errors } = await bench("get", "ebt", "--from", join(EXCERPTS, "ebt"));
    expect(code).toBe(1);
    expect(errors).toMatch(/expected 50 documents, 33 questions, 98 relevant pairs, sha256 6afb4f3a/);
    expect(errors).toMatch(/found 11 documents, 7 questions, 15 relevant pairs, sha256 [0-9a-f]{64}/);
    expect((await bench("get", "ebt", "--from", join(EXCERPTS, "ebt"), "--other")).code).toBe(0);
    expect((await bench("run", "ebt")).errors).toMatch(/only 1 excerpt or other version is/);
  });
});

it("is run on an excerpt, keyword, vector and hybrid beside an agent, and compared with nothing", async () => {
  const from = join(EXCERPTS, "ebt");
  const run = await bench("run", "ebt", "--from", from, "--other", "--models", "explorer", "--json");
  expect(run.code).toBe(0);
  const result = JSON.parse(run.out);
  expect(result.collection).toMatchObject({ whole: false, asked: 7 });
  expect(result.systems.map(({ system }: { system: string }) => system)).toEqual([
    ...["keyword", "vector", "hybrid"],
    "explorer__react__prompt",
  ]);
  for (const { values } of nonEmpty(result.systems.slice(0, 3))) expect(values.map).toBeGreaterThan(0);
  expect(result.systems[3].values).toMatchObject({ map: null, "ndcg@10": expect.any(Number) });
  expect(result.published).toMatchObject([
    { system: "COMET", ours: [], refused: expect.stringMatching(/^another set/) },
  ]);
  const verified = await runCli(["runs", "verify", "latest"], { cwd, environment: environment() });
  expect(verified.out + verified.errors).toMatch(/✓ files +\d+, each as it was written/);
  const table = await bench("report");
  expect(table.out).toMatch(/not compared: COMET, map: another set: 11 documents and 7 questions here, 50 and 33/);
  expect(table.out).not.toContain("0.3370");
});

describe("run --suite, of a suite that others published", () => {
  const run = (...args: string[]) => runCli(["run", ...args], { cwd, environment: environment() });

  it("asks its questions over its documents, also those that nothing answers", async () => {
    const data = resolve("test/input/sources/enterprise-rag-bench");
    const io = { cwd, environment: environment() };
    const flags: { suite?: string; corpus?: string; scenarioFile?: string } = { suite: "enterprise-rag-bench" };
    const { suite, corpus, scenarioFile } = await withPublishedSuite(flags, data, io);
    expect(suite).toBeUndefined();
    expect((await readFile(join(corpus!, "artifacts.jsonl"), "utf8")).trim().split("\n")).toHaveLength(3);
    const { scenarios } = await readScenarioSet(scenarioFile!);
    expect(scenarios.map(({ answerable }) => answerable)).toEqual([true, false]);
  });

  it("is told where its data are, and no other suite takes a folder", async () => {
    expect((await run("--suite", "herb")).errors).toMatch(/the data of herb are not here/);
    expect((await run("--suite", "faults", "data")).errors).toMatch(
      /expected a published suite for data, found faults[\s\S]*enterprise-rag-bench/,
    );
    expect((await run("data")).errors).toMatch(/expected a published suite for data, found no --suite/);
  });
});

it("asks no other questions than the benchmark's", async () => {
  const { errors } = await bench("run", "ebt", "--from", join(EXCERPTS, "ebt"), "--other", "--corpus", "telecom");
  expect(errors).toMatch(/a benchmark brings its corpus and its questions/);
});

it("reports no run on anything else", async () => {
  const { errors } = await bench("report", "latest", "--runs-dir", join(cwd, "none"));
  expect(errors).toMatch(/no run/);
});

const data = sharedPath("data", "libest");
describeUnless(data === null ? "the whole sets beside the checkout" : null, "the whole set", () => {
  const folders = ["libest", "libest-tests", "ebt", "ebt-tests", "onap", "openconfig"].map((name): [string, string] => [
    name,
    name.replace(/-tests$/, ""),
  ]);
  it.each([...folders, ["gitbugs-hadoop", "hadoop-bugs"]])("of %s is what its entry says", async (name, folder) => {
    const from = sharedPath("data", folder)!;
    const { identity } = await getBenchmark(name, { from }, { cwd, environment: environment() });
    expect(identity.whole).toBe(true);
  });

  it("with one letter of a document changed is another", async () => {
    const from = await mkdtemp(join(cwd, "changed-"));
    const artifacts = await readFile(join(data!, "artifacts.jsonl"), "utf8");
    const line = artifacts
      .split("\n")
      .find((text) => text.startsWith('{"id": "est.c"') || text.startsWith('{"id":"est.c"'))!;
    await writeFile(join(from, "artifacts.jsonl"), artifacts.replace(line, line.replace("the", "teh")));
    await writeFile(join(from, "links.csv"), await readFile(join(data!, "links.csv")));
    await expect(getBenchmark("libest", { from }, { cwd, environment: environment() })).rejects.toThrow(
      /these are not the data of libest/,
    );
  });
});

import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runCli } from "../harness/cli/run-cli.ts";
import { nonEmpty } from "../non-empty.ts";
import { scopebench } from "./cli-process.ts";

let root: string;
let cwd: string;
let cases = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "scopebench-bad-"));
});
beforeEach(async () => {
  cwd = join(root, String(cases++));
  await mkdir(cwd);
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Exit code 1, one message on stderr that holds all of the texts, and no run directory left behind. */
async function expectRefused(
  args: readonly string[],
  texts: readonly string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const result = await runCli(args, { cwd, environment });
  expect(result.code, result.errors).toBe(1);
  expect(result.errors.match(/^error: /gm)).toHaveLength(1);
  for (const text of nonEmpty(texts)) expect(result.errors).toContain(text);
  expect(result.errors).not.toContain("    at ");
  expect(await readdir(join(cwd, "runs")).catch(() => [])).toEqual([]);
}

const ARTIFACT = (id: string) =>
  JSON.stringify({ id, type: "test_case", title: `Test ${id}`, text: "Step 1", meta: {} });

async function corpusFolder(artifacts: readonly string[], links: readonly string[] = []): Promise<string> {
  const folder = join(cwd, "corpus");
  await mkdir(folder);
  await writeFile(join(folder, "artifacts.jsonl"), artifacts.map((line) => `${line}\n`).join(""));
  await writeFile(join(folder, "links.csv"), ["source_id,target_id,kind", ...links, ""].join("\n"));
  return "corpus";
}

describe("broken input is refused with one clear message", () => {
  it("unknown keys and wrong values of bench.yaml, all at once with their lines", async () => {
    await writeFile(join(cwd, "bench.yaml"), "seed: 1\nconcurency: 2\nrepeats: none\n");
    await expectRefused(["run"], ["bench.yaml:2", "concurency", "bench.yaml:3", "repeats"]);
  });

  it("bad lines of artifacts.jsonl, all at once with their numbers", async () => {
    const corpus = await corpusFolder([ARTIFACT("T-1"), "{broken", ARTIFACT("T-2"), '{"id": 7}']);
    await expectRefused(["run", "--corpus", corpus], ["artifacts.jsonl:2", "artifacts.jsonl:4"]);
  });

  it("a link to a missing artifact and ids that repeat", async () => {
    const corpus = await corpusFolder([ARTIFACT("T-1"), ARTIFACT("T-1")], ["T-1,NOWHERE,covers"]);
    await expectRefused(["run", "--corpus", corpus], ["artifacts.jsonl:2", "T-1", "links.csv:2", "NOWHERE"]);
  });

  it("an empty corpus, and a folder that is not there", async () => {
    await expectRefused(["run", "--corpus", await corpusFolder([])], ["empty"]);
    await expectRefused(["run", "--corpus", "nowhere"], ["nowhere"]);
  });

  it("a missing key of a configured provider, before anything starts", async () => {
    await writeFile(
      join(cwd, "bench.yaml"),
      "models: [{ name: real, provider: openai, model: x-1, base_url: 'http://127.0.0.1:9', api_key_env: NO_SUCH_KEY }]\n",
    );
    await expectRefused(["run"], ["NO_SUCH_KEY"]);
  });

  it("a judge of the family that it judges", async () => {
    await writeFile(
      join(cwd, "bench.yaml"),
      [
        "models: [{ name: real, provider: openai, model: acme-1, base_url: 'http://127.0.0.1:9', api_key_env: KEY }]",
        "judges: { primary: { type: llm, chain: [{ provider: openai, model: acme-2, base_url: 'http://127.0.0.1:9', api_key_env: KEY }] } }",
        "",
      ].join("\n"),
    );
    await expectRefused(["run"], ["acme"], { KEY: "secret-value" });
  });

  it("a run directory of a future version", async () => {
    const run = join(cwd, "future");
    await mkdir(run);
    await writeFile(join(run, "manifest.json"), JSON.stringify({ format: 99 }));
    await expectRefused(["resume", "future"], ["99"]);
  });

  it("a run that is not there, a stage, flag or command that does not exist", async () => {
    await expectRefused(["resume", "nothing"], ["no run"]);
    await expectRefused(["runs", "stage", "juge"], ["juge", "judge"]);
    for (const args of [["run", "--nope"], ["nope"], ["run", "--limit", "-1"]])
      expect((await runCli(args, { cwd })).code).toBe(1);
  });

  it("a folder for runs that can't be made", async () => {
    await writeFile(join(cwd, "file"), "");
    const result = await runCli(["run", "--runs-dir", "file/runs"], { cwd });
    expect(result.code).toBe(1);
    expect(result.errors).toContain("file");
    expect(result.errors).not.toContain("unexpected");
  });

  it.runIf(process.platform === "linux")("folders below /proc, for runs, the cache and compiled code", async () => {
    await expectRefused(["run", "--runs-dir", "/proc/runs"], ["cannot write /proc/runs"]);
    await expectRefused(["run"], ["/proc/cache"], { SCOPEBENCH_CACHE: "/proc/cache" });
    const { code, out } = await scopebench(["--version"], { cwd, environment: { SCOPEBENCH_CACHE: "/proc/cache" } });
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^\d+\./) });
  });
});

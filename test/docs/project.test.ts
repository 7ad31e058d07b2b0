import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { BIN } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { runCli } from "../harness/cli/run-cli.ts";
import { makeScoredRun } from "../harness/results/compare/scored-run.ts";
import { itUnless } from "../left-out.ts";
import { ROOT } from "./pages.ts";

const read = (path: string) => readFile(join(ROOT, path), "utf8");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-project-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it("CHANGELOG has unreleased changes first, then a release in lines that can be read", async () => {
  const text = await read("CHANGELOG.md");
  const { version } = JSON.parse(await read("package.json")) as { version: string };
  expect([...text.matchAll(/^## (.+)$/gm)].slice(0, 2).map(([, title]) => title)).toEqual([
    "Unreleased",
    expect.stringContaining(`${version} - `),
  ]);
  const [, released = ""] = text.split(`\n## ${version}`);
  expect(released.split("\n").filter((line) => line.startsWith("- ")).length).toBeLessThanOrEqual(45);
});

/** What the Citation File Format 1.2.0 asks of a software. */
const citationSchema = z.strictObject({
  "cff-version": z.literal("1.2.0"),
  message: z.string().min(1),
  title: z.string().min(1),
  type: z.enum(["software", "dataset"]),
  abstract: z.string(),
  authors: z.array(z.strictObject({ name: z.string().min(1) })).min(1),
  version: z.string(),
  "date-released": z.iso.date(),
  license: z.string(),
  keywords: z.array(z.string()),
});

it("CITATION.cff is one of format 1.2.0, with the version and licence of the package", async () => {
  const citation = citationSchema.parse(parse(await read("CITATION.cff"), { schema: "failsafe" }));
  const { version, license } = JSON.parse(await read("package.json")) as { version: string; license: string };
  expect([citation.version, citation.license]).toEqual([version, license]);
});

describe("the action for GitHub", () => {
  interface Step {
    id?: string;
    if?: string;
    shell: string;
    run: string;
    env: Record<string, string>;
  }
  let steps: Step[];
  beforeAll(async () => {
    await makeScoredRun(join(folder, "runs/2026-01-05T09-00-00Z"));
    await runCli(["runs", "baseline", "save", "latest", "base line.csv"], { cwd: folder });
    await mkdir(join(folder, "bin"));
    const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" ${ENGINE_FLAGS.join(" ")} "${BIN}" "$@"\n`;
    await writeFile(join(folder, "bin/npx"), npx);
    await chmod(join(folder, "bin/npx"), 0o755);
    steps = parse(await read("action.yml")).runs.steps;
  });

  function runStep({ shell, run }: Step, environment: Record<string, string>) {
    const { PATH, HOME, SCOPEBENCH_CACHE } = process.env;
    const env = { HOME, SCOPEBENCH_CACHE, GITHUB_OUTPUT: join(folder, "output"), ...environment };
    return spawnSync(shell, ["-e", "-o", "pipefail", "-c", run], {
      ...{ cwd: folder, encoding: "utf8" },
      env: { ...env, PATH: `${join(folder, "bin")}:${PATH}` },
    });
  }

  it("gives its inputs to a script by the environment alone", () => {
    expect(steps.map(({ run }) => run).filter((run) => run.includes("${{"))).toEqual([]);
  });

  it("compares as its lines say, passes on a good run, and gives the gate's exit code", async () => {
    const gate = steps.find(({ id }) => id === "gate")!;
    const given = { BASELINE: "base line.csv", CANDIDATE: "latest", REPORT_URL: "https://x.test/r", SELFTEST: "" };
    expect(Object.keys(gate.env)).toEqual(Object.keys(given));
    const { status, stdout, stderr } = runStep(gate, given);
    expect(status, stderr).toBe(0);
    expect(stdout).toContain("passed: none of 6 rules broken");
    expect(await readFile(join(folder, "gate.md"), "utf8")).toContain("https://x.test/r");
    const broken = runStep(gate, { ...given, BASELINE: "$(touch owned)", REPORT_URL: "" });
    expect(broken.status).toBe(1);
    await expect(readFile(join(folder, "owned"))).rejects.toThrow("ENOENT");
    const untested = runStep(gate, { ...given, SELFTEST: "no such.json" });
    expect([untested.status, untested.stderr]).toEqual([1, expect.stringContaining("no such.json")]);
    expect(await readFile(join(folder, "output"), "utf8")).toBe("exit-code=0\nexit-code=1\nexit-code=1\n");
  });

  it("has the inputs that the guide gives it", async () => {
    const [, step = ""] = /^```yml\n([\s\S]*?)^```$/m.exec(await read("docs/guides/ci.md")) ?? [];
    const { inputs } = parse(await read("action.yml")) as { inputs: object };
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(parse(step)[0].with)));
  });

  it("replays a recording where one is given", () => {
    const [replay] = steps;
    expect(replay!.if).toBe("inputs.recording != ''");
    const { status, stderr } = runStep(replay!, { RECORDING: "no such.recording" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("no such.recording")]);
  });
});

function missingPandas(): string | null {
  return spawnSync("python3", ["-c", "import pandas"]).status === 0 ? null : "python3 with pandas";
}

itUnless(
  missingPandas(),
  "the Python script reads a run with pandas: means as its cells give, unscored ones left out",
  async () => {
    const csv = await read("test/output/small-matrix.csv");
    await mkdir(join(folder, "run/metrics"), { recursive: true });
    await writeFile(join(folder, "run/metrics/per_execution.csv"), csv);
    const script = join(ROOT, "examples/python/read_run.py");
    const { stdout, stderr } = spawnSync("python3", [script, join(folder, "run")], { encoding: "utf8" });
    const [head = "", ...rows] = csv.trim().split("\n");
    const column = head.split(",").indexOf("ndcg@10");
    const own = rows
      .map((row) => row.split(","))
      .filter(([, ...cells]) => cells.slice(0, 3).join() === "explorer,react,prompt");
    const scores = own.map((cells) => cells[column]!).filter((cell) => cell !== "");
    const line = stdout.split("\n").find((text) => text.startsWith("explorer,react,prompt,"));
    expect(line, stderr).toBeDefined();
    const [mean, count] = line!.split(",").slice(3).map(Number);
    expect([mean, count]).toEqual([
      expect.closeTo(scores.reduce((sum, score) => sum + Number(score), 0) / scores.length, 6),
      scores.length,
    ]);
  },
);

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STAGE_NAMES } from "../../harness/record/run-directory/graph.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { newestRun } from "./cli-process.ts";

const BIN = fileURLToPath(new URL("../../harness/bin.ts", import.meta.url));
const DENO = createRequire(import.meta.url).resolve("deno/bin.cjs");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-deno-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const deno = (...args: string[]) =>
  promisify(execFile)(process.execPath, [DENO, "run", "-A", `--v8-flags=${ENGINE_FLAGS.join(",")}`, BIN, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: "1" },
  });

describe("under Deno, from the same sources", () => {
  it("ir scores a TREC run", async () => {
    await writeFile(join(cwd, "qrels"), "1 0 a 1\n1 0 b 0\n");
    await writeFile(join(cwd, "run"), "1 Q0 b 1 2.0 t\n1 Q0 a 2 1.0 t\n");
    const { stdout } = await deno("measure", "ir", "qrels", "run", "--metrics", "mrr@10", "--json");
    expect(stdout).toContain("0.5");
  });

  it("run goes through every stage on a small corpus", async () => {
    await writeFile(
      join(cwd, "bench.yaml"),
      "corpus: { type: telecom, seed: 7, scale: 0.02 }\nscenarios: { total: 5, limit: 1 }\nbaselines: [keyword]\nplots: { dpi: 72 }\n",
    );
    await deno("run", "--models", "explorer", "--workflows", "react", "--knowledge", "prompt");
    const manifest = JSON.parse(await readFile(join(await newestRun(join(cwd, "runs")), "manifest.json"), "utf8"));
    expect(Object.values(manifest.stages).map((stage) => (stage as { status: string }).status)).toEqual(
      STAGE_NAMES.map(() => "complete"),
    );
    expect(manifest.environment.runtime).toMatch(/^deno /);
  });
});

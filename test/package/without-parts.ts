import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newestRun } from "../e2e/cli-process.ts";
import { ENGINE_FLAGS } from "../engine-flags.ts";
import { installPackage } from "./install.ts";

let project: string;

/** A suite of `package.test.ts`: what is packed once serves both. */
export function describeWithoutParts(): void {
  describe("the package without its heavy parts", () => {
    beforeAll(async () => {
      project = await installPackage(await mkdtemp(join(tmpdir(), "scopebench-small-")), { parts: false });
      await writeFile(
        join(project, "bench.yaml"),
        "corpus: { type: telecom, seed: 7, scale: 0.02 }\nscenarios: { total: 5 }\n",
      );
      const models = "models: [{ name: a, provider: openai, model: acme-1, base_url: http://127.0.0.1:9 }]\n";
      await writeFile(join(project, "remote.yaml"), models);
      await writeFile(join(project, "program.py"), "def test_one():\n    assert one() == 1\n");
      await writeFile(join(project, "guide.pdf"), "%PDF-1.4\n");
      await cp(WORKBOOK, join(project, "tests.xlsx"));
    });
    afterAll(() => rm(project, { recursive: true, force: true }));

    it("shows its help", async () => {
      expect(await scopebench("--help")).toEqual({ code: 0, out: expect.stringContaining("report") });
    });

    it("runs up to the scores, says what the report needs, and names it when it is asked for", async () => {
      const one = ["--limit", "1", "--models", "explorer", "--workflows", "react", "--knowledge", "prompt"];
      const { code, out } = await scopebench("run", ...one);
      expect([code, out]).toEqual([0, expect.stringMatching(NEEDS)]);
      const run = await newestRun(join(project, "runs"));
      expect([existsSync(join(run, "metrics/summary.json")), existsSync(join(run, "plots"))]).toEqual([true, false]);
      expect(await scopebench("resume", run)).toEqual({ code: 0, out: expect.stringMatching(NEEDS) });
      for (const command of [
        ["report", "build"],
        ["runs", "stage", "plots"],
        ["resume", "--until", "report"],
      ])
        expect(await scopebench(...command)).toEqual({ code: 1, out: expect.stringMatching(NEEDS) });
    });

    it.each([
      ["a model", ["run", "--check", "-c", "remote.yaml"], "models over OpenAI's protocols", "@langchain/openai"],
      ["tools over MCP", ["assistant", "mcp"], "tools over MCP", "@modelcontextprotocol/sdk"],
      ["a queue", ["run", "--queue", "postgres://127.0.0.1:1/none"], "runs on several machines", "pg-boss"],
      ["Neo4j", ["run", "--graph", "neo4j", "--until", "generate"], "graphs in Neo4j", "neo4j-driver"],
      ["a PDF", ["corpus", "import", "guide.pdf", "--to", "pdf"], "PDF files", "pdfjs-dist"],
      ["a spreadsheet", ["corpus", "import", "tests.xlsx", "--to", "xlsx"], "spreadsheets", "@e965/xlsx"],
      ["a program", ["corpus", "import", "program.py", "--to", "py"], "programs", "tree-sitter-wasms"],
    ])("says of %s what to install", async (_, command, what, name) => {
      const { code, out } = await scopebench(...command);
      expect([code, out]).toEqual([
        1,
        expect.stringContaining(`error: ${what} need packages that are not installed\n`),
      ]);
      expect(out).toMatch(new RegExp(`^  -> npm install ${name}@\\d[\\d.]+$`, "m"));
    });

    it("lists them in doctor, as optional where the configuration does without", async () => {
      const { out } = await scopebench("setup", "doctor");
      expect(out).toMatch(/^nothing that is needed is missing\n/);
      expect(out).toMatch(/^ · pdf .*PDF files need packages that are not installed\n +-> npm install pdfjs-dist@/m);
    });
  });
}

const WORKBOOK = new URL("../input/formats/test-management/zephyr-squad-export.xlsx", import.meta.url);
const NEEDS = /figures and reports need packages that are not installed[\s\S]*npm install @observablehq\/framework@/;
function scopebench(...args: readonly string[]): Promise<{ code: number; out: string }> {
  const bin = join(project, "node_modules/scopebench/harness/scopebench.mjs");
  const env = {
    PATH: process.env.PATH,
    HOME: project,
    // That an installed package builds a substrate is shown with all parts.
    SCOPEBENCH_CACHE: process.env.SCOPEBENCH_CACHE,
    SCOPEBENCH_NEO4J_URL: "bolt://127.0.0.1:1",
    SCOPEBENCH_NEO4J_PASSWORD: "none",
    NO_COLOR: "1",
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [...ENGINE_FLAGS, bin, ...args], { cwd: project, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: `${stdout}${stderr}` }),
    );
  });
}
